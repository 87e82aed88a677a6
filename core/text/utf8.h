// SPDX-License-Identifier: GPL-3.0-or-later
// UTF-8 as Python's strict decoder sees it: no surrogates, no overlong forms, nothing above U+10FFFF.
//
//   if (auto bad = text::firstInvalidUtf8(bytes)) ... // *bad is the offset of the first byte that cannot be decoded
#pragma once

#include <locale.h>

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace plumbline::text {

/// isContinuation: a byte after the first of a character.
constexpr bool isContinuation(unsigned char byte) { return (byte & 0xC0U) == 0x80U; }

/// firstInvalidUtf8 returns the byte offset at which strict decoding fails first; nullopt when all of it is UTF-8.
std::optional<std::size_t> firstInvalidUtf8(std::string_view bytes);

/// escapedBytes writes what cannot be stored as text as "\\xe4", and keeps texts apart that differ: with such a byte, or NUL, in
/// it every backslash is doubled. Other texts stay as they are.
std::string escapedBytes(std::string_view bytes);

/// looksLikeUtf16: UTF-16 or UTF-32, by its mark or its NUL bytes.
bool looksLikeUtf16(std::string_view bytes);

/// codePoints counts the characters of valid UTF-8 as Python's len() does; a stray byte counts as part of its
/// neighbour.
std::size_t codePoints(std::string_view utf8);

/// prefixOf returns at most `maxCodePoints` characters from the start, never half a character.
std::string_view prefixOf(std::string_view utf8, std::size_t maxCodePoints);

/// Sets this thread's locale to UTF-8 while it exists. libarchive converts names to the charset of the
/// thread's locale; in "C" every name beyond ASCII would be lost.
///
///   const Utf8Names names;
///   ::archive_read_next_header(...);
class Utf8Names {
 public:
  Utf8Names() : m_utf8(::newlocale(LC_CTYPE_MASK, "C.UTF-8", locale_t{})) {
    if (m_utf8 != locale_t{}) m_before = ::uselocale(m_utf8);
  }
  ~Utf8Names() {
    if (m_utf8 == locale_t{}) return;
    ::uselocale(m_before);
    ::freelocale(m_utf8);
  }
  Utf8Names(const Utf8Names&) = delete;
  Utf8Names& operator=(const Utf8Names&) = delete;

 private:
  locale_t m_utf8;
  locale_t m_before{};
};

}  // namespace plumbline::text
