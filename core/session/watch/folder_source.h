// SPDX-License-Identifier: GPL-3.0-or-later
// The results in a folder, each when nothing has changed in it for `settleS`: every folder in it is one result, and the
// files in it that are new or changed are one. A result that changes afterwards is judged again.
//
//   FolderSource source({.folder = "/ci/results", .settleS = 30});
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "core/session/watch/watch_round.h"

namespace plumbline::session {

struct FolderWatch {
  std::string folder;
  std::string since = {};  ///< begin after this entry; "": with the newest
  std::int64_t settleS = 30;
};

class FolderSource : public WatchSource {
 public:
  explicit FolderSource(FolderWatch watch) : m_watch(std::move(watch)) {}

  std::string name() const override { return m_watch.folder; }
  std::optional<base::Failure> run(WatchRound& round) override;

 private:
  struct Found {
    std::string name;
    std::vector<std::string> files = {};
    std::string signature = {};
    std::int64_t newest = 0;  ///< Unix seconds
    bool isFile = false;
  };
  using Stop = std::optional<base::Failure>;
  base::Outcome<std::vector<Found>> find(const base::Progress& progress) const;
  Stop noteChanges(WatchRound& round, const std::vector<Found>& found) const;
  Stop judge(WatchRound& round, const std::vector<Found>& entries) const;

  FolderWatch m_watch;
};

}  // namespace plumbline::session
