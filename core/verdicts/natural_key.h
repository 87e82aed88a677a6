// SPDX-License-Identifier: GPL-3.0-or-later
// Natural order for names as bytes that compare with memcmp: x2 before x10, letters without regard to case.
//
//   std::string a, b; appendNaturalKey("resnet18", a); appendNaturalKey("ResNet152", b);   // a < b
#pragma once

#include <string>
#include <string_view>

namespace plumbline::verdicts {

/// appendNaturalKey appends the key of a name. A run of digits becomes '0', its length without leading zeros, its
/// digits: so numbers compare by value and keep the place of digits among other characters.
void appendNaturalKey(std::string_view name, std::string& out);

/// lowerAscii gives a lower-case copy; only A-Z change, UTF-8 stays whole.
std::string lowerAscii(std::string_view text);
inline char lowerAscii(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; }

}  // namespace plumbline::verdicts
