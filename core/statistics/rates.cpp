// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/statistics/rates.h"

#include <algorithm>
#include <boost/math/distributions/beta.hpp>
#include <boost/math/distributions/binomial.hpp>
#include <boost/math/distributions/hypergeometric.hpp>
#include <boost/math/distributions/normal.hpp>
#include <cmath>
#include <limits>

#include "core/statistics/false_discovery.h"

namespace plumbline::statistics {
namespace {

constexpr double kHealthyBelow = 1.0 / 20;
constexpr double kFlakyAbove = 1.0 / 100;
constexpr double kBrokenAbove = 4.0 / 5;
constexpr double kWrongHealthy = 1.0 / 100;

/// Fractional counts project a rate to runs that did not happen yet.
struct Shares {
  double fails = 0;
  double passes = 0;
};

double betaQuantile(double a, double b, double share) {
  return boost::math::quantile(boost::math::beta_distribution<>(a, b), share);
}

Interval wilson(const Shares& shares, double tail) {
  const double n = shares.fails + shares.passes;
  const double z = boost::math::quantile(boost::math::complement(boost::math::normal(), tail));
  const double rate = shares.fails / n;
  const double centre = (rate + z * z / (2 * n)) / (1 + z * z / n);
  const double half = z / (1 + z * z / n) * std::sqrt(rate * (1 - rate) / n + z * z / (4 * n * n));
  return {std::max(0.0, centre - half), std::min(1.0, centre + half)};
}

Interval intervalOf(const Shares& shares, const RateOptions& options) {
  if (shares.fails + shares.passes <= 0) return {};
  const double tail = (1 - options.level) / 2;
  Interval interval;
  if (options.method == RateMethod::Wilson) {
    interval = wilson(shares, tail);
  } else {
    const bool isExact = options.method == RateMethod::ClopperPearson;
    const double lower = isExact ? 0 : 0.5;
    const double upper = isExact ? 1 : 0.5;
    if (shares.fails > 0) interval.low = betaQuantile(shares.fails + lower, shares.passes + upper, tail);
    if (shares.passes > 0) interval.high = betaQuantile(shares.fails + upper, shares.passes + lower, 1 - tail);
  }
  if (shares.fails <= 0) interval.low = 0;
  if (shares.passes <= 0) interval.high = 1;
  return interval;
}

/// classOf judges shares with their interval.
RateClass classOf(const Shares& shares, const Interval& interval) {
  if (interval.low > kBrokenAbove) return RateClass::Broken;
  if (shares.fails + shares.passes <= 0) return RateClass::CannotTell;
  if (interval.low > kFlakyAbove) return interval.high <= kBrokenAbove ? RateClass::Flaky : RateClass::CannotTell;
  // P(X <= k) of n runs at rate p is the upper tail of Beta(k + 1, n - k) at p, for fractions too.
  const bool isFewFails =
      shares.passes > 0 && boost::math::ibetac(shares.fails + 1, shares.passes, kHealthyBelow) <= kWrongHealthy;
  return interval.high < kHealthyBelow && isFewFails ? RateClass::Healthy : RateClass::CannotTell;
}

/// decidingRuns looks for the smallest number of runs in all that decides, the rate staying what it is.
std::optional<std::size_t> decidingRuns(const Shares& shares, const RateOptions& options) {
  constexpr std::size_t kMaxRuns = 10'000'000;
  const double n = shares.fails + shares.passes;
  const double rate = n > 0 ? shares.fails / n : 0;
  const auto isDecided = [&](std::size_t runs) {
    const double all = static_cast<double>(runs);
    const Shares projected{rate * all, all - rate * all};
    return classOf(projected, intervalOf(projected, options)) != RateClass::CannotTell;
  };
  auto low = static_cast<std::size_t>(n);
  std::size_t high = std::max<std::size_t>(low, 1);
  while (!isDecided(high)) {
    low = high;
    high *= 2;
    if (high > kMaxRuns) return std::nullopt;
  }
  while (high - low > 1) {
    const std::size_t middle = low + (high - low) / 2;
    (isDecided(middle) ? high : low) = middle;
  }
  return high - static_cast<std::size_t>(n);
}

Shares sharesOf(const RunCount& count) {
  return {static_cast<double>(count.fails), static_cast<double>(count.runs - std::min(count.fails, count.runs))};
}

/// FailCounts counts the fails of any part of a sequence of runs.
class FailCounts {
 public:
  explicit FailCounts(const std::vector<bool>& fails) : m_before(1) {
    for (std::size_t i = 0; i < fails.size(); ++i) m_before.push_back(m_before.back() + (fails[i] ? 1 : 0));
    for (std::size_t i = 0; i < m_before.size(); ++i)
      m_products.push_back(i == 0 ? 0 : static_cast<double>(i) * std::log(static_cast<double>(i)));
  }
  std::size_t size() const { return m_before.size() - 1; }
  RunCount between(std::size_t from, std::size_t to) const { return {m_before[to] - m_before[from], to - from}; }
  double logLikelihood(const RunCount& count) const {
    return m_products[count.fails] + m_products[count.runs - count.fails] - m_products[count.runs];
  }

