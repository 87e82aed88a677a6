// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/settings/preferences.h"

#include <QSettings>
#include <algorithm>

using namespace Qt::StringLiterals;

namespace plumbline::ui {
namespace {
constexpr auto kThemeKey = "look/theme"_L1;
constexpr auto kFontKey = "look/fontStep"_L1;
}  // namespace

std::optional<ThemeChoice> themeChoiceFromText(const QString& text) {
  if (text == u"system"_s) return ThemeChoice::System;
  if (text == u"light"_s) return ThemeChoice::Light;
  if (text == u"dark"_s) return ThemeChoice::Dark;
  return std::nullopt;
}

QString themeChoiceText(ThemeChoice choice) {
  switch (choice) {
    case ThemeChoice::System:
      return u"system"_s;
    case ThemeChoice::Light:
      return u"light"_s;
    case ThemeChoice::Dark:
      return u"dark"_s;
  }
  return {};
}

Preferences::Preferences(QSettings& store, QObject* parent) : QObject(parent), m_store(store) {}

ThemeChoice Preferences::theme() const {
  if (m_override) return *m_override;
  return themeChoiceFromText(m_store.value(kThemeKey).toString()).value_or(ThemeChoice::System);
}

void Preferences::setTheme(ThemeChoice choice) {
  const ThemeChoice before = theme();
  m_override.reset();
  m_store.setValue(kThemeKey, themeChoiceText(choice));
  if (before != choice) Q_EMIT changed();
}

void Preferences::overrideTheme(ThemeChoice choice) {
  if (theme() == choice) return;
  m_override = choice;
  Q_EMIT changed();
}

int Preferences::fontStep() const {
  return std::clamp(m_store.value(kFontKey, 0).toInt(), kMinStep, kMaxStep);
}

void Preferences::setFontStep(int step) {
  const int kept = std::clamp(step, kMinStep, kMaxStep);
  if (kept == fontStep()) return;
  m_store.setValue(kFontKey, kept);
  Q_EMIT changed();
}

}  // namespace plumbline::ui
