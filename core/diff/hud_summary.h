// SPDX-License-Identifier: GPL-3.0-or-later
// The dashboard's own summary of a run (SPEC 16), and ours over the models that both runs have: where HUD takes the mean
// of two different sets of models, a model that drops out can look like a speedup.
//
//   const HudSummary hud = hudSummary(*diff, 0);
//   for (const SummaryLine& line : summaryLines(*diff, 0, 1)) show(line);
#pragma once

#include <string>
#include <vector>

#include "core/diff/run_diff.h"
#include "core/statistics/means.h"

namespace plumbline::diff {

/// HudValue is a number as HUD shows it: rounded; 0 for an empty set. What SPEC 16 leaves open is filled in thus: values
/// are 32-bit floats before they are cut to 4 decimals; texts are JavaScript's toFixed; a value of the geometric mean that
/// is not positive, and a peak memory of 0, stay out; the pass rate is shown in whole per cent.
struct HudValue {
  double value = 0;
  std::string text;         ///< with HUD's decimals: "1.42"
  std::size_t count = 0;    ///< models it was taken over
  std::size_t leftOut = 0;  ///< passing models without a usable value
};

struct HudSummary {
  std::size_t models = 0;   ///< with an accuracy word
  std::size_t passing = 0;  ///< word passes, and speedup is not 0 (except export, pass_due_to_skip). The means below are
                            ///< over models whose word passes, each over those whose own value is not 0
  double passRate = 0;      ///< passing / models; 0 without models
  HudValue speedup;           ///< geometric mean
  HudValue compileTime;       ///< s, arithmetic mean, as the next three
  HudValue compressionRatio;
  HudValue latency;           ///< ms
  HudValue peakMemory;        ///< GB
};
/// hudSummary of a run without an accuracy column takes every model with a speedup that is not 0 for passing, and says
/// so: `models` is 0 then.
HudSummary hudSummary(const RunDiff& diff, std::size_t run);

/// SummaryLine is one of HUD's numbers for two runs, beside the same mean over the paired set.
struct SummaryLine {
  std::string metric;                ///< column name; "pass_rate" for the first line
  std::string title, unit;
  verdicts::Better better = verdicts::Better::Neither;
  HudValue hudBefore, hudAfter;
  statistics::Mean before, after;    ///< over models measured and passing in both; counts are equal. Pass rate: in %,
                                     ///< over models with a word in both
  std::size_t leftOut = 0;           ///< models of either run that are not in the paired set
  bool signsDisagree = false;        ///< HUD's numbers move one way, the paired ones the other
  std::string sentence;              ///< says so, with the models that make the difference; "" when they agree
};
/// summaryLines leaves out what neither run has: the pass rate without accuracy words, a metric without a column.
std::vector<SummaryLine> summaryLines(const RunDiff& diff, std::size_t before, std::size_t after);

}  // namespace plumbline::diff
