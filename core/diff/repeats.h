// SPDX-License-Identifier: GPL-3.0-or-later
// Noise of a comparison: where two sides hold several values of a cell, from rows that repeat a model and from runs that repeat a
// side, a test says whether the sides differ at all. Cells with one value a side can be held against the noise of earlier runs
// (evidence/number_tests.h). q-values are over all cells that can be tested.
//
//   const Repeats repeats(*diff, repeatGroups(*diff, 0, 1, 0));
//   if (const CellShift* cell = repeats.of(row, metric)) show(noiseText(*cell));   // "within the noise (q 0.41)"
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/diff/move.h"
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
  TooFew,  ///< no order of so few values could be surprising enough among so many cells; of earlier runs: only q is above Repeats::kMaxQ
  Within,  ///< q is above Repeats::kMaxQ; of earlier runs: p is, too
  Beyond,
};

/// CellShift is one metric of one model: Mann-Whitney's p, Hodges and Lehmann's shift with its 95 % interval, Cliff's delta. With
/// one value a side it is their difference, the interval is that of the noise of earlier runs around it, and there is no delta.
struct CellShift {
  std::uint32_t row = 0;
  std::uint16_t metric = 0;
  statistics::Shift shift;
  double q = 1;
  double medianBefore = 0, medianAfter = 0;
  std::size_t moreRepeats = 0;  ///< of each side, or earlier runs, with which the cell could be beyond the noise; 0: it could now
  std::size_t earlier = 0;      ///< values of earlier runs that the noise is of; 0: it is of the sides themselves
  bool isCounted = false;       ///< p is by how many of these were as far; otherwise by Student t with the tails of all rows of the metric
  NoiseAnswer answer() const;
  /// standsOut: alone it would be surprising, or it is as surprising as so few values can be.
  bool standsOut() const;
};

class Repeats {
 public:
  static constexpr double kMaxQ = 0.05;
  Repeats() = default;
  /// Cells with fewer than four values, or one value on each side, are left out.
  Repeats(const RunDiff& diff, const RepeatGroups& groups);
  /// Cells that were held against earlier runs, by row and metric, with their q-values.
  explicit Repeats(std::vector<CellShift> cells) : m_cells(std::move(cells)) {}
  bool isEmpty() const { return m_cells.empty(); }
  bool isOfEarlierRuns() const { return !m_cells.empty() && m_cells.front().earlier > 0; }
  const std::vector<CellShift>& cells() const { return m_cells; }  ///< by row and metric
  const CellShift* of(std::size_t row, std::size_t metric) const;
  /// inRowsOf is the same by the rows of a join of the same runs in another order.
  Repeats inRowsOf(const RunDiff& other, const RunDiff& own) const;
  /// surestOf is the cell of a row with the smallest q; null without one.
  const CellShift* surestOf(std::size_t row) const;

 private:
  std::vector<CellShift> m_cells;
};

/// shiftMove is the move of a cell by its shift: Same within the noise, Nothing with too few repeats.
Move shiftMove(const CellShift& cell, const verdicts::MetricInfo& info, const Thresholds& thresholds);

/// noiseAnswerName is "within", "beyond", "too_few" where more values are needed, or "cannot_tell" among so many numbers.
std::string_view noiseAnswerName(const CellShift& cell);
/// noiseMethod is the name of the test: "Mann-Whitney", "Student t, pooled tails", "counts".
std::string_view noiseMethod(const CellShift& cell);
/// noiseText: "beyond the noise (q 0.012)", "within the noise (q 0.41)", the number of repeats or earlier runs that are missing, or that a
/// difference would be surprising alone and is not among so many.
std::string noiseText(const CellShift& cell);
/// shiftText: "shift -0.21 (95 %: -0.24 to -0.19), Cliff's delta -1, p 0.0079, q 0.012, Mann-Whitney of 5 and 5 values";
/// "-0.21, noise up to 0.05 either way (95 %), p 0.0079, q 0.012, Student t, pooled tails, against 57 values of the history".
std::string shiftText(const CellShift& cell);
/// qText has two significant digits; "<0.0001" below that.
std::string qText(double q);

}  // namespace plumbline::diff
