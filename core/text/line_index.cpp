// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/text/line_index.h"

#include <algorithm>
#include <utility>

namespace plumbline::text {

namespace {

std::vector<std::uint32_t> countBlocks(std::string_view bytes) {
  std::vector<std::uint32_t> counts;
  counts.reserve(bytes.size() / LineIndex::kBlockBytes + 1);
  for (std::size_t begin = 0; begin < bytes.size(); begin += LineIndex::kBlockBytes)
    counts.push_back(static_cast<std::uint32_t>(
        countLineEnds(bytes, begin, std::min(begin + LineIndex::kBlockBytes, bytes.size()))));
  return counts;
}

}  // namespace

std::size_t countLineEnds(std::string_view bytes, std::size_t begin, std::size_t end) {
  // Short runs with byte-sized sums: compilers turn these loops into vector code.
  constexpr std::size_t kRun = 128;
  std::size_t lines = 0;
  const char* data = bytes.data();
  // Behind the last byte there is no LF to pair with, so the last byte is looked at alone.
  const std::size_t pairEnd = end == bytes.size() && end > begin ? end - 1 : end;
  for (std::size_t at = begin; at < pairEnd; at += kRun) {
    const std::size_t stop = std::min(at + kRun, pairEnd);
    std::uint8_t sum = 0;
    for (std::size_t i = at; i < stop; ++i)
      sum = static_cast<std::uint8_t>(sum + (static_cast<unsigned>(data[i] == '\n') |
                                             (static_cast<unsigned>(data[i] == '\r') &
                                              static_cast<unsigned>(data[i + 1] != '\n'))));
    lines += sum;
  }
  if (pairEnd != end) lines += data[pairEnd] == '\n' || data[pairEnd] == '\r' ? 1U : 0U;
  return lines;
}

LineIndex::LineIndex(std::string_view bytes) : LineIndex(countBlocks(bytes)) {}

LineIndex::LineIndex(std::vector<std::uint32_t> blockEnds) : m_before(std::move(blockEnds)) {
  std::uint32_t sum = 0;
  for (std::uint32_t& count : m_before) sum += std::exchange(count, sum);
}

std::size_t LineIndex::lineOf(std::string_view bytes, std::size_t offset) const {
  const std::size_t end = std::min(offset, bytes.size());
  const std::size_t block = end / kBlockBytes;
  if (m_before.empty()) return 1 + countLineEnds(bytes, 0, end);
  if (block >= m_before.size())
    return 1 + m_before.back() + countLineEnds(bytes, (m_before.size() - 1) * kBlockBytes, end);
  return 1 + m_before[block] + countLineEnds(bytes, block * kBlockBytes, end);
}

LineColumn LineIndex::at(std::string_view bytes, std::size_t offset) const {
  const std::size_t end = std::min(offset, bytes.size());
  const auto endsLine = [&](std::size_t at) {
    return bytes[at] == '\n' || (bytes[at] == '\r' && (at + 1 >= bytes.size() || bytes[at + 1] != '\n'));
  };
  std::size_t start = end;
  while (start > 0 && !endsLine(start - 1)) {
    const std::size_t block = start / kBlockBytes;
    const bool isAtEmptyBlock = start % kBlockBytes == 0 && block < m_before.size() && m_before[block] == m_before[block - 1];
    start -= isAtEmptyBlock ? kBlockBytes : 1;
  }
  return {lineOf(bytes, end), end - start + 1};
}

}  // namespace plumbline::text
