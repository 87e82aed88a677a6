// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/text/utf8.h"

#include <algorithm>
#include <cstdint>
#include <cstring>

namespace plumbline::text {

namespace {

/// asciiRun returns how many bytes from `p` on are ASCII, eight at a time.
std::size_t asciiRun(const unsigned char* p, const unsigned char* end) {
  const unsigned char* start = p;
  while (end - p >= 8) {
    std::uint64_t word = 0;
    std::memcpy(&word, p, sizeof word);
    if ((word & 0x8080808080808080ULL) != 0) break;
    p += 8;
  }
  while (p != end && *p < 0x80U) ++p;
  return static_cast<std::size_t>(p - start);
}

/// sequenceLength returns the length of the valid non-ASCII sequence at `p`, 0 when there is none.
std::size_t sequenceLength(const unsigned char* p, const unsigned char* end) {
  const unsigned char lead = *p;
  const auto left = end - p;
  if (lead >= 0xC2U && lead <= 0xDFU) return left >= 2 && isContinuation(p[1]) ? 2 : 0;
  if (lead >= 0xE0U && lead <= 0xEFU) {
    if (left < 3 || !isContinuation(p[1]) || !isContinuation(p[2])) return 0;
    if (lead == 0xE0U && p[1] < 0xA0U) return 0;   // overlong
    if (lead == 0xEDU && p[1] >= 0xA0U) return 0;  // surrogate
    return 3;
  }
  if (lead >= 0xF0U && lead <= 0xF4U) {
    if (left < 4 || !isContinuation(p[1]) || !isContinuation(p[2]) || !isContinuation(p[3])) return 0;
    if (lead == 0xF0U && p[1] < 0x90U) return 0;   // overlong
    if (lead == 0xF4U && p[1] >= 0x90U) return 0;  // above U+10FFFF
    return 4;
  }
  return 0;
}

}  // namespace

std::optional<std::size_t> firstInvalidUtf8(std::string_view bytes) {
  const auto* begin = reinterpret_cast<const unsigned char*>(bytes.data());
  const unsigned char* end = begin + bytes.size();
  for (const unsigned char* p = begin; p != end;) {
    p += asciiRun(p, end);
    if (p == end) break;
    const std::size_t length = sequenceLength(p, end);
    if (length == 0) return static_cast<std::size_t>(p - begin);
    p += length;
  }
  return std::nullopt;
}

std::string escapedBytes(std::string_view bytes) {
  // Each is looked for again only behind the last one: many of one kind and none of the other take linear time, too.
  const auto invalidFrom = [&](std::size_t at) { return at + firstInvalidUtf8(bytes.substr(at)).value_or(bytes.size() - at); };
  const auto nulFrom = [&](std::size_t at) { return std::min(bytes.find('\0', at), bytes.size()); };
  std::size_t invalid = invalidFrom(0), nul = nulFrom(0), at = 0;
  if (std::min(invalid, nul) == bytes.size()) return std::string(bytes);
  std::string out;
  const auto addValid = [&](std::string_view part) {
    for (const char c : part) out.append(c == '\\' ? 2 : 1, c);
  };
  constexpr std::string_view kHexDigits = "0123456789abcdef";
  for (std::size_t bad = std::min(invalid, nul); bad < bytes.size(); bad = std::min(invalid, nul)) {
    addValid(bytes.substr(at, bad - at));
    const auto byte = static_cast<unsigned char>(bytes[bad]);
    (out += "\\x") += kHexDigits[byte / 16];
    out += kHexDigits[byte % 16];
    at = bad + 1;
    if (invalid < at) invalid = invalidFrom(at);
    if (nul < at) nul = nulFrom(at);
  }
  addValid(bytes.substr(at));
  return out;
}

std::size_t codePoints(std::string_view utf8) {
  std::size_t count = 0;
  for (const char c : utf8) count += isContinuation(static_cast<unsigned char>(c)) ? 0U : 1U;
  return count;
}

std::string_view prefixOf(std::string_view utf8, std::size_t maxCodePoints) {
  std::size_t seen = 0;
  for (std::size_t i = 0; i < utf8.size(); ++i) {
    if (isContinuation(static_cast<unsigned char>(utf8[i]))) continue;
    if (seen++ == maxCodePoints) return utf8.substr(0, i);
  }
  return utf8;
}

bool looksLikeUtf16(std::string_view bytes) {
  if (bytes.starts_with("\xFF\xFE") || bytes.starts_with("\xFE\xFF")) return true;
  // Without a mark: Latin text in UTF-16 or UTF-32 has a NUL in every other byte at least.
  const std::string_view head = bytes.substr(0, 64);
  if (head.size() < 8) return false;
  const auto nuls = static_cast<std::size_t>(std::ranges::count(head, '\0'));
  return nuls * 5 >= head.size() * 2 && nuls * 5 <= head.size() * 4;
}

}  // namespace plumbline::text
