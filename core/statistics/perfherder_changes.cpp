// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/statistics/perfherder_changes.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace plumbline::statistics {
namespace {

struct WeightedLevel {
  double mean = 0;
  double variance = 0;  ///< of the sample around the weighted mean
  double count = 0;
};

/// weightedLevel of `count` values at `first`, going by `step`; the first has the largest weight.
WeightedLevel weightedLevel(std::span<const double> values, std::size_t first, std::size_t count, bool isBackwards) {
  WeightedLevel level;
  level.count = static_cast<double>(count);
  const auto at = [&](std::size_t i) { return values[isBackwards ? first - i : first + i]; };
  double weights = 0;
  for (std::size_t i = 0; i < count; ++i) {
    const double weight = static_cast<double>(count - i) / level.count;
    level.mean += weight * at(i);
    weights += weight;
  }
  level.mean /= weights;
  if (count < 2) return level;
  for (std::size_t i = 0; i < count; ++i) level.variance += (at(i) - level.mean) * (at(i) - level.mean);
  level.variance /= level.count - 1;
  return level;
}

double statisticOf(const WeightedLevel& back, const WeightedLevel& fore) {
  const double difference = std::abs(fore.mean - back.mean);
  if (difference == 0) return 0;
  const double variance = back.variance / back.count + fore.variance / fore.count;
  return variance == 0 ? std::numeric_limits<double>::infinity() : difference / std::sqrt(variance);
}

}  // namespace

std::vector<Change> perfherderChanges(std::span<const double> values, const PerfherderOptions& options) {
  std::vector<Change> changes(values.size());
  std::vector<double> statistics(values.size());
  std::vector<std::size_t> backs(values.size());
  std::size_t quiet = 0;  // values since the last one above the threshold: so far back the window may reach
  for (std::size_t i = 1; i < values.size(); ++i) {
    const std::size_t reach = std::min(std::max(quiet, options.minBackWindow), options.maxBackWindow);
    backs[i] = std::min(i, reach);
    const WeightedLevel back = weightedLevel(values, i - 1, backs[i], true);
    const WeightedLevel fore = weightedLevel(values, i, std::min(options.foreWindow, values.size() - i), false);
    statistics[i] = statisticOf(back, fore);
    changes[i].index = i;
    changes[i].before = back.mean;
    changes[i].after = fore.mean;
    quiet = statistics[i] > options.threshold ? 0 : quiet + 1;
  }
  std::vector<Change> alerts;
  for (std::size_t i = 1; i < values.size(); ++i) {
    if (backs[i] < options.minBackWindow || values.size() - i < options.foreWindow) continue;
    if (!(statistics[i] > options.threshold) || statistics[i - 1] > statistics[i]) continue;
    if (i + 1 < values.size() && statistics[i + 1] > statistics[i]) continue;
    alerts.push_back(changes[i]);
  }
  return alerts;
}

}  // namespace plumbline::statistics
