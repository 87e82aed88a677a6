// SPDX-License-Identifier: GPL-3.0-or-later
// How pending edits leave the program: one patch over all files, a commit message, the files themselves with a log of
// the decisions.
#pragma once

#include <chrono>
#include <optional>
#include <string>
#include <vector>

#include "core/base/result.h"
#include "core/baselines/change.h"
#include "core/baselines/commit_message.h"
#include "core/baselines/drafts.h"

namespace plumbline::baselines {

/// gitFolder returns the folder in which git keeps its own files for this work tree, found without running git; nullopt
/// outside a repository, and when ".git" is a link or names a folder that is not of this work tree.
std::optional<std::string> gitFolder(const std::string& path);

/// Places are files as git names them: links resolved, relative to one root.
struct Places {
  std::string root;                 ///< of the repository, or the folder that all files have in common
  bool inRepository = false;
  std::vector<std::string> inside;  ///< one per path, with '/' between folders
};

/// placesOf. Errors: BadArgument when the files do not lie in one repository, or only some of them in any.
base::Result<Places> placesOf(const std::vector<std::string>& paths);

/// repositoryRoot walks up to the folder that holds ".git" (a folder, or a file in a linked work tree).
std::optional<std::string> repositoryRoot(const std::string& path);

/// patchText is one unified diff over all changed files, as `git apply` takes it at the repository's root (at the
/// common folder when there is no repository). "" without changes. Errors: BadArgument when the files lie in two
/// repositories.
base::Result<std::string> patchText(const Drafts& drafts);

/// SavedFile is the report on one file of a save.
struct SavedFile {
  std::string path;
  std::size_t linesAdded = 0, linesRemoved = 0;
  std::optional<base::Error> error;  ///< absent: written
};
struct SaveReport {
  std::vector<SavedFile> files;
  std::vector<std::string> changedOutside;  ///< not empty: nothing at all was written
  std::optional<base::Error> logError;      ///< the reasons could not be added to the decision log
  bool allWritten() const;
  std::string written() const;              ///< "2 files saved, 3 lines changed."; "" when nothing was written
  std::string sentence() const;             ///< the same, and what was not written
};

/// saveAll checks every stamp first; when a file was changed outside, nothing is written. Then each file is replaced
/// atomically (core/files). Files written become the saved state of `drafts`; others keep their edits. Reasons are
/// appended to the decision log once all is written.
SaveReport saveAll(Drafts& drafts);

/// decisionLogPath is the log of who accepted what and why: <git folder>/plumbline/decisions.jsonl, which git status
/// does not show, or .plumbline-decisions.jsonl in the baseline's folder outside a repository. One JSON object a line:
///   {"time":"2025-11-21T14:00:00Z","baseline":"ci/e.csv","model":"llama","decision":"accepted","what":"graph_breaks 7 -> 9",
///    "reason":"...","note":"..."}
std::string decisionLogPath(const std::string& baseline);

/// logDecisions appends the decisions that differ from the newest line about their model, so that saving twice adds
/// nothing. Baselines may lie in several repositories. Errors: those of
/// files::appendLines; what could be written is written.
base::Result<void> logDecisions(const Decisions& decisions, std::chrono::system_clock::time_point now);

/// decisionName: accepted, kept, flaky; "note" without a kind.
std::string decisionName(const Decision& decision);

}  // namespace plumbline::baselines
