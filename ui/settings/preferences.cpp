// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/settings/preferences.h"

#include <QSettings>
#include <algorithm>

using namespace Qt::StringLiterals;

namespace plumbline::ui {
namespace {
constexpr auto kThemeKey = "look/theme"_L1;
constexpr auto kFontKey = "look/fontStep"_L1;
constexpr auto kKeysGroup = "keys/"_L1;
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

QString Preferences::value(session::Setting setting) const { return session::settingText(m_store, setting); }

std::optional<base::Error> Preferences::setValue(session::Setting setting, const QString& text) {
  const QString kept = text.trimmed();
  if (auto problem = session::settingProblem(setting, kept)) return problem;
  if (kept == value(setting)) return std::nullopt;
  if (kept.isEmpty()) m_store.remove(session::settingKey(setting));
  else m_store.setValue(session::settingKey(setting), kept);
  Q_EMIT valueChanged(setting);
  return std::nullopt;
}

bool Preferences::restoresSession() const { return value(session::Setting::RestoreSession).isEmpty(); }

std::optional<QString> Preferences::ownKeys(const QString& actionId) const {
  const QVariant keys = m_store.value(kKeysGroup + actionId);
  return keys.isValid() ? std::optional(keys.toString()) : std::nullopt;
}

void Preferences::setOwnKeys(const QString& actionId, const std::optional<QString>& keys) {
  if (keys) m_store.setValue(kKeysGroup + actionId, *keys);
  else m_store.remove(kKeysGroup + actionId);
}

}  // namespace plumbline::ui
