// SPDX-License-Identifier: GPL-3.0-or-later
// A failure rate from a count of runs: its interval, the class of the test and how many more runs would decide; and where a rate moved.
// Sources: Brown, Cai, DasGupta, "Interval estimation for a binomial proportion", Statistical Science 16 (2001);
// Wilson, JASA 22 (1927); Clopper and Pearson, Biometrika 26 (1934).
//
//   const RateJudgement judged = judgeRate({.fails = 3, .runs = 20});   // 0.15, 0.044 to 0.349, Flaky
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

namespace plumbline::statistics {

enum class RateMethod : std::uint8_t { Jeffreys, Wilson, ClopperPearson };
/// By the whole interval of the rate. Broken: above 80 %. Flaky: above 1 %, but not above 80 %. Healthy: under 5 %, begins at
/// 1 % or less, and judgeRate's rule. CannotTell: all others.
enum class RateClass : std::uint8_t { Healthy, Flaky, Broken, CannotTell };

std::string_view rateMethodTitle(RateMethod method);  ///< "Clopper-Pearson"
std::string_view rateClassName(RateClass rateClass);  ///< "cannot tell"

struct RunCount {
  std::size_t fails = 0;
  std::size_t runs = 0;  ///< at least `fails`
};

struct Interval {
  double low = 0;
  double high = 1;
};

struct RateOptions {
  double level = 0.95;  ///< between 0 and 1
  RateMethod method = RateMethod::Jeffreys;
};

struct RateJudgement {
  double rate = 0;  ///< NaN without runs
  Interval interval;
  RateClass rateClass = RateClass::CannotTell;
  /// 0 for a class that is known; otherwise the runs that decide if the rate stays what it is. nullopt: none up to ten million.
  std::optional<std::size_t> moreRuns = 0;
};

/// rateInterval is two-sided with equal tails; its low end is 0 without fails, its high end 1 without passes.
Interval rateInterval(const RunCount& count, const RateOptions& options = {});
/// judgeRate calls a test healthy only when, besides, a rate of 5 % would give so few fails in at most 1 % of cases.
RateJudgement judgeRate(const RunCount& count, const RateOptions& options = {});

/// fisherExact returns the two-sided p of two counts having one rate (Fisher, "The logic of inductive inference", 1935):
/// the probability of all tables with these margins that are no more probable than this one.
double fisherExact(const RunCount& one, const RunCount& other);
/// strataQ compares every stratum (machine, image) with all others together; the q-values are by falseDiscoveryRates.
std::vector<double> strataQ(std::span<const RunCount> strata);

/// RateShift is a place in a sequence of runs at which the rate of failing moved.
struct RateShift {
  std::size_t index = 0;  ///< the first run of the new rate
  RunCount before = {}, after = {};
  double p = 1;
};
/// lastRateShift finds the newest such place with a p of at most `maxP`; runs are in the order of time, true: failed. The
/// place is the most likely one of two rates (Worsley, "The power of likelihood ratio and cumulative sum tests for a change
/// in a binomial probability", Biometrika 70, 1983), or the end of an episode of another rate; its p is Fisher's times the
/// number of places looked at (Bonferroni). `before` begins at the place in front of it.
std::optional<RateShift> lastRateShift(const std::vector<bool>& fails, double maxP = 0.01);

}  // namespace plumbline::statistics
