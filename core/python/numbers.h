// SPDX-License-Identifier: GPL-3.0-or-later
// Numbers as Python reads and compares them: float("1_0"), int(" 7 "). The check scripts convert whole columns of text
// this way where pandas did not (SPEC 4.4, 4.5, 5).
//
//   parseFloat("-Infinity")                                  // -inf
//   const ParsedInteger n = parseInteger(" 283_178_305 ");
//   if (n.state == ParsedInteger::State::Number) use(n.value);
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace plumbline::python {

/// parseFloat is float(str): white space around it, single underscores between digits, digits of any script, inf,
/// infinity and nan in any case. nullopt where Python raises ValueError.
std::optional<double> parseFloat(std::string_view utf8);

/// parseIntSign is the sign (-1, 0, 1) of int(str) in base 10. nullopt where Python raises ValueError, which it also
/// does above 4,300 digits.
std::optional<int> parseIntSign(std::string_view utf8);

__extension__ typedef __int128 Integer128;

struct ParsedInteger {
  enum class State { Number, NotANumber, TooLong };
  State state = State::NotANumber;  ///< NotANumber: Python raises ValueError; TooLong: more than 36 digits
  Integer128 value = 0;
};

/// parseInteger is int(str) in base 10 for up to 36 digits: white space around it, a sign, digits of any script, single
/// underscores between digits.
ParsedInteger parseInteger(std::string_view utf8);

/// integerText is str(int).
std::string integerText(Integer128 value);

/// isGreater and isLess compare exactly, as Python does; nothing is greater or less than NaN.
bool isGreater(Integer128 whole, double real);
bool isLess(Integer128 whole, double real);

}  // namespace plumbline::python
