// SPDX-License-Identifier: GPL-3.0-or-later
// Prints what Frame makes of many small CSV files, one line each, for tests/core/tables/pandas_parity.py.
//
//   frame_dump BATCH     BATCH is a sequence of: length (4 bytes, little endian), bytes
//
// A line is "raises", or tab-separated: rows, then per column the name and the dtype letter in hex and plain, then the
// values: n, i5, u5, x1.8p+1 (hexadecimal float), b0, t6162 (UTF-8 in hex).
#include <cinttypes>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <string>
#include <utility>

#include "core/tables/csv_table.h"
#include "core/tables/frame.h"

namespace {

using namespace plumbline::tables;

std::string hexOf(std::string_view text) {
  static constexpr char kDigits[] = "0123456789abcdef";
  std::string out;
  for (const char c : text) {
    out += kDigits[static_cast<unsigned char>(c) >> 4U];
    out += kDigits[static_cast<unsigned char>(c) & 15U];
  }
  return out;
}

const char* dtypeOf(ColumnType type) {
  switch (type) {
    case ColumnType::Integer: return "int64";
    case ColumnType::Unsigned: return "uint64";
    case ColumnType::Real: return "float64";
    case ColumnType::Boolean: return "bool";
    case ColumnType::BooleanWithMissing:
    case ColumnType::Text:
    case ColumnType::RawText: return "object";
  }
  return "?";
}

std::string valueOf(const Value& value) {
  char buffer[64];
  switch (value.kind) {
    case ValueKind::NaN: return "n";
    case ValueKind::Integer: std::snprintf(buffer, sizeof buffer, "i%" PRId64, value.integer); return buffer;
    case ValueKind::Unsigned: std::snprintf(buffer, sizeof buffer, "i%" PRIu64, value.unsignedInteger); return buffer;
    case ValueKind::Real: std::snprintf(buffer, sizeof buffer, "x%a", value.real); return buffer;
    case ValueKind::Boolean: return value.boolean ? "b1" : "b0";
    case ValueKind::Text: return hexOf(value.text).insert(0, 1, 't');
  }
  return "?";
}

void dump(std::string bytes) {
  const auto scanned = CsvTable::scan(std::move(bytes), "input");
  if (!scanned.isValue()) std::exit(3);
  if (scanned.value()->pandasError()) {
    std::puts("raises");
    return;
  }
  const Frame frame = Frame::of(scanned.value());
  std::string line = std::to_string(frame.rowCount());
  std::string scratch;
  for (std::size_t i = 0; i < frame.columnNames().size(); ++i) {
    const TypedColumn column = inferColumn(frame.table(), i);
    ((line += '\t') += hexOf(frame.columnNames()[i])) += '\t';
    line += dtypeOf(column.type());
    for (std::size_t row = 0; row < frame.rowCount(); ++row) (line += '\t') += valueOf(column.at(row, scratch));
  }
  std::puts(line.c_str());
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 2) return 2;
  std::ifstream file(argv[1], std::ios::binary);
  const std::string batch{std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
  for (std::size_t at = 0; at + 4 <= batch.size();) {
    std::size_t length = 0;
    for (std::size_t i = 0; i < 4; ++i)
      length |= static_cast<std::size_t>(static_cast<unsigned char>(batch[at + i])) << (8U * i);
    dump(batch.substr(at + 4, length));
    at += 4 + length;
  }
  return 0;
}
