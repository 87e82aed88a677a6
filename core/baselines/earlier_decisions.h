// SPDX-License-Identifier: GPL-3.0-or-later
// What the decision log and the history say about the rows of a comparison: kept or called flaky in an earlier session, when, why and
// for which values. A row with the same values is decided; one with other values is to be decided again.
//
//   DecisionLogs logs;                                                      // reads each log once
//   EarlierAnswers earlier = logs.answersFor(*comparison, "ci/expected.csv");
//   for (const auto& [row, answer] : earlier) show(row, answer.isSame, earlierText(answer));
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "core/base/result.h"
#include "core/baselines/drafts.h"
#include "core/verdicts/comparison.h"

namespace plumbline::baselines {

/// readDecisionLog lists the decisions of a log, oldest first. Lines that are no decision are skipped; `others` gets their numbers.
/// Errors: those of files::readLog.
base::Result<std::vector<LoggedDecision>> readDecisionLog(const std::string& path, std::vector<std::size_t>* others = nullptr);

/// EarlierAnswer is the newest line of the log about a row, where that says kept or flaky.
struct EarlierAnswer {
  Decision decision;
  std::string date;     ///< "2026-11-20", UTC; "" when the log has none
  bool isSame = false;  ///< the row has the values that it was decided for
};
/// EarlierAnswers are by row of the comparison; only rows that need a decision.
using EarlierAnswers = std::map<std::uint32_t, EarlierAnswer>;

/// earlierText: "kept on 2026-11-20: known on this machine", or for other values
/// "kept on 2026-11-20 for accuracy pass -> timeout"; a flaky one names its list: "flaky on 2026-11-20, in flaky.toml, all configs: times out".
std::string earlierText(const EarlierAnswer& answer);

/// DecisionLogs reads the logs of decisionLogPath() and the decisions of a store; the newest one about a row counts. Lines that are
/// no decision are skipped. A log that is a link, of another user, or larger than kMaxLogBytes is not read: a problem, and so is a store
/// that cannot be read.
class DecisionLogs {
 public:
  explicit DecisionLogs(DecisionStore store = {}) : m_store(std::move(store)) {}

  static constexpr std::uint64_t kMaxLogBytes = 64U << 20U;

  /// answersFor finds the answers to the rows of a comparison. `valueColumn` is the column of a wide baseline.
  EarlierAnswers answersFor(const verdicts::Comparison& comparison, const std::string& baseline,
                            const std::string& valueColumn = {});
  /// problems of the logs that were not read; no log at all is none.
  const std::vector<base::Error>& problems() const { return m_problems; }

 private:
  /// by baseline as the log names it, then by row name
  using Log = std::unordered_map<std::string, std::unordered_map<std::string, EarlierAnswer>>;
  const Log& read(const std::string& path);

  const std::vector<LoggedDecision>& stored();

  DecisionStore m_store;
  std::optional<std::vector<LoggedDecision>> m_stored;  ///< absent: not read yet
  std::map<std::string, Log> m_logs;
  std::vector<base::Error> m_problems;
};

}  // namespace plumbline::baselines
