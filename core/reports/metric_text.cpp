// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/reports/metric_text.h"

#include <charconv>
#include <cmath>

namespace plumbline::reports {

namespace {

/// isCount: a whole number that is a float only because another cell of its column is empty: 7.0 graph breaks.
bool isCount(const tables::Value& value, const verdicts::MetricInfo& info) {
  constexpr double kExact = 9007199254740992.0;  // 2^53
  return value.kind == tables::ValueKind::Real && info.decimals == 0 && std::abs(value.real) < kExact &&
         value.real == std::floor(value.real);
}

std::string side(const std::optional<tables::Value>& value, const std::string& text, const verdicts::MetricInfo& info) {
  if (!value) return "-";
  if (value->kind == tables::ValueKind::NaN) return "(empty)";
  return isCount(*value, info) ? std::to_string(static_cast<std::int64_t>(value->real)) : text;
}

std::string number(double value, std::chars_format format, int precision) {
  char buffer[512];
  return {buffer, std::to_chars(buffer, buffer + sizeof buffer, value, format, precision).ptr};
}

}  // namespace

std::string signedDelta(double delta, int decimals) {
  if (!std::isfinite(delta)) return std::isnan(delta) ? "nan" : delta > 0 ? "+inf" : "-inf";
  const double size = std::abs(delta);
  const bool hidden = size < 0.5 * std::pow(10.0, -decimals) || (decimals == 0 && size != std::floor(size));
  std::string digits = hidden || size >= 1e15 ? number(size, std::chars_format::general, 3)
                                              : number(size, std::chars_format::fixed, decimals);
  return (std::signbit(delta) ? "-" : "+") + digits;
}

const char* betterName(verdicts::Better better) {
  switch (better) {
    case verdicts::Better::Lower: return "lower";
    case verdicts::Better::Higher: return "higher";
    case verdicts::Better::Neither: break;
  }
  return "neither";
}

MetricText metricText(const verdicts::MetricCell& cell, const verdicts::MetricInfo& info) {
  MetricText words{side(cell.expected, cell.expectedText, info), {}};
  const std::string actual = side(cell.actual, cell.actualText, info);
  if (!cell.changed && cell.expected && cell.actual) {
    if (cell.notMeasured) words.after = " (not measured)";
    return words;
  }
  words.after = " -> " + actual;
  if (cell.notMeasured) {
    words.after += " (not measured)";
  } else if (cell.numeric) {
    words.after += " (" + signedDelta(cell.delta, info.decimals) + ')';
  }
  return words;
}

}  // namespace plumbline::reports
