// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/tables/row_places.h"

#include <algorithm>
#include <utility>

#include "core/tables/cell_text.h"
#include "core/tables/cell_writer.h"
#include "core/tables/lexer.h"
#include "core/tables/record_log.h"
#include "core/text/line_index.h"

namespace plumbline::tables {

namespace {

std::string times(const std::string& lineEnd, std::size_t count) {
  std::string out;
  for (; count > 0; --count) out += lineEnd;
  return out;
}

}  // namespace

void RowPlaces::remove(std::size_t record) {
  m_removed[record] = true;
  m_anyRemoved = true;
}

std::size_t RowPlaces::placeOf(const std::vector<std::pair<std::string, std::size_t>>& keys,
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

std::vector<RowPlaces::Added> RowPlaces::placed(const CsvShape& shape) const {
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
  std::stable_sort(rows.begin(), rows.end(), [](const Added& a, const Added& b) { return a.key < b.key; });
  for (Added& row : rows) row.before = placeOf(keys, row.key);
  return rows;
}

std::size_t RowPlaces::holeBefore(std::size_t record, const CsvShape& shape, std::size_t taken) const {
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

text::ByteEdits RowPlaces::tailEdits(std::size_t tailFrom, const std::vector<Added>& rows,
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

RowPlaces::Edits RowPlaces::edits() const {
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

bool RowPlaces::isRisky() const {
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

}  // namespace plumbline::tables
