// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/charts/chart_text.h"

#include <algorithm>
#include <charconv>
#include <set>
#include <utility>

#include "core/charts/chart_data.h"
#include "core/charts/number_text.h"
#include "core/text/escapes.h"

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

constexpr std::size_t kMaxNamed = 5, kMaxSeries = 2;

std::string labelOf(const ChartData& chart, const Mark& mark) {
  if (mark.item >= chart.items.size()) return {};
  if (chart.x.isCategory && mark.item >= chart.categories && mark.x >= 0 &&
      mark.x < static_cast<double>(chart.categories))
    return chart.items[static_cast<std::size_t>(mark.x)].label;  // the run, where the series is the model
  const Item& item = chart.items[mark.item];
  return item.name.empty() ? item.label : item.name;
}

/// "after goes from 0.8 (b) to 2.1 (a)"
std::string extremes(const ChartData& chart) {
  std::string out;
  std::size_t listed = 0;
  for (const Series& series : chart.series) {
    if (series.marks.empty() || series.shape == Shape::Segments || listed == kMaxSeries) continue;
    const auto [low, high] = std::minmax_element(series.marks.begin(), series.marks.end(),
                                                 [](const Mark& a, const Mark& b) { return a.y < b.y; });
    out += (out.empty() ? "" : "; ") + series.title;
    if (series.shape == Shape::Steps) {
      out += " has most, " + briefText(high->y) + ", at " + labelOf(chart, *high);
    } else if (low->y == high->y) {
      out +=
          " is " + briefText(low->y) + (series.marks.size() == 1 ? " (" + labelOf(chart, *low) + ")" : " everywhere");
    } else {
      out += " goes from " + briefText(low->y) + " (" + labelOf(chart, *low) + ") to " + briefText(high->y) + " (" +
             labelOf(chart, *high) + ")";
    }
    ++listed;
  }
  return out.empty() ? out : chart.y.title + ": " + out + ".";
}

std::string marked(const ChartData& chart) {
  std::vector<std::string> names;
  std::set<std::string> seen;
  for (const Item& item : chart.items)
    if (item.isMarked && seen.insert(item.name).second) names.push_back(item.name);
  if (names.empty())
    return chart.kind == ChartKind::Distribution || chart.kind == ChartKind::Trend ? "" : "No model is marked.";
  std::string out = countOf(names.size(), "model is marked: ", "models are marked: ");
  for (std::size_t i = 0; i < std::min(names.size(), kMaxNamed); ++i) out += (i == 0 ? "" : ", ") + names[i];
  if (names.size() > kMaxNamed) out += " and " + countText(names.size() - kMaxNamed) + " more";
  return out + ".";
}

std::string guides(const ChartData& chart) {
  std::string out;
  for (const Guide& guide : chart.guides)
    if (!guide.title.empty()) out += (out.empty() ? "Lines: " : "; ") + guide.title;
  return out.empty() ? out : out + ".";
}

/// A name from a file can hold anything; what would move the cursor of a terminal becomes a space.
std::string plain(std::string text) {
  for (std::size_t i = 0; i < text.size(); ++i) {
    const auto c = static_cast<unsigned char>(text[i]);
    const bool isSecondSet = c == 0xC2 && i + 1 < text.size() && static_cast<unsigned char>(text[i + 1]) < 0xA0;
    if (isSecondSet) text[i + 1] = ' ';
    if (isSecondSet || c < 0x20 || c == 0x7F) text[i] = ' ';
  }
  return text;
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
    out += "guide " + std::string(formName(guide.form)) + " " + std::string(roleName(guide.role)) + " " +
           shortText(guide.value) + ": " + guide.title + "\n";
  for (const Series& series : chart.series) {
    out += std::string(shapeName(series.shape)) + " " + std::string(roleName(series.role)) + ": " + series.title + "\n";
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

std::string chartSummary(const ChartData& chart) {
  std::string out = chart.title + (chart.subtitle.empty() ? "" : ": " + chart.subtitle) + ".";
  const auto add = [&out](const std::string& sentence) { out += sentence.empty() ? "" : " " + sentence; };
  if (chart.isEmpty()) {
    add(chart.emptyText);
  } else {
    add(extremes(chart));
    add(marked(chart));
    add(guides(chart));
  }
  for (const std::string& note : chart.notes) add(note);
  return out;
}

std::string chartList(const ChartData& chart) {
  std::string out = plain(chartSummary(chart)) + "\n";
  if (!chart.isEmpty()) out += "\n";
  for (const Item& item : chart.items) {
    if (chart.isEmpty() || item.numbers.empty()) continue;
    out += item.isMarked ? std::string(verdicts::classGlyph(item.cls)) : " ";
    out += " " + plain(item.label) + ": " + plain(item.numbers) + "\n";
  }
  return text::withoutCommands(std::move(out));
}

}  // namespace plumbline::charts
