// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <functional>
#include <span>
#include <string>
#include <vector>

#include "core/reports/compare/compare_report.h"
#include "core/reports/metric_text.h"
#include "core/reports/text_parts.h"
#include "core/verdicts/findings.h"

namespace plumbline::reports {
namespace {

using verdicts::Comparison;
using verdicts::Finding;
using verdicts::VerdictClass;

constexpr std::size_t kLongestName = 64;      // characters of a model's name in the table
constexpr std::size_t kLongestValue = 40;
constexpr std::size_t kDiagnosticsListed = 5;  // of each file
constexpr std::size_t kFirstMetric = 2;        // table columns before it: status, model
constexpr std::size_t kBlockRows = 4096;       // formatted at a time on one core

constexpr const char* kDim = "\x1b[2m";

/// The palette of a terminal is its user's: only the eight named colours are used.
const char* classStyle(VerdictClass cls) {
  switch (cls) {
    case VerdictClass::Fail: return "\x1b[31m";
    case VerdictClass::Invalid:
    case VerdictClass::Missing: return "\x1b[35m";
    case VerdictClass::Flaky: return "\x1b[33m";
    case VerdictClass::Improved: return "\x1b[34m";
    case VerdictClass::ExpectedFail: return "";
    case VerdictClass::Pass: break;
  }
  return "\x1b[32m";
}

std::string findingTitles(const verdicts::ComparedRow& row) {
  std::string out = row.excused ? "excused by our list" : "";
  for (std::size_t f = 0; f < verdicts::kFindingCount; ++f) {
    if (!row.has(static_cast<Finding>(f))) continue;
    if (!out.empty()) out += ", ";
    out += verdicts::findingTitle(static_cast<Finding>(f));
  }
  return out;
}

/// Block is some consecutive rows of the table: their cells, and what they ask of the columns.
struct Block {
  TextTable table;
  PackedRows cells = {};
  std::vector<bool> changed = {};  ///< by metric
  bool anyFinding = false;
};

class CompareText {
 public:
  CompareText(const CompareReport& report, const TextStyle& style, const TextSink& sink)
      : m_comparison(report.comparison),
        m_rows(report.rows),
        m_models(modelCount(report)),
        m_counts(countsOf(report)),
        m_earlier(report.earlier),
        m_style(style),
        m_out(sink) {}

  void write() {
    writeHead();
    writeTable();
    writeReasons();
    writeDiagnostics(**m_comparison.input().actual);
    writeDiagnostics(**m_comparison.input().expected);
    writeCounts();
    writeChecks();
  }

 private:
  std::string colour(const char* code) const { return m_style.colour ? code : ""; }
  std::string painted(const std::string& text, const std::string& code) const {
    return code.empty() ? text : code + text + "\x1b[0m";
  }
  std::string name(std::uint32_t row) const {
    std::string scratch;
    return elidedText(printableText(m_comparison.modelName(row, scratch)), kLongestName);
  }
  void writeHead();
  void writeTable();
  void writeBlocks(const std::function<void(std::size_t block, std::string& out)>& append);
  std::span<const std::uint32_t> rowsOf(std::size_t block) const {
    const auto rows = m_rows.subspan(block * kBlockRows);
    return rows.first(std::min(rows.size(), kBlockRows));
  }
  std::vector<TableCell> cells(std::uint32_t row) const;
  void measure(std::span<const std::uint32_t> rows, Block& block) const;
  bool fit(TextTable& table, const std::vector<bool>& changed);
  std::string narrowLine(std::span<TableCell> line, std::size_t statusWidth, std::size_t nameWidth) const;
  bool hasReason(std::uint32_t row) const;
  std::string reason(std::uint32_t row) const;
  void writeReasons();
  void writeDiagnostics(const tables::CsvTable& table);
  void writeCounts();
  void writeChecks();

