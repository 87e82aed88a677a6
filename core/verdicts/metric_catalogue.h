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
/// metricIndex returns the position of a column name, kNoMetric (0xff) when unknown.
std::uint8_t metricIndex(std::string_view name);

/// StatusLists classifies accuracy words (resources/rules/statuses.toml).
struct StatusLists {
  std::vector<std::string> passing;          ///< counted as a pass (SPEC 16)
  std::vector<std::string> withoutCounters;  ///< a pass, but nothing was compiled: its zeros are no counts
};

/// isPassing returns whether a status is a pass; exact words only.
bool isPassing(std::string_view accuracyWord);

/// hasCounters returns whether the counters beside this word can be counts: the run came to its end and compiled
/// something. Zeros beside any other word are padding (SPEC 11.2).
bool hasCounters(std::string_view accuracyWord);

}  // namespace plumbline::verdicts
