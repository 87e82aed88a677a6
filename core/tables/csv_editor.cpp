// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/tables/csv_editor.h"

#include <algorithm>
#include <iterator>
#include <optional>
#include <string_view>
#include <utility>

#include "core/tables/lexer.h"
#include "core/text/line_index.h"
#include "core/text/utf8.h"

namespace plumbline::tables {
namespace {

/// RowInserter computes where rows go in and out of a file: blank lines around them, sorted positions, the end of the
/// file.
class RowInserter {
 public:
  RowInserter(const CsvTable& table, const Key& key) : m_table(table), m_key(key), m_removed(table.recordCount()) {}

  bool isRemoved(std::size_t record) const { return m_removed[record]; }
  void remove(std::size_t record);
  /// add takes a row as it will be written, without line end, and the key that says where it belongs.
  void add(std::string row, std::string key) { m_added.push_back({std::move(row), std::move(key), 0}); }
  bool isEmpty() const { return !m_anyRemoved && m_added.empty(); }

  /// Edits are in order of place. `inside` stand before the cells of the record they begin at, `tail` behind all cells.
  struct Edits {
    text::ByteEdits inside;
    text::ByteEdits tail;
  };
  /// edits returns the byte edits. What stays keeps its distance: a removed row takes the blank lines
  /// behind it along, the last one those before it; a new row fills the hole that a deleted one left behind.
  Edits edits() const;
  /// isRisky returns whether taking rows in or out could change how their neighbours are read: pandas swallows a comma
  /// behind a blank line that ends in CR alone, and a byte order mark is one only at the start.
  bool isRisky() const;

 private:
  struct Added {
    std::string row;
    std::string key;
    std::size_t before = 0;  ///< goes before this record; recordCount(): behind the last
  };

  std::vector<Added> placed(const CsvShape& shape) const;
  std::size_t placeOf(const std::vector<std::pair<std::string, std::size_t>>& keys, const std::string& key) const;
  /// holeBefore returns the place in the blank lines before a record where a row fits with the usual distance on both
  /// sides when `taken` rows were put in there already; npos when there is none.
  std::size_t holeBefore(std::size_t record, const CsvShape& shape, std::size_t taken) const;
  text::ByteEdits tailEdits(std::size_t tailFrom, const std::vector<Added>& rows, const CsvShape& shape) const;

