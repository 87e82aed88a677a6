// SPDX-License-Identifier: GPL-3.0-or-later
// Edits that make a baseline worse. They are never made by "accept all" alone: a person gives a reason first
// (PEERS 1.E, 3 no. 20).
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace plumbline::baselines {

enum class Guard : std::uint8_t {
  None,
  RowDisappears,   ///< a model would leave the baseline
  StatusWorse,     ///< pass becomes anything else, or another passing word one that does not pass
  MoreGraphBreaks,
  LowerRatio,      ///< compression_ratio or speedup goes down
  WorseMetric,     ///< another metric moves against its direction
};

/// guardFor looks at one value that would be replaced; the direction comes from the metric catalogue.
Guard guardFor(std::string_view column, std::string_view from, std::string_view to);
/// guardName gives the stable word used in JSON: row-disappears, status-worse, more-graph-breaks, lower-ratio,
/// worse-metric; "" for None.
std::string_view guardName(Guard guard);
/// guardText says it in words: "pass becomes fail_accuracy".
std::string guardText(Guard guard, std::string_view from, std::string_view to);

}  // namespace plumbline::baselines
