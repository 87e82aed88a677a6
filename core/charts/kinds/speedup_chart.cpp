// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/charts/axis_range.h"
#include "core/charts/number_text.h"
#include "core/charts/pair_rows.h"
#include "core/statistics/statistics.h"

namespace plumbline::charts {
namespace {

constexpr const char* kSpeedup = "speedup";
constexpr double kParity = 1;

void addMean(ChartData& chart, AxisRange& range, const std::string& label, const std::vector<double>& values,
             const verdicts::MetricInfo& metric, Role role) {
  const statistics::Mean mean = statistics::geometricMean(values);
  if (mean.count == 0) return;
  chart.guides.push_back(
      {.role = role, .value = mean.value, .title = "geomean " + label + " " + valueText(metric, mean.value)});
  range.add(mean.value);
}

}  // namespace

ChartData speedupChart(const diff::RunDiff& diff, std::size_t before, std::size_t after, const ChartOptions& options) {
  ChartData chart{.kind = ChartKind::Speedup, .title = "Speedup over eager"};
  const std::string& beforeLabel = diff.runs()[before].label;
  const std::string& afterLabel = diff.runs()[after].label;
  const PairRows pairs = startPairChart(chart, diff, before, after, kSpeedup, options);
  if (chart.isEmpty()) return chart;
  const Page page = startPage(chart, diff, after, pairs, options);
  const double share = options.thresholds.relativeOf(kSpeedup);
  Series bounds{.title = beforeLabel + " \u00B1 " + thresholdText(share), .shape = Shape::Segments, .role = Role::Band};
  Series beforeSeries{.title = beforeLabel, .shape = Shape::Points, .role = Role::Before};
  Series afterSeries{.title = afterLabel, .shape = Shape::Points, .role = pairs.isAlone ? Role::After : Role::ByClass};
  AxisRange range;
  std::vector<double> allBefore, allAfter;
  for (const PairRow& row : pairs.rows) {
    if (row.after <= 0 || row.before <= 0) continue;
    allBefore.push_back(row.before);
    allAfter.push_back(row.after);
  }
  if (const std::size_t out = pairs.rows.size() - allAfter.size(); out != 0)
    chart.notes.push_back(countOf(out, "model is", "models are") +
                          " left out of the geomean: a speedup is not above 0.");
  for (std::size_t i = 0; i < page.count; ++i) {
    const PairRow& row = pairs.rows[page.first + i];
    chart.items.push_back(itemOf(diff, before, after, pairs, row));
    const auto x = static_cast<double>(i);
    afterSeries.marks.push_back(markAt(x, row.after, i));
    range.add(row.after);
    if (pairs.isAlone) continue;
    beforeSeries.marks.push_back(markAt(x, row.before, i));
    Mark bound = markAt(x, row.before * (1 - share), i);
    bound.x2 = x;
    bound.y2 = row.before * (1 + share);
    range.add(bound.y);
    range.add(bound.y2);
    bounds.marks.push_back(bound);
  }
  if (!pairs.isAlone) {
    addMean(chart, range, beforeLabel, allBefore, pairs.metric, Role::Before);
    chart.series = {std::move(bounds), std::move(beforeSeries)};
  } else if (const auto floor = options.thresholds.floorOf(kSpeedup)) {
    chart.guides.push_back({.role = Role::Limit, .value = *floor, .title = "floor " + valueText(pairs.metric, *floor)});
    range.add(*floor);
  }
  addMean(chart, range, afterLabel, allAfter, pairs.metric, Role::After);
  chart.series.push_back(std::move(afterSeries));
  range.add(kParity);
  chart.guides.push_back({.role = Role::Parity, .value = kParity, .title = "1 x, as fast as eager"});
  chart.x = categoryAxis("model", page.count);
  chart.y = range.axis(axisTitle(pairs.metric), 0.08);
  fillTable(chart, diff, before, after, pairs, options);
  return chart;
}

}  // namespace plumbline::charts
