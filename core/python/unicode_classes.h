// SPDX-License-Identifier: GPL-3.0-or-later
// The character classes that Python uses to write and read texts and numbers, by Unicode 14.0 (the
// version of Python 3.11, which SPEC's observations were made with).
//
//   while (!text.empty()) { CodePoint p = firstCodePoint(text); ... text.remove_prefix(p.bytes); }
#pragma once

#include <cstddef>
#include <string_view>

namespace plumbline::python {

struct CodePoint {
  char32_t code = 0;
  std::size_t bytes = 1;
};

/// firstCodePoint decodes the first character of a non-empty UTF-8 text; a byte that is not UTF-8 stands for itself.
CodePoint firstCodePoint(std::string_view utf8);

/// isPrintable is str.isprintable(): repr() shows such a character as it is.
bool isPrintable(char32_t code);
/// isSpace is str.isspace(): str.strip() removes such a character.
bool isSpace(char32_t code);
/// decimalDigit returns 0-9 for a decimal digit of any script, -1 for anything else: int("٣") is 3.
int decimalDigit(char32_t code);

/// stripSpace is str.strip().
std::string_view stripSpace(std::string_view utf8);

}  // namespace plumbline::python
