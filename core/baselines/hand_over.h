// SPDX-License-Identifier: GPL-3.0-or-later
// What leaves the desk: one patch over all files, a commit message, the files themselves.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/base/result.h"
#include "core/baselines/drafts.h"

namespace plumbline::baselines {

/// repositoryRoot walks up to the folder that holds ".git" (a folder, or a file in a linked work tree).
std::optional<std::string> repositoryRoot(const std::string& path);

/// patchText is one unified diff over all changed files, as `git apply` takes it at the repository's root (at the common
/// folder when there is no repository). "" without changes. Errors: BadArgument when the files lie in two repositories.
base::Result<std::string> patchText(const Drafts& drafts);

/// commitMessage proposes subject and body from what was decided: models, configs, statuses old -> new, reasons. What was
/// edited without a decision is listed by file.
std::string commitMessage(const Drafts& drafts);

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
/// appended to the decision log (decision_log.h) once all is written.
SaveReport saveAll(Drafts& drafts);

}  // namespace plumbline::baselines
