// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/text/quantities.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <limits>

namespace plumbline::text {
namespace {

/// Room for every double with all digits before the point and 32 after it.
using NumberBuffer = std::array<char, std::numeric_limits<double>::max_exponent10 + 40>;

void removeTrailingZeros(std::string& number) {
  if (number.find('.') == std::string::npos) return;
  number.erase(number.find_last_not_of('0') + 1);
  if (number.ends_with('.')) number.pop_back();
}

std::string joined(std::int64_t whole, std::string_view unit, std::int64_t rest, std::string_view restUnit) {
  std::string out = std::to_string(whole) + ' ' + std::string(unit);
  if (rest > 0) out += ' ' + std::to_string(rest) + ' ' + std::string(restUnit);
  return out;
}

}  // namespace

std::string groupedText(std::uint64_t count) {
  std::string digits = std::to_string(count);
  for (std::size_t at = digits.size(); at > 3;) digits.insert(at -= 3, 1, ',');
  return digits;
}

std::string counted(std::size_t count, std::string_view one, std::string_view many) {
  std::string out = groupedText(count) + ' ' + std::string(count == 1 || many.empty() ? one : many);
  if (count != 1 && many.empty()) out += 's';
  return out;
}

std::string joined(const std::vector<std::string>& items, std::string_view separator) {
  std::string text;
  for (const std::string& item : items) {
    if (!text.empty()) text += separator;
    text += item;
  }
  return text;
}

std::string fixedText(double value, int decimals) {
  if (std::isnan(value)) return "nan";
  if (std::isinf(value)) return value < 0 ? "-inf" : "inf";
  NumberBuffer buffer{};
  const auto end =
      std::to_chars(buffer.data(), buffer.data() + buffer.size(), value, std::chars_format::fixed, decimals).ptr;
  return {buffer.data(), end};
}

std::string shortestText(double value) {
  std::array<char, 64> buffer{};
  const auto end = std::to_chars(buffer.data(), buffer.data() + buffer.size(), value).ptr;
  return {buffer.data(), end};
}

std::string shortNumber(double value, int digits) {
  if (value == 0) return "0";
  if (!std::isfinite(value)) return fixedText(value, 0);
  constexpr int kMaxDecimals = 9, kMaxWhole = 15;
  const int beforePoint = static_cast<int>(std::floor(std::log10(std::abs(value)))) + 1;
  if (beforePoint > kMaxWhole || beforePoint < -kMaxDecimals) {
    std::array<char, 32> text{};
    const auto end = std::to_chars(text.data(), text.data() + text.size(), value, std::chars_format::general, digits);
    return {text.data(), end.ptr};
  }
  std::string out = fixedText(value, std::clamp(digits - beforePoint, 0, kMaxDecimals));
  removeTrailingZeros(out);
  return out;
}

std::pair<std::string, std::string> toDistinctTexts(double one, double other) {
  constexpr int kMinDecimals = 2;
  constexpr int kMaxDecimals = 6;
  for (int decimals = kMinDecimals;; ++decimals) {
    std::pair<std::string, std::string> texts{fixedText(one, decimals), fixedText(other, decimals)};
    if (texts.first != texts.second || decimals == kMaxDecimals) return texts;
  }
}

std::string sizeText(std::uint64_t bytes) {
  constexpr double kStep = 1000;
  if (static_cast<double>(bytes) < kStep) return counted(bytes, "byte");
  constexpr std::array kUnits = {"kB", "MB", "GB", "TB"};
  double size = static_cast<double>(bytes) / kStep;
  std::size_t unit = 0;
  while (std::round(size) >= kStep && unit + 1 < kUnits.size()) {
    size /= kStep;
    ++unit;
  }
  constexpr double kWithDecimal = 10;
  std::string number = fixedText(size, size < kWithDecimal ? 1 : 0);
  removeTrailingZeros(number);
  return number + ' ' + kUnits[unit];
}

std::string clockText(std::int64_t seconds) {
  if (seconds < 60) return std::to_string(seconds) + " s";
  const auto padded = [](std::int64_t number) { return (number < 10 ? ":0" : ":") + std::to_string(number); };
  const std::int64_t minutes = seconds / 60;
  if (minutes < 60) return std::to_string(minutes) + padded(seconds % 60);
  return std::to_string(minutes / 60) + padded(minutes % 60) + padded(seconds % 60);
}

std::string durationText(double seconds) {
  constexpr double kMsPerSecond = 1000;
  constexpr std::int64_t kMinute = 60, kHour = 3600;
  if (!std::isfinite(seconds) || seconds < 0) return "unknown";
  if (seconds < 1) {
    std::string ms = fixedText(seconds * kMsPerSecond, seconds * kMsPerSecond < 1 ? 1 : 0);
    removeTrailingZeros(ms);
    if (ms != "1000") return ms + " ms";
  }
  if (seconds < kMinute) {
    constexpr double kWithDecimal = 10;
    std::string text = fixedText(seconds, seconds < kWithDecimal ? 1 : 0);
    removeTrailingZeros(text);
    if (text != "60") return text + " s";
  }
  const auto whole = static_cast<std::int64_t>(std::llround(seconds));
  if (whole < kHour) return joined(whole / kMinute, "min", whole % kMinute, "s");
  return joined(whole / kHour, "h", whole % kHour / kMinute, "min");
}

}  // namespace plumbline::text