  const CsvTable& m_table;
  Key m_key;
  std::vector<bool> m_removed;
  bool m_anyRemoved = false;
  std::vector<Added> m_added;
};

std::string times(const std::string& lineEnd, std::size_t count) {
  std::string out;
  for (; count > 0; --count) out += lineEnd;
  return out;
}

void RowInserter::remove(std::size_t record) {
  m_removed[record] = true;
  m_anyRemoved = true;
}

std::size_t RowInserter::placeOf(const std::vector<std::pair<std::string, std::size_t>>& keys,
                               const std::string& key) const {
  const auto next = std::upper_bound(keys.begin(), keys.end(), key,
                                     [](const std::string& name, const auto& known) { return name < known.first; });
  if (next == keys.end()) return m_table.recordCount();
  // Comments right above a row speak of that row and stay with it.
  const std::size_t firstRow = m_key.hasHeader ? 1 : 0;
  std::size_t before = next->second;
  while (before > firstRow && isCommentAt(m_table.bytes(), m_table.wholeRecord(before - 1).begin)) --before;
  return before;
}

std::vector<RowInserter::Added> RowInserter::placed(const CsvShape& shape) const {
  std::vector<Added> rows = m_added;
  for (Added& row : rows) row.before = m_table.recordCount();
  if (!shape.sorted || rows.empty()) return rows;
  std::vector<std::pair<std::string, std::size_t>> keys;
  std::string scratch;
  for (std::size_t record = m_key.hasHeader ? 1 : 0; record < m_table.recordCount(); ++record) {
    if (isCommentAt(m_table.bytes(), m_table.wholeRecord(record).begin)) continue;
    const auto span = m_table.recordField(record, m_key.field);
    keys.emplace_back(
        span ? cellText(m_table.bytes().substr(span->begin, span->end - span->begin), scratch) : std::string_view(),
        record);
  }
  std::ranges::stable_sort(rows, {}, &Added::key);
  for (Added& row : rows) row.before = placeOf(keys, row.key);
  return rows;
}

std::size_t RowInserter::holeBefore(std::size_t record, const CsvShape& shape, std::size_t taken) const {
  if (shape.blankLines == 0 || record == 0 || m_removed[record - 1]) return std::string::npos;
  const std::string_view bytes = m_table.bytes();
  const std::size_t begin = m_table.wholeRecord(record).begin;
  std::size_t at = m_table.wholeRecord(record - 1).end;
  const std::size_t blank = text::countLineEnds(bytes, at, begin) - 1;
  // Where a row was deleted by hand, its own blank lines are still there.
  const std::size_t skip = (taken + 1) * shape.blankLines;
  if (blank < skip + shape.blankLines) return std::string::npos;
  at = afterLineEnd(bytes, at);
  for (std::size_t line = 0; line < skip; ++line) {
    while (bytes[at] == ' ' || bytes[at] == '\t') ++at;
    at = afterLineEnd(bytes, at);
  }
  return at;
}

text::ByteEdits RowInserter::tailEdits(std::size_t tailFrom, const std::vector<Added>& rows,
                                     const CsvShape& shape) const {
  const std::size_t records = m_table.recordCount();
  const std::string gap = times(shape.lineEnd, 1 + shape.blankLines);
  text::ByteEdit tail;
  for (const Added& row : rows)
    if (row.before >= tailFrom) tail.with += gap + row.row;
  tail.end = m_table.wholeRecord(records - 1).end;
  if (tailFrom > 0) {
    tail.begin = m_table.wholeRecord(tailFrom - 1).end;
  } else {  // no record stays: nothing stands before the first new one, and without one no line end is left
    tail.begin = m_table.wholeRecord(0).begin;
    if (tail.with.empty()) tail.end = m_table.bytes().size();
    tail.with.erase(0, std::min(gap.size(), tail.with.size()));
  }
  if (tail.begin == tail.end && tail.with.empty()) return {};
  return {std::move(tail)};
}

RowInserter::Edits RowInserter::edits() const {
  if (isEmpty()) return {};
  text::ByteEdits edits;
  const std::size_t records = m_table.recordCount();
  CsvShape shape;
  if (!m_added.empty()) shape = shapeOf(m_table, m_key);
  const std::vector<Added> rows = placed(shape);
  const std::string gap = times(shape.lineEnd, 1 + shape.blankLines);
  const bool mayFillHoles = !hasLoneCr(m_table.bytes());

  std::size_t tailFrom = records;
  while (tailFrom > 0 && m_removed[tailFrom - 1]) --tailFrom;
  auto row = rows.begin();
  for (std::size_t record = 0; record < tailFrom; ++record) {
    const std::size_t begin = m_table.wholeRecord(record).begin;
    text::ByteEdit before{begin, begin, {}};
    for (std::size_t taken = 0; row != rows.end() && row->before == record; ++row, ++taken) {
      const std::size_t hole = mayFillHoles && before.with.empty() ? holeBefore(record, shape, taken) : std::string::npos;
      if (hole != std::string::npos) {
        edits.push_back({hole, hole, row->row + shape.lineEnd});
      } else {
        before.with += row->row + gap;
      }
    }
    if (m_removed[record]) before.end = m_table.wholeRecord(record + 1).begin;
    if (before.begin == before.end && before.with.empty()) continue;
    const bool continues = !edits.empty() && edits.back().end == before.begin && edits.back().begin != edits.back().end;
    if (continues && before.with.empty()) {
      edits.back().end = before.end;  // neighbours that go together
    } else {
      edits.push_back(std::move(before));
    }
  }
  return {std::move(edits), tailEdits(tailFrom, rows, shape)};
}

bool RowInserter::isRisky() const {
  const std::string_view bytes = m_table.bytes();
  const std::size_t records = m_table.recordCount();
  if (isEmpty() || records == 0) return false;
  if (m_removed[0] && m_table.wholeRecord(0).begin == 0) {
    for (std::size_t record = 1; record < records; ++record)
      if (!m_removed[record]) return bomLength(bytes.substr(m_table.wholeRecord(record).begin)) != 0;
  }
  if (!hasLoneCr(bytes)) return false;
  std::size_t end = bomLength(bytes);
  for (std::size_t record = 0; record < records; ++record) {
    const CellSpan span = m_table.wholeRecord(record);
    if (bytes[span.begin] == ',' || bytes.substr(end, span.begin - end).find(',') != std::string_view::npos) return true;
    end = span.end;
  }
  return false;
}

/// Plan collects what all edits ask of each record, refuses what does not fit, and writes it in one pass over the file.
class Plan {
 public:
  Plan(const CsvTable& table, const Key& key)
      : m_table(table),
        m_key(key),
        m_headerWidth(table.headerWidth()),
        m_width(table.headerWidth() + table.leadingColumns()),
        m_places(table, key) {}

