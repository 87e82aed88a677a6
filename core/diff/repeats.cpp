// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/diff/repeats.h"

#include <algorithm>
#include <cmath>
#include <tuple>
#include <utility>

#include "core/statistics/false_discovery.h"
#include "core/statistics/statistics.h"
#include "core/text/quantities.h"

namespace plumbline::diff {
namespace {

constexpr std::size_t kMinValues = 4;
constexpr double kAlmost = 1 + 1e-9;  ///< of two p that are equal but for rounding

/// smallestP is the two-sided p of the most surprising order of so many values without ties.
double smallestP(std::size_t before, std::size_t after) {
  double orders = 1;
  for (std::size_t i = 1; i <= before; ++i) orders *= static_cast<double>(after + i) / static_cast<double>(i);
  return 2 / orders;
}

std::vector<double> valuesOf(const RunDiff& diff, const std::vector<std::size_t>& runs, std::size_t row, std::size_t metric) {
  std::vector<double> values;
  for (const std::size_t run : runs) {
    if (const double value = diff.numbers(run, metric)[row]; std::isfinite(value)) values.push_back(value);
    const auto more = diff.repeats(run, row, metric);
    values.insert(values.end(), more.begin(), more.end());
  }
  return values;
}

/// addMoreRepeats: a q is p m / r, r being the cells with a p up to it. A cell that cannot reach kMaxQ with the smallest p of its
/// values needs more of them; the others with such a p are then as surprising.
void addMoreRepeats(std::vector<CellShift>& cells) {
  constexpr std::size_t kMaxMore = 100;
  std::vector<double> p;
  double largestSure = 0;
  for (const CellShift& cell : cells) {
    p.push_back(cell.shift.p);
    if (cell.q <= Repeats::kMaxQ) largestSure = std::max(largestSure, cell.shift.p);
  }
  std::ranges::sort(p);
  for (CellShift& cell : cells) {
    const auto smallest = [&cell](std::size_t more) { return smallestP(cell.shift.before + more, cell.shift.after + more); };
    const auto upTo = static_cast<double>(std::ranges::upper_bound(p, kAlmost * smallest(0)) - p.begin());
    const double rank = upTo + (cell.shift.p > kAlmost * smallest(0) ? 1 : 0);
    if (cell.q <= Repeats::kMaxQ || smallest(0) <= largestSure) continue;
    while (cell.moreRepeats < kMaxMore && smallest(cell.moreRepeats) * static_cast<double>(p.size()) / rank > Repeats::kMaxQ) ++cell.moreRepeats;
  }
}

std::string number(double value) {
  if (std::isinf(value)) return value < 0 ? "-infinity" : "infinity";
  return text::shortNumber(value, 3);
}

}  // namespace

RepeatGroups repeatGroups(const RunDiff& diff, std::size_t before, std::size_t after, std::size_t first) {
  RepeatGroups groups{.before = {before}, .after = {after}};
  const auto isFirst = [first](std::size_t run) { return run < first; };
  if (before == after || isFirst(before) == isFirst(after)) return groups;
  for (std::size_t run = 0; run < diff.runs().size(); ++run) {
    if (run != before && run != after) (isFirst(run) == isFirst(before) ? groups.before : groups.after).push_back(run);
  }
  return groups;
}

NoiseAnswer CellShift::answer() const {
  if (moreRepeats > 0 || (earlier > 0 && shift.p <= Repeats::kMaxQ && q > Repeats::kMaxQ)) return NoiseAnswer::TooFew;
  return q <= Repeats::kMaxQ ? NoiseAnswer::Beyond : NoiseAnswer::Within;
}

bool CellShift::standsOut() const { return shift.p <= std::max(Repeats::kMaxQ, kAlmost * smallestP(shift.before, shift.after)); }

Repeats::Repeats(const RunDiff& diff, const RepeatGroups& groups) {
  if (groups.before.front() == groups.after.front()) return;
  std::vector<double> p;
  for (std::size_t row = 0; row < diff.rowCount(); ++row) {
    for (std::size_t metric = 0; metric < diff.metrics().size(); ++metric) {
      const std::vector<double> before = valuesOf(diff, groups.before, row, metric);
      const std::vector<double> after = valuesOf(diff, groups.after, row, metric);
      if (before.empty() || after.empty() || before.size() + after.size() < kMinValues) continue;
      m_cells.push_back({.row = static_cast<std::uint32_t>(row),
                         .metric = static_cast<std::uint16_t>(metric),
                         .shift = statistics::compareSamples(before, after),
                         .medianBefore = statistics::median(before).value,
                         .medianAfter = statistics::median(after).value});
      p.push_back(m_cells.back().shift.p);
    }
  }
  const std::vector<double> q = statistics::falseDiscoveryRates(p);
  for (std::size_t i = 0; i < m_cells.size(); ++i) m_cells[i].q = q[i];
  addMoreRepeats(m_cells);
}

const CellShift* Repeats::of(std::size_t row, std::size_t metric) const {
  const auto found = std::ranges::lower_bound(m_cells, std::tuple(row, metric), {}, [](const CellShift& cell) {
    return std::tuple(std::size_t{cell.row}, std::size_t{cell.metric});
  });
  return found != m_cells.end() && found->row == row && found->metric == metric ? &*found : nullptr;
}

Repeats Repeats::inRowsOf(const RunDiff& other, const RunDiff& own) const {
  std::vector<CellShift> cells;
  for (CellShift cell : m_cells) {
    const auto row = other.rowOf(own.model(cell.row));
    const auto metric = other.metricOf(own.metrics()[cell.metric].name);
    if (!row || !metric) continue;
    cell.row = static_cast<std::uint32_t>(*row);
    cell.metric = static_cast<std::uint16_t>(*metric);
    cells.push_back(cell);
  }
  std::ranges::sort(cells, {}, [](const CellShift& cell) { return std::tuple(cell.row, cell.metric); });
  return Repeats(std::move(cells));
}

const CellShift* Repeats::surestOf(std::size_t row) const {
  const auto found = std::ranges::equal_range(m_cells, static_cast<std::uint32_t>(row), {}, &CellShift::row);
  return found.empty() ? nullptr : &*std::ranges::min_element(found, {}, &CellShift::q);
}

Move shiftMove(const CellShift& cell, const verdicts::MetricInfo& info, const Thresholds& thresholds) {
  switch (cell.answer()) {
    case NoiseAnswer::TooFew: return Move::Nothing;
    case NoiseAnswer::Within: return Move::Same;
    case NoiseAnswer::Beyond: break;
  }
  return moveOfNumbers(cell.medianBefore, cell.medianBefore + cell.shift.value, info, thresholds);
}

std::string qText(double q) { return q < 1e-4 ? "<0.0001" : text::shortNumber(q, 2); }

std::string_view noiseAnswerName(const CellShift& cell) {
  switch (cell.answer()) {
    case NoiseAnswer::TooFew: break;
    case NoiseAnswer::Within: return "within";
    case NoiseAnswer::Beyond: return "beyond";
  }
  return cell.earlier > 0 && cell.moreRepeats == 0 ? "cannot_tell" : "too_few";
}

std::string_view noiseMethod(const CellShift& cell) {
  if (cell.earlier == 0) return "Mann-Whitney";
  return cell.isCounted ? "counts" : "Student t, pooled tails";
}

std::string noiseText(const CellShift& cell) {
  switch (cell.answer()) {
    case NoiseAnswer::TooFew: break;
    case NoiseAnswer::Within: return "within the noise (q " + qText(cell.q) + ')';
    case NoiseAnswer::Beyond: return "beyond the noise (q " + qText(cell.q) + ')';
  }
  if (cell.earlier > 0) {
    const std::string unlike = cell.shift.p <= Repeats::kMaxQ ? " (p " + qText(cell.shift.p) + " alone, q " + qText(cell.q) + ')' : std::string();
    if (cell.moreRepeats == 0) return "cannot tell among so many numbers" + unlike;
    return "cannot tell, " + text::counted(cell.moreRepeats, "more run") + " in the history" +
           (unlike.empty() ? " (" + text::counted(cell.earlier, "value") + " of it)" : unlike);
  }
  return "cannot tell, " + text::counted(cell.moreRepeats, "more repeat") + " of each side (" + std::to_string(cell.shift.before) + " and " +
         std::to_string(cell.shift.after) + " values, q " + qText(cell.q) + ')';
}

std::string shiftText(const CellShift& cell) {
  const statistics::Shift& shift = cell.shift;
  if (cell.earlier > 0) {
    const std::string ofHistory = "against " + text::counted(cell.earlier, "value") + " of the history";
    if (std::isnan(shift.p)) return number(shift.value) + ", " + ofHistory;
    return number(shift.value) + ", noise up to " + number(shift.high - shift.value) + " either way (95 %), p " + qText(shift.p) + ", q " +
           qText(cell.q) + ", " + std::string(noiseMethod(cell)) + ", " + ofHistory;
  }
  return "shift " + number(shift.value) + " (95 %: " + number(shift.low) + " to " + number(shift.high) + "), Cliff's delta " +
         number(shift.cliffsDelta) + ", p " + qText(shift.p) + ", q " + qText(cell.q) + ", " + std::string(noiseMethod(cell)) + " of " +
         std::to_string(shift.before) + " and " + std::to_string(shift.after) + " values";
}

}  // namespace plumbline::diff
