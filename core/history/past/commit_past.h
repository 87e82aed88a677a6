// SPDX-License-Identifier: GPL-3.0-or-later
// What the history knows of the groups of an opened commit: since when their rows are red, and which were not red at an
// earlier commit.
//
//   auto past = commitPast(*store, *view, overview::groupsOf(*view), {.newSince = "4f2c91d07a"});
//   overview::sinceText(past->groups[0])        // "2026-11-20, 6 runs"
#pragma once

#include <string>
#include <vector>

#include "core/base/result.h"
#include "core/history/run_store.h"
#include "core/overview/group_past.h"

namespace plumbline::history {

class Store;

struct PastOptions {
  std::string newSince = {};  ///< the first digits of a commit, at least kMinCommitDigits; "": none
};
inline constexpr std::size_t kMinCommitDigits = 4;

/// commitPast looks at the newest run of each red row that is not newer than the opened commit, and at the newest one
/// until the earlier commit. Where the history does not have the opened commit, all its runs count as earlier ones.
/// Errors: BadArgument for a commit of too few digits, one that fits several commits, or one that is not earlier than the
/// opened one; NotFound for one that the history does not have; those of SqlConnection.
base::Result<overview::CommitPast> commitPast(Store& store, const overview::CommitView& view,
                                              const std::vector<overview::Group>& groups, const PastOptions& options);

/// earlierCommits lists the newest commits of the history that are older than `commit`, newest first; all where it does
/// not have that one.
base::Result<std::vector<KnownCommit>> earlierCommits(Store& store, const std::string& commit, std::size_t limit);

}  // namespace plumbline::history
