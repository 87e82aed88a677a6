// SPDX-License-Identifier: GPL-3.0-or-later
// The commits of a branch on GitHub, each when CI is done with it, in their order. A commit on which CI still works holds
// back those after it, for at most `patienceS`; one without benchmark jobs is passed over when a later one was judged.
//
//   BranchSource source({.repository = "pytorch/pytorch", .branch = "main", .fetch = options});
#pragma once

#include <cstdint>
#include <string>

#include "core/fetch/fetch_plan.h"
#include "core/fetch/fetcher.h"
#include "core/session/watch/watch_round.h"

namespace plumbline::session {

struct BranchWatch {
  std::string repository = "pytorch/pytorch";
  std::string branch = "main";
  std::string since = {};  ///< begin after this commit; "": with the newest that CI is done with
  std::int64_t patienceS = 12 * 3600;
  fetch::FetchOptions fetch;
};

class BranchSource : public WatchSource {
 public:
  explicit BranchSource(BranchWatch watch) : m_watch(std::move(watch)) { m_watch.fetch.acceptsNone = true; }

  std::string name() const override { return m_watch.repository + ' ' + m_watch.branch; }
  std::optional<base::Failure> run(WatchRound& round) override;

 private:
  using Stop = std::optional<base::Failure>;
  Stop listNew(WatchRound& round);
  Stop runInOrder(WatchRound& round);
  Stop runFromNewest(WatchRound& round);
  base::Outcome<fetch::FetchReport> fetchCommit(WatchRound& round, const std::string& sha) const;
  Stop judge(WatchRound& round, std::size_t index, const fetch::FetchReport& report) const;
  Stop giveUpOrStop(WatchRound& round, std::size_t index, base::Failure failure) const;
  bool isOverdue(const WatchRound& round, std::size_t index) const;

  BranchWatch m_watch;
};

}  // namespace plumbline::session
