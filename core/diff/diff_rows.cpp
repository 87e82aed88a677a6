// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/diff/diff_rows.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "core/text/ascii.h"
#include "core/text/quantities.h"

namespace plumbline::diff {
namespace {

/// sortable puts NaN last in both directions.
double sortable(double value, bool descending) {
  if (!std::isnan(value)) return descending ? -value : value;
  return std::numeric_limits<double>::infinity();
}

void addPart(std::string& sentence, std::size_t count, std::string_view one, std::string_view many) {
  if (count == 0) return;
  const bool first = sentence.empty();
  if (!first) sentence += ", ";
  sentence += first ? text::counted(count, "row") : std::to_string(count);
  sentence += ' ';
  sentence += count == 1 ? one : many;
}

}  // namespace

FlipCounts countFlips(std::span<const Flip> flips, std::optional<std::size_t> metric) {
  FlipCounts counts;
  /// Rows counts each row once; its flips are adjacent.
  struct Rows {
    std::size_t& count;
    std::uint32_t last = 0;  ///< the row counted last, once there is one
    void add(std::uint32_t row, bool does) {
      if (!does || (count > 0 && last == row)) return;
      last = row;
      ++count;
    }
  };
  Rows any{counts.rows}, worse{counts.becomeWorse}, notWorse{counts.noLongerWorse}, better{counts.becomeBetter};
  Rows notBetter{counts.noLongerBetter}, below{counts.fallBelow}, above{counts.riseAbove}, other{counts.otherwise};
  for (const Flip& flip : flips) {
    if (metric && flip.metric != *metric) continue;
    const bool moves = flip.from != flip.to;
    any.add(flip.row, true);
    worse.add(flip.row, moves && flip.to == Move::Worse);
    notWorse.add(flip.row, moves && flip.from == Move::Worse);
    better.add(flip.row, moves && flip.to == Move::Better);
    notBetter.add(flip.row, moves && flip.from == Move::Better);
    below.add(flip.row, flip.isBelow && !flip.wasBelow);
    above.add(flip.row, flip.wasBelow && !flip.isBelow);
    other.add(flip.row, moves && (flip.from == Move::Changed || flip.to == Move::Changed));
  }
  return counts;
}

std::string flipSentence(const FlipCounts& counts) {
  std::string sentence;
  addPart(sentence, counts.becomeWorse, "becomes worse", "become worse");
  addPart(sentence, counts.noLongerWorse, "no longer worse", "no longer worse");
  addPart(sentence, counts.becomeBetter, "becomes better", "become better");
  addPart(sentence, counts.noLongerBetter, "no longer better", "no longer better");
  addPart(sentence, counts.otherwise, "changes otherwise", "change otherwise");
  addPart(sentence, counts.fallBelow, "falls below its floor", "fall below their floor");
  addPart(sentence, counts.riseAbove, "no longer below its floor", "no longer below their floor");
  return sentence;
}

DiffRows::DiffRows(const WhatIf& whatIf, const RunDiffPtr& diff, Sides sides, const Thresholds& now,
                   const Thresholds& defaults, std::shared_ptr<const Repeats> repeats)
    : m_diff(diff), m_sides(sides), m_thresholds(now), m_repeats(std::move(repeats)) {
  const std::size_t rows = m_diff->rowCount(), metrics = m_diff->metrics().size();
  m_moves.resize(rows);
  m_amount.assign(rows, 0);
  for (std::size_t row = 0; row < rows; ++row) {
    const Move move = m_moves[row] = rowMove(*m_diff, sides.before, sides.after, row, now);
    ++m_counts[static_cast<std::size_t>(move)];
    if (move != Move::Worse && move != Move::Better && move != Move::Changed) continue;
    for (std::size_t metric = 0; metric < metrics; ++metric) {
      if (metricMove(row, metric) != move) continue;
      const Delta delta = deltaOf(*m_diff, sides.before, sides.after, row, metric);
      if (!delta.isNumeric) continue;
      const double size = std::fabs(delta.relative);
      m_amount[row] = std::max(m_amount[row], std::isnan(size) ? std::numeric_limits<double>::infinity() : size);
    }
  }
  m_flips = whatIf.flips(defaults, now);
  std::ranges::stable_sort(m_flips, {}, &Flip::row);
  m_flipCounts = countFlips(m_flips);
  m_alarms = ratioAlarms(*m_diff, sides.before, sides.after, now);
  std::ranges::stable_sort(m_alarms, {}, &RatioAlarm::row);
}

Move DiffRows::metricMove(std::size_t row, std::size_t metric) const {
  return moveOf(*m_diff, m_sides.before, m_sides.after, row, metric, m_thresholds);
}

bool DiffRows::isBelowFloor(std::size_t row, std::size_t metric) const {
  const std::optional<double> floor = m_thresholds.floorOf(m_diff->metrics()[metric].name);
  const Reading reading = m_diff->reading(m_sides.after, row, metric);
  return floor && reading.state == ReadingState::Number && reading.number < *floor;
}

std::span<const Flip> DiffRows::flipsOf(std::size_t row) const {
  const auto found = std::ranges::equal_range(m_flips, static_cast<std::uint32_t>(row), {}, &Flip::row);
  return {found.begin(), found.end()};
}

const RatioAlarm* DiffRows::alarmOf(std::size_t row) const {
  const auto found = std::ranges::lower_bound(m_alarms, static_cast<std::uint32_t>(row), {}, &RatioAlarm::row);
  return found != m_alarms.end() && found->row == row ? &*found : nullptr;
}

bool DiffRows::hasMoved(std::size_t row) const {
  return (m_moves[row] != Move::Same && m_moves[row] != Move::Nothing) || alarmOf(row) != nullptr;
}

std::vector<std::uint32_t> DiffRows::shown(const DiffRowFilter& filter, const RowSort& sort) const {
  std::vector<std::uint32_t> rows;
  if (!m_diff) return rows;
  const bool changedOnly = filter.changedOnly && filter.moves == 0 && m_sides.before != m_sides.after;
  std::vector<std::string> words;
  for (const std::string& word : filter.words) words.push_back(text::toLower(word));
  for (std::uint32_t row = 0; row < m_moves.size(); ++row) {
    if (filter.moves != 0 && (filter.moves & moveBit(m_moves[row])) == 0) continue;
    if (filter.flipsOnly && flipsOf(row).empty()) continue;
    if (filter.alarmsOnly && alarmOf(row) == nullptr) continue;
    if (changedOnly && !hasMoved(row) && flipsOf(row).empty()) continue;
    if (!words.empty()) {
      const std::string name = text::toLower(m_diff->model(row));
      if (!std::ranges::all_of(words, [&](const std::string& word) { return name.find(word) != std::string::npos; }))
        continue;
    }
    rows.push_back(row);
  }
  order(rows, sort);
  return rows;
}

void DiffRows::order(std::vector<std::uint32_t>& rows, const RowSort& sort) const {
  using By = RowSort::By;
  if (sort.by == By::Model) {
    std::vector<std::string> names(m_diff->rowCount());
    for (const std::uint32_t row : rows) names[row] = text::toLower(m_diff->model(row));
    std::ranges::stable_sort(rows, [&](std::uint32_t a, std::uint32_t b) {
      return sort.descending ? names[b] < names[a] : names[a] < names[b];
    });
    return;
  }
  if (sort.by == By::Move) {
    std::ranges::stable_sort(rows, [&](std::uint32_t a, std::uint32_t b) {
      const std::size_t one = severityRank(m_moves[a]), other = severityRank(m_moves[b]);
      if (one != other) return sort.descending ? one > other : one < other;
      return m_amount[a] > m_amount[b];
    });
    return;
  }
  if (sort.by == By::Noise) {
    const auto keyOf = [&](std::uint32_t row) {
      const CellShift* cell = m_repeats ? m_repeats->surestOf(row) : nullptr;
      return sortable(cell == nullptr ? std::numeric_limits<double>::quiet_NaN() : cell->q, sort.descending);
    };
    std::ranges::stable_sort(rows, {}, keyOf);
    return;
  }
  if (sort.metric >= m_diff->metrics().size() || sort.run >= m_diff->runs().size()) return;
  const auto wordOf = [&](std::uint32_t row) {
    const Reading reading = m_diff->reading(sort.by == By::Value ? sort.run : m_sides.after, row, sort.metric);
    return reading.state == ReadingState::Word ? reading.text : std::string_view();
  };
  std::vector<double> keys(m_diff->rowCount(), std::numeric_limits<double>::quiet_NaN());
  for (const std::uint32_t row : rows) {
    if (sort.by == By::Value) {
      keys[row] = m_diff->numbers(sort.run, sort.metric)[row];
      continue;
    }
    const Delta delta = deltaOf(*m_diff, m_sides.before, m_sides.after, row, sort.metric);
    if (!delta.isNumeric) continue;
    keys[row] = delta.relative;
    if (std::isnan(delta.relative) && delta.absolute != 0)  // from 0: more than any share
      keys[row] = std::copysign(std::numeric_limits<double>::max(), delta.absolute);
  }
  std::ranges::stable_sort(rows, [&](std::uint32_t a, std::uint32_t b) {
    const double one = sortable(keys[a], sort.descending), other = sortable(keys[b], sort.descending);
    if (one != other) return one < other;
    if (!std::isnan(keys[a]) || !std::isnan(keys[b])) return false;
    // Words: those that changed first, then by the word.
    const bool moved = deltaOf(*m_diff, m_sides.before, m_sides.after, a, sort.metric).isWordChange;
    const bool otherMoved = deltaOf(*m_diff, m_sides.before, m_sides.after, b, sort.metric).isWordChange;
    if (moved != otherMoved) return moved != sort.descending;
    return sort.descending ? wordOf(b) < wordOf(a) : wordOf(a) < wordOf(b);
  });
}

}  // namespace plumbline::diff
