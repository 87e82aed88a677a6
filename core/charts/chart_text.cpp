// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/charts/chart_text.h"

#include <charconv>

#include "core/charts/chart_words.h"
#include "core/charts/number_text.h"

namespace plumbline::charts {
namespace {

bool isPlainNumber(std::string_view cell) {
  if (cell.starts_with('+') && !cell.starts_with("+-")) cell.remove_prefix(1);
  if (cell.empty() || cell == "-" || cell.find_first_not_of("0123456789.eE+-") != cell.npos) return false;
  double value = 0;
  const auto read = std::from_chars(cell.data(), cell.data() + cell.size(), value);
  return read.ec == std::errc() && read.ptr == cell.data() + cell.size();
}

void appendCell(std::string& out, std::string_view cell) {
  const bool isFormula = cell.find_first_of("=+-@\t\r") == 0 && !isPlainNumber(cell);
  const bool needsQuotes = cell.find_first_of(",\"\r\n") != cell.npos;
  if (needsQuotes) out += '"';
  if (isFormula) out += '\'';
  for (const char c : cell) {
    const auto byte = static_cast<unsigned char>(c);
    if ((byte < 0x20 && c != '\t' && c != '\n' && c != '\r') || byte == 0x7F) {
      constexpr std::string_view kHex = "0123456789ABCDEF";  // as text: a terminal would obey it
      out += {'\\', 'x', kHex[byte >> 4U], kHex[byte & 0xFU]};
      continue;
    }
    if (c == '"') out += '"';
    out += c;
  }
  if (needsQuotes) out += '"';
}

void appendRow(std::string& out, const std::vector<std::string>& cells) {
  for (std::size_t i = 0; i < cells.size(); ++i) {
    if (i != 0) out += ',';
    appendCell(out, cells[i]);
  }
  out += "\r\n";
}

std::string axisLine(const char* name, const Axis& axis, std::size_t categories) {
  std::string out = std::string(name) + ": " + axis.title;
  if (axis.isCategory) out += ", " + countOf(categories, "place", "places");
  out += ", " + shortText(axis.low) + " to " + shortText(axis.high);
  return out + (axis.isLog ? ", log\n" : "\n");
}

std::string markLine(const ChartData& chart, const Series& series, const Mark& mark) {
  std::string out = "  " + shortText(mark.x) + " | " + shortText(mark.y);
  if (series.shape == Shape::Segments) {
    out += " to " + shortText(mark.x2) + " | " + shortText(mark.y2);
  } else if (mark.low != mark.y || mark.high != mark.y) {
    out += " [" + shortText(mark.low) + ", " + shortText(mark.high) + "]";
  }
  if (!mark.text.empty()) out += " \"" + mark.text + "\"";
  return out + " #" + std::to_string(mark.item) + (mark.item < chart.items.size() ? "\n" : " (no such item)\n");
}

}  // namespace

std::string chartCsv(const ChartData& chart) {
  std::string out;
  if (!chart.columns.empty()) appendRow(out, chart.columns);
  for (const std::vector<std::string>& row : chart.rows) appendRow(out, row);
  return out;
}

std::string chartDump(const ChartData& chart) {
  std::string out = std::string(kindName(chart.kind)) + ": " + chart.title + "\n";
  if (!chart.subtitle.empty()) out += chart.subtitle + "\n";
  for (const std::string& note : chart.notes) out += "note: " + note + "\n";
  if (chart.isEmpty()) return out + "empty: " + chart.emptyText + "\n";
  out += axisLine("x", chart.x, chart.categories) + axisLine("y", chart.y, 0);
  out += "shown " + countText(chart.shown) + " of " + countText(chart.total) + "\n";
  for (const Guide& guide : chart.guides)
    out += "guide " + std::string(formWord(guide.form)) + " " + std::string(roleWord(guide.role)) + " " +
           shortText(guide.value) + ": " + guide.title + "\n";
  for (const Series& series : chart.series) {
    out += std::string(shapeWord(series.shape)) + " " + std::string(roleWord(series.role)) + ": " + series.title + "\n";
    for (const Mark& mark : series.marks) out += markLine(chart, series, mark);
  }
  for (std::size_t i = 0; i < chart.items.size(); ++i) {
    const Item& item = chart.items[i];
    out += "#" + std::to_string(i) + " " + item.name;
    if (item.label != item.name) out += " (" + item.label + ")";
    if (!item.config.empty()) out += " of " + item.config;
    out += ": " + std::string(verdicts::className(item.cls)) + (item.isMarked ? ", marked" : "") + "; " + item.numbers +
           "\n";
  }
  return out;
}

}  // namespace plumbline::charts
