// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/reports/numerics/margin_report.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <nlohmann/json.hpp>
#include <set>

#include "core/reports/markdown_parts.h"
#include "core/reports/text_parts.h"
#include "core/text/json_text.h"
#include "core/text/quantities.h"

namespace plumbline::reports {
namespace {

using Json = nlohmann::ordered_json;

constexpr std::array<std::string_view, 11> kMarginColumns{
    "state", "model", "margin", "res error", "ref error", "multiplier", "tol", "shape", "dtype", "key", "line"};
constexpr std::array<std::string_view, 6> kTrendColumns{"state", "trend", "model", "key", "shape", "margins"};

/// marginCells returns the texts of one line under kMarginColumns; assumed numbers end in '*'.
std::array<std::string, 11> marginCells(const numerics::LoggedMargin& margin, const numerics::MarginOptions& options) {
  constexpr int kErrorDecimals = 5;  // as the log has them
  return {std::string(marginState(margin.margin, options)),
          margin.model.empty() ? "(unknown)" : margin.model,
          marginDigits(margin.margin),
          text::fixedText(margin.resError, kErrorDecimals),
          text::fixedText(margin.refError, kErrorDecimals),
          text::shortestText(margin.usedMultiplier) + (margin.multiplier ? "" : "*"),
          text::shortestText(margin.usedTol) + (margin.tol ? "" : "*"),
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
          trend.model.empty() ? "(unknown)" : trend.model,
          trend.key,
          trend.shape,
          std::move(series)};
}

std::vector<numerics::LoggedMargin> shownMargins(const MarginReport& report, std::size_t log) {
  return report.isAll ? report.margins[log] : numerics::worstPerModel(report.margins[log]);
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
  const std::string logs = text::counted(report.logs.size(), "log", "logs");
  if (lines == 0) return logs + ": no line has the errors that same() computed.";
  return logs + ": " + text::counted(lines, "margin", "margins") + " of " + text::counted(models.size(), "model", "models") + "; " +
         text::counted(warned.size(), "model", "models") + " at or over " + text::shortestText(report.options.warnAt) + '.';
}

/// assumedNote explains the '*'; "" when nothing was assumed.
std::string assumedNote(const MarginReport& report) {
  for (const auto& log : report.margins)
    if (std::ranges::any_of(log, &numerics::LoggedMargin::isAssumed))
      return "* assumed: older versions of PyTorch do not log it.";
  return {};
}

bool isNumberColumn(std::string_view title) {
  return title == "margin" || title == "res error" || title == "ref error" || title == "multiplier" || title == "tol" ||
         title == "line";
}

template <std::size_t N>
std::string textTable(const std::array<std::string_view, N>& titles,
                      const std::vector<std::array<std::string, N>>& rows) {
  std::vector<TableColumn> columns;
  for (const std::string_view title : titles) columns.push_back({std::string(title), isNumberColumn(title)});
  TextTable table(std::move(columns));
  std::vector<std::vector<TableCell>> lines;
  for (const auto& row : rows) {
    std::vector<TableCell>& line = lines.emplace_back();
    for (const std::string& cell : row)
      line.push_back({.first = elidedText(printableText(cell), markdown::kNameCharacters)});
  }
  return table.written(lines);
}

template <std::size_t N>
std::string markdownTable(const std::array<std::string_view, N>& titles,
                          const std::vector<std::array<std::string, N>>& rows) {
  std::string head = "|", rule = "|", body;
  for (const std::string_view title : titles) {
    head += ' ' + std::string(title) + " |";
    rule += isNumberColumn(title) ? "---:|" : "---|";
  }
  for (const auto& row : rows) {
    body += '|';
    for (std::size_t i = 0; i < N; ++i) {
      const bool isOurs = titles[i] == "state" || titles[i] == "trend";
      body += ' ' + (row[i].empty() ? std::string() : isOurs ? row[i] : markdown::name(row[i], true)) + " |";
    }
    body += '\n';
  }
  return head + '\n' + rule + '\n' + body;
}

std::vector<std::array<std::string, 11>> marginRows(const MarginReport& report, std::size_t log) {
  std::vector<std::array<std::string, 11>> rows;
  for (const numerics::LoggedMargin& margin : shownMargins(report, log))
    rows.push_back(marginCells(margin, report.options));
  return rows;
}

std::vector<std::array<std::string, 6>> trendRows(const MarginReport& report) {
  std::vector<std::array<std::string, 6>> rows;
  if (report.logs.size() < 2) return rows;
  for (const numerics::MarginTrend& trend : numerics::marginTrends(report.margins, report.options))
    rows.push_back(trendCells(trend, report.options));
  return rows;
}

std::string marginJson(const numerics::LoggedMargin& margin, const numerics::MarginOptions& options) {
  Json json = {{"model", margin.model}, {"line", margin.line}, {"state", marginState(margin.margin, options)}};
  text::setNumber(json, "margin", margin.margin);
  text::setNumber(json, "res_error", margin.resError);
  text::setNumber(json, "ref_error", margin.refError);
  text::setNumber(json, "multiplier", margin.usedMultiplier);
  text::setNumber(json, "tol", margin.usedTol);
  json.update({{"assumed", margin.isAssumed}, {"shape", margin.shape}, {"dtype", margin.dtype}, {"key", margin.key}});
  return text::toJsonText(json);
}

std::string trendJson(const numerics::MarginTrend& trend) {
  Json margins = Json::array();
  for (const auto& margin : trend.margins) margins.push_back(margin ? text::numberOrNull(*margin) : Json());
  return text::toJsonText(Json{{"model", trend.model},
                 {"key", trend.key},
                 {"shape", trend.shape},
                 {"margins", std::move(margins)},
                 {"warned", trend.isWarned},
                 {"rising", trend.isRising}});
}

/// listed puts each element on a line of its own.
std::string listed(const std::vector<std::string>& elements, const std::string& indent) {
  std::string out = "[";
  for (std::size_t i = 0; i < elements.size(); ++i) out += (i == 0 ? "\n" : ",\n") + indent + ' ' + elements[i];
  return out + (elements.empty() ? "]" : '\n' + indent + ']');
}

}  // namespace

std::string_view marginState(double margin, const numerics::MarginOptions& options) {
  if (std::isnan(margin)) return "no number";
  if (margin > 1) return "over";
  return numerics::isWarned(margin, options) ? "close" : "fine";
}

std::string marginDigits(double margin) {
  constexpr int kDecimals = 3, kMaxDecimals = 15;
  std::string text = text::fixedText(margin, kDecimals);
  for (int decimals = kDecimals + 1; margin != 1 && text.starts_with("1.000") && decimals <= kMaxDecimals; ++decimals) {
    text = text::fixedText(margin, decimals);
    if (text.find_first_not_of("01.") != std::string::npos || text.find_last_of('1') != 0) break;
  }
  return text;
}

int marginExit(const MarginReport& report) {
  for (const auto& log : report.margins)
    for (const numerics::LoggedMargin& margin : log)
      if (numerics::isWarned(margin.margin, report.options)) return 1;
  return 0;
}

std::string marginText(const MarginReport& report) {
  std::string out = marginSummary(report) + '\n';
  for (std::size_t log = 0; log < report.logs.size(); ++log) {
    const auto rows = marginRows(report, log);
    out += '\n' + printableText(report.logs[log]) + '\n';
    out += rows.empty() ? "no margins\n" : textTable(kMarginColumns, rows);
  }
  if (const auto rows = trendRows(report); !rows.empty())
    out += "\nover these logs, in this order\n" + textTable(kTrendColumns, rows);
  if (const std::string note = assumedNote(report); !note.empty()) out += '\n' + note + '\n';
  return out;
}

std::string marginMarkdown(const MarginReport& report) {
  markdown::Body body("### Margins to the limit of `same()`\n\n" + marginSummary(report) + '\n');
  if (const auto rows = trendRows(report); !rows.empty())
    body.add("\n**Over these logs, in this order**\n\n" + markdownTable(kTrendColumns, rows));
  for (std::size_t log = 0; log < report.logs.size(); ++log) {
    const auto rows = marginRows(report, log);
    body.add('\n' + markdown::name(report.logs[log]) + '\n' +
             (rows.empty() ? "\nno margins\n" : '\n' + markdownTable(kMarginColumns, rows)));
  }
  if (const std::string note = assumedNote(report); !note.empty()) body.add("\n\\" + note + '\n');
  return body.finish("\nSome tables were left out: a comment holds no more.\n");
}

std::string marginJson(const MarginReport& report) {
  std::vector<std::string> logs, trends;
  for (std::size_t log = 0; log < report.logs.size(); ++log) {
    std::vector<std::string> margins;
    for (const numerics::LoggedMargin& margin : shownMargins(report, log))
      margins.push_back(marginJson(margin, report.options));
    logs.push_back("{\"path\": " + text::toJsonText(Json(report.logs[log])) + ",\n   \"lines\": " +
                   std::to_string(report.margins[log].size()) + ",\n   \"margins\": " + listed(margins, "   ") + '}');
  }
  if (report.logs.size() > 1)
    for (const numerics::MarginTrend& trend : numerics::marginTrends(report.margins, report.options))
      trends.push_back(trendJson(trend));
  return "{\n \"format\": \"plumbline-margins\",\n \"version\": 2,\n \"exit\": " + std::to_string(marginExit(report)) +
         ",\n \"warn_at\": " + text::toJsonText(text::numberOrNull(report.options.warnAt)) + ",\n \"all\": " + (report.isAll ? "true" : "false") +
         ",\n \"logs\": " + listed(logs, " ") + ",\n \"trends\": " + listed(trends, " ") + "\n}\n";
}

}  // namespace plumbline::reports
