// SPDX-License-Identifier: GPL-3.0-or-later
// The commit message of all pending edits: what changed is read from the bytes, why from the decisions.
#pragma once

#include <map>
#include <string>

#include "core/baselines/drafts.h"

namespace plumbline::baselines {

/// CommitBase is what the next commit replaces where it is not what was saved last.
struct CommitBase {
  std::map<std::string, std::string> bytes;  ///< by path: what HEAD has of files that are saved and not committed
  Decisions committed;                       ///< are in a commit already
};
/// draftsToCommit returns what the next commit takes: files with edits and files that wait for it, each against the bytes
/// that it replaces, and the decisions that are in no commit.
Drafts draftsToCommit(const Drafts& drafts, const CommitBase& base);

/// commitMessage proposes subject and body: models, configs, statuses old -> new, reasons. What is edited without a
/// decision is listed by file.
std::string commitMessage(const Drafts& drafts);

}  // namespace plumbline::baselines
