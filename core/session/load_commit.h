// SPDX-License-Identifier: GPL-3.0-or-later
// The pipeline behind CommitSession, without its state: paths in, a snapshot of the whole commit out. Runs on any
// thread; no Qt objects.
//
//   auto made = loadCommit({.paths = {{"artifacts"}, {"pytorch", sources::Role::Expected}}}, progress);
//   auto again = judgeCommit(made.value(), {.attempts = overview::AttemptRule::First}, progress);   // reads no result
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/base/progress.h"
#include "core/base/result.h"
#include "core/session/commit_session.h"

namespace plumbline::session {

struct CommitRequest {
  std::vector<sources::SourcePath> paths = {};
  std::vector<sources::Assignment> assignments = {};
  std::string ruleId = {};  ///< wish; the default generation when these sources do not offer it
  overview::AttemptRule attempts = overview::AttemptRule::LatestComplete;
  std::vector<overview::AttemptChoice> choices = {};
  std::string commit = {};              ///< as overview::ViewOptions::commit
  std::optional<std::string> sha = {};  ///< the SHA1 variable, for what the scripts print
};

/// loadCommit opens, merges, judges and groups. Errors: those of sources::open and CommitView::make.
base::Outcome<CommitSnapshotPtr> loadCommit(const CommitRequest& request, const base::Progress& progress);

/// judgeCommit judges what a snapshot has open with other attempts, choices, rules, or another commit. The results are
/// not read again. Errors: BadArgument when there are no rules of that id.
base::Outcome<CommitSnapshotPtr> judgeCommit(const CommitSnapshotPtr& snapshot, const CommitRequest& request,
                                             const base::Progress& progress);

}  // namespace plumbline::session
