// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <array>

#include "core/python/numbers.h"
#include "core/python/repr.h"
#include "core/verdicts/field.h"
#include "core/verdicts/metric_catalogue.h"
#include "core/verdicts/rules/file_check.h"
#include "core/verdicts/rules/row_rule.h"

namespace plumbline::verdicts {

namespace {

constexpr std::size_t kPerfIndent = 12;

/// The numbers of a row that the script prints; the metric it judges is one of the first two.
enum Detail : std::size_t { Speedup, AbsLatency, CompilationLatency, CompressionRatio, EagerPeak, DynamoPeak, kDetails };
constexpr std::array<const char*, kDetails> kDetailColumns = {
    "speedup", "abs_latency", "compilation_latency", "compression_ratio", "eager_peak_mem", "dynamo_peak_mem"};
using Details = std::array<std::optional<double>, kDetails>;

struct Listed {
  std::uint32_t row;
  double value;
};

class PerfRun {
 public:
  PerfRun(const tables::Frame& file, const std::string& path, const PerfOptions& options, Want want)
      : m_file(file), m_path(path), m_options(options), m_want(want), m_rows(file) {
    m_run.check = Check::Perf;
  }
  CheckRun run(const base::Progress& progress);

 private:
  bool isSpeedup() const { return m_options.metric == PerfMetric::Speedup; }
  const char* metricName() const { return isSpeedup() ? "speedup" : "abs_latency"; }
  std::string formatted(double value) const;
  bool setBounds();
  void printHeader();
  bool readColumns();
  std::optional<Details> readDetails(std::size_t row);
  void judge(std::size_t row, double value);
  void printRow(std::size_t row, const Details& details);
  bool printList(std::vector<Listed> listed, double bound, char comparator, const char* label, const char* word);
  void finish();

