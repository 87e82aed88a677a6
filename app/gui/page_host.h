// SPDX-License-Identifier: GPL-3.0-or-later
// What every group of pages needs of the program. Connects a page with the window: status line while it is in front, state
// of its actions, theme, and the layout that it keeps from one session to the next.
//
//   host.join(*page, kMatrix);
#pragma once

#include <QString>
#include <utility>
#include <vector>

class QSettings;

namespace plumbline::ui {
class FilePrompt;
class MainWindow;
class Page;
class ThemeController;
}  // namespace plumbline::ui

namespace plumbline::app {

/// The ids of the pages.
inline const QString kBisect = QStringLiteral("bisect");
inline const QString kCharts = QStringLiteral("charts");
inline const QString kCompare = QStringLiteral("compare");
inline const QString kFlaky = QStringLiteral("flaky");
inline const QString kHistory = QStringLiteral("history");
inline const QString kMatrix = QStringLiteral("matrix");
inline const QString kModel = QStringLiteral("model");
inline const QString kNumerics = QStringLiteral("numerics");
inline const QString kOverview = QStringLiteral("overview");
inline const QString kReview = QStringLiteral("review");
inline const QString kRuns = QStringLiteral("runs");
inline const QString kSources = QStringLiteral("sources");
inline const QString kTriage = QStringLiteral("triage");

class PageHost {
 public:
  PageHost(ui::MainWindow& mainWindow, ui::ThemeController& controller, ui::FilePrompt& filePrompt, QSettings& store)
      : window(mainWindow), themes(controller), prompt(filePrompt), settings(store) {}
  /// join restores the page's layout and keeps status line, actions and theme up to date; `id` is its name in the window.
  void join(ui::Page& page, const QString& id);
  /// saveState writes the layouts of the joined pages to the settings.
  void saveState() const;

  ui::MainWindow& window;
  ui::ThemeController& themes;
  ui::FilePrompt& prompt;
  QSettings& settings;

 private:
  std::vector<std::pair<QString, const ui::Page*>> m_pages;
};

}  // namespace plumbline::app
