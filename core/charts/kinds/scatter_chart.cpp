// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>

#include "core/charts/axis_range.h"
#include "core/charts/number_text.h"
#include "core/charts/pair_rows.h"
#include "core/text/ascii.h"

namespace plumbline::charts {

ChartData scatterChart(const diff::RunDiff& diff, std::size_t before, std::size_t after, const ChartOptions& options) {
  ChartData chart{.kind = ChartKind::Scatter, .title = "Before against after"};
  const std::string& beforeLabel = diff.runs()[before].label;
  const std::string& afterLabel = diff.runs()[after].label;
  ChartOptions ordered = options;
  if (!options.hasTable && diff.rowCount() > kManyItems) ordered.order = Order::File;  // nothing shows the order
  const auto made = std::make_shared<const PairRows>(startPairChart(chart, diff, before, after, options.metric, ordered));
  const PairRows& pairs = *made;
  if (!pairs.metric.title.empty()) chart.title = pairs.metric.title + ", model by model";
  if (text::isLower(chart.title[0])) chart.title[0] = static_cast<char>(chart.title[0] - 'a' + 'A');
  requireBothRuns(chart, diff, before, pairs);
  if (chart.isEmpty()) return chart;
  chart.subtitle += ", " + countOf(pairs.rows.size(), "model", "models");
  chart.shown = chart.total = pairs.rows.size();
  Series series{.title = afterLabel, .shape = Shape::Points, .role = Role::ByClass};
  AxisRange range;
  bool isPositive = true;
  addItems(chart, diff, before, after, made);
  std::vector<std::pair<double, std::size_t>> byX;
  byX.reserve(pairs.rows.size());
  for (std::size_t i = 0; i < pairs.rows.size(); ++i) {
    const PairRow& row = pairs.rows[i];
    byX.emplace_back(row.before, i);
    range.add(row.before);
    range.add(row.after);
    isPositive &= row.before > 0 && row.after > 0;
  }
  std::ranges::sort(byX);
  series.marks.reserve(byX.size());
  for (const auto& [x, i] : byX) series.marks.push_back(markAt(x, pairs.rows[i].after, i));
  chart.series.push_back(std::move(series));
  const auto axis = [&](const std::string& label) {
    const std::string title = label + ", " + axisTitle(pairs.metric);
    return isPositive ? range.logAxis(title) : range.axis(title);
  };
  chart.x = axis(beforeLabel);
  chart.y = axis(afterLabel);
  const double share = options.thresholds.relativeOf(pairs.metric.name);
  if (share > 0)
    chart.guides.push_back({.form = Guide::Form::DiagonalBand,
                            .role = Role::Band,
                            .value = share,
                            .title = "within " + thresholdText(share)});
  chart.guides.push_back({.form = Guide::Form::Diagonal, .role = Role::Parity, .value = 0, .title = "no change"});
  fillTable(chart, diff, before, after, pairs, options);
  return chart;
}

}  // namespace plumbline::charts
