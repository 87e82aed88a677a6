// SPDX-License-Identifier: GPL-3.0-or-later
// Edits of cells, rows and columns as edits of bytes: what is not named keeps every byte (blank lines, line ends, quotes,
// float text, byte order mark, comments, a missing last newline).
//
//   auto bytes = editsFor(table, {SetCell{.record = 3, .field = 1, .text = "pass"}, RemoveRecord{.record = 7}});
//   text::applied(table.bytes(), *bytes)
//
// Records are numbered as they stand in the file, 0 being the header (or the first row of a file without one); blank
// lines are no records. All edits of one call name the table as it is now.
#pragma once

#include <cstddef>
#include <string>
#include <variant>
#include <vector>

#include "core/base/result.h"
#include "core/tables/csv_table.h"
#include "core/text/byte_edits.h"

namespace plumbline::tables {

/// CsvShape is how a file is laid out; a new row takes it over.
struct CsvShape {
  std::string lineEnd = "\n";       ///< "\n", "\r\n" or "\r": the most frequent one
  std::size_t blankLines = 0;       ///< empty lines between two records: the most frequent number
  bool endsWithLineEnd = true;      ///< the last record has a line end
  std::size_t blankLinesAtEnd = 0;  ///< empty lines after the last record
  bool hasHeader = true;            ///< record 0 is a header
  bool sorted = false;              ///< at least two data rows, key column in code-point order
  bool quotesAll = false;           ///< every non-empty text cell is quoted
};

/// Key says in which field rows are named, and whether record 0 is a header.
struct Key {
  std::size_t field = 0;
  bool hasHeader = true;
};

/// shapeOf looks at the whole file once; comment records (#) do not count for the order.
CsvShape shapeOf(const CsvTable& table, const Key& key);

struct SetCell {
  std::size_t record = 0;
  std::size_t field = 0;
  std::string text;  ///< unquoted; quotes are kept where the cell had them, added where CSV needs them
};
/// AddRecord goes to its sorted place when the file is sorted, else behind the last record.
struct AddRecord {
  std::vector<std::string> cells;  ///< one per field of the header, unquoted
};
/// RemoveRecord takes the record's own blank lines along, so that its neighbours keep the usual distance.
struct RemoveRecord {
  std::size_t record = 0;
};
/// AddColumn appends a field to every record: the name to record 0, `cells` to the rows ("" where shorter).
struct AddColumn {
  std::string name;
  std::vector<std::string> cells;  ///< one per data row in file order
};
using TableEdit = std::variant<SetCell, AddRecord, RemoveRecord, AddColumn>;

/// editsFor gives the byte edits for all of them. A SetCell beyond a short record first fills it up with empty fields.
/// Errors: BadArgument for a record or field that does not exist, the header removed, a cell set in a removed record or
/// twice, a line break in a cell; BadFormat for a table with conflict markers, an open quote, or bytes that pandas
/// refuses.
base::Result<text::ByteEdits> editsFor(const CsvTable& table, const Key& key, const std::vector<TableEdit>& edits);

}  // namespace plumbline::tables
