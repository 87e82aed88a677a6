// SPDX-License-Identifier: GPL-3.0-or-later
// What saving would change in one file, ready to be shown: changes with the names of their models, the lines of a
// unified and of a side-by-side view, and the way to take one change back. Never changes once made.
//
//   auto review = FileReview::of(*drafts.find(path));
//   for (const DiffRow& row : review->rows(DiffLayout::Unified)) draw(review->beforeLine(row.before), ...);
//   stack.push(*revertChange(edits.drafts(), *review, 2));
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/result.h"
#include "core/baselines/drafts.h"

namespace plumbline::session {

enum class DiffLayout : std::uint8_t { Unified, SideBySide };

/// DiffRow is one line on screen. Changed stands for a removed and an added line side by side.
struct DiffRow {
  enum class Kind : std::uint8_t { Gap, Context, Removed, Added, Changed };
  static constexpr std::uint32_t kNone = 0xffffffff;
  Kind kind = Kind::Context;
  std::uint32_t before = kNone;  ///< line in the saved file, from 0
  std::uint32_t after = kNone;   ///< line in the pending file
  std::uint32_t change = kNone;  ///< index into changes(); of a Gap: the first change after it
};

/// ReviewChange is one stretch of changed lines.
struct ReviewChange {
  std::size_t beforeFirst = 0, beforeCount = 0;
  std::size_t afterFirst = 0, afterCount = 0;
  std::vector<std::string> models;  ///< of a baseline: whose rows these are
  std::string label;                ///< "llama", "llama, moco and 3 more", "line 12"
};

/// Stretch is a part of a line in bytes.
struct Stretch {
  std::size_t begin = 0, end = 0;
};

class FileReview {
 public:
  static std::shared_ptr<const FileReview> of(const baselines::Drafts::File& file);
  /// between compares any two versions, for "what was changed outside".
  static std::shared_ptr<const FileReview> between(std::string path, std::string before, std::string after);

  const std::string& path() const { return m_path; }
  bool isNewFile() const { return m_isNew; }
  const std::string& before() const { return m_before; }
  const std::string& after() const { return m_after; }
  const std::vector<ReviewChange>& changes() const { return m_changes; }
  std::size_t linesAdded() const { return m_added; }
  std::size_t linesRemoved() const { return m_removed; }

  const std::vector<DiffRow>& rows(DiffLayout layout) const;
  /// firstRow is where a change begins in that layout.
  std::size_t firstRow(DiffLayout layout, std::size_t change) const;
  /// lines without their LF; "" out of range
  std::string_view beforeLine(std::uint32_t line) const;
  std::string_view afterLine(std::uint32_t line) const;
  /// isEmptyLine: the saved file has blanks and line ends there alone.
  bool isEmptyLine(std::size_t before) const;
  std::size_t beforeLineCount() const { return m_beforeLines.size(); }
  std::size_t afterLineCount() const { return m_afterLines.size(); }
  bool endsWithoutNewline(bool afterSide) const;
  /// longestLine of both sides in bytes.
  std::size_t longestLine() const { return m_longest; }

  /// changedStretches marks what differs between a removed line and the added line in its place: {before, after}.
  /// Empty when the line has no partner. Computed on demand.
  struct Marked {
    std::vector<Stretch> before, after;
  };
  Marked changedStretches(const DiffRow& row) const;

 private:
  FileReview() = default;
  void compare();
  void nameChanges();
  void layOut(DiffLayout layout);

  std::string m_path, m_before, m_after;
  bool m_isNew = false;
  std::vector<std::string_view> m_beforeLines, m_afterLines;
  std::vector<ReviewChange> m_changes;
  std::vector<DiffRow> m_rows[2];
  std::vector<std::size_t> m_firstRows[2];
  std::size_t m_added = 0, m_removed = 0, m_longest = 0;
};

/// revertChange returns the change that takes one change back, with the decisions on its models. Errors: BadArgument
/// when the file has other pending bytes by now.
base::Result<baselines::Change> revertChange(const baselines::Drafts& drafts, const FileReview& review,
                                             std::size_t change);

}  // namespace plumbline::session
