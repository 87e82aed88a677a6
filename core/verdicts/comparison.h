// SPDX-License-Identifier: GPL-3.0-or-later
// A compared pair: one row per model over all metrics that both files have, with CI's verdicts and with findings that
// CI does not report. Immutable once made; shared between threads.
//
//   auto made = Comparison::make({actualTable, expectedTable}, {.rules = rules, .expectedPath = "expected.csv"});
//   for (std::size_t i = 0; i < made.value()->rowCount(); ++i) show(made.value()->row(i));
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/progress.h"
#include "core/base/result.h"
#include "core/base/sides.h"
#include "core/flaky/own_lists.h"
#include "core/tables/frame.h"
#include "core/verdicts/check.h"
#include "core/verdicts/metric_catalogue.h"
#include "core/verdicts/row_join.h"
#include "core/verdicts/rule_sets/rule_set.h"
#include "core/verdicts/verdict.h"

namespace plumbline::verdicts {

/// Finding is something that CI does not report. Findings never change CI's exit status.
enum class Finding : std::uint8_t {
  Lost,  ///< in the baseline, no row in actual: no check reports it (SPEC 18 no. 1)
  New,   ///< in actual, not in the baseline
  DuplicateActual,
  DuplicateExpected,  ///< the name occurs more than once; the checks then find neither row
  NotMeasured,        ///< the run failed: its zeros are padding, not counts (SPEC 11.2, 18 no. 6)
  UnknownStatus,      ///< an accuracy word that no script writes
  StaleFlaky,         ///< on the flaky list, yet equal to its baseline today
  RocmByPath,         ///< excused only because "rocm" occurs in the path as typed (SPEC 18 no. 5)
  ConflictMarker,     ///< the row is a line of a git conflict
  ExpiredFlaky,       ///< an entry of a flaky.toml would excuse it, had it not expired
  UnusualName,        ///< nameOddity: it may look like another one
  Count
};
inline constexpr std::size_t kFindingCount = static_cast<std::size_t>(Finding::Count);
/// findingName returns the stable word used in JSON: "lost", "not-measured" ...
std::string_view findingName(Finding finding);
/// findingTitle returns a short phrase for people, findingText a sentence that says what it means and what to do.
std::string_view findingTitle(Finding finding);
std::string_view findingText(Finding finding);

inline constexpr std::uint32_t kNoRow = 0xffffffffU;

struct ComparedRow {
  std::uint32_t actualRow = kNoRow;       ///< row of the actual table; kNoRow for a lost model
  std::uint32_t expectedRow = kNoRow;     ///< first row of that name in the expected table
  VerdictClass cls = VerdictClass::Pass;  ///< the worst class over all checks; Missing for a lost model
  bool failsCi = false;                   ///< this row alone makes a check exit 1
  bool flaky = false;                     ///< on a flaky list in use
  bool changed = false;                   ///< any metric that both files have differs
  bool excused = false;                   ///< our own flaky.toml excuses all that CI counts against it; CI does not
  std::uint16_t findings = 0;             ///< bit per Finding
  bool has(Finding f) const { return ((findings >> static_cast<unsigned>(f)) & 1U) != 0; }
};

/// needsDecision returns whether a person has to decide about a row: it fails, improved, is missing or invalid, and no
/// flaky.toml excuses it.
bool needsDecision(const ComparedRow& row);

/// failsCi returns whether a verdict alone makes its check exit 1.
bool failsCi(const Verdict& verdict);

/// checkMetric is the column a check is about when its verdict names none: accuracy, graph_breaks, compression_ratio.
std::string_view checkMetric(Check check);
/// verdictMetric is the column that a verdict of a check is about.
std::string_view verdictMetric(Check check, const Verdict& verdict);

/// hasTextNames returns whether pandas reads the names of a file as text, which flaky lists and lines depend on.
bool hasTextNames(const tables::Frame& frame);

/// MetricCell is one metric of one row, ready to show.
struct MetricCell {
  std::optional<tables::Value> expected, actual;  ///< absent: no row on that side
  std::string expectedText, actualText;           ///< as Python prints them; "" when absent or empty
  bool changed = false;
  bool notMeasured = false;               ///< zero padding of a failed run
  bool numeric = false;                   ///< both are numbers; delta and percent are set
  double delta = 0;                       ///< actual - expected
  double percent = 0;                     ///< delta / |expected| x 100; NaN when expected is 0
  VerdictClass cls = VerdictClass::Pass;  ///< the class of the check that looked at this metric
  bool checked = false;                   ///< a check looked at it
};

struct ClassCounts {
  std::uint32_t byClass[kAllClasses.size()] = {};
  std::uint32_t findings[kFindingCount] = {};
  std::uint32_t needDecision = 0;  ///< rows for which needsDecision holds
  std::uint32_t excused = 0;       ///< rows that a flaky.toml excuses
  void add(const ComparedRow& row);
  std::uint32_t of(VerdictClass c) const { return byClass[static_cast<std::size_t>(c)]; }
};

struct ComparisonInput {
  base::Actual<std::shared_ptr<const tables::CsvTable>> actual;
  base::Expected<std::shared_ptr<const tables::CsvTable>> expected;
};

struct ComparisonOptions {
  std::shared_ptr<const RuleSet> rules;
  CheckArguments words;
  std::vector<Check> checks;   ///< empty: accuracy, graph-breaks, memory, each where both files have its column;
                               ///< accuracy also where the run has graph_breaks instead
  base::SideBySide sideBySide = {};  ///< empty: one after the other. Threads are the caller's business (core/tasks)
  std::shared_ptr<const flaky::OwnFlaky> ownFlaky = {};  ///< our own flaky lists; null: none. CI ignores them
};

/// Excuse is an entry of a flaky.toml that bears on a row.
struct Excuse {
  const flaky::OwnList* list = nullptr;
  const flaky::FlakyEntry* entry = nullptr;
  bool isExpired = false;  ///< then it excuses nothing any more
};

/// CheckSummary is the result of one check for the whole pair.
struct CheckSummary {
  Check check = Check::Accuracy;
  int exitCode = 0;
  std::optional<base::Error> crash;
  std::vector<Verdict> verdicts;       ///< sorted by row
  std::optional<base::Error> refused;  ///< graph-breaks 2026-08 rejects the pair before it reads rows
};

class Comparison {
 public:
  /// make judges the pair. Errors: BadFormat when a file has no usable "name" column or no header.
  static base::Outcome<std::shared_ptr<const Comparison>> make(const ComparisonInput& input,
                                                               const ComparisonOptions& options,
                                                               const base::Progress& progress = {});
  Comparison(const Comparison&) = delete;
  Comparison& operator=(const Comparison&) = delete;

