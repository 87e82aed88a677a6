// SPDX-License-Identifier: GPL-3.0-or-later
// Numbers as the dashboard holds and writes them (SPEC 16), and which models it counts. Only the summary uses it.
//
//   hudStored(0.7)            // 0.6999: kept as a 32-bit float, then cut to 4 decimals
//   hudText(1.125, 2)         // "1.13": JavaScript's toFixed
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "core/diff/run_diff.h"

namespace plumbline::diff {

/// hudStored is floor(avg(benchmark_values), 4 decimals) of one value. benchmark_values are 32-bit floats, so the cut
/// can take a digit away: 0.7 is 0.6999. The floor is taken of 10,000 x the value, as ClickHouse does. Nothing for a
/// value that is no finite float.
std::optional<double> hudStored(double value);

/// hudText rounds as JavaScript's toFixed: the nearest decimal to the exact binary value; of two equally near ones the
/// one with more to it (0.125 is "0.13", -0.125 is "-0.13").
std::string hudText(double value, int decimals);

/// HudReader answers for one run.
class HudReader {
 public:
  HudReader(const RunDiff& diff, std::size_t run);

  bool hasAccuracy() const { return m_hasAccuracy; }
  /// hasWord: the dashboard counts the model among all.
  bool hasWord(std::size_t row) const;
  /// isAccurate: its word passes; without an accuracy column: its speedup is there and not 0. Means are taken over
  /// these.
  bool isAccurate(std::size_t row) const;
  /// isPassing: isAccurate, and the speedup is not 0, unless nothing was compiled (pass_due_to_skip, export). A speedup
  /// that is not there at all is not 0.
  bool isPassing(std::size_t row) const;
  /// stored is what the dashboard holds: hudStored of a number, 0 for padding, nothing for anything else.
  std::optional<double> stored(std::size_t row, std::optional<std::size_t> metric) const;

 private:
  std::string_view word(std::size_t row) const;

  const RunDiff& m_diff;
  std::size_t m_run;
  std::optional<std::size_t> m_accuracy, m_speedup;
  bool m_hasAccuracy = false;
  bool m_needsNoSpeedup = false;
};

}  // namespace plumbline::diff
