// SPDX-License-Identifier: GPL-3.0-or-later
// The quick half of the row join: two files of the same models in nearly the same order, which is what CI writes, are
// joined by walking both at once. What does not line up is left for the hash table.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/progress.h"
#include "core/tables/frame.h"
#include "core/verdicts/row_join.h"

namespace plumbline::verdicts {

/// NameSide is the `name` column of one file; null when it has none, or when it is not joined as this kind.
struct NameSide {
  const tables::Frame* frame = nullptr;
  const tables::TypedColumn* names = nullptr;
  std::uint32_t rows = 0;
};

/// LeftRows are the rows of a file that still have to be joined: some single ones, and all from `tail` on.
struct LeftRows {
  std::vector<std::uint32_t> single;
  std::uint32_t tail = 0;
  std::size_t count(const NameSide& side) const { return single.size() + side.rows - tail; }
  /// row is the i-th of them, in file order.
  std::uint32_t row(std::size_t i) const {
    return i < single.size() ? single[i] : tail + static_cast<std::uint32_t>(i - single.size());
  }
};

/// NameReader reads the texts of a name column, quickly where rows are asked for one after the other.
class NameReader {
 public:
  explicit NameReader(const NameSide& side) : m_side(side) {}
  /// text is the name of a row as pandas sees it; it lives until the next call.
  std::string_view text(std::uint32_t row);

 private:
  static constexpr std::size_t kWindow = 256;
  const NameSide& m_side;
  std::vector<std::string_view> m_cells;
  std::uint32_t m_begin = 0;
  std::string m_scratch;
};

class NameAlignment {
 public:
  NameAlignment(const NameSide& actual, const NameSide& expected, RowJoin& join)
      : m_actual(actual), m_expected(expected), m_join(join) {}
  /// run joins what lines up, and says what is left; nothing lines up where a name occurs twice in a file, because a
  /// neighbour is then not the whole answer. False when `progress` asked to stop.
  bool run(const base::Progress& progress);
  const LeftRows& actualLeft() const { return m_actualLeft; }
  const LeftRows& expectedLeft() const { return m_expectedLeft; }

 private:
  bool isPossible() const;

  const NameSide& m_actual;
  const NameSide& m_expected;
  RowJoin& m_join;
  LeftRows m_actualLeft;
  LeftRows m_expectedLeft;
};

}  // namespace plumbline::verdicts
