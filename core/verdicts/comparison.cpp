// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/verdicts/comparison.h"

#include <algorithm>
#include <utility>

#include "core/verdicts/comparison_join.h"
#include "core/verdicts/comparison_metrics.h"
#include "core/verdicts/comparison_pair.h"
#include "core/verdicts/script_lines.h"

namespace plumbline::verdicts {
namespace {

/// A row that no check has judged: the script died before it.
constexpr auto kUnjudged = static_cast<VerdictClass>(0xff);

bool hasDiagnostic(const tables::CsvTable& table, tables::DiagnosticKind kind) {
  const auto& all = table.diagnostics();
  return std::any_of(all.begin(), all.end(), [&](const tables::Diagnostic& d) { return d.kind == kind; });
}

/// typeColumns infers what the comparison needs of one file, so that both files can be done at the same time.
void typeColumns(const tables::Frame& frame, const tables::Frame& other) {
  (void)frame.column("name");
  for (const std::string& column : frame.columnNames())
    if (other.hasColumn(column)) (void)frame.column(column);
}

/// whyNoNames says what stands in the way of a comparison, if anything.
std::optional<base::Error> whyNoNames(const tables::CsvTable& table, std::string_view side) {
  if (table.columnOf("name")) return std::nullopt;
  base::Error error{base::ErrorCode::BadFormat, {}, {}, table.fileName(), 1, 0};
  if (table.headerWidth() == 0) {
    error.text = "The " + std::string(side) + " file is empty.";
    error.hint = "Look whether the job that writes it came to its end.";
    error.line = 0;
  } else if (hasDiagnostic(table, tables::DiagnosticKind::Utf16)) {
    error.text = "The " + std::string(side) + " file is UTF-16 and not UTF-8.";
    error.hint = "Save it as UTF-8.";
  } else if (hasDiagnostic(table, tables::DiagnosticKind::Binary)) {
    error.text = "The " + std::string(side) + " file is not a text file.";
    error.hint = "Choose the CSV that the benchmark wrote.";
    error.line = 0;
  } else {
    error.text = "The " + std::string(side) + " file has no column \"name\".";
    error.hint = "Its first line has to name the columns, one of them \"name\".";
    if (const auto header = table.headerSpan(); header.end - header.begin < 200)
      error.hint += " It is: " + std::string(table.bytes().substr(header.begin, header.end - header.begin));
  }
  return error;
}

/// stage gives a part of the work its share of the whole bar, from..to of kBar.
constexpr std::uint64_t kBar = 1000;
constexpr std::uint64_t kJoined = 300;
constexpr std::uint64_t kJudged = 900;
base::Progress stage(const base::Progress& whole, std::uint64_t from, std::uint64_t to) {
  return base::Progress(whole.stopToken(), [&whole, from, to](std::uint64_t done, std::uint64_t total) {
    (void)whole.report(total == 0 ? from : from + (to - from) * std::min(done, total) / total, kBar);
  });
}

}  // namespace

bool failsCi(const Verdict& verdict) {
  if (verdict.reason == Reason::ScriptCrashed) return true;
  switch (verdict.status) {
    case StatusWord::Fail:
    case StatusWord::Improved:
    case StatusWord::Missing:
    case StatusWord::MissingAccuracy:
    case StatusWord::MissingExpected:
    case StatusWord::Invalid:
      return verdict.cls != VerdictClass::Invalid || verdict.reason != Reason::NotComparable;  // G1 then repeats a word
    default:
      return false;
  }
}

bool needsDecision(const ComparedRow& row) {
  return !row.excused && (row.cls == VerdictClass::Fail || row.cls == VerdictClass::Improved ||
                          row.cls == VerdictClass::Missing || row.cls == VerdictClass::Invalid);
}

base::Outcome<std::shared_ptr<const Comparison>> Comparison::make(const ComparisonInput& input,
                                                                  const ComparisonOptions& options,
                                                                  const base::Progress& progress) {
  if (auto error = whyNoNames(**input.actual, "actual")) return *std::move(error);
  if (auto error = whyNoNames(**input.expected, "expected")) return *std::move(error);
  for (const Check check : options.checks)
    if (checkMetric(check).empty())
      return base::Error{base::ErrorCode::BadArgument,
                         "A comparison cannot run the check \"" + std::string(checkName(check)) + "\".",
                         "It knows accuracy, graph-breaks and memory.",
                         {},
                         0,
                         0};
  auto made = std::make_shared<PairComparison>(input, options);
  if (!made->judge(progress)) return base::Cancelled{};
  return std::shared_ptr<const Comparison>(std::move(made));
}

PairComparison::PairComparison(ComparisonInput input, ComparisonOptions options)
    : m_input(std::move(input)),
      m_options(std::move(options)),
      m_actual(tables::Frame::of(*m_input.actual)),
      m_expected(tables::Frame::of(*m_input.expected)) {}

bool PairComparison::judge(const base::Progress& progress) {
  together([this] { typeColumns(m_actual, m_expected); }, [this] { typeColumns(m_expected, m_actual); });
  m_metrics = metricColumns(m_actual, m_expected);
  chooseChecks();
  auto join = RowJoin::make(m_actual, m_expected, stage(progress, 0, kJoined));
  if (!join) return false;
  m_join = std::make_shared<const RowJoin>(*std::move(join));
  m_rows = comparedRows(*m_join, m_actual, m_expected);
  if (!runChecks(progress)) return false;
  applyVerdicts();
  noteFlaky();
  noteStatus();
  noteOwnFlaky();
  count();
  return progress.report(kBar, kBar);
}

void PairComparison::chooseChecks() {
  m_wanted = m_options.checks;
  if (!m_wanted.empty()) return;
  for (const Check check : {Check::Accuracy, Check::GraphBreaks, Check::Memory}) {
    const std::string_view column = checkMetric(check);
    if (m_actual.hasColumn(column) && m_expected.hasColumn(column)) m_wanted.push_back(check);
  }
}

CheckInput PairComparison::checkInput(Check check) const {
  const bool textNames = check == Check::GraphBreaks && m_options.rules->graphBreaks.form == GraphBreaksForm::G3;
  if (!textNames || (hasTextNames(m_actual) && hasTextNames(m_expected))) return {{m_actual}, {m_expected}, m_join};
  constexpr auto kAsText = tables::Frame::NameColumn::AsText;  // graph-breaks 2026-08 reads 123 as a text
  return {{tables::Frame::of(*m_input.actual, kAsText)}, {tables::Frame::of(*m_input.expected, kAsText)}, nullptr};
}

CheckRun PairComparison::run(Check check, Want want, const base::Progress& progress) const {
  const CheckInput input = checkInput(check);
  const RuleSet& rules = *m_options.rules;
  if (check == Check::Memory) return checkMemory(input, m_options.words, rules, want, progress);
  if (check == Check::Accuracy) return checkAccuracy(input, m_options.words, rules, want, progress);
  return checkGraphBreaks(input, m_options.words, rules, want, progress);
}

void PairComparison::together(const std::function<void()>& one, const std::function<void()>& other) const {
  if (m_options.sideBySide) {
    m_options.sideBySide(one, other);
  } else {
    one();
    other();
  }
}

bool PairComparison::runChecks(const base::Progress& progress) {
  std::vector<CheckRun> runs(m_wanted.size());
  const auto judge = [&](std::size_t c) {
    if (c >= m_wanted.size()) return;
    const std::uint64_t share = (kJudged - kJoined) / m_wanted.size();
    runs[c] = run(m_wanted[c], Want::VerdictsOnly, stage(progress, kJoined + c * share, kJoined + (c + 1) * share));
  };
  together(
      [&] {
        judge(0);
        noteChanges();
      },
      [&] {
        for (std::size_t c = 1; c < m_wanted.size(); ++c) judge(c);
      });
  for (CheckRun& made : runs) {
    if (made.cancelled) return false;
    m_checks.push_back(
        {made.check, made.exitCode, std::move(made.crash), std::move(made.verdicts), std::move(made.refused)});
  }
  return true;
}

void PairComparison::applyVerdicts() {
  std::vector<std::uint32_t> positions;  // by actual row, in m_rows; empty where both are the same
  const auto lostBegin = static_cast<std::size_t>(
      std::partition_point(m_rows.begin(), m_rows.end(), [](const ComparedRow& r) { return r.actualRow != kNoRow; }) -
      m_rows.begin());
  if (lostBegin != (*m_input.actual)->rowCount()) {
    positions.assign((*m_input.actual)->rowCount(), kNoRow);
    for (std::size_t i = 0; i < lostBegin; ++i) positions[m_rows[i].actualRow] = static_cast<std::uint32_t>(i);
  }
  for (std::size_t i = 0; i < lostBegin; ++i) m_rows[i].cls = kUnjudged;
  for (const CheckSummary& check : m_checks) {
    for (const Verdict& verdict : check.verdicts) {
      const std::uint32_t position = positions.empty() ? verdict.row : positions[verdict.row];
      if (position == kNoRow) continue;
      ComparedRow& row = m_rows[position];
      row.cls = std::min(row.cls, verdict.cls);  // the worst comes first
      row.failsCi = row.failsCi || failsCi(verdict);
    }
  }
  // Where no script lived to look at a row, nothing is known of it, changed or not: that is never a pass.
  const bool nobodyLooked =
      !m_checks.empty() && std::all_of(m_checks.begin(), m_checks.end(),
                                       [](const CheckSummary& check) { return check.crash || check.refused; });
  for (std::size_t i = 0; i < m_rows.size(); ++i) {
    ComparedRow& row = m_rows[i];
    if (i >= lostBegin) {
      row.cls = row.has(Finding::ConflictMarker) ? VerdictClass::Invalid : VerdictClass::Missing;
    } else if (row.cls == kUnjudged) {
      row.cls = nobodyLooked || (row.changed && !m_checks.empty()) ? VerdictClass::Invalid : VerdictClass::Pass;
    }
  }
}

void PairComparison::noteChanges() {
  MetricChanges changes(m_metrics, **m_input.actual, **m_input.expected);
  for (ComparedRow& row : m_rows)
    row.changed =
        row.actualRow == kNoRow || row.expectedRow == kNoRow || changes.anyDiffers(row.actualRow, row.expectedRow);
}

void PairComparison::count() {
  for (const ComparedRow& row : m_rows) {
    ++m_counts.byClass[static_cast<std::size_t>(row.cls)];
    if (needsDecision(row)) ++m_counts.needDecision;
    if (row.excused) ++m_counts.excused;
    if (row.findings == 0) continue;
    for (std::size_t f = 0; f < kFindingCount; ++f)
      if (row.has(static_cast<Finding>(f))) ++m_counts.findings[f];
  }
}

int PairComparison::ciExit() const {
  return std::any_of(m_checks.begin(), m_checks.end(), [](const CheckSummary& c) { return c.exitCode != 0 || c.crash; })
             ? 1
             : 0;
}

CheckRun PairComparison::scriptOutput(std::size_t checkIndex, const base::Progress& progress) const {
  return run(m_checks[checkIndex].check, Want::Output, progress);
}

std::string PairComparison::scriptLines(std::size_t i) const {
  std::string out;
  for (std::size_t c = 0; c < m_checks.size(); ++c) {
    const std::span<const Verdict> said = verdicts(i, c);
    if (said.empty()) continue;
    const Check check = m_checks[c].check;
    const auto lines = ScriptLines::of(check, checkInput(check), m_options.words, *m_options.rules);
    for (const Verdict& verdict : said) lines->append(out, verdict);
  }
  return out;
}

}  // namespace plumbline::verdicts
