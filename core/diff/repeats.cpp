// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/diff/repeats.h"

#include <algorithm>
#include <cmath>
#include <tuple>

#include "core/statistics/false_discovery.h"
#include "core/text/quantities.h"

namespace plumbline::diff {
namespace {

constexpr std::size_t kMinValues = 4;

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
  if (smallestP(shift.before, shift.after) > Repeats::kMaxQ) return NoiseAnswer::TooFew;
  return q <= Repeats::kMaxQ ? NoiseAnswer::Beyond : NoiseAnswer::Within;
}

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
                         .shift = statistics::compareSamples(before, after)});
      p.push_back(m_cells.back().shift.p);
    }
  }
  const std::vector<double> q = statistics::falseDiscoveryRates(p);
  for (std::size_t i = 0; i < m_cells.size(); ++i) m_cells[i].q = q[i];
}

const CellShift* Repeats::of(std::size_t row, std::size_t metric) const {
  const auto found = std::ranges::lower_bound(m_cells, std::tuple(row, metric), {}, [](const CellShift& cell) {
    return std::tuple(std::size_t{cell.row}, std::size_t{cell.metric});
  });
  return found != m_cells.end() && found->row == row && found->metric == metric ? &*found : nullptr;
}

const CellShift* Repeats::surestOf(std::size_t row) const {
  const auto found = std::ranges::equal_range(m_cells, static_cast<std::uint32_t>(row), {}, &CellShift::row);
  return found.empty() ? nullptr : &*std::ranges::min_element(found, {}, &CellShift::q);
}

std::string qText(double q) { return text::shortNumber(q, 2); }

std::string noiseText(const CellShift& cell) {
  switch (cell.answer()) {
    case NoiseAnswer::TooFew: break;
    case NoiseAnswer::Within: return "within the noise (q " + qText(cell.q) + ')';
    case NoiseAnswer::Beyond: return "beyond the noise (q " + qText(cell.q) + ')';
  }
  return "too few repeats to say (" + std::to_string(cell.shift.before) + " and " + std::to_string(cell.shift.after) + " values)";
}

std::string shiftText(const CellShift& cell) {
  const statistics::Shift& shift = cell.shift;
  return "shift " + number(shift.value) + " (95 %: " + number(shift.low) + " to " + number(shift.high) + "), Cliff's delta " +
         number(shift.cliffsDelta) + ", p " + qText(shift.p) + ", q " + qText(cell.q) + ", Mann-Whitney of " +
         std::to_string(shift.before) + " and " + std::to_string(shift.after) + " values";
}

}  // namespace plumbline::diff
