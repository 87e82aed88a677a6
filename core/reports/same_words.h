// SPDX-License-Identifier: GPL-3.0-or-later
// What the text and the Markdown of a SameReport share. Private to core/reports.
#pragma once

#include <array>
#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "core/reports/same_report.h"

namespace plumbline::reports {

inline constexpr std::array<std::string_view, 10> kSameColumns{
    "verdict", "tensor", "shape", "dtype", "step", "ref error", "res error", "bound", "margin", "largest error"};
using SameCells = std::array<std::string, kSameColumns.size()>;

/// decisionWord: "same", "differs", "raises", "not compared".
std::string_view decisionWord(const numerics::Decision& decision);
/// leafName is the path, or "(whole)" for the value of the file itself.
std::string leafName(const numerics::Decision& decision);
/// shownDecisions are the rows of the table: all of them, or what failed and the worst margin; by margin when asked.
std::vector<std::size_t> shownDecisions(const SameReport& report);
SameCells sameCells(const SameReport& report, std::size_t decision);
/// emptyColumns of these rows need not be shown.
std::vector<bool> emptyColumns(const std::vector<SameCells>& rows);

/// sameVerdict is the answer in one line: "differs: layer0.weight, RMSE 0.011 is over the bound 0.0001 (margin 110)".
std::string sameVerdict(const SameReport& report);
/// sameCounts: "12 decisions: 10 same, 2 differ". sameFindings: the first failure, the worst margin, shapes that were
/// broadcast, what was not compared; a line each.
std::string sameCounts(const SameReport& report);
struct SameFinding {
  std::string title, text;
};
std::vector<SameFinding> sameFindings(const SameReport& report);

/// shortNumber is a number of four digits: "0.01101", "1.2e-07", "nan".
std::string shortNumber(double number);

}  // namespace plumbline::reports
