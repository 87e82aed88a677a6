// SPDX-License-Identifier: GPL-3.0-or-later
// Edits of cells, rows and columns as edits of bytes: what is not named keeps every byte (blank lines, line ends,
// quotes, float text, byte order mark, comments, a missing last newline).
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
#include "core/tables/csv_shape.h"
#include "core/tables/csv_table.h"
#include "core/text/byte_edits.h"

namespace plumbline::tables {

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

/// editsFor returns the byte edits for all of them. A SetCell beyond a short record first fills it up with empty
/// fields. Errors: BadArgument for a record or field that does not exist, the header removed, a cell set in a removed
/// record or twice, a line break in a cell; BadFormat for a table with conflict markers, an open quote, or bytes that
/// pandas refuses.
base::Result<text::ByteEdits> editsFor(const CsvTable& table, const Key& key, const std::vector<TableEdit>& edits);

}  // namespace plumbline::tables
