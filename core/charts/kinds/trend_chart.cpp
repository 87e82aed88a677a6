// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <array>
#include <cmath>

#include "core/charts/axis_range.h"
#include "core/charts/change_marks.h"
#include "core/charts/number_text.h"
#include "core/charts/pair_rows.h"
#include "core/statistics/statistics.h"

namespace plumbline::charts {
namespace {

constexpr std::array kMoverRoles = {Role::After, Role::Third, Role::Fourth, Role::Fifth, Role::Sixth};

class TrendMaker {
 public:
  TrendMaker(const diff::RunDiff& diff, const ChartOptions& options) : m_diff(diff), m_options(options) {}

  ChartData make() {
    m_chart.kind = ChartKind::Trend;
    m_chart.title = "Trend";
    m_chart.subtitle = countOf(m_diff.runs().size(), "run", "runs") + ", old to new";
    const auto metric = metricFor(m_diff, m_options.metric, m_chart.emptyText);
    if (!metric) return std::move(m_chart);
    m_metric = *metric;
    m_info = m_diff.metrics()[m_metric];
    m_chart.title = "Trend of " + m_info.title;
    for (const diff::Run& run : m_diff.runs()) {
      m_chart.items.push_back({.label = run.label});
      m_chart.columns.push_back(run.label + " " + m_info.name);
    }
    m_chart.columns.insert(m_chart.columns.begin(), "model");
    m_chart.categories = m_diff.runs().size();
    const std::vector<std::uint32_t> common = commonRows();
    addMean(common);
    noteCaches();
    if (m_options.model.empty()) {
      addMovers(common);
    } else if (const auto row = m_diff.rowOf(m_options.model); row && hasValue(*row)) {
      addModel(*row, Role::After);
      m_chart.shown = 1;
    } else {
      m_chart.notes.push_back(m_options.model + " has no number for " + m_info.title + " in these runs.");
    }
    if (m_chart.series.empty()) {
      m_chart.emptyText = "Nothing to draw: no model has a number for " + m_info.title + " in every run.";
      m_chart.items.clear();
      m_chart.categories = 0;
      return std::move(m_chart);
    }
    m_chart.x = categoryAxis("run", m_chart.categories);
    m_chart.y = m_range.axis(axisTitle(m_info), 0.08);
    if (m_options.alarmRate) addChanges(m_chart, m_chart.series.size(), *m_options.alarmRate, m_info.better);
    return std::move(m_chart);
  }

 private:
  double valueOf(std::size_t run, std::size_t row) const { return m_diff.numbers(run, m_metric)[row]; }
  bool hasValue(std::size_t row) const {
    for (std::size_t run = 0; run < m_diff.runs().size(); ++run)
      if (std::isfinite(valueOf(run, row))) return true;
    return false;
  }

  bool isPositive(std::size_t row) const {
    for (std::size_t run = 0; run < m_diff.runs().size(); ++run)
      if (!(valueOf(run, row) > 0)) return false;
    return true;
  }

  /// The models that every run has measured, and the table of all models that any has.
  std::vector<std::uint32_t> commonRows() {
    std::vector<std::uint32_t> rows;
    std::size_t some = 0;
    for (std::size_t row = 0; row < m_diff.rowCount(); ++row) {
      std::vector<std::string> cells{m_diff.model(row)};
      std::size_t has = 0;
      for (std::size_t run = 0; run < m_diff.runs().size(); ++run) {
        const bool isNumber = std::isfinite(valueOf(run, row));
        cells.push_back(isNumber ? exactText(valueOf(run, row)) : "");
        has += isNumber ? 1 : 0;
      }
      if (has != 0) m_chart.rows.push_back(std::move(cells));
      if (has == m_diff.runs().size()) rows.push_back(static_cast<std::uint32_t>(row));
      some += has != 0 && has != m_diff.runs().size() ? 1 : 0;
    }
    m_chart.total = m_chart.rows.size();
    if (some != 0)
      m_chart.notes.push_back(countOf(some, "model is", "models are") +
                              " left out of the mean: not measured in every run.");
    return rows;
  }

