// SPDX-License-Identifier: GPL-3.0-or-later
// Where the lines of a large file begin: how many line feeds come before each block of 64 KiB. That takes 128 KB for a
// file of 1 GB, whatever its lines are like; the rest is found by reading one block.
//
//   index.add(bytes);                                   // as they are read, in order
//   auto place = index.placeOfLine(1000);               // then skip `place.skip` line feeds from place.offset on
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

namespace plumbline::runs {

/// countLineFeeds is as fast as memory, also where every second byte is one.
std::uint64_t countLineFeeds(std::string_view bytes);

class LogIndex {
 public:
  static constexpr std::uint64_t kBlockBytes = 64 << 10;

  void add(std::string_view bytes);
  std::uint64_t bytes() const { return m_bytes; }
  std::uint64_t lineFeeds() const { return m_lineFeeds; }
  bool endsInLineFeed() const { return m_endsInLineFeed; }

  /// Place: the line begins after `skip` line feeds from `offset` on, within the block that begins there.
  struct Place {
    std::uint64_t offset = 0;
    std::uint64_t skip = 0;
  };
  /// placeOfLine is for lines up to lineFeeds(), which is the one after the last line feed.
  Place placeOfLine(std::uint64_t line) const;
  /// lineFeedsBefore counts those before the block that holds `offset`.
  std::uint64_t lineFeedsBefore(std::uint64_t offset) const { return m_before[offset / kBlockBytes]; }

 private:
  std::vector<std::uint64_t> m_before{0};  ///< line feeds before block i; one entry more than there are full blocks
  std::uint64_t m_bytes = 0, m_lineFeeds = 0;
  bool m_endsInLineFeed = false;
};

}  // namespace plumbline::runs
