// SPDX-License-Identifier: GPL-3.0-or-later
// A CSV file as its bytes plus the place of every cell. Nothing is copied or changed: an edit (core/baselines) replaces
// exactly the bytes of the cells it names.
//
//   auto table = CsvTable::scan(std::move(bytes), "actual.csv");
//   for (std::size_t row = 0; row < table->rowCount(); ++row)
//     use(table->cell(row, 0, scratch));
//
// Records are split as pandas' C tokenizer splits them (SPEC 2): RFC 4180 quotes, LF, CRLF and CR, a BOM, blank and
// white lines skipped. Memory: at most 3 x the file, the file's own bytes included. Thread-safe once built.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/progress.h"
#include "core/base/result.h"

namespace plumbline::tables {

// Problems of a CSV file with their positions. Diagnostics never stop a scan: the table stays usable.

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
/// severityName returns "note", "warning" or "error".
const char* severityName(Severity severity);

/// kMaxColumns is the widest header that is taken: what columns cost does not depend on the size of the file.
inline constexpr std::size_t kMaxColumns = 100'000;

/// CellSpan is a cell's raw bytes in the file, quotes included: [begin, end).
struct CellSpan {
  std::size_t begin = 0;
  std::size_t end = 0;
};

class CsvTable {
 public:
  /// scan takes the bytes and finds every cell. It fails only with TooLarge (over
  /// files::kMaxFileBytes, or over kMaxColumns); every oddity is a diagnostic instead.
  static base::Outcome<std::shared_ptr<const CsvTable>> scan(std::string bytes, std::string fileName,
                                                             const base::Progress& progress = {});
  ~CsvTable();

  const std::string& fileName() const;
  std::string_view bytes() const;

  /// rowCount counts data rows: records after the header, blank lines not counted. Rows are numbered from 0.
  std::size_t rowCount() const;
  /// headerWidth is the number of fields of the header record (0 for an empty file).
  std::size_t headerWidth() const;
  /// columnNames are the header's names as pandas would call them: duplicates mangled to "x.1", blanks "Unnamed: 0".
  const std::vector<std::string>& columnNames() const;
  /// columnOf returns the position of a column by pandas' name.
  std::optional<std::size_t> columnOf(std::string_view name) const;
  /// leadingColumns is how many columns pandas would turn into an index because the first data row is longer than the
  /// header (SPEC 2 no. 7). Cell `column` of the header then sits in field `column + leadingColumns()`.
  std::size_t leadingColumns() const;

  /// fieldCount is the number of fields that the record of a row has in the file.
  std::size_t fieldCount(std::size_t row) const;
  /// cellSpan returns the raw bytes of field `field` of a row (leading columns not skipped); nullopt where the record
  /// is shorter.
  std::optional<CellSpan> cellSpan(std::size_t row, std::size_t field) const;
  /// cell returns the unquoted text of header column `column`, empty where the record is shorter. It is a view into the
  /// file unless quotes had to be resolved or a NUL cut the field, then into `scratch`. Always as pandas reads it.
  std::string_view cell(std::size_t row, std::size_t column, std::string& scratch) const;
  /// rawCells fills `out` with the raw bytes (quotes included) of a header column for consecutive rows, empty where a
  /// record is shorter: the fast way through a whole column. textOf turns one of them into what cell() gives.
  void rawCells(std::size_t firstRow, std::size_t column, std::span<std::string_view> out) const;
  std::string_view textOf(std::string_view rawCell, std::string& scratch) const;
  /// isQuoted returns whether that cell was written in quotes.
  bool isQuoted(std::size_t row, std::size_t column) const;

  /// recordSpan returns the bytes of a row's whole record without its line end.
  CellSpan recordSpan(std::size_t row) const;
  CellSpan headerSpan() const;
  /// recordCount counts all records, the header included: record 0 is the header, record r is row r - 1. The functions
  /// with "record" in their name count that way and know nothing of leading columns; files without a header need them.
  std::size_t recordCount() const;
  std::size_t recordFieldCount(std::size_t record) const;
  std::optional<CellSpan> recordField(std::size_t record, std::size_t field) const;
  CellSpan wholeRecord(std::size_t record) const;
  std::size_t lineOfRecord(std::size_t record) const;
  /// lineOf returns the 1-based physical line on which a row begins.
  std::size_t lineOf(std::size_t row) const;
  /// isComment returns whether a row begins with '#'; isConflictMarker whether it is a line of a git conflict.
  bool isComment(std::size_t row) const;
  bool isConflictMarker(std::size_t row) const;
  /// rowNamed returns the first row with this text in the column "name", comments apart.
  std::optional<std::uint32_t> rowNamed(std::string_view name) const;

  /// diagnostics lists what is odd, in file order, at most 1,000 of a kind (diagnosticsDropped counts the rest).
  const std::vector<Diagnostic>& diagnostics() const;
  std::size_t diagnosticsDropped() const;

  /// pandasError is what makes pd.read_csv raise on this file, if anything: empty file, a row too long, a quote never
  /// closed, not UTF-8. The check scripts then die in a traceback (SPEC 1, 2).
  const std::optional<base::Error>& pandasError() const;

  /// memoryBytes is what the table holds on to: file bytes plus spans.
  std::size_t memoryBytes() const;

 private:
  struct Impl;
  explicit CsvTable(std::unique_ptr<Impl> impl);
  std::unique_ptr<Impl> m_impl;
};

}  // namespace plumbline::tables
