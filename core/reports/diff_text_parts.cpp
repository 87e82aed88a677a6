// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/reports/diff_text_parts.h"

#include <algorithm>
#include <cmath>

#include "core/reports/shown_text.h"
#include "core/reports/text_table.h"

namespace plumbline::reports {
namespace {

using diff::Move;

constexpr std::size_t kLongestName = 64;
constexpr std::size_t kShortestName = 24;
constexpr std::size_t kLongestValue = 32;
constexpr std::size_t kModelColumn = 1;
constexpr std::size_t kHudCount = 2, kPairedCount = 5;  ///< columns of the means

std::string valueText(const std::string& value) { return elidedText(shownText(value), kLongestValue); }

std::vector<TableCell> entryCells(const DiffPart& part, const DiffEntry& entry, const DiffPaint& paint,
                                  std::size_t nameWidth) {
  const verdicts::MetricInfo& info = part.diff->metrics()[entry.metric];
  std::vector<TableCell> cells;
  cells.push_back({.first = std::string(moveWord(entry.move)), .firstStyle = paint.code(moveCode(entry.move))});
  cells.push_back({.first = elidedText(shownText(part.diff->model(entry.row)), nameWidth)});
  cells.push_back({.first = shownText(info.name)});
  const auto values = valueWords(part, entry);
  if (values.size() == 2) {
    cells.push_back({.first = valueText(values[0]), .second = " -> " + valueText(values[1])});
  } else {
    for (const std::string& value : values) cells.push_back({.first = valueText(value)});
  }
  cells.push_back({.first = changeWords(part, entry)});
  return cells;
}

std::vector<TableColumn> entryColumns(const DiffPart& part) {
  std::vector<TableColumn> columns = {{"MOVE"}, {"MODEL"}, {"METRIC"}};
  const auto& runs = part.diff->runs();
  if (part.after == part.before + 1) {
    columns.push_back({elidedText(shownText(runs[part.before].label), kShortestName) + " -> " +
                           elidedText(shownText(runs[part.after].label), kShortestName),
                       true});
  } else {
    for (std::size_t run = part.before; run <= part.after; ++run)
      columns.push_back({elidedText(shownText(runs[run].label), kShortestName), true});
  }
  columns.push_back({"CHANGE"});
  return columns;
}

std::string unitText(const diff::SummaryLine& line) { return line.unit.empty() ? "" : " (" + line.unit + ")"; }

}  // namespace

const char* moveCode(Move move) {
  switch (move) {
    case Move::Broke:
    case Move::Worse:
    case Move::OnlyBefore:
      return "\x1b[31m";
    case Move::Better:
    case Move::Healed:
      return "\x1b[34m";
    case Move::Changed:
    case Move::OnlyAfter:
    case Move::MissingShard:
      return "\x1b[33m";
    case Move::Nothing:
    case Move::Same:
    case Move::Count:
      break;
  }
  return "";
}

std::string summaryTable(const DiffPart& part, const DiffPaint& paint) {
  if (part.summary.empty()) return "";
  TextTable table({{"MEAN"}, {"AS HUD SHOWS IT", true}, {"OF MODELS"}, {"PAIRED", true}, {"CHANGE"}, {"OF"}});
  std::vector<std::vector<TableCell>> lines;
  for (const diff::SummaryLine& line : part.summary) {
    const std::string hud = std::to_string(line.hudBefore.count) + " -> " + std::to_string(line.hudAfter.count);
    lines.push_back({{.first = shownText(line.title + unitText(line))},
                     {.first = line.hudBefore.text, .second = " -> " + line.hudAfter.text},
                     {.first = hud},
                     {.first = meanWords(line)},
                     {.first = pairedChange(line, paint.thresholds)},
                     {.first = pairedCount(line)}});
    if (line.signsDisagree)
      for (TableCell& cell : lines.back()) cell.firstStyle = cell.secondStyle = paint.code(kWarnCode);
    table.measure(lines.back());
  }
  // The dashboard's own count says least, then how many models were paired.
  for (const std::size_t column : {kHudCount, kPairedCount})
    if (paint.columns > 0 && table.width() > paint.columns) table.hide(column);
  std::string out = table.header(paint.code(kBoldCode));
  for (const auto& cells : lines) out += table.line(cells);
  return out;
}

std::string entriesTable(const DiffPart& part, std::span<const DiffEntry> entries, const DiffPaint& paint) {
  if (entries.empty()) return "";
  std::size_t nameWidth = kLongestName;
  const auto measured = [&] {
    TextTable table(entryColumns(part));
    for (const DiffEntry& entry : entries) table.measure(entryCells(part, entry, paint, nameWidth));
    return table;
  };
  TextTable table = measured();
  if (paint.columns > 0 && table.width() > paint.columns) {
    const std::size_t over = table.width() - paint.columns;
    const std::size_t present = table.columnWidth(kModelColumn);
    nameWidth = std::max(present > over + 2 ? present - over - 2 : 0, kShortestName);
    table = measured();
  }
  std::string out = table.header(paint.code(kBoldCode));
  for (const DiffEntry& entry : entries) out += table.line(entryCells(part, entry, paint, nameWidth));
  return out;
}

}  // namespace plumbline::reports
