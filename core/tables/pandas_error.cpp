// SPDX-License-Identifier: GPL-3.0-or-later
#include <array>
#include <cstdio>
#include <string>

#include "core/tables/diagnose.h"
#include "core/tables/lexer.h"

namespace plumbline::tables {

namespace {

/// pandas reads this much at a time: a bad byte in the same piece is found before the piece is split into cells.
constexpr std::size_t kPandasChunk = 262'144;

/// pandasLineOf counts as pandas does in its messages: blank lines and records up to and including this one. A line
/// break inside quotes does not count, so this is not always the line in the file.
std::size_t pandasLineOf(std::string_view bytes, std::size_t recordOffset) {
  std::size_t line = 0;
  std::size_t at = bomLength(bytes);
  for (;;) {
    const RecordStart start = nextRecord(bytes, at);
    line += start.blankLines + 1;
    if (start.offset >= recordOffset) return line;
    CellEnd end;
    for (at = start.offset;; at = end.offset + 1) {
      end = lexCell(bytes, at);
      if (end.by != Stop::Comma) break;
    }
    if (end.by != Stop::LineEnd) return line;
    at = afterLineEnd(bytes, end.offset);
  }
}

base::Error raises(const CsvTable& table, const Findings& findings, std::size_t offset, const std::string& what) {
  const text::LineColumn place = findings.lines.at(table.bytes(), offset);
  return {base::ErrorCode::ScriptCrash, "pandas cannot read this file. " + what + ".",
          "The check script ends here in a traceback.", table.fileName(), place.line, place.column};
}

base::Error badEncoding(const CsvTable& table, const Findings& findings) {
  std::array<char, 8> hex{};
  std::snprintf(hex.data(), hex.size(), "0x%02x", static_cast<unsigned char>(table.bytes()[*findings.badUtf8]));
  return raises(table, findings, *findings.badUtf8,
                std::string("UnicodeDecodeError: byte ") + hex.data() + " in position " +
                    std::to_string(*findings.badUtf8) + " is not UTF-8");
}

}  // namespace

std::optional<base::Error> whatPandasRaises(const CsvTable& table, const Findings& findings) {
  const RecordLog& log = findings.log;
  std::optional<base::Error> parser;
  std::size_t parserOffset = table.bytes().size();
  if (!log.longRows.kept.empty()) {
    const RecordNote& row = log.longRows.kept.front();
    parserOffset = row.offset;
    parser = raises(table, findings, row.offset,
                    "ParserError: Expected " + std::to_string(log.expectedWidth) + " fields in line " +
                        std::to_string(pandasLineOf(table.bytes(), row.offset)) + ", saw " +
                        std::to_string(row.fields));
  } else if (log.openQuote) {
    parserOffset = *log.openQuote;
    const std::size_t record = table.rowCount() == 0 ? table.headerSpan().begin
                                                     : table.recordSpan(table.rowCount() - 1).begin;
    parser = raises(table, findings, parserOffset,
                    "ParserError: EOF inside string starting at row " +
                        std::to_string(pandasLineOf(table.bytes(), record) - 1));
  } else if (log.records == 0) {
    parser = raises(table, findings, 0, "EmptyDataError: No columns to parse from file");
  }
  if (findings.badUtf8 && (!parser || *findings.badUtf8 / kPandasChunk <= parserOffset / kPandasChunk))
    return badEncoding(table, findings);
  return parser;
}

}  // namespace plumbline::tables
