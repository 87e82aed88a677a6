// SPDX-License-Identifier: GPL-3.0-or-later
// A speedup is a ratio: when the machine changes, eager and compiled time move together and the ratio hides it
// (pytorch#188336). Eager latency is speedup x abs_latency (SPEC 11.2).
#pragma once

#include <string>
#include <vector>

#include "core/diff/run_diff.h"
#include "core/diff/thresholds.h"

namespace plumbline::diff {

struct RatioAlarm {
  std::uint32_t row = 0;
  double speedupBefore = 0, speedupAfter = 0;
  double compiledBefore = 0, compiledAfter = 0;  ///< ms
  double eagerBefore = 0, eagerAfter = 0;        ///< ms
  std::string sentence;  ///< "speedup stayed at 1.42x while eager went from 10 to 14 ms and compiled from 7 to 9.9 ms"
};
/// ratioAlarms: speedup within its threshold, both latencies beyond theirs in the same direction. Largest first.
std::vector<RatioAlarm> ratioAlarms(const RunDiff& diff, std::size_t before, std::size_t after,
                                    const Thresholds& thresholds);

}  // namespace plumbline::diff
