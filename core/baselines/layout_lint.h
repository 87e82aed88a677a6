// SPDX-License-Identifier: GPL-3.0-or-later
// The layout of an expected CSV as PyTorch's linter MERGE_CONFLICTLESS_CSV asks for it (three empty lines behind every
// row, SPEC 8), and, kept apart from it, what else is wrong with a baseline.
//
//   if (auto fixed = *linterReplacement(bytes, path)) save(path, *fixed);
//   for (const LintFinding& f : ownFindings(bytes, path)) show(f.line, f.text);
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/result.h"
#include "core/baselines/conflict_blocks.h"

namespace plumbline::baselines {

/// linterReplacement returns the text that PyTorch's linter proposes; nullopt where it has nothing to say. Errors:
/// BadFormat for bytes that are not UTF-8, on which it dies.
base::Result<std::optional<std::string>> linterReplacement(std::string_view bytes, const std::string& path);

/// linterLine is the line of JSON that the linter prints for a file, without its line end. `path` as on its command
/// line.
std::string linterLine(const std::string& path, std::string_view original, std::string_view replacement);

/// LintFinding is something that the linter does not look at.
struct LintFinding {
  std::string kind;      ///< stable word: "duplicate-model", "conflict-marker", "blank-around", "no-final-newline" ...
  std::string severity;  ///< "note", "warning" or "error"; notes are no reason to fail
  std::size_t line = 0;
  std::size_t column = 0;
  std::string text, hint;
};

/// ownFindings lists them in file order.
std::vector<LintFinding> ownFindings(const std::string& bytes, const std::string& path);

struct LintRequest {
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

/// lintFile. Errors: BadFormat where the bytes are not UTF-8 or the markers of a conflict make no sense; BadArgument
/// where the choices do not fit the number of conflicts.
base::Result<LintedFile> lintFile(const std::string& bytes, const std::string& path, const LintRequest& request);

}  // namespace plumbline::baselines
