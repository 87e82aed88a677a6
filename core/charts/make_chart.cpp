// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/charts/make_chart.h"

#include <cmath>

#include "core/charts/axis_range.h"
#include "core/charts/number_text.h"
#include "core/charts/pair_rows.h"

namespace plumbline::charts {
namespace {

constexpr const char* kCompileTime = "compilation_latency";
constexpr double kRoomForText = 0.2;

/// Compile times of two runs, with what the later one saves as cachebench counts it: 1 - after / before.
ChartData compileTimeOfRuns(const diff::RunDiff& diff, std::size_t before, std::size_t after,
                            const ChartOptions& options) {
  ChartData chart{.kind = ChartKind::CompileTime, .title = "Compile time"};
  chart.subtitle = diff.runs()[before].label + " against " + diff.runs()[after].label;
  const auto metric = metricFor(diff, kCompileTime, chart.emptyText);
  if (!metric) return chart;
  const PairRows pairs = pairRows(diff, before, after, *metric, options);
  chart.notes = pairs.notes;
  chart.emptyText = pairs.emptyText;
  if (chart.isEmpty()) return chart;
  const Page page = pageOf(pairs.rows.size(), options);
  chart.subtitle = (pairs.isAlone ? diff.runs()[after].label : chart.subtitle) + ", " + pageWords(page, options.order);
  if (!pairs.isAlone) chart.subtitle += ", above the bars the speedup in per cent";
  if (!pairs.isAlone) chart.markedTitle = "slower beyond the threshold";
  chart.shown = chart.categories = page.count;
  chart.total = page.total;
  Series olds{.title = diff.runs()[before].label, .shape = Shape::Bars, .role = Role::Before};
  Series news{.title = diff.runs()[after].label, .shape = Shape::Bars, .role = Role::After};
  AxisRange range;
  range.add(0);
  for (std::size_t i = 0; i < page.count; ++i) {
    const PairRow& row = pairs.rows[page.first + i];
    Item item = itemOf(diff, before, after, pairs, row);
    Mark mark{.x = static_cast<double>(i),
              .y = row.after,
              .low = row.after,
              .high = row.after,
              .item = static_cast<std::uint32_t>(i)};
    range.add(row.after);
    if (!pairs.isAlone) {
      olds.marks.push_back({.x = mark.x, .y = row.before, .low = row.before, .high = row.before, .item = mark.item});
      range.add(row.before);
      if (row.before > 0) mark.text = percentText(1 - row.after / row.before);
    }
    news.marks.push_back(std::move(mark));
    chart.items.push_back(std::move(item));
  }
  if (!pairs.isAlone) chart.series.push_back(std::move(olds));
  chart.series.push_back(std::move(news));
  chart.x = categoryAxis("model", page.count);
  chart.y = range.axis(axisTitle(pairs.metric), pairs.isAlone ? 0.08 : kRoomForText);
  fillTable(chart, diff, before, after, pairs);
  return chart;
}

}  // namespace

ChartData makeChart(ChartKind kind, const diff::RunDiff& diff, std::size_t before, std::size_t after,
                    const ChartOptions& options) {
  switch (kind) {
    case ChartKind::CompileTime:
      return compileTimeOfRuns(diff, before, after, options);
    case ChartKind::Memory:
      return memoryChart(diff, before, after, options);
    case ChartKind::Speedup:
      return speedupChart(diff, before, after, options);
    case ChartKind::DeltaCurve:
      return deltaCurve(diff, before, after, options);
    case ChartKind::Scatter:
      return scatterChart(diff, before, after, options);
    case ChartKind::Distribution:
      return distributionChart(diff, before, after, options);
    case ChartKind::Trend:
      return trendChart(diff, options);
    case ChartKind::Count:
      break;
  }
  return {};
}

}  // namespace plumbline::charts
