// SPDX-License-Identifier: GPL-3.0-or-later
// Where a file lies in a git repository, found without running git. repositoryRoot is in hand_over.h.
//
//   gitFolder("/src/pytorch/ci/expected.csv")        // "/src/pytorch/.git", or what a linked work tree's .git names
//   placesOf({"ci/a.csv", "ci/b.csv"})               // root and the paths relative to it
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/base/result.h"

namespace plumbline::baselines {

/// gitFolder gives the folder in which git keeps its own files for this work tree; none outside a repository.
std::optional<std::string> gitFolder(const std::string& path);

/// Places are files as git names them: links resolved, relative to one root.
struct Places {
  std::string root;                 ///< of the repository, or the folder that all files have in common
  bool inRepository = false;
  std::vector<std::string> inside;  ///< one per path, with '/' between folders
};

/// placesOf. Errors: BadArgument when the files do not lie in one repository, or only some of them in any.
base::Result<Places> placesOf(const std::vector<std::string>& paths);

}  // namespace plumbline::baselines
