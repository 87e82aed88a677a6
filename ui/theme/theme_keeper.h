// SPDX-License-Identifier: GPL-3.0-or-later
// Keeps the application in one theme: follows the system's light or dark unless one is forced, and scales the font.
//
//   ThemeKeeper keeper(app);
//   connect(&keeper, &ThemeKeeper::changed, page, &TriagePage::setTheme);
//   keeper.set(Scheme::Dark, 2);       // forced dark, two points larger; set(std::nullopt, 0) follows the system
#pragma once

#include <QFont>
#include <QObject>
#include <optional>

#include "ui/theme/theme.h"

class QApplication;

namespace plumbline::ui {

class ThemeKeeper : public QObject {
  Q_OBJECT

 public:
  /// Applies style, palette and font to the application at once.
  explicit ThemeKeeper(QApplication& app, std::optional<Scheme> forced = {}, int fontStep = 0, QObject* parent = nullptr);

  const Theme& theme() const { return m_theme; }
  /// set forces a scheme, or follows the system when there is none. Emits changed() when anything differs.
  void set(std::optional<Scheme> forced, int fontStep);

 Q_SIGNALS:
  void changed(const plumbline::ui::Theme& theme);

 protected:
  bool eventFilter(QObject* watched, QEvent* event) override;

 private:
  void apply();

  QApplication& m_app;
  QFont m_systemFont;
  Scheme m_systemScheme;
  std::optional<Scheme> m_forced;
  int m_fontStep = 0;
  bool m_reading = false;  ///< the system's palette is being read: our own changes are no news
  Theme m_theme;
};

}  // namespace plumbline::ui