  /// noteCaches names the first runs next to each other whose compile times cannot be compared.
  void noteCaches() {
    for (std::size_t run = 1; run < m_diff.runs().size(); ++run)
      if (!m_diff.isComparable(run - 1, run, m_metric)) return m_chart.notes.push_back(m_diff.cacheSentence(run - 1, run));
  }

  /// Over the same models in every run; a geometric mean takes those that are above 0 in all of them.
  void addMean(std::vector<std::uint32_t> rows) {
    const bool isRatio = m_info.unit == "x";
    const std::string word = isRatio ? "geomean" : "mean";
    const std::size_t out = isRatio ? std::erase_if(rows, [&](std::uint32_t row) { return !isPositive(row); }) : 0;
    if (out != 0)
      m_chart.notes.push_back(countOf(out, "model is", "models are") +
                              " left out of the geomean: a value is not above 0.");
    Series series{
        .title = word + " of " + countOf(rows.size(), "model", "models"), .shape = Shape::Line, .role = Role::Mean};
    for (std::size_t run = 0; run < m_diff.runs().size(); ++run) {
      std::vector<double> values;
      for (const std::uint32_t row : rows) values.push_back(valueOf(run, row));
      const statistics::Mean mean = isRatio ? statistics::geometricMean(values) : statistics::arithmeticMean(values);
      if (mean.count == 0 || !std::isfinite(mean.value)) continue;
      m_chart.items[run].numbers =
          word + " " + valueText(m_info, mean.value) + " of " + countOf(mean.count, "model", "models");
      add(series, run, mean.value, static_cast<std::uint32_t>(run));
    }
    if (!series.marks.empty()) m_chart.series.push_back(std::move(series));
  }

  /// Those that moved most from the first run to the last.
  void addMovers(const std::vector<std::uint32_t>& rows) {
    const std::size_t last = m_diff.runs().size() - 1;
    std::vector<std::pair<double, std::uint32_t>> moved;
    for (const std::uint32_t row : rows) {
      const double from = valueOf(0, row), to = valueOf(last, row);
      const double by = from == 0 ? 0 : std::abs((to - from) / from);
      if (by > m_options.thresholds.relativeOf(m_info.name)) moved.emplace_back(by, row);
    }
    std::ranges::stable_sort(moved, [](const auto& a, const auto& b) { return a.first > b.first; });
    const std::size_t shown = std::min(moved.size(), kMoverRoles.size());
    for (std::size_t i = 0; i < shown; ++i) addModel(moved[i].second, kMoverRoles[i]);
    m_chart.shown = shown;
    if (moved.size() > shown)
      m_chart.subtitle += ", " + countText(shown) + " biggest of " + countOf(moved.size(), "mover", "movers");
  }

  void addModel(std::size_t row, Role role) {
    Series series{.title = m_diff.model(row), .shape = Shape::Line, .role = role};
    for (std::size_t run = 0; run < m_diff.runs().size(); ++run) {
      const double value = valueOf(run, row);
      if (!std::isfinite(value)) continue;
      Item item;
      item.name = item.label = m_diff.model(row);
      item.numbers = m_diff.runs()[run].label + " " + valueText(m_info, value);
      if (run != 0 && std::isfinite(valueOf(run - 1, row))) {
        const diff::Move move = diff::moveOf(m_diff, run - 1, run, row, m_metric, m_options.thresholds);
        item.cls = classOf(move);
        item.isMarked = hasMoved(move);
        const double from = valueOf(run - 1, row), moved = (value - from) / std::abs(from);
        if (std::isfinite(moved)) item.numbers += ", " + signedPercentText(moved);
      }
      m_chart.items.push_back(std::move(item));
      add(series, run, value, static_cast<std::uint32_t>(m_chart.items.size() - 1));
    }
    m_chart.series.push_back(std::move(series));
  }

  void add(Series& series, std::size_t run, double value, std::uint32_t item) {
    series.marks.push_back(markAt(static_cast<double>(run), value, item));
    m_range.add(value);
  }

  const diff::RunDiff& m_diff;
  const ChartOptions& m_options;
  std::size_t m_metric = 0;
  verdicts::MetricInfo m_info;
  ChartData m_chart;
  AxisRange m_range;
};

}  // namespace

ChartData trendChart(const diff::RunDiff& diff, const ChartOptions& options) {
  return TrendMaker(diff, options).make();
}

}  // namespace plumbline::charts
