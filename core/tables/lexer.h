// SPDX-License-Identifier: GPL-3.0-or-later
// Where cells and records end: the one place that knows how pandas' C tokenizer splits a file (SPEC 2). Everything else
// (dense spans, sparse anchors, the SIMD loop's hard cases) calls these.
//
//   RecordStart start = nextRecord(bytes, 0);
//   for (std::size_t at = start.offset;;) { CellEnd cell = lexCell(bytes, at); ...; if (cell.by != Stop::Comma) break; at = cell.offset + 1; }
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace plumbline::tables {

enum class Stop : std::uint8_t {
  Comma,     ///< another cell follows
  LineEnd,   ///< LF or CR
  FileEnd,   ///< the file ends after this cell
  OpenQuote  ///< the file ends inside quotes
};

struct CellEnd {
  std::size_t offset = 0;  ///< of the byte after the cell: comma, LF, CR or the file's end
  Stop by = Stop::FileEnd;
};

struct RecordStart {
  std::size_t offset = 0;        ///< of the record's first byte; the file's size when there is none
  std::size_t blankLines = 0;    ///< lines skipped on the way
};

/// bomLength returns 3 when the bytes begin with a UTF-8 byte order mark, else 0.
inline std::size_t bomLength(std::string_view bytes) { return bytes.starts_with("\xEF\xBB\xBF") ? 3U : 0U; }

/// lexPlain finds the end of an unquoted cell, or of what follows a closing quote.
inline CellEnd lexPlain(std::string_view bytes, std::size_t at) {
  for (; at < bytes.size(); ++at) {
    const char c = bytes[at];
    if (c == ',') return {at, Stop::Comma};
    if (c == '\n' || c == '\r') return {at, Stop::LineEnd};
  }
  return {at, Stop::FileEnd};
}

/// lexCell finds the end of the cell that begins at `at`. Quotes count only as the first byte of a cell; what follows
/// the closing quote is plain text again.
inline CellEnd lexCell(std::string_view bytes, std::size_t at) {
  if (at >= bytes.size() || bytes[at] != '"') return lexPlain(bytes, at);
  for (++at;; at += 2) {
    const void* quote = at < bytes.size() ? std::memchr(bytes.data() + at, '"', bytes.size() - at) : nullptr;
    if (quote == nullptr) return {bytes.size(), Stop::OpenQuote};
    at = static_cast<std::size_t>(static_cast<const char*>(quote) - bytes.data());
    if (at + 1 >= bytes.size() || bytes[at + 1] != '"') return lexPlain(bytes, at + 1);
  }
}

/// afterLineEnd steps over LF, CRLF or CR at `at`.
inline std::size_t afterLineEnd(std::string_view bytes, std::size_t at) {
  return at + (bytes[at] == '\r' && at + 1 < bytes.size() && bytes[at + 1] == '\n' ? 2U : 1U);
}

/// nextRecord skips blank and white lines from `at` (the start of a line) to the next record.
inline RecordStart nextRecord(std::string_view bytes, std::size_t at) {
  for (std::size_t skipped = 0;; ++skipped) {
    std::size_t end = at;
    while (end < bytes.size() && (bytes[end] == ' ' || bytes[end] == '\t')) ++end;
    if (end >= bytes.size()) return {bytes.size(), skipped};
    if (bytes[end] != '\n' && bytes[end] != '\r') return {at, skipped};
    at = afterLineEnd(bytes, end);
    // pandas swallows one comma after a blank line that ended in a lone CR.
    if (bytes[at - 1] == '\r' && at < bytes.size() && bytes[at] == ',') ++at;
  }
}

/// cellText is the text that pandas sees: quotes resolved, cut at the first NUL. A view of `raw` where possible, else
/// of `scratch`.
std::string_view cellText(std::string_view raw, std::string& scratch);

/// unquoted is cellText's slow path for cells that begin with a quote; not cut at NUL.
std::string_view unquoted(std::string_view raw, std::string& scratch);

// What a scan notices about records while it passes them: their widths and odd beginnings.

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
