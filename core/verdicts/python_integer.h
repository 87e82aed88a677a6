// SPDX-License-Identifier: GPL-3.0-or-later
// int(str) of Python with room for 36 digits, which is far beyond any instruction count, and the exact comparison of an
// int with a float.
//
//   const ParsedInteger n = parseInteger(" 283_178_305 ");
//   if (n.state == ParsedInteger::State::Number) use(n.value);
#pragma once

#include <string>
#include <string_view>

namespace plumbline::verdicts {

__extension__ typedef __int128 Integer128;

struct ParsedInteger {
  enum class State { Number, NotANumber, TooLong };
  State state = State::NotANumber;  ///< NotANumber: Python raises ValueError; TooLong: more than 36 digits
  Integer128 value = 0;
};

/// parseInteger reads a decimal int as Python does: white space around it, a sign, digits of any script, single
/// underscores between digits.
ParsedInteger parseInteger(std::string_view utf8);

/// integerText is str(int).
std::string integerText(Integer128 value);

/// isGreater and isLess compare exactly, as Python does; nothing is greater or less than NaN.
bool isGreater(Integer128 whole, double real);
bool isLess(Integer128 whole, double real);

}  // namespace plumbline::verdicts
