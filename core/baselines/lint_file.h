// SPDX-License-Identifier: GPL-3.0-or-later
// One file under the linter: what is wrong with it, and its bytes once what was asked for is put right.
//
//   LintedFile linted = *lintFile(bytes, path, {.fix = true});
//   if (linted.bytes != bytes) save(path, linted.bytes);
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/base/result.h"
#include "core/baselines/conflict_blocks.h"
#include "core/baselines/layout_lint.h"

namespace plumbline::baselines {

struct LintWish {
  bool fix = false;                          ///< lay the file out as PyTorch's linter proposes
  std::vector<ConflictChoice> choices = {};  ///< one for each conflict in order, or a single one for all; empty: none
};

struct LintedFile {
  std::string path;
  std::string bytes;                       ///< after everything that was put right
  std::optional<std::string> replacement;  ///< what the linter still proposes for `bytes`
  bool layoutFixed = false;
  std::size_t resolved = 0;           ///< conflicts for which a side was chosen
  std::vector<LintFinding> findings;  ///< our own, about `bytes`
  /// isClean: the linter has nothing to propose, and no finding is more than a note.
  bool isClean() const;
};

/// lintFile. Errors: BadFormat where the bytes are not UTF-8 or the markers of a conflict make no sense; BadArgument where
/// the choices do not fit the number of conflicts.
base::Result<LintedFile> lintFile(const std::string& bytes, const std::string& path, const LintWish& wish);

}  // namespace plumbline::baselines
