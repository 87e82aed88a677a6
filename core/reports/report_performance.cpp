// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <array>
#include <string_view>

#include "core/charts/make_chart.h"
#include "core/charts/number_text.h"
#include "core/diff/choose_runs.h"
#include "core/reports/report_parts.h"

namespace plumbline::reports {
namespace {

/// ChartOf is a chart worth a place in a report, and the column that both sides must have for it.
struct ChartOf {
  std::string_view column;
  charts::ChartKind kind;
};
constexpr std::array kCharts = {ChartOf{"speedup", charts::ChartKind::Speedup},
                                ChartOf{"speedup", charts::ChartKind::Scatter},
                                ChartOf{"compilation_latency", charts::ChartKind::CompileTime},
                                ChartOf{"compression_ratio", charts::ChartKind::Memory}};

/// A chart in a report is half a page wide and cannot be zoomed.
constexpr std::size_t kMostModels = 24;

bool haveBoth(const overview::ConfigResult& config, std::string_view column) {
  return config.run->columnOf(column).has_value() && config.baseline->columnOf(column).has_value();
}

}  // namespace

void addPerformance(const overview::ConfigResult& from, const ReportOptions& options, ReportConfig& to) {
  if (from.run == nullptr || from.baseline == nullptr) return;
  const bool isTimed = std::any_of(kCharts.begin(), kCharts.end(), [&](const ChartOf& c) { return haveBoth(from, c.column); });
  if (!isTimed) return;
  const auto runs = diff::actualAgainstBaseline(from);
  if (!runs) return;
  const auto made = diff::RunDiff::make(*runs);
  if (!made.isValue()) return;
  const diff::RunDiff& pair = *made.value();
  to.summary = diff::summaryLines(pair, 0, 1);
  to.ratioAlarms = diff::ratioAlarms(pair, 0, 1, options.thresholds);
  for (const diff::RatioAlarm& alarm : to.ratioAlarms) to.alarmModels.push_back(pair.model(alarm.row));
  if (!options.withCharts) return;
  charts::ChartOptions chartOptions;
  chartOptions.thresholds = options.thresholds;
  chartOptions.most = kMostModels;
  for (const ChartOf& chart : kCharts) {
    if (!haveBoth(from, chart.column)) continue;
    charts::ChartData data = charts::makeChart(chart.kind, pair, 0, 1, chartOptions);
    if (!data.isEmpty()) to.charts.push_back(std::move(data));
  }
}

void addCompileTimes(const overview::CommitView& view, const ReportOptions& options, Report& to) {
  if (!options.withCharts || view.opened().cacheRuns.empty()) return;
  charts::ChartOptions chartOptions;
  chartOptions.thresholds = options.thresholds;
  chartOptions.most = kMostModels;
  charts::ChartData data = charts::compileTimeChart(view.opened().cacheRuns, chartOptions);
  if (!data.isEmpty()) to.charts.push_back(std::move(data));
}

std::string meanText(const statistics::Mean& mean, const diff::SummaryLine& line) {
  if (mean.count == 0) return "-";
  const std::uint8_t metric = verdicts::metricIndex(line.metric);
  if (metric == verdicts::kNoMetric) return charts::fixedText(mean.value, 1) + (line.unit.empty() ? "" : " " + line.unit);
  return charts::valueText(verdicts::metricCatalogue()[metric], mean.value);
}

}  // namespace plumbline::reports
