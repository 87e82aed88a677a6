// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <array>
#include <map>

#include "core/tables/cell_text.h"
#include "core/tables/cell_writer.h"
#include "core/tables/csv_editor.h"
#include "core/tables/lexer.h"
#include "core/tables/record_log.h"
#include "core/text/line_index.h"

namespace plumbline::tables {

namespace {

constexpr std::array<std::string_view, 3> kLineEnds = {"\n", "\r\n", "\r"};

/// countKinds adds the line ends of [begin, end), which lies between records, to one counter for each kind.
void countKinds(std::string_view bytes, std::size_t begin, std::size_t end, std::array<std::size_t, 3>& counts) {
  for (std::size_t at = begin; at < end; ++at) {
    if (bytes[at] == '\n') ++counts[0];
    if (bytes[at] != '\r') continue;
    const bool isPair = at + 1 < end && bytes[at + 1] == '\n';
    ++counts[isPair ? 1 : 2];
    at += isPair ? 1U : 0U;
  }
}

/// isSorted looks at the keys of data rows as bytes: for UTF-8 that is the order of code points.
bool isSorted(const CsvTable& table, const Key& key) {
  std::string scratch;
  std::string before;
  std::size_t seen = 0;
  for (std::size_t record = key.hasHeader ? 1 : 0; record < table.recordCount(); ++record) {
    if (isCommentAt(table.bytes(), table.wholeRecord(record).begin)) continue;
    const auto span = table.recordField(record, key.field);
    const std::string_view name =
        span ? cellText(table.bytes().substr(span->begin, span->end - span->begin), scratch) : std::string_view();
    if (seen++ != 0 && name < before) return false;
    before.assign(name);
  }
  return seen >= 2;
}

}  // namespace

CsvShape shapeOf(const CsvTable& table, const Key& key) {
  CsvShape shape;
  shape.hasHeader = key.hasHeader;
  const std::string_view bytes = table.bytes();
  const std::size_t records = table.recordCount();
  if (records == 0) return shape;

  std::array<std::size_t, 3> kinds{};
  std::map<std::size_t, std::size_t> gaps;  // blank lines -> how often
  countKinds(bytes, 0, table.wholeRecord(0).begin, kinds);
  std::size_t end = table.wholeRecord(0).end;
  for (std::size_t record = 1; record < records; ++record) {
    const CellSpan next = table.wholeRecord(record);
    countKinds(bytes, end, next.begin, kinds);
    ++gaps[text::countLineEnds(bytes, end, next.begin) - 1];
    end = next.end;
  }
  countKinds(bytes, end, bytes.size(), kinds);
  shape.lineEnd = kLineEnds[static_cast<std::size_t>(std::max_element(kinds.begin(), kinds.end()) - kinds.begin())];

  shape.endsWithLineEnd = end < bytes.size();
  if (shape.endsWithLineEnd) shape.blankLinesAtEnd = text::countLineEnds(bytes, end, bytes.size()) - 1;
  // Of two numbers equally frequent the smaller wins: the larger is where rows went missing.
  const auto usual = std::max_element(gaps.begin(), gaps.end(),
                                      [](const auto& a, const auto& b) { return a.second < b.second; });
  shape.blankLines = usual == gaps.end() ? shape.blankLinesAtEnd : usual->first;
  shape.sorted = isSorted(table, key);
  shape.quotesAll = CellWriter(table, key).quotesAllTexts();
  return shape;
}

}  // namespace plumbline::tables
