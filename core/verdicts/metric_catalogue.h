// SPDX-License-Identifier: GPL-3.0-or-later
// What is known about each metric column: its title, unit and better direction (resources/rules/metrics.toml).
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace plumbline::verdicts {

enum class Better : std::uint8_t { Neither, Lower, Higher };

struct MetricInfo {
  std::string name;   ///< the CSV column, e.g. "compilation_latency"
  std::string title;  ///< header text, e.g. "compile time"
  std::string unit;   ///< "s", "ms", "GB", "x" or ""
  Better better = Better::Neither;
  int decimals = 0;   ///< for display of reals
  bool zeroMeansNotMeasured = false;  ///< 0 in a failed run is padding (SPEC 11.2)
};

/// metricCatalogue is the list in display order; its positions are Verdict::metric.
const std::vector<MetricInfo>& metricCatalogue();
/// metricIndex gives the position of a column name, kNoMetric (0xff) when unknown.
std::uint8_t metricIndex(std::string_view name);

}  // namespace plumbline::verdicts
