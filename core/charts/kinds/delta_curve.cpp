// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <cmath>

#include "core/charts/axis_range.h"
#include "core/charts/number_text.h"
#include "core/charts/pair_rows.h"
#include "core/statistics/statistics.h"

namespace plumbline::charts {
namespace {

constexpr double kPercent = 100;

void addGuides(ChartData& chart, AxisRange& range, const PairRows& pairs, double threshold) {
  chart.guides.push_back({.role = Role::Parity, .value = 0, .title = {}});
  if (threshold > 0) {
    chart.guides.push_back(
        {.role = Role::Limit, .value = threshold * kPercent, .title = "threshold " + thresholdText(threshold)});
    chart.guides.push_back({.role = Role::Limit, .value = -threshold * kPercent, .title = {}});
  }
  std::vector<double> ratios;
  for (const PairRow& row : pairs.rows)
    if (row.before > 0 && row.after > 0) ratios.push_back(row.after / row.before);
  const statistics::Mean mean = statistics::geometricMean(ratios);
  if (mean.count != 0) {
    const double moved = mean.value - 1;
    chart.guides.push_back(
        {.role = Role::Mean, .value = moved * kPercent, .title = "geomean " + signedPercentText(moved)});
    range.add(moved * kPercent);
  }
  range.add(threshold * kPercent);
  range.add(-threshold * kPercent);
}

}  // namespace

ChartData deltaCurve(const diff::RunDiff& diff, std::size_t before, std::size_t after, const ChartOptions& options) {
  ChartData chart{.kind = ChartKind::DeltaCurve, .title = "Deltas"};
  const auto made = std::make_shared<PairRows>(startPairChart(chart, diff, before, after, options.metric, options));
  PairRows& pairs = *made;
  if (!pairs.metric.title.empty()) chart.title = "Deltas of " + pairs.metric.title;
  requireBothRuns(chart, diff, before, pairs);
  if (chart.isEmpty()) return chart;
  const std::size_t all = pairs.rows.size();
  if (const auto metric = diff.metricOf(pairs.metric.name); metric && !diff.isComparable(before, after, *metric)) {
    chart.emptyText = "Nothing to draw: " + diff.cacheSentence(before, after);
    return chart;
  }
  const std::size_t tooFar =
      std::erase_if(pairs.rows, [](const PairRow& row) { return !std::isfinite(row.relative * kPercent); });
  if (tooFar != 0)
    chart.notes.push_back(countOf(tooFar, "model has", "models have") +
                          " no relative delta: the value before is 0, or next to it.");
  std::ranges::stable_sort(pairs.rows, {}, &PairRow::relative);
  chart.subtitle += ", " + countOf(pairs.rows.size(), "model", "models");
  chart.shown = pairs.rows.size();
  chart.total = all;
  fillTable(chart, diff, before, after, pairs, options);
  if (pairs.rows.empty()) {
    chart.emptyText = "Nothing to draw: no model has a value before that a delta could be relative to.";
    return chart;
  }
  Series series{.title = "delta", .shape = Shape::Points, .role = Role::ByClass};
  AxisRange range;
  range.add(0);
  addItems(chart, diff, before, after, made);
  for (std::size_t i = 0; i < pairs.rows.size(); ++i) {
    const double y = pairs.rows[i].relative * kPercent;
    series.marks.push_back(markAt(static_cast<double>(i + 1), y, i));
    range.add(y);
  }
  chart.series.push_back(std::move(series));
  addGuides(chart, range, pairs, options.thresholds.relativeOf(pairs.metric.name));
  chart.x = {.title = "models, sorted by delta", .isCount = true, .low = 0, .high = static_cast<double>(pairs.rows.size() + 1)};
  chart.y = range.axis("delta of " + pairs.metric.title + " (%)");
  return chart;
}

}  // namespace plumbline::charts
