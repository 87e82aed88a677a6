// SPDX-License-Identifier: GPL-3.0-or-later
// A CsvTable with pandas' column types: what pd.read_csv(path) would give a check script (SPEC 2 nos. 5-8).
// Types are inferred per whole column on first use; values are read from the bytes on demand, none are stored.
//
//   Frame actual = Frame::of(table);
//   const TypedColumn* breaks = actual.column("graph_breaks");     // null when there is no such column
//   Value v = breaks->at(row, scratch);
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <vector>

#include "core/tables/csv_table.h"

namespace plumbline::tables {

// A cell as Python would hand it to the check scripts after pd.read_csv(...) and .item() (SPEC 2).
//
//   Value v = column.at(row, scratch);
//   if (v.kind == ValueKind::Integer) ... v.integer

enum class ValueKind : std::uint8_t {
  NaN,       ///< an empty or NA cell: Python's float nan
  Integer,   ///< int64
  Unsigned,  ///< uint64 (columns with a value over 2^63-1)
  Real,      ///< float64, never NaN (NaN has its own kind); may be infinite
  Boolean,
  Text,      ///< str
};

/// Value is a view: `text` points into the table's bytes or into the scratch string given to TypedColumn::at.
struct Value {
  ValueKind kind = ValueKind::NaN;
  union {
    std::int64_t integer = 0;
    std::uint64_t unsignedInteger;
    double real;
    bool boolean;
  };
  std::string_view text;

  bool isNumber() const { return kind != ValueKind::Text && kind != ValueKind::NaN; }
  /// asDouble converts numbers and booleans as Python's float() does; NaN for NaN and Text.
  double asDouble() const;

  static Value ofText(std::string_view t) { Value v; v.kind = ValueKind::Text; v.text = t; return v; }
  static Value ofInteger(std::int64_t i) { Value v; v.kind = ValueKind::Integer; v.integer = i; return v; }
  static Value ofReal(double d) { Value v; v.kind = ValueKind::Real; v.real = d; return v; }
  static Value ofBoolean(bool b) { Value v; v.kind = ValueKind::Boolean; v.boolean = b; return v; }
};

/// pythonEquals is Python's ==: numbers and booleans compare by value across types, text by code points, NaN equals
/// nothing.
bool pythonEquals(const Value& a, const Value& b);

/// ColumnType is the dtype pandas infers for a whole column.
enum class ColumnType : std::uint8_t {
  Integer,             ///< int64: every cell an integer
  Unsigned,            ///< uint64
  Real,                ///< float64: decimals, or integers with a missing cell
  Boolean,             ///< bool: every cell True or False, any case
  BooleanWithMissing,  ///< object holding True, False and NaN
  Text,                ///< object: strings as written, NA words are NaN
  RawText,             ///< object: strings as written, NA words kept (integers that fit no type together)
};

/// isNaWord returns whether pandas 1.5 reads this text as missing ("" , "NA", "nan", "null" ... ; SPEC 2 no. 5).
bool isNaWord(std::string_view text);

class TypedColumn {
 public:
  /// wholeNumbers: a Real column whose present cells are all integers; they are read as int64 first and then widened,
  /// which keeps more of a long number than the float parser does.
  TypedColumn(const CsvTable& table, std::size_t column, ColumnType type, bool wholeNumbers = false)
      : m_table(&table), m_column(column), m_type(type), m_wholeNumbers(wholeNumbers) {}
  ColumnType type() const { return m_type; }
  std::size_t index() const { return m_column; }
  /// at returns the value of a row; text views live as long as the table and `scratch`.
  Value at(std::size_t row, std::string& scratch) const;

 private:
  const CsvTable* m_table;
  std::size_t m_column;
  ColumnType m_type;
  bool m_wholeNumbers;
};

/// inferColumn finds the dtype of a column as pandas' C parser does: int64, uint64, float64, bool, object.
TypedColumn inferColumn(const CsvTable& table, std::size_t column);

class Frame {
 public:
  enum class NameColumn { Inferred, AsText };  ///< AsText is read_csv(dtype={"name": str}), used by graph-breaks 2026-08
  static Frame of(std::shared_ptr<const CsvTable> table, NameColumn nameColumn = NameColumn::Inferred);

  const CsvTable& table() const { return *m_table; }
  const std::shared_ptr<const CsvTable>& shared() const { return m_table; }
  std::size_t rowCount() const { return m_table->rowCount(); }
  const std::vector<std::string>& columnNames() const { return m_table->columnNames(); }
  bool hasColumn(std::string_view name) const { return m_table->columnOf(name).has_value(); }
  /// column returns the typed column of that name, inferring its type the first time; null when there is none.
  /// Thread-safe.
  const TypedColumn* column(std::string_view name) const;

 private:
  struct Cache;
  std::shared_ptr<const CsvTable> m_table;
  NameColumn m_nameColumn = NameColumn::Inferred;
  std::shared_ptr<Cache> m_cache;
};

}  // namespace plumbline::tables
