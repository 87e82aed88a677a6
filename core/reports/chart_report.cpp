// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/reports/chart_report.h"

#include "core/reports/text_parts.h"
#include "core/text/escapes.h"

namespace plumbline::reports {

std::string chartList(const charts::ChartData& chart) {
  std::string out = printableText(charts::chartSummary(chart)) + "\n";
  if (!chart.isEmpty()) out += "\n";
  for (const charts::Item& item : chart.items) {
    if (chart.isEmpty() || item.numbers.empty()) continue;
    out += item.isMarked ? std::string(verdicts::classGlyph(item.cls)) : " ";
    out += " " + printableText(item.label) + ": " + printableText(item.numbers) + "\n";
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
