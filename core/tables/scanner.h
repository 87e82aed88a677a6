// SPDX-License-Identifier: GPL-3.0-or-later
// Finds all records and cells of a file and puts them into a CellStore.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <new>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "core/base/progress.h"
#include "core/tables/block_masks.h"
#include "core/tables/csv_table.h"
#include "core/tables/lexer.h"

namespace plumbline::tables {

// The places of all cells of a file, in as little memory as its shape allows. Record 0 is the header.
//
// Dense: 4 bytes for each cell end and each record start, and, only when records differ in width, 4 bytes a record to
// find them. Sparse: where that would cost more than twice the file (cells of one byte), a waymark about every 64
// bytes, from which the few cells up to the requested one are lexed again. Both give the same answers. The bytes are
// passed in, since their owner may move.

/// OffsetBuffer is a fixed number of uint32 offsets. Unlike a vector it is neither zeroed nor copied to grow, and it
/// can release the unused end.
class OffsetBuffer {
 public:
  OffsetBuffer() = default;
  explicit OffsetBuffer(std::size_t capacity) : m_capacity(capacity) {
    m_data.reset(static_cast<std::uint32_t*>(std::malloc(capacity * sizeof(std::uint32_t))));
    if (!m_data && capacity != 0) throw std::bad_alloc();
  }

  std::uint32_t* data() { return m_data.get(); }
  const std::uint32_t* data() const { return m_data.get(); }
  bool isEmpty() const { return m_capacity == 0; }
  std::size_t memoryBytes() const { return m_capacity * sizeof(std::uint32_t); }

  /// shrinkTo releases the memory after the first `count` entries.
  void shrinkTo(std::size_t count) {
    if (count == 0 || count >= m_capacity) return;
    void* smaller = std::realloc(m_data.get(), count * sizeof(std::uint32_t));
    if (smaller == nullptr) return;  // keeping the larger block is no harm
    (void)m_data.release();
    m_data.reset(static_cast<std::uint32_t*>(smaller));
    m_capacity = count;
  }

 private:
  struct Free {
    void operator()(std::uint32_t* p) const { std::free(p); }
  };
  std::unique_ptr<std::uint32_t[], Free> m_data;
  std::size_t m_capacity = 0;
};

class CellStore {
 public:
  /// Waymark states that field `field` of record `record` begins at `offset`.
  struct Waymark {
    std::uint32_t record = 0;
    std::uint32_t field = 0;
    std::uint32_t offset = 0;
  };

  CellStore() = default;
  /// Dense, all records of `width` fields.
  CellStore(OffsetBuffer entries, std::size_t records, std::size_t width)
      : m_records(records), m_stride(width + 1), m_entries(std::move(entries)) {}
  /// Dense, with the entry at which each record begins, and one past the last.
  CellStore(OffsetBuffer entries, std::size_t records, OffsetBuffer first)
      : m_records(records), m_entries(std::move(entries)), m_first(std::move(first)) {}
  /// Sparse.
  CellStore(std::vector<Waymark> waymarks, std::size_t records) : m_records(records), m_waymarks(std::move(waymarks)) {}

  bool isSparse() const { return m_entries.isEmpty(); }
  std::size_t recordCount() const { return m_records; }
  std::size_t memoryBytes() const {
    return m_entries.memoryBytes() + m_first.memoryBytes() + m_waymarks.capacity() * sizeof(Waymark);
  }

  std::size_t fieldCount(std::string_view bytes, std::size_t record) const;
  CellSpan recordSpan(std::string_view bytes, std::size_t record) const;
  std::size_t recordBegin(std::string_view bytes, std::size_t record) const;

  /// span returns the raw bytes of a cell; nullopt where the record is shorter.
  std::optional<CellSpan> span(std::string_view bytes, std::size_t record, std::size_t field) const {
    if (isSparse()) return sparseSpan(bytes, record, field);
    const std::size_t first = firstEntry(record);
    if (field + 1 >= firstEntry(record + 1) - first) return std::nullopt;
    const std::uint32_t* entry = m_entries.data() + first + field;
    // The entry before a cell's end is its separator, except before the first: that is the record's start itself.
    return CellSpan{std::size_t{entry[0]} + (field == 0 ? 0U : 1U), entry[1]};
  }

  /// rawColumn fills `out` with the raw bytes of one field of consecutive records, empty where a record is shorter.
  void rawColumn(std::string_view bytes, std::size_t record, std::size_t field, std::span<std::string_view> out) const;

 private:
  /// Place is a lexer's position: at the start of a cell.
  struct Place {
    std::size_t record = 0;
    std::size_t field = 0;
    std::size_t offset = 0;
  };

  std::size_t firstEntry(std::size_t record) const {
    return m_first.isEmpty() ? record * m_stride : m_first.data()[record];
  }
  std::optional<CellSpan> sparseSpan(std::string_view bytes, std::size_t record, std::size_t field) const;
  Place waymarkBefore(std::size_t record, std::size_t field) const;
  /// advance lexes on to a later cell, or to the record's last when it is shorter; false after `most` cells.
  static bool advance(std::string_view bytes, Place& place, std::size_t record, std::size_t field, std::size_t limit);
  Place walkTo(std::string_view bytes, std::size_t record, std::size_t field) const;
  void sparseColumn(std::string_view bytes, std::size_t record, std::size_t field, std::span<std::string_view> out) const;

  std::size_t m_records = 0;
  std::size_t m_stride = 0;
  OffsetBuffer m_entries;  ///< per record: its start, then the end of each cell
  OffsetBuffer m_first;    ///< empty when all records have one width
  std::vector<Waymark> m_waymarks;
};

/// Layout is how cells are kept; Fitting takes Dense when it fits into twice the file, as CsvTable does.
enum class Layout { Fitting, Dense, Sparse };

struct Scanned {
  CellStore cells;
  RecordLog log;
};

/// scanRecords returns nothing when it was cancelled. `census` must be of the same bytes.
std::optional<Scanned> scanRecords(std::string_view bytes, const Census& census, Instructions instructions,
                                   Layout layout, const base::Progress& progress);

}  // namespace plumbline::tables
