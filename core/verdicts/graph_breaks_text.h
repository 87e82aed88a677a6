// SPDX-License-Identifier: GPL-3.0-or-later
// Words and line parts that the generations of check_graph_breaks have in common (SPEC 4).
#pragma once

#include <string>
#include <string_view>

#include "core/verdicts/check_rows.h"

namespace plumbline::verdicts {

inline constexpr std::string_view kGraphBreaks = "graph_breaks";
inline constexpr std::string_view kUniqueGraphs = "unique_graphs";
inline constexpr std::string_view kCallsCaptured = "calls_captured";
/// kGraphBreaksStatusWidth is the width of the status column.
inline constexpr std::size_t kGraphBreaksStatusWidth = 19;

/// appendComparison ends a line with " metric=actual, expected=expected".
void appendComparison(std::string& out, std::string_view metric, const Field& actual, const Field& expected);

/// regressionMessage and improvementMessage are the blocks of 2026-07 and 2026-08.
std::string regressionMessage(const std::string& count, std::string_view names);
std::string improvementMessage(const std::string& count, std::string_view names);

/// orderCrash is the TypeError of comparing two fields that Python cannot order.
base::Error orderCrash(CheckRows& rows, std::uint32_t row, std::string_view metric, const Field& actual,
                       const Field& expected);

}  // namespace plumbline::verdicts
