// SPDX-License-Identifier: GPL-3.0-or-later
#include <charconv>
#include <cmath>
#include <string>

#include "core/reports/compare_report.h"

namespace plumbline::reports {

namespace {

using verdicts::Comparison;
using verdicts::Finding;

/// Cells of one line, quoted where a comma, a quote or a line end asks for it (RFC 4180).
class CsvLine {
 public:
  explicit CsvLine(ChunkedText& out) : m_out(out) {}
  CsvLine& operator<<(std::string_view cell) {
    if (!m_first) m_out << ',';
    m_first = false;
    if (cell.find_first_of(",\"\r\n") == std::string_view::npos) {
      m_out << cell;
      return *this;
    }
    m_out << '"';
    for (const char c : cell) {
      if (c == '"') m_out << '"';
      m_out << c;
    }
    m_out << '"';
    return *this;
  }
  void end() {
    m_out << '\n';
    m_first = true;
  }

 private:
  ChunkedText& m_out;
  bool m_first = true;
};

std::string findingWords(const verdicts::ComparedRow& row) {
  std::string out;
  for (std::size_t f = 0; f < verdicts::kFindingCount; ++f) {
    if (!row.has(static_cast<Finding>(f))) continue;
    if (!out.empty()) out += ' ';
    out += verdicts::findingName(static_cast<Finding>(f));
  }
  return out;
}

std::string deltaText(const verdicts::MetricCell& cell) {
  if (!cell.numeric || !std::isfinite(cell.delta)) return {};
  char buffer[32];
  return {buffer, std::to_chars(buffer, buffer + sizeof buffer, cell.delta).ptr};
}

constexpr std::string_view yesNo(bool yes) { return yes ? "yes" : "no"; }

}  // namespace

void writeCompareCsv(const CompareReport& report, const TextSink& sink) {
  const Comparison& comparison = report.comparison;
  ChunkedText out(sink);
  CsvLine line(out);
  line << "model" << "class" << "status" << "fails_ci" << "flaky" << "excused" << "findings";
  for (const verdicts::MetricColumn& metric : comparison.metrics())
    line << metric.info.name + "_expected" << metric.info.name + "_actual" << metric.info.name + "_delta";
  line << "reason";
  line.end();
  std::string scratch;
  for (const std::uint32_t row : report.rows) {
    const verdicts::ComparedRow& compared = comparison.row(row);
    line << comparison.modelName(row, scratch) << verdicts::className(compared.cls) << comparison.statusWord(row)
         << yesNo(compared.failsCi) << yesNo(compared.flaky) << yesNo(compared.excused) << findingWords(compared);
    for (std::size_t m = 0; m < comparison.metrics().size(); ++m) {
      const verdicts::MetricCell cell = comparison.cell(row, m);
      line << cell.expectedText << cell.actualText << deltaText(cell);
    }
    line << comparison.sentence(row);
    line.end();
  }
}

}  // namespace plumbline::reports
