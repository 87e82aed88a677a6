// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/runs/logs/log_search.h"

#include <algorithm>
#include <cstring>

#include "core/runs/logs/ansi_text.h"
#include "core/text/ascii.h"

namespace plumbline::runs {
namespace {

constexpr std::size_t kPiece = 256 << 10;

/// foldInto writes `bytes` in small ASCII letters, eight at a time.
void foldInto(std::string_view bytes, std::string& out) {
  out.resize(bytes.size());
  std::size_t at = 0;
  for (; at + 8 <= bytes.size(); at += 8) {
    std::uint64_t word = 0;
    std::memcpy(&word, bytes.data() + at, sizeof word);
    const std::uint64_t low = word & (kEachByte * 0x7F);
    const std::uint64_t aboveZ = low + kEachByte * (0x7F - 'Z');
    const std::uint64_t fromA = low + kEachByte * (0x80 - 'A');
    word |= ((fromA ^ aboveZ) & ~word & (kEachByte * 0x80)) >> 2;
    std::memcpy(out.data() + at, &word, sizeof word);
  }
  for (; at < bytes.size(); ++at) out[at] = text::toLower(bytes[at]);
}

std::optional<std::size_t> firstPlace(std::string_view bytes, std::string_view text) {
  const void* hit = ::memmem(bytes.data(), bytes.size(), text.data(), text.size());
  if (hit == nullptr) return std::nullopt;
  return static_cast<std::size_t>(static_cast<const char*>(hit) - bytes.data());
}

FoundLine foundAt(const LogBytes& log, std::uint64_t offset, std::string_view before) {
  const auto line = log.lineAt(offset);
  if (!line) return std::optional<std::uint64_t>();  // cut meanwhile: what was found is no longer there
  return std::optional<std::uint64_t>(*line + countLineFeeds(before));
}

}  // namespace

TextFinder::TextFinder(std::string_view text) : m_text(text), m_foldsCase(std::ranges::none_of(text, text::isUpper)) {}

std::string_view TextFinder::prepared(std::string_view bytes) const {
  if (!m_foldsCase) return bytes;
  foldInto(bytes, m_folded);
  return m_folded;
}

std::optional<std::size_t> TextFinder::first(std::string_view bytes) const {
  if (m_text.empty()) return std::nullopt;
  return firstPlace(prepared(bytes), m_text);
}

std::optional<std::size_t> TextFinder::last(std::string_view bytes) const {
  if (m_text.empty()) return std::nullopt;
  const std::string_view room = prepared(bytes);
  // Once there is any, the nearest to the end is looked for in steps that grow backwards.
  const auto any = firstPlace(room, m_text);
  if (!any) return std::nullopt;
  for (std::size_t window = 4096;; window *= 2) {
    const std::size_t begin = room.size() > window + m_text.size() ? room.size() - window - m_text.size() : 0;
    std::optional<std::size_t> last;
    for (std::size_t at = begin; const auto hit = firstPlace(room.substr(at), m_text);) {
      last = at + *hit;
      at = *last + 1;
    }
    if (last) return last;
    if (begin == 0) return any;
  }
}

std::vector<TextPlace> placesOf(std::string_view text, std::string_view line) {
  std::vector<TextPlace> places;
  const TextFinder finder(text);
  for (std::size_t at = 0; at < line.size();) {
    const auto hit = finder.first(line.substr(at));
    if (!hit) break;
    places.push_back({at + *hit, text.size()});
    at += *hit + text.size();
  }
  return places;
}

FoundLine searchForward(const LogBytes& log, std::uint64_t from, const LineMatch& match,
                        const base::Progress& progress) {
  const auto start = log.startOf(from);
  if (!start) return std::optional<std::uint64_t>();
  std::string piece, room;
  bool goesOn = false;
  for (std::uint64_t at = *start; at < log.size();) {
    if (!progress.report(at - *start, log.size() - *start)) return base::Cancelled{};
    log.read(at, kPiece, piece);
    if (piece.empty()) break;
    const bool isEnd = at + piece.size() >= log.size() || piece.size() < kPiece;
    const std::size_t lastEnd = std::string_view(piece).rfind('\n');
    const bool isLong = !isEnd && lastEnd == piece.npos;
    const std::string_view lines =
        isEnd || isLong ? std::string_view(piece) : std::string_view(piece).substr(0, lastEnd + 1);
    const std::string_view text = withoutSequences(lines, room);
    if (const auto hit = match(text, goesOn)) return foundAt(log, at, text.substr(0, *hit));
    if (isEnd) break;
    goesOn = isLong;
    at += isLong ? piece.size() - kSharedBytes : lastEnd + 1;
  }
  return std::optional<std::uint64_t>();
}

FoundLine searchBackward(const LogBytes& log, std::uint64_t from, const LineMatch& match,
                         const base::Progress& progress) {
  const auto end = log.startOf(from + 1);
  if (!end) return std::optional<std::uint64_t>();
  std::string piece, room;
  for (std::uint64_t at = *end; at > 0;) {
    if (!progress.report(*end - at, *end)) return base::Cancelled{};
    const std::uint64_t begin = at > kPiece ? at - kPiece : 0;
    log.read(begin, static_cast<std::size_t>(at - begin), piece);
    if (piece.size() != at - begin) break;
    // What stands before the first line end belongs to a line that begins further up.
    const std::size_t firstEnd = begin == 0 ? piece.npos : piece.find('\n');
    const bool isLong = begin > 0 && (firstEnd == piece.npos || firstEnd + 1 == piece.size());
    const std::size_t skip = begin == 0 || isLong ? 0 : firstEnd + 1;
    const std::string_view text = withoutSequences(std::string_view(piece).substr(skip), room);
    if (const auto hit = match(text, isLong)) return foundAt(log, begin + skip, text.substr(0, *hit));
    if (begin == 0) break;
    at = begin + (isLong ? kSharedBytes : skip);
  }
  return std::optional<std::uint64_t>();
}

}  // namespace plumbline::runs
