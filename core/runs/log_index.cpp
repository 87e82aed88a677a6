// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/runs/log_index.h"

#include <algorithm>
#include <cstring>

namespace plumbline::runs {
namespace {

constexpr std::uint64_t kEachByte = 0x0101010101010101ULL;
constexpr std::uint64_t kLow7 = 0x7F7F7F7F7F7F7F7FULL;
constexpr std::uint64_t kLineFeeds = kEachByte * '\n';

}  // namespace

std::uint64_t countLineFeeds(std::string_view bytes) {
  std::uint64_t count = 0;
  const char* at = bytes.data();
  std::size_t words = bytes.size() / 8;
  while (words > 0) {
    // Eight counters of a byte each, added up before one of them can run over.
    const std::size_t round = std::min<std::size_t>(words, 255);
    std::uint64_t counters = 0;
    for (std::size_t i = 0; i < round; ++i, at += 8) {
      std::uint64_t word = 0;
      std::memcpy(&word, at, sizeof word);
      word ^= kLineFeeds;                                          // zero where a line feed is
      const std::uint64_t other = ((word & kLow7) + kLow7) | word;  // top bit set where none is
      counters += (~other >> 7) & kEachByte;
    }
    words -= round;
    const std::uint64_t pairs = (counters & 0x00FF00FF00FF00FFULL) + ((counters >> 8) & 0x00FF00FF00FF00FFULL);
    count += (pairs * 0x0001000100010001ULL) >> 48;
  }
  return count + static_cast<std::uint64_t>(std::count(at, bytes.data() + bytes.size(), '\n'));
}

void LogIndex::add(std::string_view bytes) {
  if (!bytes.empty()) m_endsInLineFeed = bytes.back() == '\n';
  while (!bytes.empty()) {
    const std::uint64_t left = kBlockBytes - m_bytes % kBlockBytes;
    const std::string_view part = bytes.substr(0, static_cast<std::size_t>(std::min<std::uint64_t>(left, bytes.size())));
    m_lineFeeds += countLineFeeds(part);
    m_bytes += part.size();
    if (m_bytes % kBlockBytes == 0) m_before.push_back(m_lineFeeds);
    bytes.remove_prefix(part.size());
  }
}

LogIndex::Place LogIndex::placeOfLine(std::uint64_t line) const {
  if (line == 0) return {};
  // The first block with that many line feeds before it comes after the one that holds the last of them.
  const auto after = std::lower_bound(m_before.begin(), m_before.end(), line);
  const auto block = static_cast<std::uint64_t>(after - m_before.begin()) - 1;
  return {block * kBlockBytes, line - m_before[block]};
}

}  // namespace plumbline::runs
