// SPDX-License-Identifier: GPL-3.0-or-later
// The dashboard's summary of a run (SPEC 16), and the same means over the models that both runs have: HUD compares
// means of two different sets of models, where a model that drops out can look like a speedup.
//
//   const HudSummary hud = hudSummary(*diff, 0);
//   for (const SummaryLine& line : summaryLines(*diff, 0, 1)) show(line);
#pragma once

#include <string>
#include <vector>

#include "core/diff/run_diff.h"
#include "core/statistics/statistics.h"

namespace plumbline::diff {

/// hudText rounds as JavaScript's toFixed: to the decimal nearest to the exact binary value, half away from zero (0.125
/// is "0.13", -0.125 is "-0.13").
std::string hudText(double value, int decimals);

/// HudValue is a number as HUD shows it: rounded; 0 for an empty set. Beyond SPEC 16: values are 32-bit floats before
/// they are cut to 4 decimals; texts are JavaScript's toFixed; values of the geometric mean that are not positive, and
/// a peak memory of 0, are left out; the pass rate is in whole per cent.
struct HudValue {
  double value = 0;
  double exact = 0;         ///< not rounded; decides better or worse
  std::string text;         ///< with HUD's decimals: "1.42"
  std::size_t count = 0;    ///< models in the mean
  std::size_t leftOut = 0;  ///< passing models without a usable value
};

struct HudSummary {
  std::size_t models = 0;   ///< with a status
  std::size_t passing = 0;  ///< status passes, and speedup is not 0 (except export, pass_due_to_skip). The means are over
                            ///< models whose status passes and whose value is not 0
  double passRate = 0;      ///< passing / models; 0 without models
  HudValue speedup;           ///< geometric mean
  HudValue compileTime;       ///< s, arithmetic mean, as the next three
  HudValue compressionRatio;
  HudValue latency;           ///< ms
  HudValue peakMemory;        ///< GB
};
/// hudSummary. In a run without an accuracy column, every model with a speedup other than 0 passes, and `models` is 0.
HudSummary hudSummary(const RunDiff& diff, std::size_t run);

/// SummaryLine is one of HUD's numbers for two runs, beside the same mean over the paired set.
struct SummaryLine {
  std::string metric;                ///< column name; "pass_rate" for the first line
  std::string title, unit;
  verdicts::Better better = verdicts::Better::Neither;
  HudValue hudBefore, hudAfter;
  statistics::Mean before, after;    ///< over models measured and passing in both; counts are equal. Pass rate: in %,
                                     ///< over models with a status in both
  std::size_t leftOut = 0;           ///< models of either run that are not in the paired set
  bool signsDisagree = false;        ///< HUD's numbers move one way, the paired ones the other
  std::string sentence;              ///< explains the disagreement with the models that cause it, or why compile times
                                     ///< are not compared; "" if they agree
};
/// summaryLines omits what neither run has: the pass rate without accuracy, a metric without a column.
std::vector<SummaryLine> summaryLines(const RunDiff& diff, std::size_t before, std::size_t after);

}  // namespace plumbline::diff