  const Comparison& m_comparison;
  std::span<const std::uint32_t> m_rows;
  std::size_t m_models;  ///< that the counts are about
  verdicts::ClassCounts m_counts;
  const baselines::EarlierAnswers& m_earlier;
  TextStyle m_style;
  ChunkedText m_out;
};

void CompareText::writeHead() {
  m_out << "actual    " << printableText((*m_comparison.input().actual)->fileName()) << '\n';
  m_out << "expected  " << printableText((*m_comparison.input().expected)->fileName()) << '\n';
  constexpr std::size_t kIndent = 10;
  const verdicts::RuleSet& rules = *m_comparison.options().rules;
  m_out << "rules     " << wrappedText(printableText(rules.generation + ": " + rules.origin), m_style.columns, kIndent) << '\n';
  if (!m_style.note.empty())
    m_out << std::string(kIndent, ' ') << wrappedText(printableText(m_style.note), m_style.columns, kIndent) << '\n';
  m_out << '\n';
}

/// writeBlocks writes what `append` makes of each block of rows, in order. Two blocks are made at the same time where the
/// comparison was judged so.
void CompareText::writeBlocks(const std::function<void(std::size_t block, std::string& out)>& append) {
  const base::SideBySide& sideBySide = m_comparison.options().sideBySide;
  const std::size_t blocks = (m_rows.size() + kBlockRows - 1) / kBlockRows;
  for (std::size_t block = 0; block < blocks; block += 2) {
    std::string one, other;
    if (block + 1 == blocks) {
      append(block, one);
    } else if (sideBySide) {
      sideBySide([&] { append(block, one); }, [&] { append(block + 1, other); });
    } else {
      append(block, one);
      append(block + 1, other);
    }
    m_out << one << other;
  }
}

std::vector<TableCell> CompareText::cells(std::uint32_t row) const {
  const verdicts::ComparedRow& compared = m_comparison.row(row);
  const std::string glyph(verdicts::classGlyph(compared.cls));
  std::vector<TableCell> out;
  out.reserve(kFirstMetric + m_comparison.metrics().size() + 1);
  out.push_back({.first = glyph + ' ' + std::string(m_comparison.statusWord(row)),
                 .firstStyle = colour(classStyle(compared.cls))});
  out.push_back({.first = name(row)});
  for (std::size_t m = 0; m < m_comparison.metrics().size(); ++m) {
    const verdicts::MetricCell cell = m_comparison.cell(row, m);
    const MetricText words = metricText(cell, m_comparison.metrics()[m].info);
    TableCell shown{.first = elidedText(printableText(words.before), kLongestValue),
                    .second = elidedText(printableText(words.after), kLongestValue)};
    if (cell.notMeasured) {
      shown.secondStyle = colour(kDim);
    } else if (cell.checked && cell.cls != VerdictClass::Pass) {
      shown.secondStyle = colour(classStyle(cell.cls));
    }
    out.push_back(std::move(shown));
  }
  out.push_back({.first = findingTitles(compared), .firstStyle = colour(kDim)});
  return out;
}

/// fit leaves out metrics that no row has changed, from the right, until a line fits the terminal. False when that is
/// not enough.
bool CompareText::fit(TextTable& table, const std::vector<bool>& changed) {
  if (m_style.columns == 0) return true;
  std::string left;
  for (std::size_t m = changed.size(); m-- > 0 && table.width() > m_style.columns;) {
    if (changed[m]) continue;
    table.hide(kFirstMetric + m);
    left.insert(0, m_comparison.metrics()[m].info.name + (left.empty() ? "" : ", "));
  }
  if (table.width() > m_style.columns) return false;
  if (!left.empty()) m_out << "no change, left out: " << printableText(left) << "\n\n";
  return true;
}

void CompareText::measure(std::span<const std::uint32_t> rows, Block& block) const {
  block.changed.assign(m_comparison.metrics().size(), false);
  for (const std::uint32_t row : rows) {
    const auto line = cells(row);
    block.table.measure(line);
    for (std::size_t m = 0; m < block.changed.size(); ++m)
      block.changed[m] = block.changed[m] || !line[kFirstMetric + m].second.empty();
    block.anyFinding = block.anyFinding || !line.back().first.empty();
    block.cells.add(line);
  }
}

void CompareText::writeTable() {
  if (m_rows.empty()) return;
  std::vector<TableColumn> columns = {{"STATUS"}, {"MODEL"}};
  for (const verdicts::MetricColumn& metric : m_comparison.metrics())
    columns.push_back({printableText(metric.info.name), metric.actual->type() != tables::ColumnType::Text});
  columns.push_back({"FINDINGS"});
  TextTable table(columns);
  std::vector<Block> blocks((m_rows.size() + kBlockRows - 1) / kBlockRows, {table});
  writeBlocks([&](std::size_t i, std::string&) { measure(rowsOf(i), blocks[i]); });
  std::vector<bool> changed(m_comparison.metrics().size(), false);
  for (const Block& block : blocks) {
    table.widen(block.table);
    std::transform(changed.begin(), changed.end(), block.changed.begin(), changed.begin(), std::logical_or());
  }
  if (std::ranges::none_of(blocks, &Block::anyFinding)) table.hide(columns.size() - 1);
  const bool fits = fit(table, changed);
  if (fits) m_out << table.header(colour("\x1b[1m"));
  const std::size_t statusWidth = table.columnWidth(0), nameWidth = table.columnWidth(1);
  writeBlocks([&](std::size_t i, std::string& out) {
    blocks[i].cells.forEach([&](std::span<TableCell> line) {
      out += fits ? table.line(line) : narrowLine(line, statusWidth, nameWidth);
    });
  });
  m_out << '\n';
}

/// narrowLine lists the changes as text where a column per metric would be too wide for the terminal.
std::string CompareText::narrowLine(std::span<TableCell> line, std::size_t statusWidth, std::size_t nameWidth) const {
  constexpr std::size_t kShortestName = 24;
  const std::size_t longestName = std::max(std::min(nameWidth - 2, m_style.columns / 3), kShortestName);
  const std::size_t indent = statusWidth + std::min(nameWidth, longestName + 2);
  std::string words;
  for (std::size_t m = 0; m < m_comparison.metrics().size(); ++m) {
    const TableCell& cell = line[kFirstMetric + m];
    if (cell.second.empty()) continue;
    words += (words.empty() ? "" : ", ") + printableText(m_comparison.metrics()[m].info.name) + ' ' + cell.first + cell.second;
  }
  TextTable start({{}, {}, {}});
  const TableCell widest[] = {{.first = std::string(statusWidth - 2, ' ')}, {.first = std::string(indent - statusWidth - 2, ' ')}};
  start.measure(widest);
  line[1].first = elidedText(line[1].first, longestName);
  line[2] = {.first = wrappedText(words, m_style.columns, indent)};
  return start.line(line.first(3));
}

bool CompareText::hasReason(std::uint32_t row) const {
  const verdicts::ComparedRow& compared = m_comparison.row(row);
  return (compared.cls != VerdictClass::Pass && compared.cls != VerdictClass::ExpectedFail) || compared.findings != 0;
}

std::string CompareText::reason(std::uint32_t row) const {
  constexpr std::size_t kIndent = 4;
  const VerdictClass cls = m_comparison.row(row).cls;
  const auto indented = [&](const std::string& sentence) {
    return std::string(kIndent, ' ') + wrappedText(printableText(sentence), m_style.columns, kIndent) + '\n';
  };
  std::string out = painted(std::string(verdicts::classGlyph(cls)), colour(classStyle(cls)));
  out += ' ' + name(row) + '\n' + indented(m_comparison.sentence(row));
  if (const auto earlier = m_earlier.find(row); earlier != m_earlier.end())
    out += indented(baselines::earlierText(earlier->second));
  return out;
}

void CompareText::writeReasons() {
  writeBlocks([this](std::size_t block, std::string& out) {
    for (const std::uint32_t row : rowsOf(block))
      if (hasReason(row)) out += reason(row);
  });
  if (std::ranges::any_of(m_rows, [this](std::uint32_t row) { return hasReason(row); })) m_out << '\n';
}

void CompareText::writeDiagnostics(const tables::CsvTable& table) {
  std::size_t count = 0;
  for (const tables::Diagnostic& d : table.diagnostics()) {
    if (d.severity == tables::Severity::Note) continue;
    if (++count > kDiagnosticsListed) continue;
    const base::Error place{base::ErrorCode::BadFormat, d.text, d.hint, table.fileName(), d.line, 0};
    m_out << printableText(base::describe(place)) << '\n';
  }
  count += table.diagnosticsDropped();
  if (count > kDiagnosticsListed)
    m_out << printableText(table.fileName()) << ": " << std::to_string(count - kDiagnosticsListed) << " more like these\n";
  if (count != 0) m_out << '\n';
}

void CompareText::writeCounts() {
  const verdicts::ClassCounts& counts = m_counts;
  m_out << std::to_string(m_models) << (m_models == 1 ? " model: " : " models: ");
  std::string list;
  for (const VerdictClass cls : verdicts::kAllClasses) {
    if (counts.of(cls) == 0) continue;
    const std::string count = std::to_string(counts.of(cls)) + ' ' + std::string(verdicts::classWord(cls));
    list += (list.empty() ? "" : ", ") + painted(count, colour(classStyle(cls)));
  }
  m_out << (!list.empty() ? list : m_models == 0 && m_comparison.rowCount() > 0 ? "no row matches" : "nothing to judge");
  if (const std::size_t hidden = m_comparison.rowCount() - m_rows.size(); hidden != 0)
    m_out << "; " << std::to_string(hidden) << " not listed";
  m_out << '\n';
  list.clear();
  for (std::size_t f = 0; f < verdicts::kFindingCount; ++f) {
    if (counts.findings[f] == 0) continue;
    list +=
        (list.empty() ? "findings: " : ", ") + verdicts::countedFinding(static_cast<Finding>(f), counts.findings[f]);
  }
  if (!list.empty()) m_out << list << '\n';
  if (counts.excused != 0)
    m_out << std::to_string(counts.excused)
          << (counts.excused == 1 ? " model is" : " models are") << " excused by flaky.toml, which CI does not know\n";
}

void CompareText::writeChecks() {
  for (const verdicts::CheckSummary& check : m_comparison.checks()) {
    m_out << verdicts::checkName(check.check) << " exits " << std::to_string(check.exitCode);
    if (const auto& problem = check.crash ? check.crash : check.refused)
      m_out << (check.crash ? "; the script dies: " : "; the script refuses: ") << printableText(base::describe(*problem));
    m_out << '\n';
  }
  if (m_comparison.checks().empty()) {
    m_out << "no check applies: the files share none of accuracy, graph_breaks, compression_ratio\n";
  } else {
    m_out << (m_comparison.ciExit() == 0 ? "CI passes\n" : "CI fails\n");
  }
}

}  // namespace

void writeCompareText(const CompareReport& report, const TextStyle& style, const TextSink& sink) {
  CompareText(report, style, sink).write();
}

verdicts::ClassCounts countsOf(const CompareReport& report) {
  if (!report.isPart) return report.comparison.counts();
  verdicts::ClassCounts counts;
  for (const std::uint32_t row : report.rows) counts.add(report.comparison.row(row));
  return counts;
}

std::size_t modelCount(const CompareReport& report) { return report.isPart ? report.rows.size() : report.comparison.rowCount(); }

std::string compareSummary(const CompareReport& report) {
  const verdicts::ClassCounts counts = countsOf(report);
  const std::size_t models = modelCount(report);
  std::string text = std::to_string(models) + (models == 1 ? " model" : " models");
  std::string list;
  for (const verdicts::VerdictClass cls : verdicts::kAllClasses)
    if (counts.of(cls) != 0)
      list += (list.empty() ? ": " : ", ") + std::to_string(counts.of(cls)) + ' ' + std::string(verdicts::classWord(cls));
  if (report.comparison.checks().empty()) return text + list + "; no check applies";
  return text + list + (report.comparison.ciExit() == 0 ? "; CI passes" : "; CI fails");
}

}  // namespace plumbline::reports
