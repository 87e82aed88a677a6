// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/reports/margin_report.h"

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>
#include <span>

#include "core/reports/margin_words.h"
#include "core/reports/markdown_parts.h"
#include "core/reports/shown_text.h"
#include "core/reports/text_table.h"

namespace plumbline::reports {
namespace {

using Json = nlohmann::ordered_json;

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
      line.push_back({.first = elidedText(shownText(cell), markdown::kNameCharacters)});
    table.measure(line);
  }
  std::string out = table.header("");
  for (const auto& line : lines) out += table.line(line);
  return out;
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

/// numberJson: NaN and infinities are no JSON, and are told as null beside `state`.
Json numberJson(double number) { return std::isfinite(number) ? Json(number) : Json(); }
Json numberJson(const std::optional<double>& number) { return number ? numberJson(*number) : Json(); }

std::string dumped(const Json& json) { return json.dump(-1, ' ', false, Json::error_handler_t::replace); }

std::string marginJson(const numerics::LoggedMargin& margin, const numerics::MarginOptions& options) {
  return dumped({{"model", margin.model},
                 {"line", margin.line},
                 {"state", marginState(margin.margin, options)},
                 {"margin", numberJson(margin.margin)},
                 {"resError", numberJson(margin.resError)},
                 {"refError", numberJson(margin.refError)},
                 {"multiplier", numberJson(margin.usedMultiplier)},
                 {"tol", numberJson(margin.usedTol)},
                 {"assumed", margin.isAssumed},
                 {"shape", margin.shape},
                 {"dtype", margin.dtype},
                 {"key", margin.key}});
}

std::string trendJson(const numerics::MarginTrend& trend) {
  Json margins = Json::array();
  for (const auto& margin : trend.margins) margins.push_back(numberJson(margin));
  return dumped({{"model", trend.model},
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

std::string marginText(const MarginReport& report) {
  std::string out = marginSummary(report) + '\n';
  for (std::size_t log = 0; log < report.logs.size(); ++log) {
    const auto rows = marginRows(report, log);
    out += '\n' + shownText(report.logs[log]) + '\n';
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
  return body.take("\nSome tables were left out: a comment holds no more.\n");
}

std::string marginJson(const MarginReport& report) {
  std::vector<std::string> logs, trends;
  for (std::size_t log = 0; log < report.logs.size(); ++log) {
    std::vector<std::string> margins;
    for (const numerics::LoggedMargin& margin : shownMargins(report, log))
      margins.push_back(marginJson(margin, report.options));
    logs.push_back("{\"path\": " + dumped(report.logs[log]) + ",\n   \"lines\": " +
                   std::to_string(report.margins[log].size()) + ",\n   \"margins\": " + listed(margins, "   ") + '}');
  }
  if (report.logs.size() > 1)
    for (const numerics::MarginTrend& trend : numerics::marginTrends(report.margins, report.options))
      trends.push_back(trendJson(trend));
  return "{\n \"format\": \"plumbline-margins\",\n \"version\": 1,\n \"exit\": " + std::to_string(marginExit(report)) +
         ",\n \"warnAt\": " + dumped(report.options.warnAt) + ",\n \"all\": " + (report.isAll ? "true" : "false") +
         ",\n \"logs\": " + listed(logs, " ") + ",\n \"trends\": " + listed(trends, " ") + "\n}\n";
}

}  // namespace plumbline::reports
