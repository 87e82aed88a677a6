// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/tables/cell_writer.h"

#include "core/tables/cell_text.h"
#include "core/tables/frame.h"
#include "core/tables/lexer.h"
#include "core/tables/record_log.h"

namespace plumbline::tables {

bool needsQuotes(std::string_view text, bool firstField) {
  if (text.find_first_of(",\"\r\n") != std::string_view::npos) return true;
  // At the start of a line these would be read as something else than a cell.
  return firstField && (bomLength(text) != 0 || isConflictMarkerAt(text, 0));
}

std::string quoted(std::string_view text) {
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
  return wantsQuotes || wouldBeSwallowed || needsQuotes(text, field == 0) ? quoted(text) : std::string(text);
}

}  // namespace plumbline::tables
