// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/reports/chart_report.h"

#include "core/reports/text_parts.h"
#include "core/text/escapes.h"

namespace plumbline::reports {

std::string chartList(const charts::ChartData& chart) {
  std::string out = printableText(charts::chartSummary(chart)) + "\n";
  if (!chart.isEmpty()) out += "\n";
  for (std::size_t i = 0; i < chart.items.size() && !chart.isEmpty(); ++i) {
    const charts::Item& item = chart.items[i];
    const std::string numbers = chart.numbersOf(i);
    if (numbers.empty()) continue;
    out += item.isMarked ? std::string(verdicts::classGlyph(item.cls)) : " ";
    out += " " + printableText(item.label.empty() ? item.name : item.label) + ": " + printableText(numbers) + "\n";
  }
  return text::withoutCommands(std::move(out));
}

std::string chartCsv(const charts::ChartData& chart) {
  std::string out;
  CsvLine line(out);
  const auto add = [&line](const std::vector<std::string>& cells) {
    for (const std::string& cell : cells) line.cell(cell);
    line.end();
  };
  if (!chart.columns.empty()) add(chart.columns);
  for (const std::vector<std::string>& row : chart.rows) add(row);
  return out;
}

}  // namespace plumbline::reports
