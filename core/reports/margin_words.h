// SPDX-License-Identifier: GPL-3.0-or-later
// What the text and the Markdown of a MarginReport share. Private to core/reports.
#pragma once

#include <array>
#include <string>
#include <string_view>
#include <vector>

#include "core/reports/margin_report.h"

namespace plumbline::reports {

inline constexpr std::array<std::string_view, 11> kMarginColumns{
    "state", "model", "margin", "res error", "ref error", "multiplier", "tol", "shape", "dtype", "key", "line"};
inline constexpr std::array<std::string_view, 6> kTrendColumns{"state", "trend", "model", "key", "shape", "margins"};

/// marginCells are the words of one line under kMarginColumns; assumed numbers end in '*'. Nothing in them is escaped.
std::array<std::string, 11> marginCells(const numerics::LoggedMargin& margin, const numerics::MarginOptions& options);
std::array<std::string, 6> trendCells(const numerics::MarginTrend& trend, const numerics::MarginOptions& options);
/// shownMargins of a log: all, or the worst of each model.
std::vector<numerics::LoggedMargin> shownMargins(const MarginReport& report, std::size_t log);
/// marginSummary is "2 logs tell 5 margins of 3 models; 1 model at or over 0.8." in one sentence.
std::string marginSummary(const MarginReport& report);
/// assumedNote explains the '*', or is "" when nothing was assumed.
std::string assumedNote(const MarginReport& report);

}  // namespace plumbline::reports
