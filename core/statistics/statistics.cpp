// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/statistics/statistics.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <tuple>
#include <utility>

namespace plumbline::statistics {
namespace {

/// The sums are long doubles: no sum of doubles overflows one, and the last digits of a mean are those of the exact
/// one.
using Sum = long double;

Mean meanOf(Sum sum, std::size_t count, std::size_t all) {
  Mean mean;
  mean.count = count;
  mean.leftOut = all - count;
  if (count != 0) mean.value = static_cast<double>(sum / static_cast<Sum>(count));
  return mean;
}

bool fits(double value, BinScale scale) { return std::isfinite(value) && (scale == BinScale::Linear || value > 0); }

/// aroundOne widens a range of one value: by a tenth of it to both sides, by a half around 0.
std::pair<double, double> aroundOne(double value, BinScale scale) {
  constexpr double kMaxDouble = std::numeric_limits<double>::max();
  double low, high;
  if (scale == BinScale::Logarithmic) {
    low = value / 1.1;
    high = value * 1.1;
  } else {
    const double half = value == 0 ? 0.5 : std::abs(value) / 10;
    low = value - half;
    high = value + half;
  }
  // At the limits of a double a tenth underflows or overflows.
  low = std::max(std::min(low, std::nextafter(value, -kMaxDouble)), -kMaxDouble);
  high = std::min(std::max(high, std::nextafter(value, kMaxDouble)), kMaxDouble);
  return {low, high};
}

double edgeAt(double low, double high, BinScale scale, double share) {
  if (scale == BinScale::Linear) return std::lerp(low, high, share);
  return std::exp(std::lerp(std::log(low), std::log(high), share));
}

}  // namespace

Mean geometricMean(std::span<const double> values) {
  Sum sum = 0;
  std::size_t count = 0;
  for (const double value : values) {
    if (!std::isfinite(value) || value <= 0) continue;
    sum += std::log(static_cast<Sum>(value));
    ++count;
  }
  Mean mean = meanOf(sum, count, values.size());
  if (count != 0) mean.value = static_cast<double>(std::exp(sum / static_cast<Sum>(count)));
  return mean;
}

Mean arithmeticMean(std::span<const double> values) {
  Sum sum = 0;
  std::size_t count = 0;
  for (const double value : values) {
    if (!std::isfinite(value)) continue;
    sum += value;
    ++count;
  }
  return meanOf(sum, count, values.size());
}

Mean median(std::span<const double> values) {
  std::vector<double> finite;
  std::copy_if(values.begin(), values.end(), std::back_inserter(finite), [](double v) { return std::isfinite(v); });
  std::ranges::sort(finite);
  const std::size_t half = finite.size() / 2;
  if (finite.empty()) return meanOf(0, 0, values.size());
  const Sum upper = finite[half];
  Mean mean = meanOf(finite.size() % 2 == 1 ? upper : (finite[half - 1] + upper) / 2, 1, 1);
  mean.count = finite.size();
  mean.leftOut = values.size() - finite.size();
  return mean;
}

Bins commonBins(std::span<const double> one, std::span<const double> other, BinScale scale, std::size_t count) {
  Bins bins;
  bins.scale = scale;
  double low = std::numeric_limits<double>::infinity();
  double high = -low;
  for (const auto values : {one, other}) {
    for (const double value : values) {
      if (!fits(value, scale)) continue;
      low = std::min(low, value);
      high = std::max(high, value);
    }
  }
  if (count == 0 || low > high) return bins;
  if (low == high) {
    std::tie(low, high) = aroundOne(low, scale);
    count = 1;
  }
  bins.edges.reserve(count + 1);
  bins.edges.push_back(low);
  for (std::size_t i = 1; i < count; ++i) {
    const double edge = edgeAt(low, high, scale, static_cast<double>(i) / static_cast<double>(count));
    // There may be too few doubles between the limits for all edges.
    if (edge > bins.edges.back() && edge < high) bins.edges.push_back(edge);
  }
  bins.edges.push_back(high);
  return bins;
}

std::vector<std::size_t> countInto(const Bins& bins, std::span<const double> values) {
  if (bins.edges.size() < 2) return {};
  std::vector<std::size_t> counts(bins.edges.size() - 1);
  for (const double value : values) {
    // Also skips NaN.
    if (!(value >= bins.edges.front() && value <= bins.edges.back())) continue;
    const auto above = std::upper_bound(bins.edges.begin(), bins.edges.end(), value);
    const auto bin = static_cast<std::size_t>(above - bins.edges.begin()) - 1;
    ++counts[std::min(bin, counts.size() - 1)];
  }
  return counts;
}

}  // namespace plumbline::statistics
