// SPDX-License-Identifier: GPL-3.0-or-later
// The versions of the baselines of a checkout, read with the system's git as a child process: arguments as a list, no
// shell, no hooks, no pager, nothing written, no network, the repository's own config cannot make it run a program. The
// history is the line of first parents: a merge counts as one commit, so that every version follows from the next.
//
//   auto history = readHistory("pytorch", "benchmarks/dynamo/ci_expected_accuracy", {.commits = 500}, progress);
#pragma once

#include <map>
#include <string>
#include <vector>

#include "core/base/progress.h"
#include "core/base/result.h"

namespace plumbline::sources {

struct GitCommit {
  std::string hash, date, author, subject;  ///< full hash; ISO day of the author date
};
struct GitVersion {
  std::size_t commit = 0;   ///< index into GitHistory::commits
  bool exists = true;       ///< false: removed by that commit
  std::string bytes;
};
struct GitHistory {
  std::string root;                                        ///< work tree
  std::vector<GitCommit> commits;                          ///< newest first
  std::map<std::string, std::vector<GitVersion>> versions; ///< by path below the root, newest first
  std::map<std::string, std::string> before;  ///< bytes of files that were there before the oldest commit listed
  bool cut = false;                           ///< there are older commits than the limit, or than a shallow clone has
};
struct HistoryOptions {
  std::size_t commits = 500;                 ///< newest commits that touch the folder
  std::size_t bytes = std::size_t{256} << 20;
};

/// readHistory reads the regular files below `folder` (relative to `checkout`, which may be a folder inside the work tree; "": all) of HEAD's history; links and submodules are no files here.
/// A file no listed commit touched is in `before` alone. Errors: NotFound without git or without a repository (with what
/// to install or open), and where the clone lacks versions; NotReadable where git refuses the folder; TooLarge where today's
/// files alone are over the limit; BadFormat for output that git should not give. Cancelled kills the child.
base::Outcome<GitHistory> readHistory(const std::string& checkout, const std::string& folder,
                                      const HistoryOptions& options = {}, const base::Progress& progress = {});

}  // namespace plumbline::sources
