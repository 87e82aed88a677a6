// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/reports/overview/sibling_report.h"

#include <nlohmann/json.hpp>

#include "core/reports/printable_text.h"
#include "core/reports/text_table.h"
#include "core/text/json_text.h"
#include "core/text/quantities.h"

namespace plumbline::reports {
namespace {

using Json = nlohmann::ordered_json;  // members keep their order
using overview::SiblingRow;
using Cell = overview::ModelRow::Cell;

constexpr std::size_t kMoveHash = 10;

std::string nameOf(const overview::CommitView& view, std::uint32_t config) {
  return configs::configName(view.configs()[config].config);
}

/// shownCell: "7", or "7 -> 6" where the run says something else; "(0)" is padding of a failed run.
TableCell shownCell(const Cell& cell) {
  const std::string expected = cell.expected.empty() ? "-" : printableText(cell.expected);
  if (cell.actual.empty() || (!cell.changed && !cell.notMeasured)) return {expected};
  return {expected, " -> " + (cell.notMeasured ? '(' + printableText(cell.actual) + ')' : printableText(cell.actual))};
}

std::string valueOrNothing(const std::string& text) { return text.empty() ? "nothing" : printableText(text); }

}  // namespace

std::string siblingsText(const overview::CommitView& view, const std::string& model, const std::vector<SiblingRow>& rows) {
  std::string text = printableText(model) + " in " + text::counted(rows.size(), "config", "configs") + '\n';
  if (rows.empty()) return text;
  std::vector<TableColumn> columns{{.title = "CONFIG"}};
  for (const Cell& cell : rows.front().row.cells) columns.push_back({.title = cell.column, .firstToTheRight = cell.column != "accuracy"});
  columns.push_back({.title = "ITS OWN RUN"});
  TextTable table(columns);
  std::vector<std::vector<TableCell>> lines;
  for (const SiblingRow& row : rows) {
    std::vector<TableCell> line{{nameOf(view, row.row.config)}};
    for (const Cell& cell : row.row.cells) line.push_back(shownCell(cell));
    line.push_back({standingText(view, row)});
    table.measure(line);
    lines.push_back(std::move(line));
  }
  text += table.header("");
  for (const auto& line : lines) text += table.line(line);
  return text;
}

std::string siblingsJson(const overview::CommitView& view, const std::string& model, const std::vector<SiblingRow>& rows) {
  Json list = Json::array();
  for (const SiblingRow& row : rows) {
    Json cells = Json::array();
    for (const Cell& cell : row.row.cells)
      cells.push_back({{"column", cell.column},
                       {"expected", text::stringOrNull(cell.expected)},
                       {"actual", text::stringOrNull(cell.actual)},
                       {"changed", cell.changed},
                       {"not_measured", cell.notMeasured}});
    list.push_back({{"config", nameOf(view, row.row.config)},
                    {"baseline", text::stringOrNull(view.configs()[row.row.config].baselinePath)},
                    {"standing", overview::standingWord(row.standing)},
                    {"like", row.like ? Json(nameOf(view, *row.like)) : Json(nullptr)},
                    {"cells", std::move(cells)}});
  }
  return text::toJsonText(Json{{"format", "plumbline-siblings"}, {"version", 2}, {"model", model}, {"rows", std::move(list)}}, 2) + '\n';
}

std::string driftText(const DriftReport& report) {
  const std::string where = text::counted(report.commits, "commit", "commits") + (report.cut ? " (there are older ones)" : "");
  if (report.rows.empty()) return "no row was left behind in " + where + '\n';
  std::string text = text::counted(report.rows.size(), "row was", "rows were") + " left behind in " + where + '\n';
  for (const overview::DriftRow& row : report.rows) {
    text += '\n' + configs::configName(row.stayed) + ": " + printableText(row.model) + ' ' + printableText(row.column) + " stayed " +
            valueOrNothing(row.stayedValue) + ", " + configs::configName(row.moved) + " says " + valueOrNothing(row.movedValue) + '\n';
    for (const overview::Move& move : row.moves)
      text += "  " + move.commit.substr(0, kMoveHash) + ' ' + printableText(move.date) + "  " + valueOrNothing(move.from) + " -> " +
              valueOrNothing(move.to) + "  " + printableText(move.subject) + '\n';
  }
  return text;
}

std::string driftJson(const DriftReport& report, int exit) {
  Json list = Json::array();
  for (const overview::DriftRow& row : report.rows) {
    Json moves = Json::array();
    for (const overview::Move& move : row.moves)
      moves.push_back({{"commit", move.commit}, {"date", move.date}, {"subject", move.subject},
                       {"from", text::stringOrNull(move.from)}, {"to", text::stringOrNull(move.to)}});
    list.push_back({{"model", row.model},
                    {"column", row.column},
                    {"stayed", {{"config", configs::configName(row.stayed)}, {"path", row.stayedPath}, {"value", row.stayedValue}}},
                    {"moved", {{"config", configs::configName(row.moved)}, {"path", row.movedPath}, {"value", row.movedValue}}},
                    {"moves", std::move(moves)}});
  }
  return text::toJsonText(Json{{"format", "plumbline-drift"}, {"version", 2}, {"exit", exit}, {"commits", report.commits},
                  {"cut", report.cut}, {"rows", std::move(list)}}, 2) + '\n';
}

}  // namespace plumbline::reports
