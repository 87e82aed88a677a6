// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/statistics/levels.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace plumbline::statistics {
namespace {

constexpr double kPhiBias = 1.8;  ///< times the first-order bias of an autocorrelation

}  // namespace

double medianOf(std::vector<double>& values) {
  const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
  std::ranges::nth_element(values, middle);
  return *middle;
}

double meanOf(std::span<const double> values) {
  double sum = 0;
  for (const double value : values) sum += (value - values.front()) / static_cast<double>(values.size());
  return values.front() + sum;
}

double squaresAround(std::span<const double> values, std::span<const std::size_t> starts) {
  double sum = 0;
  for (std::size_t level = 0, from = 0; level <= starts.size(); ++level) {
    const std::size_t to = level < starts.size() ? starts[level] : values.size();
    const double mean = meanOf(values.subspan(from, to - from));
    for (std::size_t i = from; i < to; ++i) sum += (values[i] - mean) * (values[i] - mean);
    from = to;
  }
  return sum;
}

double levelsPhi(std::span<const double> values, std::span<const std::size_t> starts) {
  double products = 0, squares = 0;
  std::size_t from = 0;
  for (std::size_t level = 0; level <= starts.size(); ++level) {
    const std::size_t to = level < starts.size() ? starts[level] : values.size();
    const double mean = meanOf(values.subspan(from, to - from));
    double last = 0;
    for (std::size_t i = from; i < to; ++i) {
      const double rest = values[i] - mean;
      products += rest * last;
      squares += rest * rest;
      last = rest;
    }
    from = to;
  }
  if (squares <= 0) return 0;
  const double phi = products / squares;
  const double bias = static_cast<double>(starts.size() + 1) * (1 + 3 * phi) / static_cast<double>(values.size());
  return std::clamp(phi + kPhiBias * bias, 0.0, kMaxPhi);
}

Steps stepsOf(std::span<const double> values) {
  Steps steps{.rests = std::vector<double>(values.size() - 1)};
  for (std::size_t i = 0; i < steps.rests.size(); ++i) steps.rests[i] = values[i + 1] - values[i];
  std::vector<double> sorted = steps.rests;
  steps.middle = medianOf(sorted);
  for (double& step : steps.rests) step -= steps.middle;
  std::ranges::transform(steps.rests, sorted.begin(), [](double step) { return std::abs(step); });
  steps.stddev = kNormal * medianOf(sorted) / std::numbers::sqrt2;
  if (steps.stddev <= kRounding * std::abs(steps.middle)) steps.stddev = 0;
  return steps;
}

double differencesPhi(const Steps& steps) {
  const double limit = 3 * std::numbers::sqrt2 * steps.stddev;
  double products = 0, squares = 0;
  for (std::size_t i = 1; i < steps.rests.size(); ++i) {
    const double last = steps.rests[i - 1], rest = steps.rests[i];
    if (std::max(std::abs(last), std::abs(rest)) > limit) continue;
    products += last * rest;
    squares += (last * last + rest * rest) / 2;
  }
  return squares > 0 ? std::clamp(1 + 2 * products / squares, 0.0, kMaxPhi) : 0;
}

}  // namespace plumbline::statistics
