// SPDX-License-Identifier: GPL-3.0-or-later
// Numbers as Python reads and compares them: float("1_0"), int(" 7 "), 2 < 2.5, and the TypeError of "2" < 3. The check
// scripts convert whole columns of text this way when pandas could not (SPEC 4.4, 4.5, 5).
//
//   parseFloat("-Infinity")            // -inf
//   pythonOrder(actual, expected)      // Order::Greater; Order::TypeError where Python raises
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "core/verdicts/python_text.h"

namespace plumbline::verdicts {

/// parseFloat is float(str): white space around it, single underscores between digits, digits of any script, inf,
/// infinity and nan in any case. nullopt where Python raises ValueError.
std::optional<double> parseFloat(std::string_view utf8);

/// parseIntSign is the sign (-1, 0, 1) of int(str) in base 10; the checks ask no more than whether it is zero. nullopt
/// where Python raises ValueError, which it also does above 4,300 digits.
std::optional<int> parseIntSign(std::string_view utf8);

enum class Order : std::uint8_t {
  Less,
  Equal,
  Greater,
  Unordered,  ///< a NaN is on one side: neither <, nor ==, nor >
  TypeError,  ///< Python refuses to order these types: text and number, or None and anything
};

/// pythonOrder says how a stands to b under <, == and >. Whole and real numbers are compared exactly, not as doubles.
Order pythonOrder(const Field& a, const Field& b);

/// isMissing is pd.isna(): None or NaN.
inline bool isMissing(const Field& field) { return !field || field->kind == tables::ValueKind::NaN; }
/// isText tells whether the field is a str.
inline bool isText(const Field& field) { return field && field->kind == tables::ValueKind::Text; }

}  // namespace plumbline::verdicts
