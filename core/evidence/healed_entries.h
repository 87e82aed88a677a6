// SPDX-License-Identifier: GPL-3.0-or-later
// Entries of flaky lists that may go: which have enough green runs in the store, which need how many more, and how likely a
// relapse is.
//
//   auto healed = healedEntries(*store, sources, query, today);
//   for (const HealedEntry& entry : *healed) show(healedSentence(entry));
//   auto message = removalMessage(sources, *healed);       // of a commit that takes them out
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/result.h"
#include "core/evidence/evidence_rows.h"
#include "core/flaky/flaky_source.h"
#include "core/statistics/healing.h"

namespace plumbline::evidence {

enum class EntryState : std::uint8_t { Healed, NeedsRuns, StillFails, NoRuns };
std::string_view entryStateName(EntryState state);  ///< "healed", "needs runs", "still fails", "no runs"

struct HealedEntry {
  std::size_t source = 0, entry = 0;  ///< positions in what was given
  flaky::FlakyEntry listed = {};
  bool isExpired = false, isUnexplained = false;  ///< without reason and issue
  std::size_t rows = 0;                           ///< of the store that it applies to
  std::int64_t lastFail = 0;                      ///< time of the last failed run; 0: none
  statistics::GreenStretch stretch = {};          ///< of the runs of all these rows together
  statistics::HealingJudgement judged = {};
  EntryState state = EntryState::NoRuns;
  bool isRemovable() const { return state == EntryState::Healed; }
};

/// healedEntries sorts those that may go in front, then by what speaks against them: expired, unexplained, then fewest runs
/// that are missing. `query` gives the rows to look at, and the baselines. When stopped the
/// answer means nothing. Errors as SqlConnection.
base::Result<std::vector<HealedEntry>> healedEntries(history::Store& store, const std::vector<flaky::FlakySource>& sources,
                                                     const EvidenceQuery& query, flaky::Date today, const base::Progress& progress = {});
/// isListed: an entry applies to the row.
bool isListed(const flaky::FlakyEntry& entry, const history::RowKey& row);

/// healedSentence gives the evidence: "0 of 152 runs fail in 43 days, after 12 of 80 before; a failed run within 30 days: 5.1 % (...)". The
/// risk of an entry that never failed in the history is an upper end; without runs there is none.
std::string healedSentence(const HealedEntry& entry);
/// removalMessage proposes subject and body of a commit that takes the removable entries out; "" without any.
std::string removalMessage(const std::vector<flaky::FlakySource>& sources, const std::vector<HealedEntry>& entries);

}  // namespace plumbline::evidence
