// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/charts/number_text.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>

#include "core/text/quantities.h"

namespace plumbline::charts {
namespace {

constexpr double kMaxPlain = 1e15, kMinPlain = 1e-4;

std::string chars(double value, std::chars_format format, int precision) {
  std::array<char, 64> text{};
  const auto end = std::to_chars(text.data(), text.data() + text.size(), value, format, precision).ptr;
  return {text.data(), end};
}

/// "1234.5" -> "1,234.5"; "-0.00" -> "0.00".
std::string grouped(std::string text) {
  if (text.starts_with('-') && text.find_first_of("123456789") == text.npos) text.erase(0, 1);
  const std::size_t first = text.starts_with('-') ? 1 : 0;
  for (std::size_t at = std::min(text.find('.'), text.size()); at > first + 3;) text.insert(at -= 3, 1, ',');
  return text;
}

std::string strayNumber(double value) { return std::isnan(value) ? "nan" : value < 0 ? "-inf" : "inf"; }

/// Text with at most `most` significant digits and no trailing zeros.
std::string significant(double value, int most) {
  if (!std::isfinite(value)) return strayNumber(value);
  if (value == 0) return "0";
  if (std::abs(value) >= kMaxPlain || std::abs(value) < kMinPlain)
    return chars(value, std::chars_format::general, most);
  const int digits = static_cast<int>(std::floor(std::log10(std::abs(value)))) + 1;
  std::string text = chars(value, std::chars_format::fixed, std::clamp(most - digits, 0, 12));
  if (text.find('.') != text.npos) {
    text.erase(text.find_last_not_of('0') + 1);
    if (text.ends_with('.')) text.pop_back();
  }
  return grouped(std::move(text));
}

}  // namespace

std::string fixedText(double value, int decimals) {
  if (!std::isfinite(value)) return strayNumber(value);
  if (std::abs(value) >= kMaxPlain) return chars(value, std::chars_format::general, 6);
  return grouped(chars(value, std::chars_format::fixed, std::clamp(decimals, 0, 15)));
}

std::string shortText(double value) { return significant(value, 6); }
std::string briefText(double value) { return significant(value, 4); }

std::string exactText(double value) {
  if (!std::isfinite(value)) return {};
  std::array<char, 64> text{};
  return {text.data(), std::to_chars(text.data(), text.data() + text.size(), value).ptr};
}

std::string percentText(double share) { return fixedText(share * 100, 1) + " %"; }

std::string signedPercentText(double share) {
  std::string text = percentText(share);
  const bool isZero = text.find_first_of("123456789") == text.npos;
  return share > 0 && !isZero ? "+" + text : text;
}

std::string thresholdText(double share) { return briefText(share * 100) + " %"; }

std::string countText(std::size_t count) { return text::groupedText(count); }

std::string countOf(std::size_t count, const std::string& one, const std::string& many) {
  return countText(count) + " " + (count == 1 ? one : many);
}

std::string valueText(const verdicts::MetricInfo& metric, double value) {
  const bool isSmall = value != 0 && std::abs(value) < std::pow(10.0, 1 - metric.decimals);
  const bool isOdd = metric.decimals == 0 && value != std::floor(value);
  std::string text = isSmall || isOdd ? shortText(value) : fixedText(value, metric.decimals);
  if (!metric.unit.empty()) text += " " + metric.unit;
  return text;
}

std::string axisTitle(const verdicts::MetricInfo& metric) {
  return metric.unit.empty() ? metric.title : metric.title + " (" + metric.unit + ")";
}

}  // namespace plumbline::charts
