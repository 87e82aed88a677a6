// SPDX-License-Identifier: GPL-3.0-or-later
// One metric of one row in words: "7 -> 9 (+2)". The part before the arrow and the part after it are apart, so that a
// table can line the arrows up.
#pragma once

#include <string>

#include "core/verdicts/comparison.h"

namespace plumbline::reports {

struct MetricText {
  std::string before;  ///< the expected value, or the only one where nothing changed
  std::string after;   ///< " -> 9 (+2)"; empty where nothing changed
};

/// metricText: a side without a row is "-", an empty cell "(empty)". Text is not yet fit for a terminal.
MetricText metricText(const verdicts::MetricCell& cell, const verdicts::MetricInfo& info);

/// betterName returns "lower", "higher" or "neither", as JSON has it.
const char* betterName(verdicts::Better better);

/// signedDelta writes "+2" or "-0.31" with the metric's decimals, more where they would show nothing.
std::string signedDelta(double delta, int decimals);

}  // namespace plumbline::reports
