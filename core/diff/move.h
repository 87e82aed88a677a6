// SPDX-License-Identifier: GPL-3.0-or-later
// How a metric moved from one run to another under given thresholds, and how that changes under other thresholds.
//
//   WhatIf whatIf(diff, 0, 1);
//   const MoveCounts now = whatIf.counts(thresholds);
//   for (const Flip& flip : whatIf.flips(defaultThresholds(), thresholds)) show(flip);
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "core/diff/run_diff.h"
#include "core/diff/thresholds.h"

namespace plumbline::diff {

enum class Move : std::uint8_t {
  Nothing,  ///< no two values to compare
  Same,     ///< equal, or moved less than its threshold
  Better,
  Worse,
  Changed,  ///< beyond the threshold, and no direction is better; or another status that neither broke nor healed
  Broke,    ///< accuracy passed and no longer does; or the speedup was measured and its row is padding now
  Healed,   ///< the other way round
  OnlyBefore,  ///< the model is gone
  OnlyAfter,
  MissingShard,  ///< one run lacks the model because a shard is missing
  Count
};
/// moveName is the stable name in reports: "worse", "only-before" ...
std::string_view moveName(Move move);
/// severityRank is 0 for the worst: Broke, OnlyBefore, Worse, Healed, Better, Changed, OnlyAfter, MissingShard, Same,
/// Nothing.
std::size_t severityRank(Move move);
/// isBad: Worse, Broke, OnlyBefore.
bool isBad(Move move);

struct MoveCounts {
  std::uint32_t of[static_cast<std::size_t>(Move::Count)] = {};
  std::uint32_t belowFloor = 0;  ///< readings of the later run below their floor
  std::uint32_t operator[](Move m) const { return of[static_cast<std::size_t>(m)]; }
};

struct Flip {
  std::uint32_t row = 0;
  std::uint16_t metric = 0;
  Move from = Move::Nothing, to = Move::Nothing;
  bool wasBelow = false, isBelow = false;  ///< its floor
};

/// moveOf. A value moved if its relative change isBeyond the threshold; a change from 0 always counts.
Move moveOf(const RunDiff& diff, std::size_t before, std::size_t after, std::size_t row, std::size_t metric,
            const Thresholds& thresholds);
/// moveOfNumbers is that of two numbers of a metric.
Move moveOfNumbers(double before, double after, const verdicts::MetricInfo& info, const Thresholds& thresholds);
/// rowMove is the worst over all metrics by severityRank.
Move rowMove(const RunDiff& diff, std::size_t before, std::size_t after, std::size_t row, const Thresholds& thresholds);

/// WhatIf holds what does not depend on thresholds, so that counting again is one pass over numbers (10,000 rows: a few
/// ms).
class WhatIf {
 public:
  WhatIf(RunDiffPtr diff, std::size_t before, std::size_t after);
  MoveCounts counts(const Thresholds& thresholds) const;
  MoveCounts counts(const Thresholds& thresholds, std::size_t metric) const;
  std::vector<Flip> flips(const Thresholds& from, const Thresholds& to) const;

 private:
  RunDiffPtr m_diff;
  std::size_t m_before, m_after;
  std::vector<std::vector<double>> m_relative;  ///< [metric][row], negative: worse; NaN: not comparable
  std::vector<std::vector<Move>> m_fixed;       ///< [metric][row]: decided without a threshold; Nothing otherwise
};

// A speedup is a ratio: when the machine changes, eager and compiled time move together and the ratio hides it
// (pytorch#188336). Eager latency is speedup x abs_latency (SPEC 11.2).

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
