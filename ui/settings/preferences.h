// SPDX-License-Identifier: GPL-3.0-or-later
// What a person may set, remembered in the given QSettings: the looks, the texts of core/session/user_settings, keys.
//
//   Preferences preferences(settings);
//   connect(&preferences, &Preferences::changed, this, applyLooks);
#pragma once

#include <QObject>
#include <QString>
#include <optional>

#include "core/session/user_settings.h"

class QSettings;

namespace plumbline::ui {

enum class ThemeChoice { System, Light, Dark };

/// themeChoiceFromText reads "system", "light" or "dark"; empty for any other word.
std::optional<ThemeChoice> themeChoiceFromText(const QString& text);
QString themeChoiceText(ThemeChoice choice);

class Preferences : public QObject {
  Q_OBJECT

 public:
  explicit Preferences(QSettings& store, QObject* parent = nullptr);

  ThemeChoice theme() const;
  void setTheme(ThemeChoice choice);
  /// overrideTheme sets the theme for this run only (command line), without remembering it.
  void overrideTheme(ThemeChoice choice);

  /// fontStep is added to the system's font size, in points: 0 is the system's size.
  int fontStep() const;
  void setFontStep(int step);  ///< kept within kMinStep and kMaxStep
  /// value is what is set, "" for the default; setValue returns why it was not accepted.
  QString value(session::Setting setting) const;
  std::optional<base::Error> setValue(session::Setting setting, const QString& text);
  bool restoresSession() const;

  /// ownKeys are the keys that a person gave an action ("Ctrl+R; F5", "" for none); nothing: the action's own.
  std::optional<QString> ownKeys(const QString& actionId) const;
  void setOwnKeys(const QString& actionId, const std::optional<QString>& keys);

  static constexpr int kMinStep = -3;
  static constexpr int kMaxStep = 12;

 Q_SIGNALS:
  void changed();
  void valueChanged(plumbline::session::Setting setting);

 private:
  QSettings& m_store;
  std::optional<ThemeChoice> m_override;
};

}  // namespace plumbline::ui
