// SPDX-License-Identifier: GPL-3.0-or-later
// The positions of lines in a large file: the number of line feeds before each block of 64 KiB, 128 KB for a file of 1
// GB; a line is found by reading one block.
//
//   index.add(bytes);                                   // as they are read, in order
//   auto position = index.positionOfLine(1000);               // then skip `position.skip` line feeds from
//   position.offset on
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/files/descriptor.h"

namespace plumbline::runs {

inline constexpr std::uint64_t kEachByte = 0x0101010101010101ULL;  ///< 1 in each byte of a word

/// countLineFeeds is as fast as memory, also where every second byte is one.
std::uint64_t countLineFeeds(std::string_view bytes);

class LogIndex {
 public:
  static constexpr std::uint64_t kBlockBytes = 64 << 10;

  void add(std::string_view bytes);
  std::uint64_t bytes() const { return m_bytes; }
  std::uint64_t lineFeeds() const { return m_lineFeeds; }
  bool endsInLineFeed() const { return m_endsInLineFeed; }

  /// Position: the line begins after `skip` line feeds from `offset` on, within the block that begins there.
  struct Position {
    std::uint64_t offset = 0;
    std::uint64_t skip = 0;
  };
  /// positionOfLine is for lines up to lineFeeds(), which is the one after the last line feed.
  Position positionOfLine(std::uint64_t line) const;
  /// lineFeedsBefore counts those before the block that holds `offset`.
  std::uint64_t lineFeedsBefore(std::uint64_t offset) const { return m_before[offset / kBlockBytes]; }

 private:
  std::vector<std::uint64_t> m_before{0};  ///< line feeds before block i; one entry more than there are full blocks
  std::uint64_t m_bytes = 0, m_lineFeeds = 0;
  bool m_endsInLineFeed = false;
};

// An open log with the index of what was read of it so far: from lines to offsets and back, and the bytes there.
//
//   if (auto start = bytes.startOf(1000)) bytes.read(*start, buffer);

struct LogBytes {
  files::Descriptor file{-1};
  LogIndex index;

  std::uint64_t size() const { return index.bytes(); }
  std::uint64_t lineCount() const;
  /// read fills `buffer` with at most `length` bytes from `offset`, never past what is indexed; shorter at the end, or
  /// when the file was cut meanwhile, or cannot be read.
  void read(std::uint64_t offset, std::size_t length, std::string& buffer) const;
  /// startOf is where a line begins, up to lineCount(); none when the file no longer has it.
  std::optional<std::uint64_t> startOf(std::uint64_t line) const;
  /// lineAt is the line that holds an offset.
  std::optional<std::uint64_t> lineAt(std::uint64_t offset) const;
};

/// readAt is pread until `length` bytes or the end; -1 with errno on an error.
std::int64_t readAt(int file, std::uint64_t offset, char* out, std::size_t length);

}  // namespace plumbline::runs
