// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/tables/duplicate_names.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>

#include "core/tables/csv_table.h"
#include "core/tables/frame.h"
#include "core/tables/record_log.h"

namespace plumbline::tables {

namespace {

constexpr std::size_t kBatch = 512;
constexpr std::size_t kSmallestTable = 4 * kBatch;  // slots; a batch fits into the quarter that is kept free

/// hashOf mixes eight bytes at a time; good enough to spread names, and fast for short ones.
std::uint64_t hashOf(std::string_view text) {
  constexpr std::uint64_t kMultiplier = 0x9E3779B97F4A7C15ULL;
  std::uint64_t hash = text.size() * kMultiplier;
  const char* p = text.data();
  std::size_t left = text.size();
  for (; left >= 8; left -= 8, p += 8) {
    std::uint64_t word = 0;
    std::memcpy(&word, p, sizeof word);
    hash = std::rotl((hash ^ word) * kMultiplier, 29);
  }
  std::uint64_t word = 0;
  if (left != 0) std::memcpy(&word, p, left);
  hash = (hash ^ word) * kMultiplier;
  return hash ^ hash >> 32U;
}

/// NameTable maps names to the row that had them first. A slot holds 32 bits of the hash beside the row, so that a name
/// is read again only when it is almost certainly the same.
class NameTable {
 public:
  explicit NameTable(std::size_t slots) : m_slots(slots, kEmpty), m_mask(slots - 1) {}

  void clear() {
    std::fill(m_slots.begin(), m_slots.end(), kEmpty);
    m_used = 0;
  }
  bool isFull() const { return m_used > m_mask - m_mask / 4; }
  void prefetch(std::uint64_t hash) const { __builtin_prefetch(&m_slots[hash & m_mask]); }

  /// firstRowOf returns the row that has the name already, or enters `row` and returns it.
  template <typename SameName>
  std::size_t firstRowOf(std::uint64_t hash, std::size_t row, SameName sameName) {
    const std::uint64_t tag = hash >> 32U << 32U;
    for (std::size_t at = hash & m_mask;; at = (at + 1) & m_mask) {
      if (m_slots[at] == kEmpty) {
        m_slots[at] = tag | row;
        ++m_used;
        return row;
      }
      const auto other = static_cast<std::size_t>(static_cast<std::uint32_t>(m_slots[at]));
      if (m_slots[at] >> 32U << 32U == tag && sameName(other)) return other;
    }
  }

 private:
  static constexpr std::uint64_t kEmpty = ~std::uint64_t{0};  // no table has that many rows
  std::vector<std::uint64_t> m_slots;
  std::size_t m_mask;
  std::size_t m_used = 0;
};

class Finder {
 public:
  Finder(const CsvTable& table, std::size_t column, std::size_t slots)
      : m_table(table), m_column(column), m_names(slots) {}

  bool run(const base::Progress& progress) {
    // A table that is too small for all names takes a half, a quarter ... of them at a time. Tiny rows that would need
    // a huge table have few different names, so that one pass nearly always does.
    for (std::size_t part = 0; part < m_parts; ++part) {
      switch (runPart(part, progress)) {
        case Part::Cancelled:
          return false;
        case Part::Full:
          m_parts *= 2;
          m_found = {};
          part = static_cast<std::size_t>(-1);  // from the start again
          break;
        case Part::Done:
          break;
      }
    }
    // Each part found its own first ones; the first of all are among them.
    std::sort(m_found.kept.begin(), m_found.kept.end(),
              [](const DuplicateName& a, const DuplicateName& b) { return a.row < b.row; });
    if (m_found.kept.size() > kMostOfAKind) m_found.kept.resize(kMostOfAKind);
    return true;
  }
  DuplicateNames take() { return std::move(m_found); }

 private:
  /// partOf uses high bits: the low ones find the slot and must stay spread within a part.
  std::size_t partOf(std::uint64_t hash) const { return (hash >> 40U) & (m_parts - 1); }

  enum class Part { Done, Full, Cancelled };

  Part runPart(std::size_t part, const base::Progress& progress) {
    m_names.clear();
    m_foundInPart = 0;
    for (std::size_t row = 0; row < m_table.rowCount(); row += kBatch) {
      if (row % (kBatch * 128) == 0 && progress.stopRequested()) return Part::Cancelled;
      batch(row, std::min(kBatch, m_table.rowCount() - row), part);
      if (m_names.isFull()) return Part::Full;
    }
    return Part::Done;
  }

  void batch(std::size_t firstRow, std::size_t count, std::size_t part) {
    m_table.rawCells(firstRow, m_column, std::span(m_cells).first(count));
    for (std::size_t i = 0; i < count; ++i) {
      const std::string_view name = m_table.textOf(m_cells[i], m_scratch);
      m_missing[i] = isNaWord(name);
      m_hashes[i] = hashOf(name);
      m_names.prefetch(m_hashes[i]);
    }
    for (std::size_t i = 0; i < count; ++i)
      if (!m_missing[i] && partOf(m_hashes[i]) == part) look(firstRow + i, i);
  }

  void look(std::size_t row, std::size_t i) {
    std::string_view name;
    const std::size_t first = m_names.firstRowOf(m_hashes[i], row, [&](std::size_t other) {
      name = m_table.textOf(m_cells[i], m_scratch);
      return m_table.cell(other, m_column, m_otherScratch) == name;
    });
    if (first == row) return;
    ++m_found.total;
    if (m_foundInPart++ < kMostOfAKind) m_found.kept.push_back({row, first});
  }

  const CsvTable& m_table;
  std::size_t m_column;
  NameTable m_names;
  std::size_t m_parts = 1;
  std::size_t m_foundInPart = 0;
  std::array<std::string_view, kBatch> m_cells;
  std::array<std::uint64_t, kBatch> m_hashes{};
  std::array<bool, kBatch> m_missing{};
  std::string m_scratch;
  std::string m_otherScratch;
  DuplicateNames m_found;
};

}  // namespace

std::optional<DuplicateNames> findDuplicateNames(const CsvTable& table, std::size_t column, std::size_t budgetBytes,
                                                 const base::Progress& progress) {
  const std::size_t fitting = std::bit_floor(budgetBytes / sizeof(std::uint64_t));
  const std::size_t wanted = std::bit_ceil(table.rowCount() + table.rowCount() / 2);
  Finder finder(table, column, std::max(kSmallestTable, std::min(fitting, wanted)));
  if (!finder.run(progress)) return std::nullopt;
  return finder.take();
}

}  // namespace plumbline::tables
