// SPDX-License-Identifier: GPL-3.0-or-later
// Advice on the rows of a pair or of a whole commit, with what the store remembers. Reads the baselines' history once.
// Belongs to the thread of the store.
//
//   auto advice = advisePair(store.get(), *comparison);      // nullptr: no history
//   for (const AdvisedRow& row : advice->rows) show(row.advice.sentence);
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "core/base/result.h"
#include "core/baselines/accept_decision.h"
#include "core/evidence/advisor.h"
#include "core/history/store.h"
#include "core/overview/commit_view.h"
#include "core/verdicts/comparison.h"

namespace plumbline::evidence {

/// FailedRun is a run in which a number of a row failed, by its card.
struct FailedRun {
  std::int64_t time = 0;  ///< as history::timeOfRun
  std::string text;       ///< "graph_breaks 5"
};

struct AdvisedRow {
  std::uint32_t row = 0;  ///< of the comparison
  RowAdvice advice;
  std::vector<FailedRun> failedRuns = {};
};

/// PairAdvice has an entry for each row that is no plain pass, in the order of the comparison.
struct PairAdvice {
  std::string actual, expected;  ///< paths as typed
  std::string valueColumn = {};  ///< of a wide baseline
  bool hasHistory = false;
  std::vector<AdvisedRow> rows = {};
};

class AdviceReader {
 public:
  static constexpr std::size_t kLastRuns = 20;

  explicit AdviceReader(history::Store* store) : m_store(store) {}

  /// advise judges the rows of a comparison. `run` has its moves under `path`, and those of all other pairs of the run.
  /// Errors as SqlConnection.
  base::Result<PairAdvice> advise(const verdicts::Comparison& comparison, const RunMoves& run, const std::string& path);
  /// adviseCommit judges all configs of a commit that have a run and a baseline.
  base::Result<std::vector<PairAdvice>> adviseCommit(const overview::CommitView& view);

 private:
  base::Result<std::vector<std::vector<PastRun>>> lastRuns(std::span<const RowMove* const> rows);

  history::Store* m_store;
  std::optional<Advisor> m_advisor;
};

/// advisePair judges a comparison by itself: with the files beside it and the history of a store, nullptr for none.
base::Result<PairAdvice> advisePair(history::Store* store, const verdicts::Comparison& comparison);

/// toEvidence makes advice the data that decideAccept takes.
baselines::Evidence toEvidence(std::span<const PairAdvice> advice);

}  // namespace plumbline::evidence