  std::optional<base::Error> take(const std::vector<TableEdit>& edits);
  text::ByteEdits bytes();
  /// unsafe is why taking rows in or out would change how others are read.
  std::optional<base::Error> unsafe() const;
  /// unreadable looks at the result once more where rows came in or the first ones went: pandas must still read it.
  std::optional<base::Error> unreadable(const text::ByteEdits& edits) const;

 private:
  std::optional<base::Error> collect(const SetCell& edit);
  std::optional<base::Error> collect(const AddRecord& edit);
  std::optional<base::Error> collect(const RemoveRecord& edit);
  std::optional<base::Error> collect(const AddColumn& edit);
  std::optional<base::Error> setsThatClash();
  std::optional<base::Error> textError(std::string_view text, std::size_t record) const;
  base::Error misfit(std::string text, std::string hint, std::size_t record) const {
    return {base::ErrorCode::BadArgument, std::move(text), std::move(hint), m_table.fileName(),
            m_table.lineOfRecord(record)};
  }
  bool isHeader(std::size_t record) const { return m_key.hasHeader && record == 0; }
  const CellWriter& writer() {
    if (!m_writer) m_writer.emplace(m_table, m_key);
    return *m_writer;
  }

  using SetIterator = std::vector<const SetCell*>::const_iterator;
  void writeRecord(std::size_t record, SetIterator begin, SetIterator end, text::ByteEdits& out);
  std::string setText(std::size_t record, const SetCell& edit, std::string_view old);
  std::string tailOf(std::size_t record, std::size_t fields, SetIterator beyond, SetIterator end);
  std::string rowText(const AddRecord& edit);

