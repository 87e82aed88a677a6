// SPDX-License-Identifier: GPL-3.0-or-later
// Noise of a comparison: where two sides hold several values of a cell, from rows that repeat a model and from runs that repeat a
// side, a test says whether the sides differ at all. q-values are over all cells that can be tested.
//
//   const Repeats repeats(*diff, repeatGroups(*diff, 0, 1, 0));
//   if (const CellShift* cell = repeats.of(row, metric)) show(noiseText(*cell));   // "within the noise (q 0.41)"
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "core/diff/run_diff.h"
#include "core/statistics/two_samples.h"

namespace plumbline::diff {

/// RepeatGroups are the runs that hold the values of each side.
struct RepeatGroups {
  std::vector<std::size_t> before, after;
};
/// repeatGroups: with `first` runs in front that repeat one run, the others another one, each side has the runs of its part;
/// with 0, or where both sides are in the same part, each run is by itself.
RepeatGroups repeatGroups(const RunDiff& diff, std::size_t before, std::size_t after, std::size_t first);

enum class NoiseAnswer : std::uint8_t {
  TooFew,  ///< no order of so few values could be surprising enough
  Within,  ///< q is above Repeats::kMaxQ
  Beyond,
};

/// CellShift is one metric of one model: Mann-Whitney's p, Hodges and Lehmann's shift with its 95 % interval, Cliff's delta.
struct CellShift {
  std::uint32_t row = 0;
  std::uint16_t metric = 0;
  statistics::Shift shift;
  double q = 1;
  NoiseAnswer answer() const;
};

class Repeats {
 public:
  static constexpr double kMaxQ = 0.05;
  Repeats() = default;
  /// Cells with fewer than four values, or one value on each side, are left out.
  Repeats(const RunDiff& diff, const RepeatGroups& groups);
  bool isEmpty() const { return m_cells.empty(); }
  const std::vector<CellShift>& cells() const { return m_cells; }  ///< by row and metric
  const CellShift* of(std::size_t row, std::size_t metric) const;
  /// surestOf is the cell of a row with the smallest q; null without one.
  const CellShift* surestOf(std::size_t row) const;

 private:
  std::vector<CellShift> m_cells;
};

/// noiseText: "beyond the noise (q 0.012)", "within the noise (q 0.41)", "too few repeats to say (2 and 2 values)".
std::string noiseText(const CellShift& cell);
/// shiftText: "shift -0.21 (95 %: -0.24 to -0.19), Cliff's delta -1, p 0.0079, q 0.012, Mann-Whitney of 5 and 5 values".
std::string shiftText(const CellShift& cell);
/// qText has two significant digits.
std::string qText(double q);

}  // namespace plumbline::diff
