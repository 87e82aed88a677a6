// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/text/ascii.h"

#include <algorithm>

namespace plumbline::text {

std::string toLower(std::string_view text) {
  std::string lower(text);
  std::transform(lower.begin(), lower.end(), lower.begin(), [](char c) { return toLower(c); });
  return lower;
}

bool equalsIgnoringCase(std::string_view text, std::string_view lower) {
  return std::ranges::equal(text, lower, [](char a, char b) { return toLower(a) == b; });
}

bool hasOnlyDigits(std::string_view text) { return !text.empty() && std::ranges::all_of(text, isDigit); }

bool isHash(std::string_view text, std::size_t min) {
  constexpr std::size_t kMax = 64;  // of SHA-256
  return text.size() >= min && text.size() <= kMax && std::ranges::all_of(text, [](char c) { return isHexDigit(c) && !isUpper(c); });
}

bool isWholeHash(std::string_view text) {
  constexpr std::size_t kSha1 = 40, kSha256 = 64;
  return (text.size() == kSha1 || text.size() == kSha256) && isHash(text, kSha1);
}

void appendHex(std::string& out, std::uint32_t number, int digits) {
  constexpr std::string_view kDigits = "0123456789abcdef";
  for (int shift = 4 * (digits - 1); shift >= 0; shift -= 4) out += kDigits[(number >> shift) & 0xfU];
}

std::string_view trimmed(std::string_view text, std::string_view characters) {
  const std::size_t begin = text.find_first_not_of(characters);
  if (begin == std::string_view::npos) return {};
  return text.substr(begin, text.find_last_not_of(characters) + 1 - begin);
}

}  // namespace plumbline::text
