// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/reports/markdown_parts.h"
#include "core/reports/same_words.h"
#include "core/reports/shown_text.h"
#include "core/reports/text_table.h"

namespace plumbline::reports {
namespace {

constexpr std::size_t kLineCharacters = 2000;  // a set of keys can be of any length

std::string oneLine(const std::string& text) { return elidedText(shownText(text), kLineCharacters) + '\n'; }

bool isNumberColumn(std::size_t column) {
  const std::string_view title = kSameColumns[column];
  return title == "ref error" || title == "res error" || title == "bound" || title == "margin";
}

std::string titleOf(std::size_t column) {
  std::string title(kSameColumns[column]);
  for (char& letter : title)
    if (letter >= 'a' && letter <= 'z') letter = static_cast<char>(letter - 'a' + 'A');
  return title;
}

std::string table(const std::vector<SameCells>& rows) {
  std::vector<TableColumn> columns;
  for (std::size_t i = 0; i < kSameColumns.size(); ++i) columns.push_back({titleOf(i), isNumberColumn(i)});
  TextTable table(std::move(columns));
  std::vector<std::vector<TableCell>> lines;
  for (const SameCells& row : rows) {
    std::vector<TableCell>& line = lines.emplace_back();
    for (const std::string& cell : row)
      line.push_back({.first = elidedText(shownText(cell), markdown::kNameCharacters)});
    table.measure(line);
  }
  const std::vector<bool> empty = emptyColumns(rows);
  for (std::size_t i = 0; i < empty.size(); ++i)
    if (empty[i]) table.hide(i);
  std::string out = table.header("");
  for (const auto& line : lines) out += table.line(line);
  return out;
}

}  // namespace

std::string sameText(const SameReport& report) {
  std::string out = oneLine(sameVerdict(report));
  for (const std::string& note : report.notes) out += "! " + oneLine(note);
  if (!report.result.log.empty()) out += "\ntorch logs\n";
  for (const numerics::LogLine& line : report.result.log)
    out += (line.level == numerics::LogLevel::Error ? "  ERROR    " : "  WARNING  ") + oneLine(line.text);
  std::vector<SameCells> rows;
  for (const std::size_t i : shownDecisions(report)) rows.push_back(sameCells(report, i));
  if (!rows.empty()) out += '\n' + table(rows);
  out += '\n' + sameCounts(report) + '\n';
  constexpr std::size_t kTitleCharacters = 15;
  for (const SameFinding& finding : sameFindings(report)) {
    std::string title = finding.title;
    title.resize(kTitleCharacters, ' ');
    out += title + oneLine(finding.text);
  }
  return out;
}

}  // namespace plumbline::reports
