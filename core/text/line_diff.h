// SPDX-License-Identifier: GPL-3.0-or-later
// Which lines differ between two texts, and the unified diff that git and patch understand.
//
//   for (const text::LineChange& c : text::changedLines(before, after)) ...
//   std::string patch = text::unifiedDiff({.beforePath = "a/x.csv", .afterPath = "b/x.csv"}, before, after);
//
// Lines end at LF only, as git sees it: a CR belongs to its line. Cost is near linear when little changed.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/text/byte_edits.h"

namespace plumbline::text {

/// LineChange: lines [beforeFirst, beforeFirst + beforeCount) became [afterFirst, afterFirst + afterCount); from 0.
struct LineChange {
  std::size_t beforeFirst = 0, beforeCount = 0;
  std::size_t afterFirst = 0, afterCount = 0;
  bool operator==(const LineChange&) const = default;
};

/// Lines are views into `bytes`, each with its LF; the last one without when the text does not end in LF.
std::vector<std::string_view> linesOf(std::string_view bytes);

/// changedLines returns the changes in order, never touching each other; empty when the texts are equal.
std::vector<LineChange> changedLines(std::string_view before, std::string_view after);

/// lineEdits are the byte edits that turn `before` into `after` by whole lines, so that changes far apart do not hold
/// what lies between them.
ByteEdits lineEdits(std::string_view before, std::string_view after);

/// Hunk groups changes that are at most 2 x context unchanged lines apart, with that context around them.
struct Hunk {
  LineChange range;                  ///< context included
  std::vector<LineChange> changes;
};
std::vector<Hunk> hunksOf(std::string_view before, std::string_view after, std::size_t context = 3);

/// gitPath writes a path as git does: in C quotes with octal bytes when it holds anything unusual.
std::string gitPath(const std::string& path);

struct DiffPaths {
  std::string beforePath;  ///< after "--- ": "a/dir/x.csv", or "/dev/null" for a new file
  std::string afterPath;   ///< after "+++ "
};

/// unifiedDiff returns "" for equal texts, else the two file lines and all hunks, "\ No newline at end of file"
/// included. Paths with odd characters are quoted as git does. git's own "diff --git" line is the caller's.
std::string unifiedDiff(const DiffPaths& paths, std::string_view before, std::string_view after,
                        std::size_t context = 3);

/// CharacterSpan is a changed stretch of a line in bytes, never inside a UTF-8 character.
struct CharacterSpan {
  std::size_t begin = 0, end = 0;
  bool operator==(const CharacterSpan&) const = default;
};
struct CharacterChanges {
  std::vector<CharacterSpan> before, after;
};
/// changedCharacters marks what differs inside a pair of lines, by words and numbers (for a CSV line: by cells).
CharacterChanges changedCharacters(std::string_view before, std::string_view after);

/// changedItems compares two sequences of texts with Myers' O(ND) algorithm in linear space; very large differences may
/// be larger than necessary. The changes are in order and never touch each other. A change that could stand in several
/// places stands as far down as it can, as git has it, or together with its neighbour.
std::vector<LineChange> changedItems(std::span<const std::string_view> before, std::span<const std::string_view> after);

// A three-way merge by lines: applies our edits to the version that another program has saved meanwhile, and lists the
// edits that conflict with it.
//
//   Reapplied r = reapply(base, ours, theirs);
//   if (!r.refused.empty()) ...   // these of our changes meet lines that they changed too

struct Reapplied {
  std::string bytes;                ///< theirs with every change of ours that fits
  std::vector<LineChange> refused;  ///< our changes (base -> ours) that were left out
  std::size_t done = 0;             ///< our changes that are in `bytes`, those included that they had made alike
};

Reapplied reapply(std::string_view base, std::string_view ours, std::string_view theirs);

}  // namespace plumbline::text
