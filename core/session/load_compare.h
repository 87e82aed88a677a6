// SPDX-License-Identifier: GPL-3.0-or-later
// The work behind CompareSession, without its state: what is wished for in, runs joined and offers listed out. Runs on
// any thread; no Qt objects.
//
//   auto made = loadCompare({.pair = snapshot, .paths = {"other.csv"}}, progress);
//   made.value()->diff     // baseline, actual, other
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "core/base/progress.h"
#include "core/base/result.h"
#include "core/diff/choose_runs.h"
#include "core/session/commit_session.h"
#include "core/session/snapshot.h"

namespace plumbline::session {

struct CompareLoad;

struct CompareWish {
  SnapshotPtr pair = {};
  CommitSnapshotPtr commit = {};
  std::vector<diff::Run> chosen = {};      ///< by hand; counts when followsPair is false
  bool followsPair = true;
  std::vector<std::string> paths = {};     ///< to read as further runs
  std::size_t before = 0, after = 1;
  std::shared_ptr<const CompareLoad> last = {};  ///< what did not change since is taken from it
};

/// CompareLoad is the answer to a wish; immutable.
struct CompareLoad {
  std::vector<diff::Run> runs;
  bool followsPair = true;  ///< false as soon as a file was opened
  diff::RunDiffPtr diff, trend;
  std::vector<diff::RunOffer> offers;
  std::shared_ptr<const std::vector<sources::CacheRun>> cacheRuns;  ///< of the commit and of opened files; never null
  std::vector<sources::CacheRun> openedCaches;                      ///< of opened files alone
  std::shared_ptr<const overview::CommitView> view;                 ///< what offers, trend and cacheRuns were made of
  std::optional<configs::Config> trendConfig;
};
using CompareLoadPtr = std::shared_ptr<const CompareLoad>;

/// pairRuns are baseline and actual of the pair on screen, in that order; empty without a pair.
std::vector<diff::Run> pairRuns(const SnapshotPtr& pair);

/// loadCompare. Errors: those of reading a file; BadArgument for more than diff::kMostRuns runs, or a folder that holds
/// no table.
base::Outcome<CompareLoadPtr> loadCompare(const CompareWish& wish, const base::Progress& progress = {});

/// openRuns reads a path as runs: a file is one; of a folder or zip with several configs, the one of config `like` where
/// it has that, else all.
struct OpenedRuns {
  std::vector<diff::Run> runs;
  std::vector<sources::CacheRun> caches;
};
base::Outcome<OpenedRuns> openRuns(const std::string& path, const std::optional<configs::Config>& like,
                                   const base::Progress& progress = {});

}  // namespace plumbline::session
