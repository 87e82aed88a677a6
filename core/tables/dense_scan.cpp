// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/tables/dense_scan.h"

#include <array>
#include <bit>
#include <utility>

#include "core/tables/lexer.h"

namespace plumbline::tables {

namespace {

/// kOddStart marks first bytes of a line that need a second look; NUL because it also stands behind the file's end.
constexpr std::array<bool, 256> kOddStart = [] {
  std::array<bool, 256> odd{};
  for (const char c : {'\n', '\r', ' ', '\t', '#', '<', '=', '>', '\0'}) odd[static_cast<unsigned char>(c)] = true;
  return odd;
}();

std::uint64_t lowest(std::uint64_t bits) { return bits & (0 - bits); }

}  // namespace

DenseScan::DenseScan(std::string_view bytes, std::size_t mostEntries, std::size_t mostRecords, bool firstFits)
    : m_bytes(bytes),
      m_entries(mostEntries + kSlack),
      m_out(m_entries.data()),
      m_mostRecords(mostRecords),
      m_firstFits(firstFits) {
#if defined(__x86_64__)
  m_hasBmi = __builtin_cpu_supports("bmi") != 0 && __builtin_cpu_supports("popcnt") != 0;
#else
  m_hasBmi = false;
#endif
  const RecordStart start = nextRecord(bytes, bomLength(bytes));
  if (start.offset >= bytes.size()) {
    m_done = true;
  } else {
    beginRecord(start.offset);
  }
}

void DenseScan::beginRecord(std::size_t offset) {
  m_start = m_out;
  *m_out++ = static_cast<std::uint32_t>(offset);
  m_at = offset;
  const auto c = static_cast<unsigned char>(m_bytes[offset]);
  if (kOddStart[c]) m_log.began(m_bytes, m_record, offset);
}

/// endRecord is called with the entry of the last cell's end already written.
void DenseScan::endRecord(std::size_t lineEnd) {
  const auto fields = static_cast<std::size_t>(m_out - m_start) - 1;
  if (fields != m_usualWidth) oddWidth(fields);
  if (m_index != nullptr) *m_index++ = static_cast<std::uint32_t>(m_start - m_entries.data());
  ++m_record;
  const char* data = m_bytes.data();
  std::size_t next = lineEnd + 1;
  if (next < m_bytes.size() && data[lineEnd] == '\r' && data[next] == '\n') ++next;
  if (next >= m_bytes.size() || kOddStart[static_cast<unsigned char>(data[next])]) {
    oddBeginning(next);
    return;
  }
  m_start = m_out;
  *m_out++ = static_cast<std::uint32_t>(next);
  m_at = next;
}

void DenseScan::oddBeginning(std::size_t offset) {
  const std::size_t next = nextRecord(m_bytes, offset).offset;
  if (next >= m_bytes.size()) {
    m_at = m_bytes.size();
    m_done = true;
  } else {
    beginRecord(next);
  }
}

void DenseScan::oddWidth(std::size_t fields) {
  m_log.ended(m_bytes, m_record, *m_start, fields);
  // From the second record on the width that pandas expects is settled: only other widths are odd.
  if (m_record == 0) {
    m_width = fields;
  } else {
    m_usualWidth = m_log.expectedWidth;
  }
  if (fields != m_width && m_index == nullptr) indexRecords();
}

void DenseScan::indexRecords() {
  if (!m_firstFits) {
    m_failed = m_done = true;
    return;
  }
  m_first = OffsetBuffer(m_mostRecords + 2);
  m_index = m_first.data();
  for (std::size_t i = 0; i < m_record; ++i) *m_index++ = static_cast<std::uint32_t>(i * (m_width + 1));
}

void DenseScan::quotedCell(std::size_t offset) {
  const CellEnd end = lexCell(m_bytes, offset);
  *m_out++ = static_cast<std::uint32_t>(end.offset);
  switch (end.by) {
    case Stop::Comma:
      m_at = end.offset + 1;
      return;
    case Stop::LineEnd:
      endRecord(end.offset);
      return;
    case Stop::OpenQuote:
      m_log.openQuote = offset;
      [[fallthrough]];
    case Stop::FileEnd:
      m_log.endsInLine = true;
      endRecord(end.offset);
      return;
  }
}

template <typename Flatten>
[[gnu::always_inline]] inline void DenseScan::walkBlock(const BlockMasks& masks, std::size_t base, Flatten flatten) {
  const std::size_t end = base + 64;
  while (m_at < end && !m_done) {
    // What lies before the current cell was already swallowed by a quoted cell or by blank lines.
    const bool startsHere = m_at >= base;
    const std::uint64_t live = startsHere ? ~std::uint64_t{0} << (m_at - base) : ~std::uint64_t{0};
    const std::uint64_t separators = masks.separators & live;
    // A quote counts only where a cell begins.
    const std::uint64_t cellStarts = separators << 1U | (startsHere ? std::uint64_t{1} << (m_at - base) : 0U);
    const std::uint64_t quoted = lowest(masks.quotes & cellStarts);
    std::uint64_t bits = quoted == 0 ? separators : separators & (quoted - 1);
    std::uint64_t lines = masks.lineEnds & bits;
    bool jumped = false;
    while (lines != 0) {
      const std::uint64_t line = lowest(lines);
      const std::uint64_t upTo = line | (line - 1);
      m_out = flatten(bits & upTo, base, m_out);
      bits &= ~upTo;
      lines &= ~upTo;
      const std::size_t lineEnd = base + static_cast<std::size_t>(std::countr_zero(line));
      endRecord(lineEnd);
      if (m_at != lineEnd + 1) {
        jumped = true;
        break;
      }
    }
    if (jumped) continue;
    if (bits != 0) {
      m_out = flatten(bits, base, m_out);
      m_at = end - static_cast<std::size_t>(std::countl_zero(bits));
    }
    if (quoted == 0) return;
    if (!m_done) quotedCell(base + static_cast<std::size_t>(std::countr_zero(quoted)));
  }
}

template <typename Flatten>
[[gnu::always_inline]] inline void DenseScan::walkAll(const BlockMasks* masks, std::size_t blocks, std::size_t base,
                                                      Flatten flatten) {
  for (std::size_t i = 0; i < blocks; ++i, base += 64) walkBlock(masks[i], base, flatten);
}

void DenseScan::walkPlain(const BlockMasks* masks, std::size_t blocks, std::size_t base) {
  walkAll(masks, blocks, base, [](std::uint64_t bits, std::size_t from, std::uint32_t* out) {
    for (; bits != 0; bits &= bits - 1)
      *out++ = static_cast<std::uint32_t>(from + static_cast<std::size_t>(std::countr_zero(bits)));
    return out;
  });
}

#if defined(__x86_64__)
[[gnu::target("bmi,popcnt")]]
#endif
void DenseScan::walkFast(const BlockMasks* masks, std::size_t blocks, std::size_t base) {
  walkAll(masks, blocks, base, [](std::uint64_t bits, std::size_t from, std::uint32_t* out) __attribute__((always_inline)) {
    // Four at a time without asking how many there are; what is too much is overwritten by the next.
    std::uint32_t* const end = out + std::popcount(bits);
    const auto base32 = static_cast<std::uint32_t>(from);
    do {
      for (int i = 0; i < 4; ++i) {
        out[i] = base32 + static_cast<std::uint32_t>(std::countr_zero(bits));
        bits &= bits - 1;
      }
      out += 4;
    } while (out < end);
    return end;
  });
}

void DenseScan::walk(const BlockMasks* masks, std::size_t blocks, std::size_t base) {
  if (m_hasBmi) {
    walkFast(masks, blocks, base);
  } else {
    walkPlain(masks, blocks, base);
  }
}

void DenseScan::finish() {
  if (!m_done) {
    *m_out++ = static_cast<std::uint32_t>(m_bytes.size());
    m_log.endsInLine = true;
    endRecord(m_bytes.size());
  }
  m_log.records = m_record;
}

CellStore DenseScan::takeStore() {
  const auto entries = static_cast<std::size_t>(m_out - m_entries.data());
  m_entries.shrinkTo(entries);
  if (m_index == nullptr) return {std::move(m_entries), m_record, m_width};
  *m_index++ = static_cast<std::uint32_t>(entries);
  m_first.shrinkTo(m_record + 1);
  return {std::move(m_entries), m_record, std::move(m_first)};
}

}  // namespace plumbline::tables
