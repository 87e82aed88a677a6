// SPDX-License-Identifier: GPL-3.0-or-later
// What a watch knows between two rounds, in one JSON file that is replaced as a whole: a kill leaves the file before or
// the one after a commit. Reports wait in it until every output has them.
//
//   auto state = readWatchState(path);               // NotFound: this watch begins
//   saveWatchState(path, *state);
#pragma once

#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "core/base/result.h"
#include "core/overview/commit_news.h"
#include "core/reports/overview/news_report.h"

namespace plumbline::session {

/// WaitingCommit is not judged yet: CI still works on it, or has not begun.
struct WaitingCommit {
  overview::CommitMark mark;
  std::int64_t seen = 0;  ///< when it was listed first, Unix seconds
  int tries = 0;          ///< rounds in which reading it failed although the branch could be listed
};

/// WatchedEntry is a folder or file of a watched folder.
struct WatchedEntry {
  std::string signature;  ///< of names, sizes and times of its files
  std::int64_t seen = 0;  ///< since when it is like this, Unix seconds
  bool isJudged = false;
  bool operator==(const WatchedEntry&) const = default;
};

/// UnstoredResult was judged while the history could not be written; its runs are added later.
struct UnstoredResult {
  overview::CommitMark mark;
  std::string commit = {};              ///< its hash; "" where it is unknown
  std::vector<std::string> paths = {};  ///< of its results
  std::vector<std::string> runs = {};   ///< content hashes of those that were judged; none in a state of an earlier version
};

struct PendingReport {
  reports::NewsReport report;
  std::set<std::string> delivered = {};  ///< names of outputs
  bool isRepeat = false;                 ///< an output that is left may have it: the program ended, or the output failed. Not stored
};

struct WatchState {
  std::string source;  ///< WatchSource::name
  std::uint64_t number = 0;  ///< of the newest report
  bool isStarted = false;    ///< a commit was judged
  overview::CommitMark newest;  ///< commit up to which the branch was listed; no name: it never was
  std::vector<WaitingCommit> waiting;  ///< oldest first
  std::map<std::string, WatchedEntry> entries;
  overview::RedRows red;
  std::vector<PendingReport> outbox;  ///< oldest first
  std::vector<UnstoredResult> unstored = {};
};

/// readWatchState. Errors: NotFound; those of reading a file; BadFormat for what is no state, or one of a newer program.
base::Result<WatchState> readWatchState(const std::string& path);
/// saveWatchState. Errors: those of files::saveFile.
base::Result<void> saveWatchState(const std::string& path, const WatchState& state);

}  // namespace plumbline::session