  const CsvTable& m_table;
  Key m_key;
  std::size_t m_headerWidth;
  std::size_t m_width;  ///< of the rows: wider than the header where it lacks names for the leading columns
  RowInserter m_places;
  std::vector<const SetCell*> m_sets;
  std::vector<const AddRecord*> m_added;
  std::vector<const AddColumn*> m_columns;
  std::optional<CellWriter> m_writer;
};

std::optional<base::Error> Plan::textError(std::string_view text, std::size_t record) const {
  if (text.find_first_of("\r\n") != std::string_view::npos)
    return misfit("A cell cannot hold a line break here.", "Put the text on one line.", record);
  if (text.find('\0') != std::string_view::npos)
    return misfit("A cell cannot hold a NUL character: pandas cuts the cell there.", "Leave the character out.", record);
  if (text::firstInvalidUtf8(text))
    return misfit("This text is not UTF-8.", "Pandas reads CSV files as UTF-8 only.", record);
  return std::nullopt;
}

std::optional<base::Error> Plan::collect(const SetCell& edit) {
  if (edit.record >= m_table.recordCount())
    return misfit("There is no row with this number.", "Read the file again.", edit.record);
  const std::size_t width = std::max(isHeader(edit.record) ? m_headerWidth : m_width,
                                     m_table.recordFieldCount(edit.record));
  if (edit.field >= width) return misfit("There is no column with this number.", "Add the column first.", edit.record);
  if (auto error = textError(edit.text, edit.record)) return error;
  m_sets.push_back(&edit);
  return std::nullopt;
}

std::optional<base::Error> Plan::collect(const AddRecord& edit) {
  if (edit.cells.empty()) return misfit("A new row needs at least one cell.", "", m_table.recordCount());
  for (const std::string& cell : edit.cells)
    if (auto error = textError(cell, m_table.recordCount())) return error;
  m_added.push_back(&edit);
  return std::nullopt;
}

std::optional<base::Error> Plan::collect(const RemoveRecord& edit) {
  if (edit.record >= m_table.recordCount())
    return misfit("There is no row with this number.", "Read the file again.", edit.record);
  if (isHeader(edit.record)) return misfit("The header cannot be removed.", "Remove rows only.", edit.record);
  if (m_places.isRemoved(edit.record)) return misfit("This row is removed twice.", "Remove it once.", edit.record);
  m_places.remove(edit.record);
  return std::nullopt;
}

std::optional<base::Error> Plan::collect(const AddColumn& edit) {
  if (auto error = textError(edit.name, 0)) return error;
  for (const std::string& cell : edit.cells)
    if (auto error = textError(cell, 0)) return error;
  const std::size_t rows = m_table.recordCount() - (m_key.hasHeader ? 1 : 0);
  if (edit.cells.size() > rows) return misfit("The new column has more cells than the file has rows.", "", 0);
  if (m_key.hasHeader) {
    if (edit.name.empty()) return misfit("A column needs a name.", "Name it.", 0);
    const bool isNew = !m_table.columnOf(edit.name) &&
                       std::ranges::none_of(m_columns, [&](auto* known) { return known->name == edit.name; });
    if (!isNew) return misfit("There is a column '" + edit.name + "' already.", "Set its cells instead.", 0);
  }
  m_columns.push_back(&edit);
  return std::nullopt;
}

std::optional<base::Error> Plan::setsThatClash() {
  std::ranges::stable_sort(m_sets, [](const SetCell* a, const SetCell* b) {
    return a->record != b->record ? a->record < b->record : a->field < b->field;
  });
  for (std::size_t i = 0; i < m_sets.size(); ++i) {
    const SetCell& edit = *m_sets[i];
    if (m_places.isRemoved(edit.record))
      return misfit("A cell of a row that is removed cannot be set.", "Do one of the two.", edit.record);
    if (i > 0 && m_sets[i - 1]->record == edit.record && m_sets[i - 1]->field == edit.field)
      return misfit("One cell is set twice.", "Set it once.", edit.record);
  }
  return std::nullopt;
}

std::optional<base::Error> Plan::take(const std::vector<TableEdit>& edits) {
  for (const TableEdit& edit : edits)
    if (auto error = std::visit([this](const auto& one) { return collect(one); }, edit)) return error;
  for (const AddRecord* row : m_added)
    if (row->cells.size() > m_width + m_columns.size())
      return misfit("The new row has " + std::to_string(row->cells.size()) + " cells, the file " +
                        std::to_string(m_width + m_columns.size()) + " columns.",
                    "Add the columns first.", m_table.recordCount());
  return setsThatClash();
}

std::optional<base::Error> Plan::unsafe() const {
  const auto refuse = [&](const char* text, const char* hint) {
    return base::Error{base::ErrorCode::BadFormat, text, hint, m_table.fileName()};
  };
  if (m_places.isRisky())
    return refuse("In this file a row without a name is read differently once its neighbours change.",
                  "Give the row a name, or save the file with LF line ends.");
  // pandas takes the width of a table from its first two lines and refuses longer ones after them.
  const std::size_t records = m_table.recordCount();
  const auto isKept = [&](std::size_t record) { return !m_places.isRemoved(record); };
  if (isKept(0) && (records < 2 || isKept(1))) return std::nullopt;
  std::size_t seen = 0;
  std::size_t width = 0;
  auto set = m_sets.begin();  // sorted by record, then field
  for (std::size_t record = 0; record < records; ++record) {
    std::size_t fields = m_table.recordFieldCount(record);
    // A cell that is set behind a short record widens it.
    for (; set != m_sets.end() && (*set)->record == record; ++set) fields = std::max(fields, (*set)->field + 1);
    if (!isKept(record)) continue;
    if (seen++ < 2) width = std::max(width, fields);
    if (fields > width)
      return refuse("Without this row pandas refuses the file: a later row has more fields than those that would be first.",
                    "Fill up the shorter rows first.");
  }
  return std::nullopt;
}

std::optional<base::Error> Plan::unreadable(const text::ByteEdits& edits) const {
  const std::size_t first = std::min<std::size_t>(m_table.recordCount(), 2);
  bool firstGo = false;
  for (std::size_t record = 0; record < first; ++record) firstGo = firstGo || m_places.isRemoved(record);
  if (m_added.empty() && !firstGo) return std::nullopt;
  const auto bytes = text::applied(m_table.bytes(), edits);
  if (!bytes) return bytes.error();
  const auto again = CsvTable::scan(*bytes, m_table.fileName());
  if (!again.isValue() || again.value()->recordCount() == 0 || !again.value()->pandasError()) return std::nullopt;
  return base::Error{base::ErrorCode::BadFormat,
                     "After this edit the file could not be read: " + again.value()->pandasError()->text,
                     "Give all rows as many fields as the header first.", m_table.fileName()};
}

/// setText spells a new cell text: in quotes where the cell had them, else as the rest of the column.
std::string Plan::setText(std::size_t record, const SetCell& edit, std::string_view old) {
  if (old.starts_with('"')) return csvQuoted(edit.text);
  if (isHeader(record)) return writer().headerCell(edit.field, edit.text);
  // A cell that was written without quotes beside quoted ones stays as it was written.
  const bool keepsPlain = !old.empty() && !edit.text.empty() && !needsQuotes(edit.text, edit.field == 0);
  return keepsPlain ? edit.text : writer().cell(edit.field, edit.text);
}

/// tailOf returns what is appended to a record: fields it lacked up to the last one that is set, and the new columns.
std::string Plan::tailOf(std::size_t record, std::size_t fields, SetIterator beyond, SetIterator end) {
  std::string tail;
  const auto fillTo = [&](std::size_t field) {
    for (; fields < field; ++fields) tail += ',';
  };
  for (; beyond != end; ++beyond) {
    fillTo((*beyond)->field);
    tail += ',' + setText(record, **beyond, {});
    ++fields;
  }
  if (m_columns.empty()) return tail;
  const std::size_t row = record - (m_key.hasHeader ? 1 : 0);
  const std::size_t width = isHeader(record) ? m_headerWidth : m_width;
  const bool isProse = !isHeader(record) && fields < width && isCommentAt(m_table.bytes(), m_table.wholeRecord(record).begin);
  if (isProse && std::ranges::all_of(m_columns, [&](const AddColumn* column) {
        return row >= column->cells.size() || column->cells[row].empty();
      }))
    return tail;  // a remark for people is no row to be filled up
  fillTo(width);
  for (std::size_t i = 0; i < m_columns.size(); ++i) {
    const AddColumn& column = *m_columns[i];
    tail += ',';
    if (isHeader(record)) {
      tail += writer().headerCell(width + i, column.name);
    } else {
      tail += writer().cell(m_width + i, row < column.cells.size() ? column.cells[row] : std::string());
    }
  }
  return tail;
}

void Plan::writeRecord(std::size_t record, SetIterator begin, SetIterator end, text::ByteEdits& out) {
  const std::size_t fields = m_table.recordFieldCount(record);
  const SetIterator beyond = std::find_if(begin, end, [&](const SetCell* edit) { return edit->field >= fields; });
  std::string tail = tailOf(record, fields, beyond, end);
  std::string scratch;
  for (SetIterator it = begin; it != beyond; ++it) {
    const CellSpan span = *m_table.recordField(record, (*it)->field);
    const std::string_view old = m_table.bytes().substr(span.begin, span.end - span.begin);
    if (cellText(old, scratch) == (*it)->text) continue;  // it says so already, in its own spelling
    std::string now = setText(record, **it, old);
    // A line with nothing but blanks would be no row any more.
    if (fields == 1 && tail.empty() && isBlank(now)) now = csvQuoted((*it)->text);
    out.push_back({span.begin, span.end, std::move(now)});
  }
  const std::size_t at = m_table.wholeRecord(record).end;
  if (!tail.empty()) out.push_back({at, at, std::move(tail)});
}

std::string Plan::rowText(const AddRecord& edit) {
  std::string row;
  const std::size_t width = m_width + m_columns.size();
  for (std::size_t field = 0; field < width; ++field) {
    if (field > 0) row += ',';
    row += writer().cell(field, field < edit.cells.size() ? edit.cells[field] : std::string());
  }
  return isBlank(row) ? csvQuoted(edit.cells.front()) : row;
}

text::ByteEdits Plan::bytes() {
  text::ByteEdits cells;
  SetIterator set = m_sets.begin();
  if (!m_columns.empty()) {
    for (std::size_t record = 0; record < m_table.recordCount(); ++record) {
      const SetIterator first = set;
      while (set != m_sets.end() && (*set)->record == record) ++set;
      if (!m_places.isRemoved(record)) writeRecord(record, first, set, cells);
    }
  } else {
    while (set != m_sets.end()) {
      const SetIterator first = set;
      while (set != m_sets.end() && (*set)->record == (*first)->record) ++set;
      writeRecord((*first)->record, first, set, cells);
    }
  }
  for (const AddRecord* row : m_added)
    m_places.add(rowText(*row), m_key.field < row->cells.size() ? row->cells[m_key.field] : std::string());
  RowInserter::Edits rows = m_places.edits();
  text::ByteEdits all;
  all.reserve(cells.size() + rows.inside.size() + rows.tail.size());
  std::merge(std::make_move_iterator(rows.inside.begin()), std::make_move_iterator(rows.inside.end()),
             std::make_move_iterator(cells.begin()), std::make_move_iterator(cells.end()), std::back_inserter(all),
             [](const text::ByteEdit& a, const text::ByteEdit& b) { return a.begin < b.begin; });
  std::move(rows.tail.begin(), rows.tail.end(), std::back_inserter(all));
  return all;
}

/// unfitFor is why a file must not be edited by cells at all.
std::optional<base::Error> unfitFor(const CsvTable& table) {
  if (table.pandasError()) {
    base::Error error = *table.pandasError();
    error.code = base::ErrorCode::BadFormat;
    error.hint = "Repair the file as text first; then its cells can be edited.";
    return error;
  }
  for (std::size_t record = 0; record < table.recordCount(); ++record)
    if (isConflictMarkerAt(table.bytes(), table.wholeRecord(record).begin))
      return base::Error{base::ErrorCode::BadFormat, "This file holds conflict markers that git left behind.",
                         "Choose a side for each of them first.", table.fileName(), table.lineOfRecord(record)};
  return std::nullopt;
}

}  // namespace

base::Result<text::ByteEdits> editsFor(const CsvTable& table, const Key& key, const std::vector<TableEdit>& edits) {
  if (edits.empty()) return text::ByteEdits{};
  if (auto error = unfitFor(table)) return base::fail(std::move(*error));
  Plan plan(table, key);
  if (auto error = plan.take(edits)) return base::fail(std::move(*error));
  if (auto error = plan.unsafe()) return base::fail(std::move(*error));
  text::ByteEdits bytes = plan.bytes();
  if (auto error = plan.unreadable(bytes)) return base::fail(std::move(*error));
  return bytes;
}

}  // namespace plumbline::tables
