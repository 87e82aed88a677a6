// SPDX-License-Identifier: GPL-3.0-or-later
// When a test may leave a list of flaky ones: after green runs that its old rate of failing does not explain, over a time that
// doubles with every relapse (exponential back-off). Sources: the beta-binomial distribution of runs at a rate that is known
// from a count, with Jeffreys' prior; Laplace's rule of succession (1774) for a test whose earlier recoveries did not last.
// The rule is held against the relapses of PyTorch's list of disabled tests in tests/parity/healing_parity.py.
//
//   const HealingJudgement judged = judgeHealing(greenStretch(runs));
//   judged.isHealed, judged.moreDays, judged.moreRuns, judged.relapseRisk
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>

#include "core/statistics/rates.h"

namespace plumbline::statistics {

struct TimedRun {
  std::int64_t time = 0;  ///< Unix seconds
  bool hasFailed = false;
};

/// GreenStretch is what the runs of a test say about its recovery.
struct GreenStretch {
  RunCount before = {};        ///< up to the last run that failed
  std::size_t greenRuns = 0;   ///< since
  double greenDays = 0;        ///< from the last failed run, or the first run, to the newest
  std::size_t relapses = 0;    ///< earlier stretches of two green weeks or more that a failed run ended
  double runsPerDay = 0;       ///< over all runs
};
/// greenStretch takes runs in the order of time.
GreenStretch greenStretch(std::span<const TimedRun> runs);

struct HealingJudgement {
  bool isHealed = false;
  double requiredDays = 0;
  std::size_t requiredRuns = 0;
  double moreDays = 0;          ///< 0: enough
  std::size_t moreRuns = 0;     ///< green ones
  double luck = 1;              ///< chance of so many green runs at the old rate of failing
  double relapseRisk = 1;       ///< chance of a failed run in the next 30 days; its upper end where none failed before
};
/// requiredGreenDays is four weeks, doubled for each relapse, at most about five years.
double requiredGreenDays(std::size_t relapses);
/// judgeHealing asks for the days, for a luck of at most 1 % (halved for each relapse) that explains the green runs at most 5 % as
/// well as a recovery, unless all runs together are healthy by judgeRate, and for so many green runs that judgeRate calls them
/// healthy.
HealingJudgement judgeHealing(const GreenStretch& stretch);

}  // namespace plumbline::statistics
