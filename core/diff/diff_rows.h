// SPDX-License-Identifier: GPL-3.0-or-later
// The rows of a diff under given thresholds: the move of each, the flips against other thresholds, filter and order.
// Immutable.
//
//   DiffRows rows(whatIf, diff, {0, 1}, thresholds, defaultThresholds());
//   for (const std::uint32_t row : rows.shown({.changedOnly = true}, {})) show(diff->model(row), rows.move(row));
//   show(flipSentence(rows.flipCounts()));      // "3 rows become worse, 1 no longer worse"
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "core/diff/move.h"
#include "core/diff/repeats.h"

namespace plumbline::diff {

struct Sides {
  std::size_t before = 0, after = 1;
  bool operator==(const Sides&) const = default;
};

inline constexpr std::uint32_t moveBit(Move move) { return 1U << static_cast<unsigned>(move); }

struct DiffRowFilter {
  std::uint32_t moves = 0;   ///< bit per Move; 0: all
  /// changedOnly hides unchanged rows without a flip or an alarm; ignored for one run alone.
  bool changedOnly = false;
  bool flipsOnly = false;    ///< rows with a flip
  bool alarmsOnly = false;   ///< rows with a RatioAlarm
  std::vector<std::string> words = {};  ///< all occur in the model's name, ignoring the case of A to Z
  bool operator==(const DiffRowFilter&) const = default;
};

struct RowSort {
  enum class By : std::uint8_t { Move, Model, Change, Value, Noise };
  By by = By::Move;        ///< Move: worst first, the largest change first among equals; Noise: the smallest q first
  std::size_t metric = 0;  ///< Change, Value
  std::size_t run = 0;     ///< Value
  bool descending = false;
  bool operator==(const RowSort&) const = default;
};

/// FlipCounts count rows, not readings: a row with two metrics that become worse counts once.
struct FlipCounts {
  std::size_t rows = 0;  ///< with any flip
  std::size_t becomeWorse = 0, noLongerWorse = 0, becomeBetter = 0, noLongerBetter = 0;
  std::size_t fallBelow = 0, riseAbove = 0;  ///< a floor
  std::size_t otherwise = 0;                 ///< Changed, where no direction is better
  bool operator==(const FlipCounts&) const = default;
};
/// countFlips of flips in the order of rows, of one `metric` if given.
FlipCounts countFlips(std::span<const Flip> flips, std::optional<std::size_t> metric = std::nullopt);
/// flipSentence: "3 rows become worse, 1 no longer worse"; "" without flips.
std::string flipSentence(const FlipCounts& counts);

class DiffRows {
 public:
  DiffRows() = default;
  /// `defaults` are the thresholds against which flips are counted. whatIf must be of the same diff and sides.
  DiffRows(const WhatIf& whatIf, const RunDiffPtr& diff, Sides sides, const Thresholds& now,
           const Thresholds& defaults, std::shared_ptr<const Repeats> repeats = nullptr);

  const RunDiffPtr& diff() const { return m_diff; }
  Sides sides() const { return m_sides; }
  const Thresholds& thresholds() const { return m_thresholds; }
  Move move(std::size_t row) const { return m_moves[row]; }
  Move metricMove(std::size_t row, std::size_t metric) const;
  /// isBelowFloor of the later run's reading.
  bool isBelowFloor(std::size_t row, std::size_t metric) const;
  std::size_t count(Move move) const { return m_counts[static_cast<std::size_t>(move)]; }
  std::span<const Flip> flips() const { return m_flips; }
  std::span<const Flip> flipsOf(std::size_t row) const;
  const FlipCounts& flipCounts() const { return m_flipCounts; }
  std::span<const RatioAlarm> alarms() const { return m_alarms; }
  const RatioAlarm* alarmOf(std::size_t row) const;
  /// repeats is null without repeated values.
  const std::shared_ptr<const Repeats>& repeats() const { return m_repeats; }
  /// noiseOf is null where there is one value a side.
  const CellShift* noiseOf(std::size_t row, std::size_t metric) const { return m_repeats ? m_repeats->of(row, metric) : nullptr; }
  /// hasMoved selects the rows for "next change".
  bool hasMoved(std::size_t row) const;

  std::vector<std::uint32_t> shown(const DiffRowFilter& filter, const RowSort& sort) const;

 private:
  void order(std::vector<std::uint32_t>& rows, const RowSort& sort) const;

  RunDiffPtr m_diff;
  Sides m_sides;
  Thresholds m_thresholds;
  std::vector<Move> m_moves;
  std::vector<double> m_amount;  ///< per row: the largest relative change that made its move, for the order
  std::array<std::size_t, static_cast<std::size_t>(Move::Count)> m_counts = {};
  std::vector<Flip> m_flips;     ///< by row
  FlipCounts m_flipCounts;
  std::shared_ptr<const Repeats> m_repeats;
  std::vector<RatioAlarm> m_alarms;        ///< by row
};

}  // namespace plumbline::diff
