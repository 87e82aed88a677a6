// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/charts/make_chart.h"

#include <array>

namespace plumbline::charts {
namespace {

struct KindEntry {
  ChartKind kind;
  std::string_view name, title;
  ChartData (*make)(const diff::RunDiff& diff, std::size_t before, std::size_t after, const ChartOptions& options);
  bool hasOrder;
};

ChartData makeTrend(const diff::RunDiff& diff, std::size_t, std::size_t, const ChartOptions& options) {
  return trendChart(diff, options);
}

constexpr std::array<KindEntry, static_cast<std::size_t>(ChartKind::Count)> kKinds = {{
    {ChartKind::CompileTime, "compile-time", "Compile time", compileTimeChart, true},
    {ChartKind::Memory, "memory", "Memory", memoryChart, true},
    {ChartKind::Speedup, "speedup", "Speedup", speedupChart, true},
    {ChartKind::DeltaCurve, "deltas", "Deltas", deltaCurve, false},
    {ChartKind::Scatter, "scatter", "Before against after", scatterChart, false},
    {ChartKind::Distribution, "distribution", "Distribution", distributionChart, false},
    {ChartKind::Trend, "trend", "Trend", makeTrend, false},
    {ChartKind::Phases, "phases", "Phases", phasesChart, true},
}};

constexpr const KindEntry& entryOf(ChartKind kind) { return kKinds[static_cast<std::size_t>(kind)]; }
static_assert([] {
  for (std::size_t i = 0; i < kKinds.size(); ++i)
    if (static_cast<std::size_t>(kKinds[i].kind) != i) return false;
  return true;
}());

}  // namespace

std::string_view kindName(ChartKind kind) { return entryOf(kind).name; }
std::string_view kindTitle(ChartKind kind) { return entryOf(kind).title; }
bool hasOrder(ChartKind kind) { return entryOf(kind).hasOrder; }

std::optional<ChartKind> kindOfName(std::string_view name) {
  for (const KindEntry& entry : kKinds)
    if (entry.name == name) return entry.kind;
  return std::nullopt;
}

ChartData makeChart(ChartKind kind, const diff::RunDiff& diff, std::size_t before, std::size_t after,
                    const ChartOptions& options) {
  ChartData chart = entryOf(kind).make(diff, before, after, options);
  const auto& one = diff.runs()[before].config;
  if (one && one == diff.runs()[after].config) chart.subtitle = configs::configName(*one) + ", " + chart.subtitle;
  return chart;
}

}  // namespace plumbline::charts
