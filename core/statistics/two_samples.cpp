// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/statistics/two_samples.h"

#include <algorithm>
#include <bit>
#include <boost/math/distributions/normal.hpp>
#include <cmath>
#include <cstdint>
#include <iterator>
#include <numeric>
#include <vector>

namespace plumbline::statistics {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();
/// Up to so many values in all, p and interval are exact.
constexpr std::size_t kMaxExact = 60;

std::vector<double> finiteSorted(std::span<const double> values) {
  std::vector<double> finite;
  std::ranges::copy_if(values, std::back_inserter(finite), [](double v) { return std::isfinite(v); });
  std::ranges::sort(finite);
  return finite;
}

/// groupSizes counts equal values in the union of both sets, in ascending order.
std::vector<std::size_t> groupSizes(const std::vector<double>& one, const std::vector<double>& other) {
  std::vector<double> all;
  std::ranges::merge(one, other, std::back_inserter(all));
  std::vector<std::size_t> sizes;
  for (std::size_t i = 0; i < all.size(); ++i) {
    if (i > 0 && all[i] == all[i - 1])
      ++sizes.back();
    else
      sizes.push_back(1);
  }
  return sizes;
}

/// uDistribution returns the probability of each value of 2U over all choices of `chosen` values out of the tied groups.
std::vector<double> uDistribution(const std::vector<std::size_t>& groups, std::size_t chosen, std::size_t others) {
  const std::size_t width = 2 * chosen * others + 1;
  // ways[c][s]: c values chosen so far, which make 2U = s with the values not chosen that stand before or beside them.
  std::vector<std::vector<double>> ways(chosen + 1, std::vector<double>(width));
  ways[0][0] = 1;
  std::size_t before = 0;
  for (const std::size_t size : groups) {
    std::vector<std::vector<double>> next(chosen + 1, std::vector<double>(width));
    for (std::size_t c = 0; c <= std::min(chosen, before); ++c) {
      if (before - c > others) continue;
      double choices = 1;  // size over k
      for (std::size_t k = 0; k <= size && c + k <= chosen; ++k) {
        const std::size_t added = k * (2 * (before - c) + (size - k));
        if (before - c + size - k <= others) {
          for (std::size_t s = 0; s + added < width; ++s) next[c + k][s + added] += ways[c][s] * choices;
        }
        choices = choices * static_cast<double>(size - k) / static_cast<double>(k + 1);
      }
    }
    ways = std::move(next);
    before += size;
  }
  double sum = 0;
  for (const double w : ways[chosen]) sum += w;
  for (double& w : ways[chosen]) w /= sum;
  return std::move(ways[chosen]);
}

double exactP(const std::vector<double>& distribution, double u) {
  const auto twice = static_cast<std::size_t>(std::llround(2 * u));
  double below = 0, above = 0;
  for (std::size_t s = 0; s < distribution.size(); ++s) {
    if (s <= twice) below += distribution[s];
    if (s >= twice) above += distribution[s];
  }
  return std::min(1.0, 2 * std::min(below, above));
}

double uStddev(const std::vector<std::size_t>& groups, double m, double n) {
  double ties = 0;
  for (const std::size_t size : groups) {
    const double t = static_cast<double>(size);
    ties += t * t * t - t;
  }
  return std::sqrt(m * n / 12 * (m + n + 1 - ties / ((m + n) * (m + n - 1))));
}

double normalP(double u, double mean, double stddev) {
  const double z = stddev > 0 ? std::max(0.0, std::abs(u - mean) - 0.5) / stddev : 0;
  return 2 * boost::math::cdf(boost::math::complement(boost::math::normal(), z));
}

/// pairsAbove counts the pairs in which `other` is larger; ties count a half.
double pairsAbove(const std::vector<double>& one, const std::vector<double>& other) {
  double pairs = 0;
  for (const double value : other) {
    const auto [from, to] = std::ranges::equal_range(one, value);
    pairs += static_cast<double>(from - one.begin()) + static_cast<double>(to - from) / 2;
  }
  return pairs;
}

/// The order of doubles as the order of integers, so that bisection ends after 64 steps.
std::int64_t toOrder(double value) {
  const auto bits = std::bit_cast<std::int64_t>(value);
  return bits >= 0 ? bits : std::numeric_limits<std::int64_t>::min() - bits;
}
double fromOrder(std::int64_t order) {
  return std::bit_cast<double>(order >= 0 ? order : std::numeric_limits<std::int64_t>::min() - order);
}

/// differenceOfRank returns the k-th smallest (from 1) of all differences after - before, without storing them.
double differenceOfRank(const std::vector<double>& before, const std::vector<double>& after, std::uint64_t rank) {
  const auto countUpTo = [&](double limit) {
    std::uint64_t count = 0;
    std::size_t above = before.size();  // the first value of `before` with a difference up to the limit
    for (const double value : after) {
      while (above > 0 && value - before[above - 1] <= limit) --above;
      while (above < before.size() && value - before[above] > limit) ++above;
      count += before.size() - above;
    }
    return count;
  };
  std::int64_t low = toOrder(after.front() - before.back()), high = toOrder(after.back() - before.front());
  while (low < high) {
    const std::int64_t middle = low + static_cast<std::int64_t>((static_cast<std::uint64_t>(high) - static_cast<std::uint64_t>(low)) / 2);
    if (countUpTo(fromOrder(middle)) >= rank)
      high = middle;
    else
      low = middle + 1;
  }
  return fromOrder(low);
}

/// endRank is how many of the smallest differences lie outside of the interval.
std::uint64_t endRank(const std::vector<double>& distribution, double mean, double stddev, double tail) {
  if (distribution.empty()) {
    const double z = boost::math::quantile(boost::math::complement(boost::math::normal(), tail));
    return static_cast<std::uint64_t>(std::max(0.0, std::floor(mean - 0.5 - z * stddev) + 1));
  }
  double sum = 0;
  std::uint64_t rank = 0;
  for (std::size_t s = 0; s < distribution.size(); ++s) {
    sum += distribution[s];
    if (sum > tail * (1 + 1e-9)) break;  // 1 in 20 is 5 %
    rank = s / 2 + 1;
  }
  return rank;
}

}  // namespace

