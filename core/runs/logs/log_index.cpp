// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/runs/logs/log_index.h"

#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>

namespace plumbline::runs {
namespace {

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
    const std::string_view part =
        bytes.substr(0, static_cast<std::size_t>(std::min<std::uint64_t>(left, bytes.size())));
    m_lineFeeds += countLineFeeds(part);
    m_bytes += part.size();
    if (m_bytes % kBlockBytes == 0) m_before.push_back(m_lineFeeds);
    bytes.remove_prefix(part.size());
  }
}

LogIndex::Position LogIndex::positionOfLine(std::uint64_t line) const {
  if (line == 0) return {};
  // The first block with that many line feeds before it comes after the one that holds the last of them.
  const auto after = std::lower_bound(m_before.begin(), m_before.end(), line);
  const auto block = static_cast<std::uint64_t>(after - m_before.begin()) - 1;
  return {block * kBlockBytes, line - m_before[block]};
}

std::int64_t readAt(int file, std::uint64_t offset, char* out, std::size_t length) {
  std::size_t done = 0;
  while (done < length) {
    const ssize_t got = ::pread(file, out + done, length - done, static_cast<off_t>(offset + done));
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) return -1;
    if (got == 0) break;
    done += static_cast<std::size_t>(got);
  }
  return static_cast<std::int64_t>(done);
}

std::uint64_t LogBytes::lineCount() const {
  // A last line without a line feed is one, too.
  return index.lineFeeds() + (size() == 0 || index.endsInLineFeed() ? 0 : 1);
}

void LogBytes::read(std::uint64_t offset, std::size_t length, std::string& buffer) const {
  const std::uint64_t left = offset < size() ? size() - offset : 0;
  buffer.resize(static_cast<std::size_t>(std::min<std::uint64_t>(length, left)));
  const std::int64_t got = buffer.empty() ? 0 : readAt(file.get(), offset, buffer.data(), buffer.size());
  buffer.resize(static_cast<std::size_t>(std::max<std::int64_t>(got, 0)));
}

std::optional<std::uint64_t> LogBytes::startOf(std::uint64_t line) const {
  const LogIndex::Position position = index.positionOfLine(std::min(line, index.lineFeeds()));
  if (line > index.lineFeeds()) return size();
  if (position.skip == 0) return position.offset;
  std::string block;
  read(position.offset, LogIndex::kBlockBytes, block);
  std::size_t at = 0;
  for (std::uint64_t i = 0; i < position.skip; ++i) {
    at = block.find('\n', at);
    if (at == block.npos) return std::nullopt;
    ++at;
  }
  return position.offset + at;
}

std::optional<std::uint64_t> LogBytes::lineAt(std::uint64_t offset) const {
  const std::uint64_t begin = offset / LogIndex::kBlockBytes * LogIndex::kBlockBytes;
  std::string block;
  read(begin, static_cast<std::size_t>(offset - begin), block);
  if (block.size() != offset - begin) return std::nullopt;
  return index.lineFeedsBefore(offset) + countLineFeeds(block);
}

}  // namespace plumbline::runs
