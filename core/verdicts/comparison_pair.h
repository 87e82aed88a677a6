// SPDX-License-Identifier: GPL-3.0-or-later
// The one implementation of Comparison. Private to core/verdicts: use Comparison::make.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "core/verdicts/comparison.h"
#include "core/verdicts/explain.h"

namespace plumbline::verdicts {

class PairComparison final : public Comparison {
 public:
  PairComparison(ComparisonInput input, ComparisonOptions options);

  /// judge fills everything; false when progress says stop.
  bool judge(const base::Progress& progress);

  std::size_t rowCount() const override { return m_rows.size(); }
  const ComparedRow& row(std::size_t i) const override { return m_rows[i]; }
  std::string_view modelName(std::size_t i, std::string& scratch) const override;
  std::span<const Verdict> verdicts(std::size_t i, std::size_t checkIndex) const override;
  const std::vector<CheckSummary>& checks() const override { return m_checks; }
  const std::vector<MetricColumn>& metrics() const override { return m_metrics; }
  MetricCell cell(std::size_t i, std::size_t metricColumn) const override;
  std::string_view statusWord(std::size_t i) const override;
  std::string sentence(std::size_t i) const override;
  std::vector<Excuse> excuses(std::size_t i) const override;
  std::string excuseText(std::size_t i) const override;
  std::string scriptLines(std::size_t i) const override;
  CheckRun scriptOutput(std::size_t checkIndex, const base::Progress& progress) const override;
  const ClassCounts& counts() const override { return m_counts; }
  int ciExit() const override;
  const ComparisonInput& input() const override { return m_input; }
  const ComparisonOptions& options() const override { return m_options; }

 private:
  void together(const std::function<void()>& one, const std::function<void()>& other) const;
  void chooseChecks();
  CheckInput checkInput(Check check) const;
  CheckRun run(Check check, Want want, const base::Progress& progress) const;
  bool runChecks(const base::Progress& progress);
  void applyVerdicts();
  void noteChanges();
  void noteFlaky();
  void noteStatus();
  void noteOwnFlaky();
  void count();

  /// The verdict that decided the row's class: check index and verdict; null when there is none.
  struct Decision {
    std::size_t check = 0;
    const Verdict* verdict = nullptr;
  };
  Decision decision(std::size_t i) const;
  VerdictFacts facts(std::size_t i, std::size_t checkIndex, const Verdict& verdict) const;
  std::string explained(std::size_t i, std::size_t checkIndex, const Verdict& verdict) const;
  std::string lostSentence(std::size_t i) const;
  std::string flakyLists(std::string_view name) const;
  std::string plainChanges(std::size_t i) const;
  std::string changesNobodyJudged(std::size_t i, bool alsoUnwatched) const;
  const CheckSummary* diedBefore(std::size_t i, std::string_view metric) const;
  std::string unjudgedSentence(std::size_t i) const;

  ComparisonInput m_input;
  ComparisonOptions m_options;
  tables::Frame m_actual, m_expected;  ///< as pd.read_csv would give them
  std::shared_ptr<const RowJoin> m_join;
  std::vector<MetricColumn> m_metrics;
  std::vector<Check> m_wanted;
  std::vector<CheckSummary> m_checks;
  std::vector<ComparedRow> m_rows;
  ClassCounts m_counts;
};

/// checkMetric is the column a check is about when its verdict names none: accuracy, graph_breaks, compression_ratio.
std::string_view checkMetric(Check check);

/// hasTextNames tells whether pandas reads the names of a file as text, which flaky lists and lines depend on.
bool hasTextNames(const tables::Frame& frame);

/// failsCi tells whether a verdict alone makes its check exit 1.
bool failsCi(const Verdict& verdict);

}  // namespace plumbline::verdicts
