// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/tables/csv_shape.h"

#include <algorithm>
#include <array>
#include <map>

#include "core/tables/lexer.h"
#include "core/tables/pandas_number.h"
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

bool needsQuotes(std::string_view text, bool firstField) {
  if (text.find_first_of(",\"\r\n") != std::string_view::npos) return true;
  // At the start of a line these would be read as something else than a cell.
  return firstField && (bomLength(text) != 0 || isConflictMarkerAt(text, 0));
}

std::string csvQuoted(std::string_view text) {
  std::string out = "\"";
  for (const char c : text) {
    if (c == '"') out.push_back(c);
    out.push_back(c);
  }
  out.push_back('"');
  return out;
}

bool isBlank(std::string_view text) { return text.find_first_not_of(" \t") == std::string_view::npos; }

bool hasLoneCr(std::string_view bytes) {
  for (std::size_t at = bytes.find('\r'); at != std::string_view::npos; at = bytes.find('\r', at + 1))
    if (at + 1 == bytes.size() || bytes[at + 1] != '\n') return true;
  return false;
}

CellWriter::CellWriter(const CsvTable& table, const Key& key) : m_hasLoneCr(hasLoneCr(table.bytes())) {
  if (table.bytes().find('"') == std::string_view::npos) return;
  std::string scratch;
  for (std::size_t record = 0; record < table.recordCount(); ++record) {
    const bool isHeader = key.hasHeader && record == 0;
    if (!isHeader && isCommentAt(table.bytes(), table.wholeRecord(record).begin)) continue;
    const std::size_t fields = table.recordFieldCount(record);
    for (std::size_t field = 0; field < fields; ++field) {
      const CellSpan span = *table.recordField(record, field);
      const std::string_view raw = table.bytes().substr(span.begin, span.end - span.begin);
      const bool isQuoted = raw.starts_with('"');
      const std::string_view text = cellText(raw, scratch);
      if (isHeader) {
        if (!text.empty()) m_header.count(isQuoted);
        continue;
      }
      if (field >= m_columns.size()) m_columns.resize(field + 1);
      (text.empty() ? m_columns[field].empty : m_columns[field].filled).count(isQuoted);
      double number = 0;
      (text.empty() ? m_empty : parsePandasReal(text, number) ? m_numbers : m_texts).count(isQuoted);
    }
  }
}

std::string CellWriter::cell(std::size_t field, std::string_view text) const {
  Spelling spelling;
  if (field < m_columns.size()) spelling = text.empty() ? m_columns[field].empty : m_columns[field].filled;
  if (!spelling.isKnown()) {
    double number = 0;
    const Spelling& texts = m_texts.isKnown() ? m_texts : m_header;
    spelling = text.empty() ? m_empty : parsePandasReal(text, number) ? m_numbers : texts;
  }
  return spelled(field, text, spelling.isAlways());
}

std::string CellWriter::headerCell(std::size_t field, std::string_view name) const {
  return spelled(field, name, m_header.isAlways());
}

std::string CellWriter::spelled(std::size_t field, std::string_view text, bool wantsQuotes) const {
  const bool wouldBeSwallowed = m_hasLoneCr && field == 0 && text.empty();
  return wantsQuotes || wouldBeSwallowed || needsQuotes(text, field == 0) ? csvQuoted(text) : std::string(text);
}

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
  shape.lineEnd = kLineEnds[static_cast<std::size_t>(std::ranges::max_element(kinds) - kinds.begin())];

  shape.endsWithLineEnd = end < bytes.size();
  if (shape.endsWithLineEnd) shape.blankLinesAtEnd = text::countLineEnds(bytes, end, bytes.size()) - 1;
  // Of two numbers equally frequent the smaller wins: the larger is where rows went missing.
  const auto usual = std::ranges::max_element(gaps, [](const auto& a, const auto& b) { return a.second < b.second; });
  shape.blankLines = usual == gaps.end() ? shape.blankLinesAtEnd : usual->first;
  shape.sorted = isSorted(table, key);
  shape.quotesAll = CellWriter(table, key).quotesAllTexts();
  return shape;
}

}  // namespace plumbline::tables
