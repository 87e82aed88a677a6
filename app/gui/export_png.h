// SPDX-License-Identifier: GPL-3.0-or-later
// Pages as pictures: with --export-png each chart that has something to show, or a page with its
// whole table; in the window the page as it is seen.
//
//   const auto written = exportPng(window, chartPages, folder, u"charts"_s);   // "charts-speedup.png", ...
#pragma once

#include <QSize>
#include <QString>
#include <QStringList>
#include <optional>

#include "core/base/result.h"
#include "ui/support/action_spec.h"

namespace plumbline::ui {
class ChartsPage;
class FilePrompt;
class MainWindow;
}  // namespace plumbline::ui

namespace plumbline::app {

/// kExportPages are those that `--export-png` can write.
QStringList exportPages();
/// exportProblem says what a page lacks to be worth a picture; nothing when it has what it shows.
std::optional<base::Error> exportProblem(const QString& page, bool hasPair, bool hasCommit);

/// exportPageWhole makes the window large enough for all rows of the page in front, up to kLargestPicture, and writes
/// the page as FOLDER/PAGE.png. Gives the file's name. Errors: NotWritable.
inline constexpr int kLargestPicture = 16'000;  ///< px each way
base::Result<QStringList> exportPageWhole(ui::MainWindow& window, const QString& folder);

/// exportCharts writes FOLDER/charts-KIND.png for each chart that has something to show. Errors: NotFound when none has.
base::Result<QStringList> exportCharts(const ui::ChartsPage* page, const QString& folder, QSize size);

/// pictureAction saves the page in front as it is seen, to a file that the person names.
ui::ActionSpec pictureAction(ui::MainWindow& window, ui::FilePrompt& prompt);

}  // namespace plumbline::app
