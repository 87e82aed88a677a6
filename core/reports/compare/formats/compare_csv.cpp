// SPDX-License-Identifier: GPL-3.0-or-later
#include <limits>
#include <string>

#include "core/reports/compare/compare_report.h"
#include "core/reports/text_parts.h"

namespace plumbline::reports {

namespace {

using verdicts::Comparison;
using verdicts::Finding;

std::string findingNames(const verdicts::ComparedRow& row) {
  std::string out;
  for (std::size_t f = 0; f < verdicts::kFindingCount; ++f) {
    if (!row.has(static_cast<Finding>(f))) continue;
    if (!out.empty()) out += ' ';
    out += verdicts::findingName(static_cast<Finding>(f));
  }
  return out;
}

}  // namespace

void writeCompareCsv(const CompareReport& report, const TextSink& sink) {
  const Comparison& comparison = report.comparison;
  ChunkedText out(sink);
  std::string text;
  CsvLine line(text);
  const auto endLine = [&] {
    line.end();
    out << text;
    text.clear();
  };
  for (const char* title : {"model", "class", "status", "fails_ci", "flaky", "excused", "findings"}) line.cell(title);
  for (const verdicts::MetricColumn& metric : comparison.metrics())
    for (const char* side : {"_expected", "_actual", "_delta"}) line.cell(metric.info.name + side);
  line.cell("reason");
  endLine();
  std::string scratch;
  for (const std::uint32_t row : report.rows) {
    const verdicts::ComparedRow& compared = comparison.row(row);
    line.cell(comparison.modelName(row, scratch)).cell(verdicts::className(compared.cls)).cell(comparison.statusWord(row));
    line.yesNo(compared.failsCi).yesNo(compared.flaky).yesNo(compared.excused).cell(findingNames(compared));
    for (std::size_t m = 0; m < comparison.metrics().size(); ++m) {
      const verdicts::MetricCell cell = comparison.cell(row, m);
      line.cell(cell.expectedText).cell(cell.actualText);
      line.number(cell.numeric ? cell.delta : std::numeric_limits<double>::quiet_NaN());
    }
    line.cell(comparison.sentence(row));
    endLine();
  }
}

}  // namespace plumbline::reports
