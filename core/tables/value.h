// SPDX-License-Identifier: GPL-3.0-or-later
// A cell as Python would hand it to the check scripts after pd.read_csv(...) and .item() (SPEC 2).
//
//   Value v = column.at(row, scratch);
//   if (v.kind == ValueKind::Integer) ... v.integer
#pragma once

#include <cstdint>
#include <string_view>

namespace plumbline::tables {

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

}  // namespace plumbline::tables
