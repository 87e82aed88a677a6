// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/verdicts/comparison.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <unordered_map>

#include "core/tables/pandas_number.h"
#include "core/verdicts/field.h"
#include "core/verdicts/findings.h"
#include "core/verdicts/row_sentence.h"

namespace plumbline::verdicts {
namespace {

/// A row that no check has judged: the script crashed before it.
constexpr auto kUnjudged = static_cast<VerdictClass>(0xff);

bool hasDiagnostic(const tables::CsvTable& table, tables::DiagnosticKind kind) {
  const auto& all = table.diagnostics();
  return std::ranges::any_of(all, [&](const tables::Diagnostic& d) { return d.kind == kind; });
}

/// typeColumns infers what the comparison needs of one file, so that both files can be done at the same time.
void typeColumns(const tables::Frame& frame, const tables::Frame& other) {
  (void)frame.column("name");
  for (const std::string& column : frame.columnNames())
    if (other.hasColumn(column)) (void)frame.column(column);
}

/// findUnusableNames returns the error that prevents a comparison, or nullopt.
std::optional<base::Error> findUnusableNames(const tables::CsvTable& table, std::string_view side) {
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

// Shares of Progress::kScale: joining the rows, judging them, the rest.
constexpr std::uint64_t kJoined = 300;
constexpr std::uint64_t kJudged = 900;

void setFinding(ComparedRow& row, Finding finding) {
  row.findings = static_cast<std::uint16_t>(row.findings | (1U << static_cast<unsigned>(finding)));
}

bool isNamed(const tables::Frame& frame, std::uint32_t row, std::string& scratch) {
  return frame.column("name")->at(row, scratch).kind != tables::ValueKind::NaN;
}

/// markRepeatedLost finds the lost models that the baseline names more than once. Only rows that neither met an actual
/// row nor are a lost model's first row can repeat one, and mostly there are none.
void markRepeatedLost(std::vector<ComparedRow>& rows, std::size_t lostBegin, const tables::Frame& expected) {
  std::vector<bool> explained(expected.rowCount(), false);
  for (const ComparedRow& row : rows)
    if (row.expectedRow != kNoRow) explained[row.expectedRow] = true;
  std::string scratch;
  const tables::CsvTable& table = expected.table();
  const std::size_t nameColumn = expected.column("name")->index();
  std::unordered_map<std::string, std::size_t> lost;
  for (std::uint32_t row = 0; row < explained.size(); ++row) {
    if (explained[row] || table.isComment(row)) continue;
    if (lost.empty())
      for (std::size_t i = lostBegin; i < rows.size(); ++i)
        lost.emplace(table.cell(rows[i].expectedRow, nameColumn, scratch), i);
    const auto repeated = lost.find(std::string(table.cell(row, nameColumn, scratch)));
    if (repeated != lost.end()) setFinding(rows[repeated->second], Finding::DuplicateExpected);
  }
}

/// comparedRows returns the actual rows in file order, then the lost models in the baseline's order, with the findings
/// New, Lost, DuplicateActual, DuplicateExpected and ConflictMarker set. Linear in rows.
std::vector<ComparedRow> comparedRows(const RowJoin& join, const tables::Frame& actual, const tables::Frame& expected) {
  std::vector<ComparedRow> rows;
  std::string scratch;
  const auto actualRows = static_cast<std::uint32_t>(actual.rowCount());
  rows.reserve(actualRows + join.expectedOnly().size());
  for (std::uint32_t row = 0; row < actualRows; ++row) {
    ComparedRow
        made;  // a comment in the run is a row like any other: pandas does not support comments, and CI judges it
    made.actualRow = row;
    made.expectedRow = join.firstExpectedRow(row);
    if (join.severalActual(row)) setFinding(made, Finding::DuplicateActual);
    if (join.severalExpected(row)) setFinding(made, Finding::DuplicateExpected);
    if (actual.table().isConflictMarker(row)) {
      setFinding(made, Finding::ConflictMarker);
    } else if (made.expectedRow == kNoRow && isNamed(actual, row, scratch)) {
      setFinding(made, Finding::New);  // a name that pandas reads as missing is never found, so it is not news
    }
    rows.push_back(made);
  }
  const std::size_t lostBegin = rows.size();
  for (const std::uint32_t row : join.expectedOnly()) {
    if (expected.table().isComment(row)) continue;  // no model, so it cannot be lost
    ComparedRow lost;
    lost.expectedRow = row;
    // A line of a git conflict is no model, so it cannot be lost.
    setFinding(lost, expected.table().isConflictMarker(row) ? Finding::ConflictMarker : Finding::Lost);
    rows.push_back(lost);
  }
  if (rows.size() > lostBegin) markRepeatedLost(rows, lostBegin, expected);
  return rows;
}

/// QuickNameSet rejects most names without hashing them: they share neither length nor first byte with a listed one.
class QuickNameSet {
 public:
  void insert(const std::string& name) {
    if (name.empty()) return;
    m_lengths[static_cast<unsigned char>(name[0])] |= lengthBit(name);
    m_names.insert(name);
  }
  bool contains(std::string_view name) const {
    return !name.empty() && (m_lengths[static_cast<unsigned char>(name[0])] & lengthBit(name)) != 0 &&
           m_names.contains(name);
  }

 private:
  static std::uint64_t lengthBit(std::string_view name) { return std::uint64_t{1} << (name.size() % 64); }

  flaky::NameSet m_names;
  std::array<std::uint64_t, 256> m_lengths{};
};

/// FlakyNames is one check's flaky list.
class FlakyNames {
 public:
  FlakyNames(const flaky::FlakyModels& models, const std::string& expectedPath) {
    for (const std::string& name : models.namesFor(expectedPath)) m_names.insert(name);
    if (!rocmByAccident(expectedPath)) return;
    flaky::FlakyModels elsewhere = models;
    elsewhere.rocm.clear();
    const flaky::NameSet without = elsewhere.namesFor(expectedPath);
    for (const std::string& name : models.rocm)
      if (!without.contains(name)) m_byAccident.insert(name);
  }

  bool contains(std::string_view name) const { return m_names.contains(name); }
  bool onlyByPath(std::string_view name) const { return m_byAccident.contains(name); }

 private:
  QuickNameSet m_names;
  flaky::NameSet m_byAccident;  ///< listed only because the path happens to contain "rocm"
};

/// ListedNames are the names in our own lists; with a pattern among them every name may be listed.
class ListedNames {
 public:
  explicit ListedNames(const flaky::OwnFlaky& own) {
    for (const flaky::OwnList& list : own.lists) {
      for (const flaky::FlakyEntry& entry : list.entries) {
        m_hasPatterns = m_hasPatterns || entry.isPattern;
        if (!entry.isPattern) m_names.insert(entry.name);
      }
    }
  }
  bool mayHave(std::string_view name) const { return m_hasPatterns || m_names.contains(name); }

 private:
  QuickNameSet m_names;
  bool m_hasPatterns = false;
};

/// equalsBaseline returns whether a check found the row equal to its baseline.
bool equalsBaseline(std::span<const Verdict> verdicts) {
  return !verdicts.empty() && std::ranges::all_of(verdicts, [](const Verdict& v) {
    return v.reason == Reason::Equal || v.reason == Reason::ExpectedFailure || v.reason == Reason::FlakyListedPass;
  });
}

bool excusedAsFlaky(std::span<const Verdict> verdicts) {
  return std::ranges::any_of(verdicts, [](const Verdict& v) { return v.reason == Reason::FlakyListed; });
}

/// keepText lets a text value point into the file and not into a scratch string that is about to go. Where quotes had
/// to be resolved it then shows the raw text between them; the cell's own text string has the resolved one.
tables::Value keepText(tables::Value value, const tables::CsvTable& table, std::size_t row, std::size_t column) {
  const std::string_view bytes = table.bytes();
  const bool inFile = value.text.data() >= bytes.data() && value.text.data() <= bytes.data() + bytes.size();
  if (value.kind != tables::ValueKind::Text || inFile) return value;
  const auto span = table.cellSpan(row, column + table.leadingColumns());
  std::string_view raw = span ? bytes.substr(span->begin, span->end - span->begin) : std::string_view{};
  if (raw.size() >= 2 && raw.front() == '"' && raw.back() == '"') raw = raw.substr(1, raw.size() - 2);
  value.text = raw;
  return value;
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
    default: return false;
  }
}

bool needsDecision(const ComparedRow& row) {
  return !row.excused && (row.failsCi || row.cls == VerdictClass::Fail || row.cls == VerdictClass::Improved ||
                          row.cls == VerdictClass::Missing || row.cls == VerdictClass::Invalid);
}

base::Outcome<std::shared_ptr<const Comparison>> Comparison::make(const ComparisonInput& input,
                                                                  const ComparisonOptions& options,
                                                                  const base::Progress& progress) {
  if (auto error = findUnusableNames(**input.actual, "actual")) return *std::move(error);
  if (auto error = findUnusableNames(**input.expected, "expected")) return *std::move(error);
  for (const Check check : options.checks)
    if (checkMetric(check).empty())
      return base::fail(base::ErrorCode::BadArgument,
                        "A comparison cannot run the check \"" + std::string(checkName(check)) + "\".",
                        "It knows accuracy, graph-breaks and memory.");
  std::shared_ptr<Comparison> made(new Comparison(input, options));
  if (!made->judge(progress)) return base::Cancelled{};
  return std::shared_ptr<const Comparison>(std::move(made));
}

Comparison::Comparison(ComparisonInput input, ComparisonOptions options)
    : m_input(std::move(input)),
      m_options(std::move(options)),
      m_actual(tables::Frame::of(*m_input.actual)),
      m_expected(tables::Frame::of(*m_input.expected)) {}

bool Comparison::judge(const base::Progress& progress) {
  runBoth([this] { typeColumns(m_actual, m_expected); }, [this] { typeColumns(m_expected, m_actual); });
  m_metrics = metricColumns(m_actual, m_expected);
  chooseChecks();
  auto join = RowJoin::make(m_actual, m_expected, progress.part(0, kJoined));
  if (!join) return false;
  m_join = std::make_shared<const RowJoin>(*std::move(join));
  m_rows = comparedRows(*m_join, m_actual, m_expected);
  if (!runChecks(progress)) return false;
  applyVerdicts();
  const auto note = [this](std::size_t begin, std::size_t end) {
    const auto rows = std::span(m_rows).subspan(begin, end - begin);
    noteFlaky(begin, end);
    noteStatus(rows);
    noteOwnFlaky(begin, end);
    noteNames(begin, end);
  };
  const std::size_t half = m_rows.size() / 2;
  runBoth([&] { note(0, half); }, [&] { note(half, m_rows.size()); });
  for (const ComparedRow& row : m_rows) m_counts.add(row);
  return progress.report(base::Progress::kScale, base::Progress::kScale);
}

void Comparison::chooseChecks() {
  m_usedChecks = m_options.checks.empty() ? applicableChecks(m_actual, m_expected) : m_options.checks;
}

CheckInput Comparison::checkInput(Check check) const {
  const bool textNames = check == Check::GraphBreaks && m_options.rules->graphBreaks.form == GraphBreaksForm::G3;
  if (!textNames || (hasTextNames(m_actual) && hasTextNames(m_expected))) return {{m_actual}, {m_expected}, m_join};
  constexpr auto kAsText = tables::Frame::NameColumn::AsText;  // graph-breaks 2026-08 reads 123 as a text
  return {{tables::Frame::of(*m_input.actual, kAsText)}, {tables::Frame::of(*m_input.expected, kAsText)}, nullptr};
}

CheckRun Comparison::run(Check check, Want want, const base::Progress& progress) const {
  return checkPair(check, checkInput(check), m_options.words, *m_options.rules, want, progress);
}

void Comparison::runBoth(const std::function<void()>& one, const std::function<void()>& other) const {
  if (m_options.sideBySide) {
    m_options.sideBySide(one, other);
  } else {
    one();
    other();
  }
}

bool Comparison::runChecks(const base::Progress& progress) {
  std::vector<CheckRun> runs(m_usedChecks.size());
  const auto judge = [&](std::size_t c) {
    const std::uint64_t share = (kJudged - kJoined) / m_usedChecks.size();
    runs[c] = run(m_usedChecks[c], Want::VerdictsOnly, progress.part(kJoined + c * share, kJoined + (c + 1) * share));
  };
  runBoth(
      [&] {
        if (!m_usedChecks.empty()) judge(0);
        noteChanges();
      },
      [&] {
        for (std::size_t c = 1; c < m_usedChecks.size(); ++c) judge(c);
      });
  for (CheckRun& made : runs) {
    if (made.cancelled) return false;
    m_checks.push_back(
        {made.check, made.exitCode, std::move(made.crash), std::move(made.verdicts), std::move(made.refused)});
  }
  return true;
}

void Comparison::applyVerdicts() {
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
  const bool allDied = !m_checks.empty() && std::ranges::all_of(m_checks, [](const CheckSummary& check) {
    return check.crash || check.refused;
  });
  for (std::size_t i = 0; i < m_rows.size(); ++i) {
    ComparedRow& row = m_rows[i];
    if (i >= lostBegin) {
      row.cls = row.has(Finding::ConflictMarker) ? VerdictClass::Invalid : VerdictClass::Missing;
    } else if (row.cls == kUnjudged) {
      row.cls = allDied || (row.changed && !m_checks.empty()) ? VerdictClass::Invalid : VerdictClass::Pass;
    }
  }
}

void Comparison::noteChanges() {
  MetricChanges changes(m_metrics, **m_input.actual, **m_input.expected);
  for (ComparedRow& row : m_rows)
    row.changed =
        row.actualRow == kNoRow || row.expectedRow == kNoRow || changes.anyDiffers(row.actualRow, row.expectedRow);
}

void ClassCounts::add(const ComparedRow& row) {
  ++byClass[static_cast<std::size_t>(row.cls)];
  if (needsDecision(row)) ++needDecision;
  if (row.excused) ++excused;
  if (row.findings == 0) return;
  for (std::size_t f = 0; f < kFindingCount; ++f)
    if (row.has(static_cast<Finding>(f))) ++findings[f];
}

int Comparison::ciExit() const {
  return std::ranges::any_of(m_checks, [](const CheckSummary& c) { return c.exitCode != 0 || c.crash; }) ? 1 : 0;
}

std::optional<base::Error> Comparison::unjudged() const {
  return m_checks.empty() ? withoutChecks(m_actual, m_expected, m_options.words.actualPath, m_options.words.expectedPath)
                          : std::nullopt;
}

CheckRun Comparison::scriptOutput(std::size_t checkIndex, const base::Progress& progress) const {
  return run(m_checks[checkIndex].check, Want::Output, progress);
}

std::string Comparison::scriptLines(std::size_t i) const {
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

void Comparison::noteFlaky(std::size_t begin, std::size_t end) {
  if (!hasTextNames(m_actual)) return;  // the lists hold texts: a number is never on them
  std::vector<std::pair<std::size_t, FlakyNames>> lists;
  for (std::size_t c = 0; c < m_checks.size(); ++c)
    if (const auto* models = m_options.rules->flakyModels(m_checks[c].check))
      lists.emplace_back(c, FlakyNames(*models, m_options.words.expectedPath));
  std::string scratch;
  for (std::size_t i = begin; i < end; ++i) {
    std::string_view name;
    bool stale = true;
    for (const auto& [checkIndex, list] : lists) {
      if (name.empty()) name = modelName(i, scratch);
      if (!list.contains(name)) continue;
      m_rows[i].flaky = true;
      const std::span<const Verdict> said = verdicts(i, checkIndex);
      stale = stale && equalsBaseline(said);
      if (list.onlyByPath(name) && excusedAsFlaky(said)) setFinding(m_rows[i], Finding::RocmByPath);
    }
    if (m_rows[i].flaky && stale) setFinding(m_rows[i], Finding::StaleFlaky);
  }
}

void Comparison::noteStatus(std::span<ComparedRow> rows) {
  const tables::TypedColumn* accuracy = m_actual.column("accuracy");
  if (accuracy == nullptr) return;
  std::vector<const tables::TypedColumn*> counters;
  for (const MetricInfo& info : metricCatalogue())
    if (const auto* column = info.zeroMeansNotMeasured ? m_actual.column(info.name) : nullptr)
      counters.push_back(column);
  const tables::CsvTable& table = m_actual.table();
  std::string scratch;
  std::string known = "pass";  // the word of the row before: most rows repeat it
  bool knownRan = true;
  bool knownWord = true;
  const bool passMeansPass = std::ranges::any_of(m_checks, [](const CheckSummary& c) {
    return c.check == Check::Accuracy && !c.crash;  // then nothing but the word "pass" makes the class Pass
  });
  for (ComparedRow& row : rows) {
    if (row.actualRow == kNoRow || (passMeansPass && row.cls == VerdictClass::Pass)) continue;
    const std::string_view word = table.cell(row.actualRow, accuracy->index(), scratch);
    if (word != known) {
      known = word;
      knownRan = tables::isNaWord(word) || ranToCompletion(word);
      knownWord = tables::isNaWord(word) || m_options.rules->isKnownStatus(word);
    }
    if (!knownWord && !row.has(Finding::ConflictMarker)) setFinding(row, Finding::UnknownStatus);
    if (knownRan || counters.empty()) continue;
    const bool allZero = std::ranges::all_of(counters, [&](const tables::TypedColumn* column) {
      const tables::Value value = column->at(row.actualRow, scratch);
      double number = value.asDouble();
      // One odd cell makes a text of the whole column; the other cells are numbers all the same.
      const bool isNumber =
          value.kind == tables::ValueKind::Text ? tables::parsePandasReal(value.text, number) : value.isNumber();
      return isNumber && number == 0;
    });
    if (allZero) setFinding(row, Finding::NotMeasured);
  }
}

void Comparison::noteOwnFlaky(std::size_t begin, std::size_t end) {
  if (m_options.ownFlaky == nullptr || !m_options.ownFlaky->hasEntries()) return;
  const ListedNames listed(*m_options.ownFlaky);
  std::string scratch;
  for (std::size_t i = begin; i < end; ++i) {
    ComparedRow& row = m_rows[i];
    const bool counts = row.failsCi || row.cls == VerdictClass::Fail || row.cls == VerdictClass::Improved;
    if (!counts || row.actualRow == kNoRow || !listed.mayHave(modelName(i, scratch))) continue;
    const std::vector<Excuse> found = excuses(i);
    if (found.empty()) continue;
    if (found.front().isExpired) {
      setFinding(row, Finding::ExpiredFlaky);
    } else {
      row.excused = true;
    }
  }
}

void Comparison::noteNames(std::size_t begin, std::size_t end) {
  std::string scratch;
  for (std::size_t i = begin; i < end; ++i)
    if (!nameOddity(modelName(i, scratch)).empty()) setFinding(m_rows[i], Finding::UnusualName);
}

std::string_view checkMetric(Check check) {
  switch (check) {
    case Check::Accuracy: return "accuracy";
    case Check::GraphBreaks: return "graph_breaks";
    case Check::Memory: return "compression_ratio";
    default: return {};
  }
}

std::string_view verdictMetric(Check check, const Verdict& verdict) {
  return verdict.metric == kNoMetric ? checkMetric(check) : std::string_view(metricCatalogue()[verdict.metric].name);
}

bool hasTextNames(const tables::Frame& frame) {
  const tables::ColumnType type = frame.column("name")->type();
  return type == tables::ColumnType::Text || type == tables::ColumnType::RawText;
}

std::string_view Comparison::modelName(std::size_t i, std::string& scratch) const {
  const ComparedRow& row = m_rows[i];
  const bool lost = row.actualRow == kNoRow;
  const tables::TypedColumn* names = (lost ? m_expected : m_actual).column("name");
  const tables::Value name = names->at(lost ? row.expectedRow : row.actualRow, scratch);
  if (name.kind == tables::ValueKind::Text) return name.text;
  scratch = strText(name);
  return scratch;
}

std::span<const Verdict> Comparison::verdicts(std::size_t i, std::size_t checkIndex) const {
  const ComparedRow& row = m_rows[i];
  const std::vector<Verdict>& all = m_checks[checkIndex].verdicts;
  if (row.actualRow == kNoRow) return {};
  const auto isLess = [](const Verdict& a, const Verdict& b) { return a.row < b.row; };
  // Mostly each row has one verdict, which then stands at the row's own place.
  const std::size_t place = row.actualRow;
  if (place < all.size() && all[place].row == place && (place == 0 || all[place - 1].row != place) &&
      (place + 1 == all.size() || all[place + 1].row != place))
    return {&all[place], 1};
  const auto range = std::equal_range(all.begin(), all.end(), Verdict{row.actualRow}, isLess);
  return {range.first, range.second};
}

MetricCell Comparison::cell(std::size_t i, std::size_t metricColumn) const {
  const ComparedRow& row = m_rows[i];
  const MetricColumn& metric = m_metrics[metricColumn];
  MetricCell out;
  std::string actualScratch;
  std::string expectedScratch;
  if (row.actualRow != kNoRow) out.actual = metric.actual->at(row.actualRow, actualScratch);
  if (row.expectedRow != kNoRow) out.expected = metric.expected->at(row.expectedRow, expectedScratch);
  if (out.actual && out.actual->kind != tables::ValueKind::NaN) out.actualText = strText(*out.actual);
  if (out.expected && out.expected->kind != tables::ValueKind::NaN) out.expectedText = strText(*out.expected);
  if (out.actual && out.expected) {
    out.changed = !sameMetric(*out.actual, *out.expected);
    out.numeric = out.actual->isNumber() && out.expected->isNumber();
    if (out.numeric) {
      const double before = out.expected->asDouble();
      out.delta = out.actual->asDouble() - before;
      out.percent = before == 0 ? std::numeric_limits<double>::quiet_NaN() : out.delta / std::abs(before) * 100;
    }
  }
  if (out.actual) out.actual = keepText(*out.actual, m_actual.table(), row.actualRow, metric.actual->index());
  if (out.expected)
    out.expected = keepText(*out.expected, m_expected.table(), row.expectedRow, metric.expected->index());
  out.notMeasured = row.has(Finding::NotMeasured) && metric.info.zeroMeansNotMeasured;
  for (std::size_t c = 0; c < m_checks.size(); ++c) {
    for (const Verdict& verdict : verdicts(i, c)) {
      const bool about = verdict.metric == kNoMetric ? metric.info.name == checkMetric(m_checks[c].check)
                                                     : verdict.metric == metric.metric;
      if (!about) continue;
      out.cls = out.checked ? std::min(out.cls, verdict.cls) : verdict.cls;
      out.checked = true;
    }
  }
  return out;
}

Comparison::Decision Comparison::decision(std::size_t i) const {
  Decision first;
  for (std::size_t c = 0; c < m_checks.size(); ++c) {
    for (const Verdict& verdict : verdicts(i, c)) {
      if (verdict.cls != m_rows[i].cls) continue;
      // Of several reasons to pass, one that had something to weigh says more than "equal".
      if (verdict.reason != Reason::Equal) return {c, &verdict};
      if (first.verdict == nullptr) first = {c, &verdict};
    }
  }
  return first;
}

std::string_view Comparison::statusWord(std::size_t i) const {
  const ComparedRow& row = m_rows[i];
  if (row.actualRow == kNoRow) return row.has(Finding::Lost) ? "LOST" : "CONFLICT";
  const Decision decided = decision(i);
  if (decided.verdict == nullptr) return "NOT_JUDGED";
  if (decided.verdict->reason == Reason::ScriptCrashed) return "CRASHED";
  const std::string_view word = statusText(decided.verdict->status);
  return word.empty() && decided.verdict->cls == VerdictClass::Missing ? "MISSING" : word;
}

std::string Comparison::sentence(std::size_t i) const { return rowSentence(*this, i); }
std::vector<Excuse> Comparison::excuses(std::size_t i) const { return findExcuses(*this, i); }
std::string Comparison::excuseText(std::size_t i) const { return verdicts::excuseText(*this, i); }

base::Outcome<std::shared_ptr<const Comparison>> judgePair(const JudgeRequest& request,
                                                           const base::Progress& progress) {
  ComparisonOptions options;
  options.rules = request.rules;
  if (!options.rules) {
    auto rules = ruleSet(kDefaultGeneration);
    if (!rules) return rules.error();
    options.rules = *std::move(rules);
  }
  options.words = {request.actualPath, request.expectedPath, request.sha};
  options.checks = request.checks;
  options.sideBySide = request.sideBySide;
  options.ownFlaky = request.ownFlaky;
  if (!options.ownFlaky)
    options.ownFlaky = std::make_shared<const flaky::OwnFlaky>(flaky::readOwnLists(
        request.expectedPath, request.today.value_or(flaky::localToday()), request.defaultFlakyList));
  return Comparison::make({{request.actual}, {request.expected}}, options, progress);
}

}  // namespace plumbline::verdicts
