// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/statistics/healing.h"

#include <algorithm>
#include <cmath>

namespace plumbline::statistics {
namespace {

constexpr double kDaySeconds = 86'400;
constexpr double kFirstDays = 28;
constexpr double kRelapseDays = 14;  ///< green before a failed run, so that it is a relapse
constexpr double kRiskDays = 30;
constexpr double kMaxLuck = 0.01;
constexpr double kMaxStillFlaky = 0.05;
constexpr double kNewCause = 0.047;  ///< share that comes back although it healed: tests/parity/healing_parity.py
constexpr std::size_t kMaxDoublings = 6;

/// allGreen is the chance of `runs` green runs at a rate with the distribution Beta(a, b).
double allGreen(double a, double b, double runs) {
  return std::exp(std::lgamma(b + runs) - std::lgamma(a + b + runs) - std::lgamma(b) + std::lgamma(a + b));
}

double luckOf(const RunCount& before, double greens) {
  if (before.fails == 0) return 1;
  return allGreen(static_cast<double>(before.fails) + 0.5, static_cast<double>(before.runs - before.fails) + 0.5, greens);
}

/// stillFlaky is the chance that `greens` green runs are luck, not a recovery. No recovery began in all runs before: by the rule
/// of succession one begins at the next run with 1 of runs + 1, and the runs up to there were green by luck. Of the recoveries so
/// far none lasted: this one lasts with 1 of relapses + 2.
double stillFlaky(const GreenStretch& stretch, double greens) {
  const double a = static_cast<double>(stretch.before.fails) + 0.5;
  const double b = static_cast<double>(stretch.before.runs - stretch.before.fails) + 0.5;
  // The sum of allGreen(a, b, runs) over all runs below `greens`.
  const double begun = (a + b - 1) / (a - 1) * (1 - allGreen(a - 1, b, greens)) / static_cast<double>(stretch.before.runs + 1);
  const double luck = static_cast<double>(stretch.relapses + 1) * luckOf(stretch.before, greens);
  return luck / (luck + begun);
}

bool isHealthy(std::size_t fails, std::size_t runs) {
  return judgeRate({.fails = fails, .runs = runs}).rateClass == RateClass::Healthy;
}

/// smallestRuns is the first number of green runs that is enough; more are enough too.
template <typename IsEnough>
std::size_t smallestRuns(IsEnough isEnough) {
  constexpr std::size_t kMaxRuns = 100'000'000;
  std::size_t low = 0, high = 1;
  while (high < kMaxRuns && !isEnough(high)) {
    low = high;
    high *= 2;
  }
  while (high - low > 1) {
    const std::size_t middle = low + (high - low) / 2;
    (isEnough(middle) ? high : low) = middle;
  }
  return high;
}

}  // namespace

GreenStretch greenStretch(std::span<const TimedRun> runs) {
  GreenStretch stretch;
  if (runs.empty()) return stretch;
  std::size_t greens = 0;
  std::int64_t since = runs.front().time;
  bool hasFailedBefore = false;
  for (std::size_t i = 0; i < runs.size(); ++i) {
    if (!runs[i].hasFailed) {
      ++greens;
      continue;
    }
    if (hasFailedBefore && greens > 0 && static_cast<double>(runs[i].time - since) >= kRelapseDays * kDaySeconds) ++stretch.relapses;
    hasFailedBefore = true;
    ++stretch.before.fails;
    stretch.before.runs = i + 1;
    since = runs[i].time;
    greens = 0;
  }
  stretch.greenRuns = greens;
  stretch.greenDays = static_cast<double>(runs.back().time - since) / kDaySeconds;
  const double days = static_cast<double>(runs.back().time - runs.front().time) / kDaySeconds;
  stretch.runsPerDay = static_cast<double>(runs.size()) / std::max(days, 1.0);
  return stretch;
}

double requiredGreenDays(std::size_t relapses) { return std::ldexp(kFirstDays, static_cast<int>(std::min(relapses, kMaxDoublings))); }

HealingJudgement judgeHealing(const GreenStretch& stretch) {
  HealingJudgement judged;
  const RunCount& before = stretch.before;
  const double maxLuck = std::ldexp(kMaxLuck, -static_cast<int>(std::min(stretch.relapses, kMaxDoublings)));
  judged.requiredDays = requiredGreenDays(stretch.relapses);
  judged.requiredRuns = smallestRuns([&](std::size_t greens) {
    if (!isHealthy(0, greens)) return false;
    const auto green = static_cast<double>(greens);
    return before.fails == 0 || isHealthy(before.fails, before.runs + greens) ||
           (luckOf(before, green) <= maxLuck && stillFlaky(stretch, green) <= kMaxStillFlaky);
  });
  judged.luck = luckOf(before, static_cast<double>(stretch.greenRuns));
  judged.moreDays = std::max(0.0, judged.requiredDays - stretch.greenDays);
  judged.moreRuns = judged.requiredRuns - std::min(judged.requiredRuns, stretch.greenRuns);
  judged.isHealed = judged.moreDays <= 0 && judged.moreRuns == 0;
  const double runsAhead = stretch.runsPerDay * kRiskDays;
  if (before.fails == 0) {
    // Nothing says how often it failed while it was flaky: only how often it may still fail at most.
    const double high = rateInterval({.fails = 0, .runs = stretch.greenRuns}).high;
    judged.relapseRisk = 1 - std::pow(1 - high, runsAhead) * (1 - kNewCause);
    return judged;
  }
  const double failsIn30Days = 1 - allGreen(static_cast<double>(before.fails) + 0.5,
                                            static_cast<double>(before.runs - before.fails + stretch.greenRuns) + 0.5,
                                            runsAhead);
  judged.relapseRisk = 1 - (1 - stillFlaky(stretch, static_cast<double>(stretch.greenRuns)) * failsIn30Days) * (1 - kNewCause);
  return judged;
}

}  // namespace plumbline::statistics
