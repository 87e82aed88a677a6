// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/charts/make_chart.h"

namespace plumbline::charts {

ChartData makeChart(ChartKind kind, const diff::RunDiff& diff, std::size_t before, std::size_t after,
                    const ChartOptions& options) {
  switch (kind) {
    case ChartKind::CompileTime: return compileTimeChart(diff, before, after, options);
    case ChartKind::Memory: return memoryChart(diff, before, after, options);
    case ChartKind::Speedup: return speedupChart(diff, before, after, options);
    case ChartKind::DeltaCurve: return deltaCurve(diff, before, after, options);
    case ChartKind::Scatter: return scatterChart(diff, before, after, options);
    case ChartKind::Distribution: return distributionChart(diff, before, after, options);
    case ChartKind::Trend: return trendChart(diff, options);
    case ChartKind::Count: break;
  }
  return {};
}

}  // namespace plumbline::charts
