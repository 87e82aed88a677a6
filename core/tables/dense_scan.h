// SPDX-License-Identifier: GPL-3.0-or-later
// The fast scan: 64-byte blocks as bit masks, cell ends written to a buffer that is large enough beforehand. Only what
// masks cannot tell (a quoted cell, blank lines, a record of another width) leaves the straight path.
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <string_view>

#include "core/tables/block_masks.h"
#include "core/tables/cell_store.h"
#include "core/tables/record_log.h"

namespace plumbline::tables {

class DenseScan {
 public:
  /// `mostEntries` and `mostRecords` bound what can be found; `firstFits` allows the index for records of unlike width.
  DenseScan(std::string_view bytes, std::size_t mostEntries, std::size_t mostRecords, bool firstFits);

  /// kSlack entries behind the last may be overwritten while writing several at once.
  static constexpr std::size_t kSlack = 8;

  bool isDone() const { return m_done; }
  /// failed: records differ in width and the index does not fit. The store is then worthless.
  bool failed() const { return m_failed; }

  /// walk takes the masks of `blocks` blocks from byte `base` on.
  void walk(const BlockMasks* masks, std::size_t blocks, std::size_t base);
  /// finish closes the last record, after all bytes were walked.
  void finish();

  RecordLog& log() { return m_log; }
  CellStore takeStore();

 private:
  template <typename Flatten>
  void walkAll(const BlockMasks* masks, std::size_t blocks, std::size_t base, Flatten flatten);
  template <typename Flatten>
  void walkBlock(const BlockMasks& masks, std::size_t base, Flatten flatten);
  void walkFast(const BlockMasks* masks, std::size_t blocks, std::size_t base);
  void walkPlain(const BlockMasks* masks, std::size_t blocks, std::size_t base);

  void beginRecord(std::size_t offset);
  void quotedCell(std::size_t offset);
  void endRecord(std::size_t lineEnd);
  void oddWidth(std::size_t fields);
  void oddBeginning(std::size_t offset);
  void indexRecords();

  std::string_view m_bytes;
  OffsetBuffer m_entries;
  OffsetBuffer m_first;
  std::uint32_t* m_out;
  std::uint32_t* m_start = nullptr;  ///< entry of the current record's start
  std::uint32_t* m_index = nullptr;  ///< next place in m_first, once records are indexed
  std::size_t m_at = 0;              ///< where the current cell begins
  std::size_t m_record = 0;
  std::size_t m_usualWidth = std::numeric_limits<std::size_t>::max();
  std::size_t m_width = 0;  ///< the common width while there is one
  std::size_t m_mostRecords;
  bool m_firstFits;
  bool m_done = false;
  bool m_failed = false;
  bool m_hasBmi;
  RecordLog m_log;
};

}  // namespace plumbline::tables
