// SPDX-License-Identifier: GPL-3.0-or-later
// The means that the dashboard's summary is made of (SPEC 16). Only the summary uses it.
//
//   for (const SummaryMetric& metric : kSummaryMetrics) summary.*metric.member = hudMean(diff, reader, metric);
#pragma once

#include <array>
#include <optional>
#include <string_view>

#include "core/diff/hud_summary.h"
#include "core/diff/hud_values.h"

namespace plumbline::diff {

inline constexpr int kHudDecimals = 2;

struct SummaryMetric {
  std::string_view column;
  bool isGeometric;
  HudValue HudSummary::*member;
};
inline constexpr std::array kSummaryMetrics = {
    SummaryMetric{"speedup", true, &HudSummary::speedup},
    SummaryMetric{"compilation_latency", false, &HudSummary::compileTime},
    SummaryMetric{"compression_ratio", false, &HudSummary::compressionRatio},
    SummaryMetric{"abs_latency", false, &HudSummary::latency},
    SummaryMetric{"dynamo_peak_mem", false, &HudSummary::peakMemory},
};

/// isUsable: a 0 enters no mean, and a geometric one has no use for less. SPEC 16 does not say what becomes of peak
/// memory that is 0; it is padding there as well.
inline bool isUsable(const std::optional<double>& value, const SummaryMetric& metric) {
  return value && (metric.isGeometric ? *value > 0 : *value != 0);
}

/// hudMean is one of the dashboard's means over the models whose accuracy passes.
HudValue hudMean(const RunDiff& diff, const HudReader& reader, const SummaryMetric& metric);
/// shownByHud is a number as it stands on the dashboard.
HudValue shownByHud(double value, int decimals);

}  // namespace plumbline::diff
