// SPDX-License-Identifier: GPL-3.0-or-later
// How far a metric may move before it counts, and the floors HUD marks cells below (SPEC 16). Data in
// resources/rules/thresholds.toml; users may change each of them.
//
//   Thresholds t = defaultThresholds();
//   auto set = setThreshold(t, "speedup=3%");        // also "speedup=0.03"; floors: "speedup>=0.97", "pass_rate>=0.9"
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/result.h"
#include "core/verdicts/metric_catalogue.h"

namespace plumbline::diff {

/// kPassRate is not a column: the share of models that pass.
inline constexpr std::string_view kPassRate = "pass_rate";

struct MetricLimit {
  std::string metric;
  double relative = 0;           ///< of |before|: 0.05 is 5 %
  std::optional<double> floor;   ///< in the metric's unit; below it HUD marks the cell, whatever it was before
  bool operator==(const MetricLimit&) const = default;
};

struct Thresholds {
  std::vector<MetricLimit> limits;  ///< metrics that have one of their own
  double otherwise = 0;             ///< relative, for the rest
  double passRate = 0;              ///< share of models that pass: 0.9
  bool operator==(const Thresholds&) const = default;
  double relativeOf(std::string_view metric) const;
  std::optional<double> floorOf(std::string_view metric) const;
};

/// isBeyond: a relative change, of either sign, is larger than a threshold. A change of exactly the threshold is not,
/// despite rounding: from 1.00 to 0.95 is 5 %, but 0.05000000000000004 as a double.
inline bool isBeyond(double relative, double threshold) {
  constexpr double kRounding = 1e-9;
  return (relative < 0 ? -relative : relative) > threshold * (1 + kRounding);
}

/// defaultThresholds are HUD's.
Thresholds defaultThresholds();
/// setThreshold changes one. Errors: BadArgument for an unknown metric and for what cannot be parsed; the hint shows
/// the syntax.
base::Result<void> setThreshold(Thresholds& thresholds, std::string_view definition);
/// thresholdTexts writes them in the syntax of setThreshold, in a stable order: for reports.
std::vector<std::string> thresholdTexts(const Thresholds& thresholds);

}  // namespace plumbline::diff
