// SPDX-License-Identifier: GPL-3.0-or-later
// The charts, each from its data. Empty data, one value, NaN, negative values give a chart or an emptyText, never an error.
//
//   const ChartData chart = speedupChart(*diff, 0, 1, {.limit = 40});
#pragma once

#include <span>

#include "core/charts/chart_data.h"
#include "core/diff/run_diff.h"
#include "core/diff/thresholds.h"
#include "core/sources/formats/cache_run.h"

namespace plumbline::charts {

enum class Order : std::uint8_t { WorstFirst, BestFirst, Name, File };

struct ChartOptions {
  std::size_t limit = 40;    ///< models that get a mark; 0: all. Scatter, DeltaCurve and Distribution always show all
  std::size_t first = 0;    ///< of the order: the rest is reachable in pages
  Order order = Order::WorstFirst;
  diff::Thresholds thresholds = diff::defaultThresholds();
  std::string metric = {};  ///< Scatter, DeltaCurve, Distribution, Trend; "": speedup, else the first numeric metric
  std::string model = {};   ///< Trend: this model beside the geometric mean; "": the mean alone and the biggest movers
  bool hasTable = true;     ///< ChartData::columns and rows of charts of two runs; a window makes them when they are copied
  std::optional<double> alarmRate = {};  ///< Trend: draws change points, found with this chance of a false alarm in a series
  bool peakMemory = false;  ///< Memory: eager and compiled peak (GB) in place of the ratio
};

/// compileTimeChart: cold and warm bars (means of the repeats, spread as low and high) and the change in time, + for more.
ChartData compileTimeChart(std::span<const sources::CacheRun> runs, const ChartOptions& options = {});
/// The overload for two runs draws their compilation_latency, with the share that the later one saves: 1 - after / before.
ChartData compileTimeChart(const diff::RunDiff& diff, std::size_t before, std::size_t after, const ChartOptions& options = {});
/// memoryChart: compression ratio of run `after` against `before`, per model the line of 0.95 x before (the check's
/// tolerance comes from the rules' threshold of compression_ratio).
ChartData memoryChart(const diff::RunDiff& diff, std::size_t before, std::size_t after, const ChartOptions& options = {});
/// speedupChart: both speedups per model, bounds of the threshold, both geometric means over the paired set.
ChartData speedupChart(const diff::RunDiff& diff, std::size_t before, std::size_t after, const ChartOptions& options = {});
/// deltaCurve: relative deltas of all models, sorted: an S.
ChartData deltaCurve(const diff::RunDiff& diff, std::size_t before, std::size_t after, const ChartOptions& options = {});
/// scatterChart: before against after on log-log axes, parity and tolerance band; linear when a value is not positive.
ChartData scatterChart(const diff::RunDiff& diff, std::size_t before, std::size_t after, const ChartOptions& options = {});
/// distributionChart: two histograms over the same bins.
ChartData distributionChart(const diff::RunDiff& diff, std::size_t before, std::size_t after, const ChartOptions& options = {});
/// trendChart: one metric over runs in the order of `diff.runs()` (commits, old to new).
ChartData trendChart(const diff::RunDiff& diff, const ChartOptions& options = {});
/// phasesChart stacks the stages of compiling (sources::kCompileParts), a bar per model and run that have them.
ChartData phasesChart(const diff::RunDiff& diff, std::size_t before, std::size_t after, const ChartOptions& options = {});
/// kindName is the word of command lines and settings: "compile-time", "memory", "speedup", "deltas", "scatter",
/// "distribution", "trend", "phases". kindTitle is for people.
std::string_view kindName(ChartKind kind);
std::string_view kindTitle(ChartKind kind);
std::optional<ChartKind> kindOfName(std::string_view name);
/// hasOrder: the chart has a mark per model, in ChartOptions::order and in pages.
bool hasOrder(ChartKind kind);
/// makeChart of a kind that needs runs; CompileTime takes compilation_latency of the runs where there are no cache runs.
ChartData makeChart(ChartKind kind, const diff::RunDiff& diff, std::size_t before, std::size_t after,
                    const ChartOptions& options = {});

}  // namespace plumbline::charts
