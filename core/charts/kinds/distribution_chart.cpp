// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <cmath>

#include "core/charts/axis_range.h"
#include "core/charts/number_text.h"
#include "core/charts/pair_rows.h"
#include "core/statistics/statistics.h"

namespace plumbline::charts {
namespace {

constexpr std::size_t kMinBins = 8, kMaxBins = 40;
constexpr double kMinLogRatio = 8;  // times the smallest value: from here on a logarithmic axis shows more

struct Side {
  std::string label;
  Role role = Role::Before;
  std::vector<double> values;
};

Side sideOf(const diff::RunDiff& diff, std::size_t run, std::size_t metric, Role role) {
  Side side{diff.runs()[run].label, role, {}};
  for (const double value : diff.numbers(run, metric))
    if (std::isfinite(value)) side.values.push_back(value);
  return side;
}

std::size_t binsFor(std::size_t values) {
  return std::clamp(static_cast<std::size_t>(2 * std::cbrt(static_cast<double>(values))), kMinBins, kMaxBins);
}

void addSide(ChartData& chart, const Side& side, const statistics::Bins& bins, const verdicts::MetricInfo& metric,
             AxisRange& heights) {
  Series series{.title = side.label + ", " + countOf(side.values.size(), "model", "models"),
                .shape = Shape::Steps,
                .role = side.role};
  const std::vector<std::size_t> counts = statistics::countInto(bins, side.values);
  for (std::size_t bin = 0; bin < counts.size(); ++bin) {
    const double count = static_cast<double>(counts[bin]);
    series.marks.push_back(markAt(bins.edges[bin], count, bin));
    heights.add(count);
    Item& item = chart.items[bin];
    item.numbers += (item.numbers.empty() ? "" : ", ") + side.label + " " + countOf(counts[bin], "model", "models");
    chart.rows[bin].push_back(std::to_string(counts[bin]));
  }
  series.marks.push_back({.x = bins.edges.back(), .item = static_cast<std::uint32_t>(counts.size() - 1)});
  chart.series.push_back(std::move(series));
  const statistics::Mean median = statistics::median(side.values);
  if (median.count != 0)
    chart.guides.push_back({.form = Guide::Form::Vertical,
                            .role = side.role,
                            .value = median.value,
                            .title = "median " + side.label + " " + valueText(metric, median.value)});
}

void addBins(ChartData& chart, const statistics::Bins& bins, const verdicts::MetricInfo& metric) {
  const std::string unit = metric.unit.empty() ? "" : " (" + metric.unit + ")";
  chart.columns = {"from" + unit, "to" + unit};
  for (std::size_t bin = 0; bin + 1 < bins.edges.size(); ++bin) {
    Item item;
    item.label = briefText(bins.edges[bin]) + " to " + briefText(bins.edges[bin + 1]) +
                 (metric.unit.empty() ? "" : " " + metric.unit);
    chart.items.push_back(std::move(item));
    chart.rows.push_back({exactText(bins.edges[bin]), exactText(bins.edges[bin + 1])});
  }
}

}  // namespace

ChartData distributionChart(const diff::RunDiff& diff, std::size_t before, std::size_t after,
                            const ChartOptions& options) {
  ChartData chart{.kind = ChartKind::Distribution, .title = "Distribution"};
  chart.subtitle = diff.runs()[before].label + " against " + diff.runs()[after].label;
  const auto column = metricFor(diff, options.metric, chart.emptyText);
  if (!column) return chart;
  const verdicts::MetricInfo& metric = diff.metrics()[*column];
  chart.title = "Distribution of " + metric.title;
  std::vector<Side> sides{sideOf(diff, before, *column, Role::Before)};
  if (before != after) sides.push_back(sideOf(diff, after, *column, Role::After));
  // A run without a single number has no outline; the other one is shown alone.
  for (const Side& side : sides)
    if (side.values.empty()) chart.notes.push_back(side.label + " has no number for " + metric.title + ".");
  std::erase_if(sides, [](const Side& side) { return side.values.empty(); });
  AxisRange values;
  std::size_t count = 0;
  for (const Side& side : sides) {
    for (const double value : side.values) values.add(value);
    count = std::max(count, side.values.size());
    const std::size_t run = side.role == Role::Before ? before : after;
    std::size_t has = 0;
    for (std::size_t row = 0; row < diff.rowCount(); ++row) has += diff.hasModel(run, row) ? 1 : 0;
    if (has > side.values.size())
      chart.notes.push_back(countOf(has - side.values.size(), "model", "models") + " of " + side.label +
                            " left out: not measured, or without a number.");
  }
  if (values.isEmpty()) {
    chart.emptyText = "Nothing to draw: neither run has a number for " + metric.title + ".";
    return chart;
  }
  const bool isLog = values.low() > 0 && values.high() / values.low() >= kMinLogRatio;
  const auto scale = isLog ? statistics::BinScale::Logarithmic : statistics::BinScale::Linear;
  const statistics::Bins bins =
      statistics::commonBins(sides.front().values, sides.back().values, scale, binsFor(count));
  if (bins.edges.size() < 2) {
    chart.emptyText = "Nothing to draw: the values of " + metric.title + " are too far apart for bins.";
    return chart;
  }
  addBins(chart, bins, metric);
  AxisRange heights, edges;
  heights.add(0);
  for (const Side& side : sides) {
    chart.columns.push_back(side.label + " (models)");
    addSide(chart, side, bins, metric, heights);
  }
  edges.add(bins.edges.front());
  edges.add(bins.edges.back());
  chart.shown = chart.total = count;
  chart.subtitle += ", " + countOf(chart.items.size(), "bin", "bins");
  chart.x = isLog ? edges.logAxis(axisTitle(metric)) : edges.axis(axisTitle(metric));
  chart.y = heights.axis("models");
  chart.y.isCount = true;
  return chart;
}

}  // namespace plumbline::charts
