// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/reports/margin_words.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <set>

namespace plumbline::reports {
namespace {

std::string fixedText(double number, int decimals) {
  if (std::isnan(number)) return "nan";
  if (std::isinf(number)) return number < 0 ? "-inf" : "inf";
  std::array<char, 400> digits{};
  const auto end =
      std::to_chars(digits.data(), digits.data() + digits.size(), number, std::chars_format::fixed, decimals).ptr;
  return {digits.data(), end};
}

/// plainText is the shortest text that reads back as the number.
std::string plainText(double number) {
  std::array<char, 64> digits{};
  const auto end = std::to_chars(digits.data(), digits.data() + digits.size(), number).ptr;
  return {digits.data(), end};
}

std::string counted(std::size_t number, std::string_view one, std::string_view many) {
  return std::to_string(number) + ' ' + std::string(number == 1 ? one : many);
}

}  // namespace

std::string_view marginState(double margin, const numerics::MarginOptions& options) {
  if (std::isnan(margin)) return "no number";
  if (margin > 1) return "over";
  return numerics::isWarned(margin, options) ? "close" : "fine";
}

std::string marginDigits(double margin) {
  constexpr int kDecimals = 3, kMostDecimals = 15;
  std::string text = fixedText(margin, kDecimals);
  for (int decimals = kDecimals + 1; margin != 1 && text.starts_with("1.000") && decimals <= kMostDecimals;
       ++decimals) {
    text = fixedText(margin, decimals);
    if (text.find_first_not_of("01.") != std::string::npos || text.find_last_of('1') != 0) break;
  }
  return text;
}

std::array<std::string, 11> marginCells(const numerics::LoggedMargin& margin, const numerics::MarginOptions& options) {
  constexpr int kErrorDecimals = 5;  // as the log has them
  return {std::string(marginState(margin.margin, options)),
          margin.model.empty() ? "(not told)" : margin.model,
          marginDigits(margin.margin),
          fixedText(margin.resError, kErrorDecimals),
          fixedText(margin.refError, kErrorDecimals),
          plainText(margin.usedMultiplier) + (margin.multiplier ? "" : "*"),
          plainText(margin.usedTol) + (margin.tol ? "" : "*"),
          margin.shape,
          margin.dtype,
          margin.key,
          std::to_string(margin.line)};
}

std::array<std::string, 6> trendCells(const numerics::MarginTrend& trend, const numerics::MarginOptions& options) {
  std::string series;
  double last = 0;
  for (std::size_t log = 0; log < trend.margins.size(); ++log) {
    const auto& margin = trend.margins[log];
    series += (log == 0 ? "" : " -> ") + (margin ? marginDigits(*margin) : "-");
    if (margin) last = *margin;
  }
  return {std::string(marginState(last, options)),
          trend.isRising ? "rising" : "",
          trend.model.empty() ? "(not told)" : trend.model,
          trend.key,
          trend.shape,
          std::move(series)};
}

std::vector<numerics::LoggedMargin> shownMargins(const MarginReport& report, std::size_t log) {
  return report.isAll ? report.margins[log] : numerics::worstPerModel(report.margins[log]);
}

int marginExit(const MarginReport& report) {
  for (const auto& log : report.margins)
    for (const numerics::LoggedMargin& margin : log)
      if (numerics::isWarned(margin.margin, report.options)) return 1;
  return 0;
}

std::string marginSummary(const MarginReport& report) {
  std::set<std::string_view> models, warned;
  std::size_t lines = 0;
  for (const auto& log : report.margins)
    for (const numerics::LoggedMargin& margin : log) {
      ++lines;
      models.insert(margin.model);
      if (numerics::isWarned(margin.margin, report.options)) warned.insert(margin.model);
    }
  const std::string logs = counted(report.logs.size(), "log", "logs");
  if (lines == 0) return logs + ": no line tells the errors that same() computed.";
  return logs + ": " + counted(lines, "margin", "margins") + " of " + counted(models.size(), "model", "models") + "; " +
         counted(warned.size(), "model", "models") + " at or over " + plainText(report.options.warnAt) + '.';
}

std::string assumedNote(const MarginReport& report) {
  for (const auto& log : report.margins)
    if (std::ranges::any_of(log, &numerics::LoggedMargin::isAssumed))
      return "* assumed: an older PyTorch wrote the line, which does not tell it.";
  return {};
}

}  // namespace plumbline::reports
