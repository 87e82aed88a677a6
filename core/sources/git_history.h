// SPDX-License-Identifier: GPL-3.0-or-later
// The versions of the baselines of a checkout, read with the system's git as a child process: arguments as a list, no
// shell, no hooks, no pager, nothing written, the repository's own config cannot make it run a program.
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
  bool cut = false;                                        ///< there are older commits than the limit
};
struct HistoryOptions {
  std::size_t commits = 500;                 ///< newest commits that touch the folder
  std::size_t bytes = std::size_t{256} << 20;
};

/// readHistory. Errors: NotFound without git or without a repository (with what to install or open); BadFormat for
/// output that git should not give; Cancelled kills the child.
base::Outcome<GitHistory> readHistory(const std::string& checkout, const std::string& folder,
                                      const HistoryOptions& options = {}, const base::Progress& progress = {});

}  // namespace plumbline::sources
