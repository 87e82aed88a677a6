// SPDX-License-Identifier: GPL-3.0-or-later
// UTF-8 as Python's strict decoder sees it: no surrogates, no overlong forms, nothing above U+10FFFF.
//
//   if (auto bad = text::firstInvalidUtf8(bytes)) ... // *bad is the offset of the first byte that cannot be decoded
#pragma once

#include <cstddef>
#include <optional>
#include <string_view>

namespace plumbline::text {

/// isContinuation: a byte after the first of a character.
constexpr bool isContinuation(unsigned char byte) { return (byte & 0xC0U) == 0x80U; }

/// firstInvalidUtf8 returns the byte offset at which strict decoding fails first; nullopt when all of it is UTF-8.
std::optional<std::size_t> firstInvalidUtf8(std::string_view bytes);

/// codePoints counts the characters of valid UTF-8 as Python's len() does; a stray byte counts as part of its
/// neighbour.
std::size_t codePoints(std::string_view utf8);

/// prefixOf returns at most `maxCodePoints` characters from the start, never half a character.
std::string_view prefixOf(std::string_view utf8, std::size_t maxCodePoints);

}  // namespace plumbline::text