  const tables::Frame& m_file;
  const std::string& m_path;
  const PerfOptions& m_options;
  Want m_want;
  RowValues m_rows;
  CheckRun m_run;
  double m_low = 0;
  double m_high = 0;
  double m_regression = 0;
  const tables::TypedColumn* m_names = nullptr;
  std::array<const tables::TypedColumn*, kDetails> m_columns{};
  std::uint8_t m_metric = kNoMetric;
  std::vector<Listed> m_failed;
  std::vector<Listed> m_improved;
  std::string m_scratch;
};

std::string PerfRun::formatted(double value) const {
  std::string out;
  python::appendFixed(out, value, isSpeedup() ? 3 : 1);
  return out + (isSpeedup() ? "x" : " ms/iter");
}

bool PerfRun::setBounds() {
  const auto crash = [this](const char* text, const char* hint) {
    crashAt(m_run, m_path, m_file, m_file.rowCount(), text, hint);
    m_run.crash->file.clear();
    return false;
  };
  if (m_options.scale <= 0)
    return crash("The threshold scale must be greater than 0.", "The script stops here with a ValueError.");
  if (!m_options.threshold) return crash("No threshold is given.", "Name one with -t; the script stops here with a TypeError.");
  const double times = *m_options.threshold * m_options.scale;
  const double over = *m_options.threshold / m_options.scale;
  // Python's min and max keep their first argument where a NaN makes both comparisons false.
  m_low = over < times ? over : times;
  m_high = over > times ? over : times;
  m_regression = !isSpeedup() ? m_high : m_options.failOnImprovement ? m_low : times;
  return true;
}

void PerfRun::printHeader() {
  std::string& out = m_run.output;
  out += "Checking " + m_path + " (" + metricName();
  if (m_options.failOnImprovement) {
    out += " target " + formatted(*m_options.threshold) + ", allowed range " + formatted(m_low) + " - " + formatted(m_high);
  } else {
    out += std::string(" threshold ") + (isSpeedup() ? ">= " : "<= ") + formatted(m_regression);
  }
  out += ")\n\n";
}

bool PerfRun::readColumns() {
  m_names = m_rows.column("name");
  for (std::size_t i = 0; i < kDetails; ++i) m_columns[i] = m_rows.column(kDetailColumns[i]);
  if (m_rows.count() != 0 && m_names == nullptr) {
    crashOnColumn(m_run, m_path, m_file, "name");
    return false;
  }
  return true;
}

/// readDetails converts every number of the row as Python's float() does; nullopt where the script crashes.
std::optional<Details> PerfRun::readDetails(std::size_t row) {
  Details details;
  const std::size_t metric = isSpeedup() ? Speedup : AbsLatency;
  const auto read = [&](std::size_t i) {
    if (m_columns[i] == nullptr) return true;
    const tables::Value value = m_rows.at(*m_columns[i], row, m_scratch);
    if (value.kind == tables::ValueKind::NaN) return true;
    details[i] =
        value.kind == tables::ValueKind::Text ? python::parseFloat(value.text) : std::optional(value.asDouble());
    return details[i].has_value();
  };
  const auto crash = [&](std::string text) {
    crashAt(m_run, m_path, m_file, row, std::move(text), "The script stops here with a ValueError.");
    return std::nullopt;
  };
  for (std::size_t n = 0; n <= kDetails; ++n) {
    const std::size_t i = n == 0 ? metric : n - 1;  // the required one comes first, and decides the message
    if (!read(i)) return crash(std::string(kDetailColumns[i]) + " of this row is not a number.");
    if (n == 0 && !details[metric]) return crash(std::string("There is no ") + metricName() + " in this row.");
  }
  return details;
}

void PerfRun::judge(std::size_t row, double value) {
  const bool fails = isSpeedup() ? value < m_regression : value > m_regression;
  const bool improves = m_options.failOnImprovement && !fails && (isSpeedup() ? value > m_high : value < m_low);
  const auto number = static_cast<std::uint32_t>(row);
  if (fails) m_failed.push_back({number, value});
  if (improves) m_improved.push_back({number, value});
  const bool below = isSpeedup() ? fails : improves;
  m_run.verdicts.push_back(
      {number, StatusWord::None, fails ? VerdictClass::Fail : improves ? VerdictClass::Improved : VerdictClass::Pass,
       !fails && !improves ? Reason::WithinTolerance : below ? Reason::BelowThreshold : Reason::AboveThreshold, m_metric});
}

void PerfRun::printRow(std::size_t row, const Details& details) {
  std::string& out = m_run.output;
  appendPadded(out, m_rows.at(*m_names, row, m_scratch), kModelWidth);
  const char* separator = " ";
  const auto part = [&](const char* label, double value, int decimals, const char* unit) {
    out += separator;
    out += label;
    python::appendFixed(out, value, decimals);
    out += unit;
    separator = ", ";
  };
  if (details[Speedup]) part("speedup=", *details[Speedup], 3, "x");
  if (details[AbsLatency]) part("latency=", *details[AbsLatency], 1, " ms/iter");
  if (details[CompilationLatency]) part("compile=", *details[CompilationLatency], 3, "s");
  if (details[CompressionRatio] && *details[CompressionRatio] != 0) {
    part("mem_ratio=", 1 / *details[CompressionRatio], 2, "x");
    if (details[EagerPeak] && details[DynamoPeak]) {
      separator = " ";
      part("(eager=", *details[EagerPeak], 1, " GB");
      part("dynamo=", *details[DynamoPeak], 1, " GB)");
    }
  }
  out += '\n';
}

bool PerfRun::printList(std::vector<Listed> listed, double bound, char comparator, const char* label, const char* word) {
  if (listed.empty()) return true;
  std::vector<std::uint32_t> rows;
  rows.reserve(listed.size());
  for (const Listed& l : listed) rows.push_back(l.row);
  const auto names = joinedNames(m_rows, *m_names, rows);
  if (!names) {
    crashOnNames(m_run, m_path);
    return false;
  }
  if (m_want == Want::VerdictsOnly) return true;
  std::string& out = m_run.output;
  appendNameBlock(out, label + (' ' + std::to_string(rows.size())) + " model(s) performance " + word, *names,
                  kPerfIndent);
  std::ranges::stable_sort(listed, {}, &Listed::value);
  const std::string limit = formatted(bound);
  for (const Listed& l : listed) {
    out += "  - ";
    appendStr(out, m_rows.at(*m_names, l.row, m_scratch));
    out += std::string(": ") + metricName() + '=' + formatted(l.value) + " (" + comparator + ' ' + limit + ")\n";
  }
  return true;
}

void PerfRun::finish() {
  const char worse = isSpeedup() ? '<' : '>';
  const char better = isSpeedup() ? '>' : '<';
  if (!m_failed.empty() || !m_improved.empty()) {
    m_run.exitCode = 1;
    if (!printList(std::move(m_failed), m_regression, worse, "Error:", "regressed")) return;
    if (!printList(std::move(m_improved), isSpeedup() ? m_high : m_low, better, "Improvement:", "improved")) return;
    if (m_want == Want::Output)
      m_run.output += "\nIf this change is expected, update the performance baseline target.\n";
    return;
  }
  if (m_want == Want::VerdictsOnly) return;
  std::string& out = m_run.output;
  out += "\nAll " + std::to_string(m_rows.count()) + " model(s) passed threshold check (";
  if (m_options.failOnImprovement) {
    out += formatted(m_low) + " <= " + metricName() + " <= " + formatted(m_high);
  } else {
    out += std::string(metricName()) + ' ' + better + "= " + formatted(m_regression);
  }
  out += ")\n";
}

CheckRun PerfRun::run(const base::Progress& progress) {
  if (!setBounds()) return std::move(m_run);
  m_metric = metricIndex(metricName());
  if (m_want == Want::Output) printHeader();
  if (!readColumns()) return std::move(m_run);
  for (std::size_t row = 0; row < m_rows.count(); ++row) {
    if ((row & 0xfffU) == 0 && !progress.report(row, m_rows.count())) {
      m_run.cancelled = true;
      return std::move(m_run);
    }
    const auto details = readDetails(row);
    if (!details) return std::move(m_run);
    judge(row, *(*details)[isSpeedup() ? Speedup : AbsLatency]);
    if (m_want == Want::Output) printRow(row, *details);
  }
  finish();
  return std::move(m_run);
}

}  // namespace

CheckRun checkPerf(const tables::Frame& file, const std::string& path, const PerfOptions& options, Want want,
                   const base::Progress& progress) {
  return PerfRun(file, path, options, want).run(progress);
}

CheckRun perfFileNotFound(const std::string& path) {
  CheckRun run;
  run.check = Check::Perf;
  run.exitCode = 1;
  run.output = "Error: File " + path + " not found\n";
  return run;
}

}  // namespace plumbline::verdicts
