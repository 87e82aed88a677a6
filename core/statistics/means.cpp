// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/statistics/means.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <vector>

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
  std::sort(finite.begin(), finite.end());
  const std::size_t half = finite.size() / 2;
  if (finite.empty()) return meanOf(0, 0, values.size());
  const Sum upper = finite[half];
  Mean mean = meanOf(finite.size() % 2 == 1 ? upper : (finite[half - 1] + upper) / 2, 1, 1);
  mean.count = finite.size();
  mean.leftOut = values.size() - finite.size();
  return mean;
}

}  // namespace plumbline::statistics