Shift compareSamples(std::span<const double> before, std::span<const double> after, double level) {
  const std::vector<double> one = finiteSorted(before), other = finiteSorted(after);
  Shift shift;
  shift.before = one.size();
  shift.after = other.size();
  if (one.empty() || other.empty()) return shift;
  shift.u = pairsAbove(one, other);
  const double m = static_cast<double>(one.size()), n = static_cast<double>(other.size());
  shift.cliffsDelta = 2 * shift.u / (m * n) - 1;
  const std::vector<std::size_t> groups = groupSizes(one, other);
  const double stddev = uStddev(groups, m, n);
  std::vector<double> distribution;
  shift.isExact = one.size() + other.size() <= kMaxExact;
  if (shift.isExact) {
    distribution = uDistribution(groups, other.size(), one.size());
    shift.p = exactP(distribution, shift.u);
  } else {
    shift.p = normalP(shift.u, m * n / 2, stddev);
  }
  const auto pairs = static_cast<std::uint64_t>(one.size()) * other.size();
  const double lower = differenceOfRank(one, other, (pairs + 1) / 2);
  shift.value = pairs % 2 == 1 ? lower : std::midpoint(lower, differenceOfRank(one, other, pairs / 2 + 1));
  const std::uint64_t rank = endRank(distribution, m * n / 2, stddev, (1 - level) / 2);
  const bool hasEnds = rank > 0 && 2 * rank <= pairs;
  shift.low = hasEnds ? differenceOfRank(one, other, rank) : -kInfinity;
  shift.high = hasEnds ? differenceOfRank(one, other, pairs + 1 - rank) : kInfinity;
  return shift;
}

double mannWhitneyP(std::span<const double> before, std::span<const double> after) {
  const std::vector<double> one = finiteSorted(before), other = finiteSorted(after);
  if (one.empty() || other.empty()) return 1;
  const std::vector<std::size_t> groups = groupSizes(one, other);
  const double m = static_cast<double>(one.size()), n = static_cast<double>(other.size());
  const double u = pairsAbove(one, other), fewer = std::min(m, n);
  constexpr double kMaxSteps = 1e6;  // of the exact distribution
  if (static_cast<double>(groups.size()) * fewer * fewer * 2 * m * n <= kMaxSteps)
    return exactP(uDistribution(groups, std::min(one.size(), other.size()), std::max(one.size(), other.size())),
                  n <= m ? u : m * n - u);
  return normalP(u, m * n / 2, uStddev(groups, m, n));
}

}  // namespace plumbline::statistics