  /// Rows: the actual rows in file order, those beginning with '#' too (pandas does not support comments), then the
  /// lost models in the baseline's order. A comment that only the baseline has is no lost model.
  std::size_t rowCount() const { return m_rows.size(); }
  const ComparedRow& row(std::size_t i) const { return m_rows[i]; }
  /// modelName is the name as CI prints it; the view lives as long as the comparison and `scratch`.
  std::string_view modelName(std::size_t i, std::string& scratch) const;
  /// verdicts of one check for a row; empty for a lost model or where the script crashed before.
  std::span<const Verdict> verdicts(std::size_t i, std::size_t checkIndex) const;
  const std::vector<CheckSummary>& checks() const { return m_checks; }
  const std::vector<MetricColumn>& metrics() const { return m_metrics; }
  MetricCell cell(std::size_t i, std::size_t metricColumn) const;

  /// Decision is the verdict that decided the row's class; null when no check judged the row.
  struct Decision {
    std::size_t check = 0;
    const Verdict* verdict = nullptr;
  };
  Decision decision(std::size_t i) const;
  /// statusWord is CI's word of that verdict ("FAIL", "PASS_BUT_FLAKY"; "LOST" is ours).
  std::string_view statusWord(std::size_t i) const;
  /// sentence explains the row's class and names the rule: "accuracy was pass, is fail_accuracy: ...".
  std::string sentence(std::size_t i) const;
  /// excuses are the entries that excuse a row, the nearest list first, or those that would had they not expired; they
  /// live as long as the comparison. excuseText: "flaky.toml excuses it until 2026-10-01: times out (#12)."; "" without
  /// excuses. sentence() ends in it.
  std::vector<Excuse> excuses(std::size_t i) const;
  std::string excuseText(std::size_t i) const;
  /// scriptLines are the lines that the scripts print for this row, one or more per check; "" for a lost model.
  std::string scriptLines(std::size_t i) const;
  /// scriptOutput is the whole text of a check script for this pair (made on demand; linear in rows).
  CheckRun scriptOutput(std::size_t checkIndex, const base::Progress& progress = {}) const;
  const ClassCounts& counts() const { return m_counts; }
  /// ciExit is 1 when any check in use exits 1.
  int ciExit() const;
  /// unjudged is the reason why no check looks at this pair although its baseline has accuracy or graph_breaks: then an
  /// exit status of 0 says nothing about CI. Unset also for a baseline that no check reads.
  std::optional<base::Error> unjudged() const;
  const ComparisonInput& input() const { return m_input; }
  const ComparisonOptions& options() const { return m_options; }
  /// actual and expected are the files as pd.read_csv would give them.
  const tables::Frame& actual() const { return m_actual; }
  const tables::Frame& expected() const { return m_expected; }