 private:
  std::vector<std::size_t> m_before;
  std::vector<double> m_products;  ///< i log i
};

RunCount without(const RunCount& all, const RunCount& part) { return {all.fails - part.fails, all.runs - part.runs}; }

/// bestShift is the most likely place from run `first` on, whatever its p; nullopt for fewer than two runs.
std::optional<RateShift> bestShift(const FailCounts& counts, std::size_t first) {
  const RunCount all = counts.between(first, counts.size());
  std::optional<RateShift> best;
  double likeliest = -std::numeric_limits<double>::infinity();
  for (std::size_t i = first + 1; i < counts.size(); ++i) {
    const RunCount before = counts.between(first, i), after = without(all, before);
    const double likelihood = counts.logLikelihood(before) + counts.logLikelihood(after);
    if (likelihood <= likeliest) continue;
    likeliest = likelihood;
    best = RateShift{.index = i, .before = before, .after = after};
  }
  if (best) best->p = std::min(1.0, static_cast<double>(all.runs - 1) * fisherExact(best->before, best->after));
  return best;
}

/// bestEpisode is the end of the most likely part whose rate is another one than that in front of it and behind it, such as
/// a regression that was fixed.
std::optional<RateShift> bestEpisode(const FailCounts& counts, std::size_t first) {
  constexpr std::size_t kMaxRuns = 2000;  // the time grows with their square
  const RunCount all = counts.between(first, counts.size());
  if (all.fails == 0 || all.fails == all.runs || all.runs > kMaxRuns) return std::nullopt;
  std::optional<RateShift> best;
  double likeliest = -std::numeric_limits<double>::infinity();
  for (std::size_t from = first + 1; from < counts.size(); ++from) {
    for (std::size_t to = from + 1; to < counts.size(); ++to) {
      const RunCount inside = counts.between(from, to);
      const double likelihood = counts.logLikelihood(inside) + counts.logLikelihood(without(all, inside));
      if (likelihood <= likeliest) continue;
      likeliest = likelihood;
      best = RateShift{.index = to, .before = inside, .after = counts.between(to, counts.size())};
    }
  }
  if (!best) return best;
  const double places = static_cast<double>(all.runs - 1) * static_cast<double>(all.runs - 2) / 2;
  best->p = std::min(1.0, places * fisherExact(best->before, without(all, best->before)));
  return best;
}

}  // namespace

std::string_view rateMethodTitle(RateMethod method) {
  switch (method) {
    case RateMethod::Wilson: return "Wilson";
    case RateMethod::ClopperPearson: return "Clopper-Pearson";
    case RateMethod::Jeffreys: break;
  }
  return "Jeffreys";
}

std::string_view rateClassName(RateClass rateClass) {
  switch (rateClass) {
    case RateClass::Healthy: return "healthy";
    case RateClass::Flaky: return "flaky";
    case RateClass::Broken: return "broken";
    case RateClass::CannotTell: break;
  }
  return "cannot tell";
}

Interval rateInterval(const RunCount& count, const RateOptions& options) {
  return intervalOf(sharesOf(count), options);
}

RateJudgement judgeRate(const RunCount& count, const RateOptions& options) {
  const Shares shares = sharesOf(count);
  RateJudgement judged;
  judged.rate = count.runs == 0 ? std::numeric_limits<double>::quiet_NaN()
                                : shares.fails / static_cast<double>(count.runs);
  judged.interval = intervalOf(shares, options);
  judged.rateClass = classOf(shares, judged.interval);
  if (judged.rateClass == RateClass::CannotTell) judged.moreRuns = decidingRuns(shares, options);
  return judged;
}

double fisherExact(const RunCount& one, const RunCount& other) {
  const auto fails = static_cast<unsigned>(one.fails + other.fails);
  const auto drawn = static_cast<unsigned>(one.runs);
  const auto all = static_cast<unsigned>(one.runs + other.runs);
  if (fails == 0 || drawn == 0 || fails == all || drawn == all) return 1;
  const boost::math::hypergeometric_distribution<> table(fails, drawn, all);
  // Tables that are equally probable differ in their last digits.
  const double limit = boost::math::pdf(table, static_cast<unsigned>(one.fails)) * (1 + 1e-9);
  const unsigned low = fails + drawn > all ? fails + drawn - all : 0;
  double p = 0;
  for (unsigned k = low; k <= std::min(fails, drawn); ++k) {
    const double probability = boost::math::pdf(table, k);
    if (probability <= limit) p += probability;
  }
  return std::min(p, 1.0);
}

std::vector<double> strataQ(std::span<const RunCount> strata) {
  RunCount all;
  for (const RunCount& stratum : strata) {
    all.fails += stratum.fails;
    all.runs += stratum.runs;
  }
  std::vector<double> p;
  for (const RunCount& stratum : strata)
    p.push_back(fisherExact(stratum, {.fails = all.fails - stratum.fails, .runs = all.runs - stratum.runs}));
  return falseDiscoveryRates(p);
}

std::optional<RateShift> lastRateShift(const std::vector<bool>& fails, double maxP) {
  const FailCounts counts(fails);
  std::optional<RateShift> last;
  for (std::size_t first = 0;;) {
    auto next = bestShift(counts, first);
    if (!next || next->p > maxP) next = bestEpisode(counts, first);
    if (!next || next->p > maxP) return last;
    last = next;
    first = next->index;
  }
}

}  // namespace plumbline::statistics
