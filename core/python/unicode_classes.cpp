// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/python/unicode_classes.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <locale>
#include <span>
#include <sstream>
#include <string>
#include <vector>

#include "core/text/utf8.h"
#include "resources/embedded.h"

namespace plumbline::python {
namespace {

struct Range {
  std::uint32_t first, last;
};

/// notPrintable are the characters from 0x7f on that are not printable: general categories C* and Z* but for the space
/// itself. The file has every maximal run of code points for which str.isprintable() of Python 3.11 (Unicode 14.0) is
/// False: first and last code point in hexadecimal.
const std::vector<Range>& notPrintable() {
  static const std::vector<Range> kRanges = [] {
    std::vector<Range> ranges;
    std::istringstream text(std::string(resources::embeddedBytes("python/not_printable.txt").value_or("")));
    text.imbue(std::locale::classic());
    for (Range range{}; text >> std::hex >> range.first >> range.last;) ranges.push_back(range);
    return ranges;
  }();
  return kRanges;
}

// The zero of every decimal digit set (category Nd); its nine successors are the digits 1 to 9.
constexpr auto kDigitZeros = std::to_array<std::uint32_t>({
    0x30,    0x660,   0x6f0,   0x7c0,   0x966,   0x9e6,   0xa66,   0xae6,   0xb66,   0xbe6,   0xc66,
    0xce6,   0xd66,   0xde6,   0xe50,   0xed0,   0xf20,   0x1040,  0x1090,  0x17e0,  0x1810,  0x1946,
    0x19d0,  0x1a80,  0x1a90,  0x1b50,  0x1bb0,  0x1c40,  0x1c50,  0xa620,  0xa8d0,  0xa900,  0xa9d0,
    0xa9f0,  0xaa50,  0xabf0,  0xff10,  0x104a0, 0x10d30, 0x11066, 0x110f0, 0x11136, 0x111d0, 0x112f0,
    0x11450, 0x114d0, 0x11650, 0x116c0, 0x11730, 0x118e0, 0x11950, 0x11c50, 0x11d50, 0x11da0, 0x16a60,
    0x16ac0, 0x16b50, 0x1d7ce, 0x1d7d8, 0x1d7e2, 0x1d7ec, 0x1d7f6, 0x1e140, 0x1e2f0, 0x1e950, 0x1fbf0,
});

// White space above ASCII.
constexpr auto kSpaces = std::to_array<Range>({{0x85, 0x85},
                                               {0xa0, 0xa0},
                                               {0x1680, 0x1680},
                                               {0x2000, 0x200a},
                                               {0x2028, 0x2029},
                                               {0x202f, 0x202f},
                                               {0x205f, 0x205f},
                                               {0x3000, 0x3000}});

bool contains(std::span<const Range> ranges, char32_t code) {
  const auto at = std::ranges::upper_bound(ranges, code, {}, &Range::first);
  return at != ranges.begin() && code <= std::prev(at)->last;
}

std::size_t sequenceLength(unsigned char lead) {
  if (lead >= 0xf0U && lead < 0xf8U) return 4;
  if (lead >= 0xe0U && lead < 0xf0U) return 3;
  if (lead >= 0xc2U && lead < 0xe0U) return 2;
  return 1;
}

}  // namespace

CodePoint firstCodePoint(std::string_view utf8) {
  const auto lead = static_cast<unsigned char>(utf8.front());
  const std::size_t length = sequenceLength(lead);
  if (length == 1 || utf8.size() < length) return {lead, 1};
  char32_t code = lead & (0x7fU >> length);
  for (std::size_t i = 1; i < length; ++i) {
    if (!text::isContinuation(static_cast<unsigned char>(utf8[i]))) return {lead, 1};
    code = (code << 6U) | (static_cast<unsigned char>(utf8[i]) & 0x3fU);
  }
  return {code, length};
}

bool isPrintable(char32_t code) {
  if (code < 0x7f) return code >= 0x20;
  return code != 0x7f && !contains(notPrintable(), code);
}

bool isSpace(char32_t code) {
  if (code < 0x80) return code == ' ' || (code >= 0x09 && code <= 0x0d) || (code >= 0x1c && code <= 0x1f);
  return contains(kSpaces, code);
}

int decimalDigit(char32_t code) {
  const auto at = std::ranges::upper_bound(kDigitZeros, code);
  if (at == kDigitZeros.begin()) return -1;
  const std::uint32_t zero = *std::prev(at);
  return code < zero + 10 ? static_cast<int>(code - zero) : -1;
}

std::string_view stripSpace(std::string_view utf8) {
  while (!utf8.empty()) {
    const CodePoint first = firstCodePoint(utf8);
    if (!isSpace(first.code)) break;
    utf8.remove_prefix(first.bytes);
  }
  while (!utf8.empty()) {
    std::size_t start = utf8.size() - 1;
    while (start > 0 && text::isContinuation(static_cast<unsigned char>(utf8[start]))) --start;
    const CodePoint last = firstCodePoint(utf8.substr(start));
    if (!isSpace(last.code) || start + last.bytes != utf8.size()) break;
    utf8.remove_suffix(last.bytes);
  }
  return utf8;
}

}  // namespace plumbline::python
