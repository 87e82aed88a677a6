// SPDX-License-Identifier: GPL-3.0-or-later
// The values that the check scripts' get_field() returns, as Python writes and orders them (SPEC 2.1, 2.2).
//
//   appendStr(out, Value::ofReal(2));            // 2.0
//   appendPadded(out, model, kModelWidth);       // text on the left, numbers and NaN on the right
//   pythonOrder(actual, expected)                // Order::Greater; Order::TypeError where Python raises
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>

#include "core/tables/frame.h"

namespace plumbline::verdicts {

/// Field is a value, or None.
using Field = std::optional<tables::Value>;

/// isMissing is pd.isna(): None or NaN.
inline bool isMissing(const Field& field) { return !field || field->kind == tables::ValueKind::NaN; }
/// isText returns whether the field is a str.
inline bool isText(const Field& field) { return field && field->kind == tables::ValueKind::Text; }

/// appendStr writes str(value): "pass", "2", "2.0", "1e+16", "nan", "True"; "None" for no value.
void appendStr(std::string& out, const tables::Value& value);
void appendStr(std::string& out, const Field& field);
std::string strText(const tables::Value& value);

/// appendRepr writes repr(value): as str(), but text in quotes of Python's choice and with its escapes.
void appendRepr(std::string& out, const Field& field);

/// appendPadded writes f"{value:width}": at least `width` code points, text on the left, everything else on the right.
/// A bool counts as the number 1 or 0 there, because a width makes Python format it as an int.
void appendPadded(std::string& out, const tables::Value& value, std::size_t width);

enum class Order : std::uint8_t {
  Less,
  Equal,
  Greater,
  Unordered,  ///< a NaN is on one side: neither <, nor ==, nor >
  TypeError,  ///< Python refuses to order these types: text and number, or None and anything
};

/// pythonOrder compares as <, == and > do. Whole and real numbers are compared exactly, not as doubles.
Order pythonOrder(const Field& a, const Field& b);

}  // namespace plumbline::verdicts
