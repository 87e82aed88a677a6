// SPDX-License-Identifier: GPL-3.0-or-later
// Any bytes at all through the table reader: nothing may crash, and what must hold for every file is checked.
//
//   CXX=clang++-16 cmake --preset headless -B build/fuzz -DPLUMBLINE_FUZZ=ON -DPLUMBLINE_TESTS=ON
//   cmake --build build/fuzz --target fuzz_scanner
//   build/fuzz/tests/bin/fuzz_scanner -max_total_time=60 CORPUS tests/data/fuzz
#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <utility>

#include "core/tables/block_masks.h"
#include "core/tables/csv_table.h"
#include "core/tables/frame.h"
#include "core/tables/scanner.h"
#include "core/text/utf8.h"
#include "tests/core/tables/reference_reader.h"

namespace {

using namespace plumbline;
using namespace plumbline::tables;

void hold(bool condition, const char* what) {
  if (condition) return;
  std::fprintf(stderr, "does not hold: %s\n", what);
  std::abort();
}

/// waysAgree holds dense and sparse, SIMD and portable against the slow reader.
void waysAgree(const std::string& bytes) {
  const tests::ReferenceFile want = tests::readSlowly(bytes);
  for (const Instructions instructions : {Instructions::Portable, Instructions::Sse2, bestInstructions()}) {
    Census census;
    hold(readCensus(bytes, instructions, {}, census), "a census is not cancelled by itself");
    for (const Layout layout : {Layout::Dense, Layout::Sparse, Layout::Fitting}) {
      const auto got = scanRecords(bytes, census, instructions, layout, {});
      hold(got.has_value(), "a scan is not cancelled by itself");
      hold(got->cells.recordCount() == want.records.size(), "all ways find the same records");
      hold(got->log.openQuote.has_value() == want.openQuote, "all ways see an open quote");
      for (std::size_t r = 0; r < want.records.size(); ++r) {
        const auto& fields = want.records[r];
        hold(got->cells.fieldCount(bytes, r) == fields.size(), "all ways count the same fields");
        for (std::size_t f = 0; f < fields.size(); ++f) {
          const auto span = got->cells.span(bytes, r, f);
          hold(span && span->begin == fields[f].begin && span->end == fields[f].end, "all ways find the same cells");
        }
      }
    }
  }
}

void spansAreSound(const CsvTable& table) {
  const std::size_t size = table.bytes().size();
  std::size_t at = table.headerSpan().end;
  std::size_t line = 0;
  std::string scratch;
  for (std::size_t row = 0; row < table.rowCount(); ++row) {
    const CellSpan record = table.recordSpan(row);
    hold(at < record.begin && record.begin <= record.end && record.end <= size, "records follow each other in the file");
    hold(table.fieldCount(row) >= 1, "a record has a field");
    for (std::size_t field = 0; field < table.fieldCount(row); ++field) {
      const auto span = table.cellSpan(row, field);
      hold(span && span->begin <= span->end && span->end <= record.end, "cells lie in their record");
      hold(field == 0 ? span->begin == record.begin : span->begin == at + 1, "one byte stands between cells");
      at = span->end;
    }
    hold(at == record.end, "the last cell ends the record");
    hold(table.lineOf(row) > line || (row == 0 && line == 0), "lines go up");
    line = table.lineOf(row);
    for (std::size_t column = 0; column < std::min<std::size_t>(table.headerWidth(), 8); ++column)
      hold(table.cell(row, column, scratch).find('\0') == std::string_view::npos, "a cell ends at its NUL");
    (void)table.isComment(row);
    (void)table.isConflictMarker(row);
  }
}

bool fits(ColumnType type, ValueKind kind) {
  switch (type) {
    case ColumnType::Integer: return kind == ValueKind::Integer;
    case ColumnType::Unsigned: return kind == ValueKind::Unsigned;
    case ColumnType::Real: return kind == ValueKind::Real || kind == ValueKind::NaN;
    case ColumnType::Boolean: return kind == ValueKind::Boolean;
    case ColumnType::BooleanWithMissing: return kind == ValueKind::Boolean || kind == ValueKind::NaN;
    case ColumnType::Text: return kind == ValueKind::Text || kind == ValueKind::NaN;
    case ColumnType::RawText: return kind == ValueKind::Text;
  }
  return false;
}

void typesAreSound(const std::shared_ptr<const CsvTable>& table) {
  const Frame frame = Frame::of(table);
  std::string scratch;
  for (std::size_t i = 0; i < std::min<std::size_t>(frame.columnNames().size(), 8); ++i) {
    const TypedColumn* column = frame.column(frame.columnNames()[i]);
    hold(column != nullptr && column->index() == i, "every column is found by its own name");
    for (std::size_t row = 0; row < table->rowCount(); ++row) {
      const Value value = column->at(row, scratch);
      hold(fits(column->type(), value.kind), "values are of their column's type");
      hold(value.kind == ValueKind::NaN || value.kind == ValueKind::Real || pythonEquals(value, value), "a value equals itself");
    }
  }
}

void diagnosticsAreSound(const CsvTable& table) {
  std::size_t at = 0;
  for (const Diagnostic& d : table.diagnostics()) {
    hold(d.byteOffset >= at && d.byteOffset <= table.bytes().size(), "diagnostics come in file order");
    hold(d.line >= 1 && d.column >= 1 && !d.text.empty() && !d.hint.empty(), "diagnostics have a place, a text, a hint");
    hold(d.text.find('\n') == std::string::npos, "a diagnostic is one line");
    at = d.byteOffset;
  }
  if (text::firstInvalidUtf8(table.bytes())) hold(table.pandasError().has_value(), "pandas refuses what is not UTF-8");
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string bytes(reinterpret_cast<const char*>(data), size);
  waysAgree(bytes);
  const auto scanned = CsvTable::scan(bytes, "fuzz.csv");
  if (!scanned.isValue()) {
    hold(scanned.isError() && size > kMaxColumns / 2, "only too many columns are refused");
    return 0;
  }
  const auto& table = scanned.value();
  hold(table->bytes() == bytes, "the bytes stay what they were");
  hold(table->columnNames().size() == table->headerWidth(), "every header cell has a name");
  hold(table->memoryBytes() <= 3 * size + 8192, "memory stays under three times the file");
  spansAreSound(*table);
  typesAreSound(table);
  diagnosticsAreSound(*table);
  return 0;
}
