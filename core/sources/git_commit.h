// SPDX-License-Identifier: GPL-3.0-or-later
// Commits named files with the system's git, because a person asked for it: what the index holds besides them stays as
// it is, nothing is pushed. Unlike the reading of history, the repository's own settings and hooks hold, as for a
// `git commit` in a terminal.
//
//   auto done = commitFiles({.paths = {"pytorch/ci/e.csv"}, .message = "Accept llama"}, stop);
//   if (done.isValue() && done.value().isCommitted()) show(done.value().hash);
#pragma once

#include <map>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

#include "core/base/result.h"

namespace plumbline::sources {

struct CommitRequest {
  std::vector<std::string> paths;  ///< files of one repository; new ones are added
  std::string message;
};

struct CommitResult {
  std::string root;    ///< top folder of the work tree
  std::string hash;    ///< "": git or a hook refused, and `output` says why
  std::string branch;
  std::string output;  ///< what git and the hooks printed
  bool isCommitted() const { return !hash.empty(); }
  /// sentence: "Committed as 1a2b3c4d5e on main.", or "git did not commit: " and the first line of the output.
  std::string sentence() const;
};

/// commitFiles commits the files as they are on disk. Errors: BadArgument for an empty message, no files, files of
/// several repositories or of none, and for a detached HEAD; NotFound without git, without a name and e-mail, and if
/// HEAD has these files already.
base::Outcome<CommitResult> commitFiles(const CommitRequest& request, const std::stop_token& stop = {});

/// HeadVersions are the bytes that HEAD has of files, by path: "" of a file that it has not, nullopt where that is not known.
using HeadVersions = std::map<std::string, std::optional<std::string>>;
/// uncommitted returns those of the files that differ from HEAD. One in no repository is left out; one whose repository git
/// cannot read stays. The bytes on disk are compared with those of the commit, so that no filter of the repository runs and
/// the index does not count. Equal, too, are a file whose CRLF git makes LF of (attributes `text` and `eol`,
/// core.autocrlf), and one whose SHA-256 is in HEAD's pointer of git-lfs. What another filter, `ident` or
/// `working-tree-encoding` converts differs.
HeadVersions uncommitted(const std::vector<std::string>& paths, const std::stop_token& stop = {});

/// undoCommit takes a commit back and keeps its files: git reset --soft. Errors: Changed if HEAD is another commit by
/// now.
base::Result<void> undoCommit(const CommitResult& commit, const std::stop_token& stop = {});

}  // namespace plumbline::sources
