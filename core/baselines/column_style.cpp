// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/baselines/column_style.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>

#include "core/tables/frame.h"
#include "core/tables/pandas_number.h"
#include "core/text/ascii.h"
#include "core/verdicts/metric_catalogue.h"
#include "core/verdicts/verdict.h"

namespace plumbline::baselines {
namespace {

constexpr double kExactWhole = 9007199254740992.0;  // 2^53: every whole number up to here is a double

/// decimalsOf counts the digits after the point of -12.3400; 0 for -12; none for anything else.
std::optional<int> decimalsOf(std::string_view text) {
  if (text.starts_with('-')) text.remove_prefix(1);
  const std::size_t point = text.find('.');
  const std::string_view whole = text.substr(0, point);
  const std::string_view part = point == std::string_view::npos ? std::string_view() : text.substr(point + 1);
  const auto digits = [](std::string_view s) { return std::ranges::all_of(s, text::isDigit); };
  if (whole.empty() || !digits(whole) || !digits(part)) return std::nullopt;
  if (point != std::string_view::npos && part.empty()) return std::nullopt;
  return static_cast<int>(part.size());
}

std::string fixed(double value, int decimals) {
  std::array<char, 400> buffer{};
  const auto made =
      std::to_chars(buffer.data(), buffer.data() + buffer.size(), value, std::chars_format::fixed, decimals);
  std::string text(buffer.data(), made.ptr);
  const bool zero = text.find_first_of("123456789") == std::string::npos;
  return zero && text.starts_with('-') ? text.substr(1) : text;
}

}  // namespace

std::optional<double> numberIn(std::string_view text) {
  double value = 0;
  if (tables::isNaWord(text) || !tables::parsePandasReal(text, value)) return std::nullopt;
  return value;
}

ColumnStyle styleOf(const BaselineTable& table, std::string_view column) {
  const auto index = table.columnIndex(column);
  if (!index) return {};
  const std::uint8_t metric = verdicts::metricIndex(column);
  const bool count =
      metric != verdicts::kNoMetric && column != "accuracy" && verdicts::metricCatalogue()[metric].decimals == 0;
  const ColumnStyle unclear{count ? ColumnStyle::Kind::Whole : ColumnStyle::Kind::AsWritten, 0};

  std::optional<int> common;
  const std::size_t shift = table.isPrTime() ? 0 : 1;
  for (std::size_t record = shift; record < table.modelCount() + shift; ++record) {
    if (record > 0 && table.csv().isComment(record - 1)) continue;
    const std::string cell = table.cellAt(record, *index);
    if (cell.empty()) continue;
    const auto decimals = decimalsOf(cell);
    if (!decimals || (common && *common != *decimals)) return unclear;
    common = decimals;
  }
  if (!common) return unclear;
  return {*common == 0 ? ColumnStyle::Kind::Whole : ColumnStyle::Kind::Decimals, *common};
}

std::string styled(const ColumnStyle& style, std::string_view text) {
  const auto value = numberIn(text);
  if (style.kind == ColumnStyle::Kind::AsWritten || !value || !std::isfinite(*value)) return std::string(text);
  const std::string_view digits = text::trimmed(text, text::kBlanks);
  if (style.kind == ColumnStyle::Kind::Decimals) {
    // What already has that form keeps its digits: a double holds no more than 17 of them.
    return decimalsOf(digits) == style.decimals ? std::string(digits) : fixed(*value, style.decimals);
  }
  if (decimalsOf(digits) == 0) return std::string(digits);
  const bool whole = std::trunc(*value) == *value && std::abs(*value) < kExactWhole;
  return whole ? fixed(*value, 0) : std::string(digits);
}

bool sameValue(std::string_view column, std::string_view a, std::string_view b) {
  if (a == b) return true;
  if (column == "accuracy") return false;
  const auto left = numberIn(a);
  return left && left == numberIn(b);
}

bool isZero(std::string_view text) { return numberIn(text) == 0.0; }

bool isUnmeasuredZero(std::string_view column, std::string_view text) {
  const std::uint8_t metric = verdicts::metricIndex(column);
  return metric != verdicts::kNoMetric && verdicts::metricCatalogue()[metric].zeroMeansNotMeasured && isZero(text);
}

}  // namespace plumbline::baselines
