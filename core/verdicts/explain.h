// SPDX-License-Identifier: GPL-3.0-or-later
// Turns a verdict into one plain sentence that says why and names the rule that decided.
//
//   explain(verdict, {.check = Check::Accuracy, .generation = "2025-11", .metric = "accuracy",
//                     .expected = "pass", .actual = "fail_accuracy"})
//   -> "accuracy was pass, is fail_accuracy: CI fails on any change away from pass (accuracy 2025-11)."
#pragma once

#include <string>
#include <string_view>

#include "core/verdicts/verdict.h"

namespace plumbline::verdicts {

/// WhyAbsent says why a side has no single value, as get_field in the scripts sees it (SPEC 2.1).
enum class WhyAbsent : std::uint8_t {
  Present,
  NoRow,
  SeveralRows,
  NoColumn,
  NamesAreNumbers,  ///< no row: the name is a text that looks like a number, and that side's names are numbers
  NamesAreTexts,    ///< no row: the name is a number, and that side's names are texts
};

/// CellKind is what pandas takes a cell for.
enum class CellKind : std::uint8_t { None, Empty, Number, Text };

/// whyAbsentText says it of one file: "the name is not in it".
std::string_view whyAbsentText(WhyAbsent why);

/// VerdictFacts are the words a sentence needs beside the verdict.
struct VerdictFacts {
  Check check = Check::Accuracy;
  std::string_view generation;                  ///< of the rule set, e.g. "2025-11"
  std::string_view metric;                      ///< column the verdict is about, e.g. "graph_breaks"
  std::string expected, actual;                 ///< values as Python prints them; "None" where a side has none
  double expectedNumber = 0, actualNumber = 0;  ///< the same as numbers, NaN where they are none
  CellKind expectedKind = CellKind::None, actualKind = CellKind::None;
  WhyAbsent expectedAbsent = WhyAbsent::Present;
  WhyAbsent actualAbsent = WhyAbsent::Present;
  bool noGraphsColumn = false;  ///< the run has no column unique_graphs, which graph-breaks 2026-07 asks for first
  bool notMeasured = false;     ///< the actual value is the zero padding of a failed run (SPEC 11.2)
  double allowedDrop = 0;       ///< share of the baseline that may be lost, e.g. 0.05; 0: nothing may
};

/// changeWords gives the metric with its two values, "graph_breaks was 7, is 9". Counts lose the ".0" that pandas gives
/// a column with an empty cell.
std::string changeWords(const VerdictFacts& facts);

/// explain never fails; the sentence ends in a full stop.
std::string explain(const Verdict& verdict, const VerdictFacts& facts);

}  // namespace plumbline::verdicts
