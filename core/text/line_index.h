// SPDX-License-Identifier: GPL-3.0-or-later
// From a byte offset to the line and column a person would name. Lines end in LF, CRLF or a lone CR.
//
//   text::LineIndex index(bytes);              // 4 bytes for every 4 KiB of text
//   auto [line, column] = index.at(bytes, offset);   // both from 1; the column counts bytes
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

namespace plumbline::text {

struct LineColumn {
  std::size_t line = 1;
  std::size_t column = 1;
};

class LineIndex {
 public:
  static constexpr std::size_t kBlockBytes = 4096;

  LineIndex() = default;
  explicit LineIndex(std::string_view bytes);
  /// From line ends already counted: blockEnds[i] is how many lines end in block i; it becomes the running sum.
  explicit LineIndex(std::vector<std::uint32_t> blockEnds);

  /// lineOf returns the 1-based line that holds `offset`; `bytes` must be the text the index was made from.
  std::size_t lineOf(std::string_view bytes, std::size_t offset) const;
  /// at returns line and byte column. The column costs a look back to the line's start, over whole blocks at once.
  LineColumn at(std::string_view bytes, std::size_t offset) const;
  std::size_t memoryBytes() const { return m_before.capacity() * sizeof(std::uint32_t); }

 private:
  std::vector<std::uint32_t> m_before;  ///< line ends before block i
};

/// countLineEnds counts the line ends whose last byte lies in [begin, end) of `bytes`.
std::size_t countLineEnds(std::string_view bytes, std::size_t begin, std::size_t end);

}  // namespace plumbline::text
