// SPDX-License-Identifier: GPL-3.0-or-later
// Runs side by side as a report: `plumbline-cli diff` prints it, the window saves it. Before is the first run of each
// config, after the last; those between are shown beside them.
//
//   const DiffReportOptions options{.thresholds = thresholds, .toolVersion = "0.4.0"};
//   files::saveFile("diff.html", diffHtml(*diffs, options));
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/diff/choose_runs.h"
#include "core/diff/hud_summary.h"
#include "core/diff/move.h"

namespace plumbline::reports {

struct DiffReportOptions {
  diff::Thresholds thresholds = diff::defaultThresholds();
  std::vector<std::string> metrics = {};        ///< only these columns; empty: all
  bool isChangedOnly = true;                    ///< rows that moved; false: all of them, in every format
  std::optional<diff::Thresholds> whatIf = {};  ///< what would flip if these held
  std::vector<std::string> sideDescriptions = {};      ///< what each side was opened from, in words
  std::string toolVersion = {};                 ///< for JSON and HTML
  std::size_t repeats = 0;                      ///< sides in front that repeat one run, the others another; 0: none do
  std::size_t columns = 0;                      ///< text: width to fit into; 0: no limit
  bool isColoured = false;                      ///< text: ANSI colours
};

/// diffText is for a terminal, diffMarkdown for a comment (below 60,000 bytes), diffCsv one line per config, model and
/// metric, diffJson the format "plumbline-diff", version 2, diffHtml one file with charts.
std::string diffText(const diff::Diffs& diffs, const DiffReportOptions& options);
std::string diffMarkdown(const diff::Diffs& diffs, const DiffReportOptions& options);
std::string diffCsv(const diff::Diffs& diffs, const DiffReportOptions& options);
std::string diffJson(const diff::Diffs& diffs, const DiffReportOptions& options, int exit);
std::string diffHtml(const diff::Diffs& diffs, const DiffReportOptions& options);

/// diffExit is 2 when a side has no run or reading it ended at a limit, which is not the same as "nothing is worse". It is
/// 1 when any metric of any model is worse, broke or is gone in the last run against the first, or a
/// whole config. Models of a missing shard do not count as gone.
int diffExit(const diff::Diffs& diffs, const DiffReportOptions& options);

}  // namespace plumbline::reports
