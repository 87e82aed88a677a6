// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/diff/hud_summary.h"

#include <algorithm>
#include <charconv>
#include <cmath>

#include "core/diff/hud_values.h"
#include "core/diff/summary_metrics.h"

namespace plumbline::diff {
namespace {

/// geomean multiplies first and takes the root then, as the dashboard does: another order can round another way. Only
/// where the product is no number any more do logarithms stand in.
double geomean(const std::vector<double>& values) {
  double product = 1;
  for (const double value : values) product *= value;
  if (!std::isnormal(product)) return statistics::geometricMean(values).value;
  return std::pow(product, 1.0 / static_cast<double>(values.size()));
}

double mean(const std::vector<double>& values) {
  double sum = 0;
  for (const double value : values) sum += value;
  return sum / static_cast<double>(values.size());
}

}  // namespace

HudValue shownByHud(double value, int decimals) {
  HudValue out;
  out.text = hudText(value, decimals);
  // Not strtod: in a window the comma may be the decimal point.
  std::from_chars(out.text.data(), out.text.data() + out.text.size(), out.value);
  return out;
}

HudValue hudMean(const RunDiff& diff, const HudReader& reader, const SummaryMetric& metric) {
  const auto column = diff.metricOf(metric.column);
  std::vector<double> values;
  std::size_t passing = 0;
  for (std::size_t row = 0; row < diff.rowCount(); ++row) {
    if (!reader.isAccurate(row)) continue;
    ++passing;
    if (const auto value = reader.stored(row, column); isUsable(value, metric)) values.push_back(*value);
  }
  HudValue out = shownByHud(values.empty() ? 0 : metric.isGeometric ? geomean(values) : mean(values), kHudDecimals);
  out.count = values.size();
  out.leftOut = passing - values.size();
  return out;
}

HudSummary hudSummary(const RunDiff& diff, std::size_t run) {
  const HudReader reader(diff, run);
  HudSummary out;
  for (std::size_t row = 0; row < diff.rowCount(); ++row) {
    if (reader.hasWord(row)) ++out.models;
    if (reader.isPassing(row)) ++out.passing;
  }
  if (out.models != 0) out.passRate = static_cast<double>(out.passing) / static_cast<double>(out.models);
  for (const SummaryMetric& metric : kSummaryMetrics) out.*metric.member = hudMean(diff, reader, metric);
  return out;
}

}  // namespace plumbline::diff