 private:
  Comparison(ComparisonInput input, ComparisonOptions options);

  /// judge fills everything; false when progress requests a stop.
  bool judge(const base::Progress& progress);
  void runBoth(const std::function<void()>& one, const std::function<void()>& other) const;
  void chooseChecks();
  CheckInput checkInput(Check check) const;
  CheckRun run(Check check, Want want, const base::Progress& progress) const;
  bool runChecks(const base::Progress& progress);
  void applyVerdicts();
  void noteChanges();
  // Findings of the rows from `begin` to before `end`; different rows may be noted at the same time.
  void noteFlaky(std::size_t begin, std::size_t end);
  void noteStatus(std::span<ComparedRow> rows);
  void noteOwnFlaky(std::size_t begin, std::size_t end);
  void noteNames(std::size_t begin, std::size_t end);

  ComparisonInput m_input;
  ComparisonOptions m_options;
  tables::Frame m_actual, m_expected;
  std::shared_ptr<const RowJoin> m_join;
  std::vector<MetricColumn> m_metrics;
  std::vector<Check> m_usedChecks;
  std::vector<CheckSummary> m_checks;
  std::vector<ComparedRow> m_rows;
  ClassCounts m_counts;
};

/// JudgeRequest is one run against one baseline, for every front end.
///
///   auto judged = judgePair({.actual = run, .expected = baseline, .actualPath = "run.csv", .expectedPath = "ci/e.csv"});
struct JudgeRequest {
  std::shared_ptr<const tables::CsvTable> actual, expected;
  std::string actualPath, expectedPath;                          ///< as the check's command line has them
  std::shared_ptr<const RuleSet> rules = {};           ///< null: the default generation
  std::vector<Check> checks = {};                      ///< empty: applicableChecks
  std::optional<std::string> sha = {};                           ///< the SHA1 variable, which the scripts print
  std::shared_ptr<const flaky::OwnFlaky> ownFlaky = {};          ///< null: the lists that count for expectedPath are read
  std::optional<flaky::Date> today = {};                         ///< when entries expire; the machine's day when unset
  std::string defaultFlakyList = {};  ///< read where no list counts for expectedPath; "": none
  base::SideBySide sideBySide = {};
};

/// judgePair. The flaky lists that were read, with their problems, are in options().ownFlaky of the result. Errors:
/// those of Comparison::make and of the default rule set.
base::Outcome<std::shared_ptr<const Comparison>> judgePair(const JudgeRequest& request,
                                                           const base::Progress& progress = {});

}  // namespace plumbline::verdicts
