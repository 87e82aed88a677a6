// SPDX-License-Identifier: GPL-3.0-or-later
// Which rows of a comparison are shown, and in what order: filter, then a stable sort, as row numbers.
//
//   RowKeys keys(comparison);
//   auto rows = viewRows(keys, {.changedOnly = true}, {});     // worst first, then file order
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "core/verdicts/view/query.h"
#include "core/verdicts/view/row_keys.h"

namespace plumbline::verdicts {

struct RowFilter {
  std::uint32_t classes = 0;  ///< bit per VerdictClass; 0: all
  /// changedOnly hides rows that pass or fail as expected and equal their baseline; a class picked in `classes` by name
  /// is not hidden.
  bool changedOnly = false;
  std::uint16_t findingsShown = 0;  ///< bit per Finding: a row that has one of these is not hidden by changedOnly
  Query query = {};
  /// decided marks the rows that a person has answered, for decided:yes and decided:no; null: none is.
  std::shared_ptr<const std::vector<bool>> decided = nullptr;
  /// redSince has a time for each row, for OrderBy::RedSince; 0: the row is not red. Null: none is known.
  std::shared_ptr<const std::vector<std::int64_t>> redSince = nullptr;
};

/// noteworthyFindings are those worth a line even where nothing changed: the window's "Changed only" and the default
/// text of `compare` keep such rows. A row that is new has changed, a run that fails as its baseline
/// says is as expected, and a flaky list that may be stale is no news about the run.
std::uint16_t noteworthyFindings();

/// Decision puts the rows without an answer first, RedSince those that are red for the longest time.
enum class OrderBy : std::uint8_t { Verdict, Decision, Name, Metric, Flaky, Findings, Reason, RedSince };

/// RowOrder sorts by one thing; equal rows keep the order of the comparison. Rows without a value come last either way.
struct RowOrder {
  OrderBy by = OrderBy::Verdict;
  std::size_t metric = 0;                    ///< OrderBy::Metric
  MetricSide side = MetricSide::Actual;      ///< OrderBy::Metric
  bool descending = false;
  bool operator==(const RowOrder&) const = default;
};

inline constexpr std::uint32_t classBit(VerdictClass cls) { return 1U << static_cast<unsigned>(cls); }

/// viewRows returns the rows to show; nullopt when stopped. Cost is linear in rows once the keys are made.
std::optional<std::vector<std::uint32_t>> viewRows(const RowKeys& keys, const RowFilter& filter, const RowOrder& order,
                                                   const base::Progress& progress = {});

}  // namespace plumbline::verdicts
