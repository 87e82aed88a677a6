// SPDX-License-Identifier: GPL-3.0-or-later
// What a scan notices about records while it passes them: their widths and odd beginnings.
#pragma once

#include <algorithm>
#include <cstddef>
#include <optional>
#include <string_view>
#include <vector>

namespace plumbline::tables {

/// kMaxPerKind limits how many oddities of a kind are kept; the rest is only counted.
inline constexpr std::size_t kMaxPerKind = 1000;

struct RecordNote {
  std::size_t record = 0;  ///< 0 is the header
  std::size_t offset = 0;  ///< where it begins
  std::size_t fields = 0;
};

struct NoteList {
  std::vector<RecordNote> kept;
  std::size_t total = 0;
  void add(const RecordNote& note) {
    if (total++ < kMaxPerKind) kept.push_back(note);
  }
};

/// isCommentAt and isConflictMarkerAt look at a record that begins at `offset`.
inline bool isCommentAt(std::string_view bytes, std::size_t offset) {
  return offset < bytes.size() && bytes[offset] == '#';
}
inline bool isConflictMarkerAt(std::string_view bytes, std::size_t offset) {
  const std::string_view mark = bytes.substr(std::min(offset, bytes.size()), 7);
  if (mark != "<<<<<<<" && mark != "=======" && mark != ">>>>>>>") return false;
  const std::size_t after = offset + 7;
  return after == bytes.size() || bytes[after] == ' ' || bytes[after] == '\n' || bytes[after] == '\r';
}

struct RecordLog {
  std::size_t records = 0;        ///< the header included
  std::size_t headerWidth = 0;
  std::size_t expectedWidth = 0;  ///< the wider of header and first data row: pandas refuses longer rows after that
  NoteList longRows;
  NoteList shortRows;
  NoteList comments;
  NoteList conflicts;
  std::optional<std::size_t> openQuote;  ///< the cell whose quotes are never closed
  bool endsInLine = false;               ///< the last record has no line end

  /// began notes a record whose first byte may be the start of a comment or a conflict marker.
  void began(std::string_view bytes, std::size_t record, std::size_t offset) {
    if (isCommentAt(bytes, offset)) comments.add({record, offset, 0});
    if (isConflictMarkerAt(bytes, offset)) conflicts.add({record, offset, 0});
  }
  /// ended notes a record's width; cheap to leave out when it equals expectedWidth and is not one of the first two.
  void ended(std::string_view bytes, std::size_t record, std::size_t offset, std::size_t fields) {
    if (record == 0) headerWidth = fields;
    if (record <= 1) expectedWidth = std::max(expectedWidth, fields);
    if (fields > expectedWidth) longRows.add({record, offset, fields});
    // A comment or a conflict marker is short by nature and has its own diagnostic.
    if (fields < expectedWidth && !isCommentAt(bytes, offset) && !isConflictMarkerAt(bytes, offset))
      shortRows.add({record, offset, fields});
  }
};

}  // namespace plumbline::tables
