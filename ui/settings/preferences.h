// SPDX-License-Identifier: GPL-3.0-or-later
// The few things a person may choose about the looks, remembered in the given QSettings. Three choices, no bag.
//
//   Preferences preferences(settings);
//   connect(&preferences, &Preferences::changed, this, applyLooks);
#pragma once

#include <QObject>
#include <QString>
#include <optional>

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
  static constexpr int kMinStep = -3;
  static constexpr int kMaxStep = 12;

 Q_SIGNALS:
  void changed();

 private:
  QSettings& m_store;
  std::optional<ThemeChoice> m_override;
};

}  // namespace plumbline::ui
