// SPDX-License-Identifier: GPL-3.0-or-later
// Connects a page with the window: status line while it is in front, state of its actions, theme.
//
//   joinPage(window, themes, *page, kMatrix);
#pragma once

#include <QString>

namespace plumbline::ui {
class MainWindow;
class Page;
class ThemeController;
}  // namespace plumbline::ui

namespace plumbline::app {

/// The ids of the pages.
inline const QString kCharts = QStringLiteral("charts");
inline const QString kCompare = QStringLiteral("compare");
inline const QString kFlaky = QStringLiteral("flaky");
inline const QString kMatrix = QStringLiteral("matrix");
inline const QString kModel = QStringLiteral("model");
inline const QString kNumerics = QStringLiteral("numerics");
inline const QString kOverview = QStringLiteral("overview");
inline const QString kReview = QStringLiteral("review");
inline const QString kRuns = QStringLiteral("runs");
inline const QString kSources = QStringLiteral("sources");
inline const QString kTriage = QStringLiteral("triage");

/// joinPage keeps status line, actions and theme of a page up to date; `id` is its name in the window.
void joinPage(ui::MainWindow& window, ui::ThemeController& themes, ui::Page& page, const QString& id);

}  // namespace plumbline::app
