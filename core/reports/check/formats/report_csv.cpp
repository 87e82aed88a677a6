// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>

#include "core/reports/check/report_format.h"
#include "core/reports/check/report_parts.h"
#include "core/reports/text_parts.h"
#include "core/text/reserve.h"

namespace plumbline::reports {
namespace {

/// metricsOf lists every metric that any row has: those of the catalogue in its order, then others as they come.
std::vector<std::string> metricsOf(const Report& report) {
  std::vector<std::string> metrics;
  for (const ReportConfig& config : report.configs)
    for (const ReportRow& row : config.rows)
      for (const ReportRow::Cell& cell : row.cells)
        if (std::ranges::find(metrics, cell.metric) == metrics.end()) metrics.push_back(cell.metric);
  std::ranges::stable_sort(metrics, [](const std::string& a, const std::string& b) {
    return verdicts::metricIndex(a) < verdicts::metricIndex(b);
  });
  return metrics;
}

}  // namespace

std::string csvReport(const Report& report) {
  const std::vector<std::string> metrics = metricsOf(report);
  std::string out;
  CsvLine line(out);
  for (const char* head : {"config", "model", "class", "status", "fails_ci", "flaky", "excused"}) line.cell(head);
  for (const std::string& metric : metrics) line.cell(metric + "_expected").cell(metric + "_actual");
  line.cell("reason").cell("baseline").cell("line").cell("cause").cell("cause_log").cell("cause_line");
  line.end();
  for (const ReportConfig& config : report.configs) {
    const std::size_t begin = out.size();
    for (const ReportRow& row : config.rows) {
      line.cell(config.name).cell(row.model).cell(verdicts::className(row.cls)).cell(rowStatus(row));
      line.yesNo(row.failsCi).yesNo(row.isFlaky).yesNo(row.isExcused);
      for (const std::string& metric : metrics) {
        const auto cell = std::ranges::find(row.cells, metric, &ReportRow::Cell::metric);
        const bool isHere = cell != row.cells.end();
        line.cell(isHere ? cell->expected : "").cell(isHere ? cell->actual : "");
      }
      const auto number = [](std::size_t at) { return at == 0 ? std::string() : std::to_string(at); };
      line.cell(row.sentence).cell(row.path).cell(number(row.line)).cell(row.cause).cell(row.causeLog).cell(number(row.causeLine));
      line.end();
      if (&row == &config.rows.front()) text::reserveAlike(out, config.rows.size(), out.size() - begin);
    }
  }
  return out;
}

}  // namespace plumbline::reports
