// SPDX-License-Identifier: GPL-3.0-or-later
// Problems of a CSV file with their positions. Diagnostics never stop a scan: the table stays usable.
#pragma once

#include <cstdint>
#include <string>

namespace plumbline::tables {

enum class DiagnosticKind {
  EmptyFile,         ///< no header line at all
  HeaderOnly,        ///< a header and no data row
  MissingName,       ///< no column called "name"
  DuplicateHeader,   ///< two columns of one name; pandas calls the second "x.1"
  DuplicateModel,    ///< a name that occurs in two rows: the checks find neither
  ConflictMarker,    ///< a line of a git conflict: <<<<<<< ======= >>>>>>>
  RaggedRow,         ///< more fields (pandas refuses) or fewer (padded) than the header
  ShiftedColumns,    ///< first data row longer than the header: pandas takes the first column as an index
  NotUtf8,           ///< bytes that are not UTF-8: pandas refuses the file
  Utf16,             ///< looks like UTF-16/32
  NulByte,           ///< pandas cuts the field there
  Truncated,         ///< the file ends inside quotes, or its last line is shorter and has no newline
  Binary,            ///< not text at all
  CommentRow,        ///< a row that begins with '#': data for pandas, a comment for people
};

enum class Severity { Note, Warning, Error };

struct Diagnostic {
  DiagnosticKind kind;
  Severity severity;
  std::uint64_t line;        ///< 1-based physical line
  std::uint64_t column;      ///< 1-based byte column in it
  std::uint64_t byteOffset;  ///< 0-based offset in the file
  std::string text;          ///< one sentence, names the thing ("moco occurs again; first in line 12")
  std::string hint;          ///< what to do
};

/// kindName returns the stable word used in JSON, e.g. "duplicate-model".
const char* kindName(DiagnosticKind kind);

}  // namespace plumbline::tables
