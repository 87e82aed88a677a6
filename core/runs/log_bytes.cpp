// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/runs/log_bytes.h"

#include <unistd.h>

#include <algorithm>
#include <cerrno>

namespace plumbline::runs {

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
  const LogIndex::Place place = index.placeOfLine(std::min(line, index.lineFeeds()));
  if (line > index.lineFeeds()) return size();
  if (place.skip == 0) return place.offset;
  std::string block;
  read(place.offset, LogIndex::kBlockBytes, block);
  std::size_t at = 0;
  for (std::uint64_t i = 0; i < place.skip; ++i) {
    at = block.find('\n', at);
    if (at == block.npos) return std::nullopt;
    ++at;
  }
  return place.offset + at;
}

std::optional<std::uint64_t> LogBytes::lineAt(std::uint64_t offset) const {
  const std::uint64_t begin = offset / LogIndex::kBlockBytes * LogIndex::kBlockBytes;
  std::string block;
  read(begin, static_cast<std::size_t>(offset - begin), block);
  if (block.size() != offset - begin) return std::nullopt;
  return index.lineFeedsBefore(offset) + countLineFeeds(block);
}

}  // namespace plumbline::runs
