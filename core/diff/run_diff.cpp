// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/diff/run_diff.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace plumbline::diff {

std::optional<std::size_t> RunDiff::rowOf(std::string_view model) const {
  const auto name = [this](std::uint32_t row) -> std::string_view { return m_models[row]; };
  const auto at = std::ranges::lower_bound(m_byName, model, {}, name);
  if (at == m_byName.end() || name(*at) != model) return std::nullopt;
  return *at;
}

bool RunDiff::hasModel(std::size_t run, std::size_t row) const { return m_has[run][row] != 0; }

bool RunDiff::isOfMissingShard(std::size_t run, std::size_t row) const {
  return !m_unrun[run].empty() && m_unrun[run][row] != 0;
}

std::optional<std::size_t> RunDiff::metricOf(std::string_view column) const {
  const auto at = std::ranges::find(m_metrics, column, &verdicts::MetricInfo::name);
  if (at == m_metrics.end()) return std::nullopt;
  return static_cast<std::size_t>(at - m_metrics.begin());
}

Reading RunDiff::reading(std::size_t run, std::size_t row, std::size_t metric) const {
  const Column& column = m_columns[run][metric];
  const ReadingState state = column.states[row];
  return {state, state == ReadingState::Number ? column.numbers[row] : 0, column.texts[row]};
}

std::span<const double> RunDiff::numbers(std::size_t run, std::size_t metric) const {
  return m_columns[run][metric].numbers;
}

Delta deltaOf(const RunDiff& diff, std::size_t before, std::size_t after, std::size_t row, std::size_t metric) {
  const Reading was = diff.reading(before, row, metric);
  const Reading is = diff.reading(after, row, metric);
  Delta delta;
  delta.isNumeric = was.state == ReadingState::Number && is.state == ReadingState::Number;
  delta.isWordChange = was.state == ReadingState::Word && is.state == ReadingState::Word && was.text != is.text;
  if (!delta.isNumeric) return delta;
  delta.absolute = is.number - was.number;
  delta.relative = was.number == 0 ? std::numeric_limits<double>::quiet_NaN() : delta.absolute / std::abs(was.number);
  return delta;
}

}  // namespace plumbline::diff
