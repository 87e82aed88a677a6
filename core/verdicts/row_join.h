// SPDX-License-Identifier: GPL-3.0-or-later
// Which row of each file the check scripts find for a model: the one row whose `name` equals it, or none when there are
// several (SPEC 2.1). Both files are hashed once, so that the cost is linear where the scripts' own search is
// quadratic.
//
//   auto rows = RowJoin::make(actual, expected);
//   if (auto row = rows->expectedRow(i); row != kNoJoinRow) ...
//
// Names are compared as pandas compares a column with a Python value: text never equals a number, whole numbers compare
// exactly with whole numbers and as doubles with real ones, NaN equals nothing. Memory: 4 bytes per actual row once
// made.
#pragma once

#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "core/base/progress.h"
#include "core/tables/frame.h"

namespace plumbline::verdicts {

inline constexpr std::uint32_t kNoJoinRow = 0xffffffffU;

class RowJoin {
 public:
  /// Matches is filled by the steps of make().
  struct Matches {
    enum class Occurs : std::uint8_t { Once, Again, NotAName };
    /// A file holds fewer than 2^31 rows, which leaves a bit for "and more of that name".
    static constexpr std::uint32_t kSeveral = 0x80000000U;
    static void countRow(std::uint32_t& place, std::uint32_t row) {
      place = place == kNoJoinRow ? row : place | kSeveral;
    }
    std::vector<std::uint32_t> expected;  ///< per actual row: first expected row | kSeveral, or kNoJoinRow
    std::vector<Occurs> single;           ///< per actual row
    std::vector<std::uint32_t> expectedOnly;
    std::vector<std::uint32_t> actualAgain;
    std::vector<std::uint32_t> expectedAgain;
  };

  /// make joins the two files by their `name` columns; nullopt when `progress` requests a stop. A file without that
  /// column has no rows to find.
  static std::optional<RowJoin> make(const tables::Frame& actual, const tables::Frame& expected,
                                     const base::Progress& progress = {});

  /// actualRow is the row that get_field(actual, name of `row`) finds: `row` itself, or kNoJoinRow when the name occurs
  /// again or is NaN.
  std::uint32_t actualRow(std::uint32_t row) const { return isSingle(row) ? row : kNoJoinRow; }
  /// expectedRow is the row that get_field(expected, name of `row`) finds, or kNoJoinRow.
  std::uint32_t expectedRow(std::uint32_t row) const {
    return (m_found.expected[row] & Matches::kSeveral) != 0 ? kNoJoinRow : m_found.expected[row];
  }
  /// firstExpectedRow is the first row of that name in the expected file, however often it occurs; or kNoJoinRow.
  std::uint32_t firstExpectedRow(std::uint32_t row) const {
    return m_found.expected[row] == kNoJoinRow ? kNoJoinRow : m_found.expected[row] & ~Matches::kSeveral;
  }
  /// severalExpected returns whether the name of an actual row occurs more than once in the expected file.
  bool severalExpected(std::uint32_t row) const {
    return m_found.expected[row] != kNoJoinRow && (m_found.expected[row] & Matches::kSeveral) != 0;
  }
  /// severalActual returns whether the name of an actual row occurs more than once in the actual file.
  bool severalActual(std::uint32_t row) const { return m_found.single[row] == Matches::Occurs::Again; }
  /// expectedOnly lists, for each name of the expected file that no actual row has, its first row; in file order.
  const std::vector<std::uint32_t>& expectedOnly() const { return m_found.expectedOnly; }
  /// actualAgain and expectedAgain list the first row of each name that occurs more than once in that file.
  const std::vector<std::uint32_t>& actualAgain() const { return m_found.actualAgain; }
  const std::vector<std::uint32_t>& expectedAgain() const { return m_found.expectedAgain; }

 private:
  explicit RowJoin(Matches found) : m_found(std::move(found)) {}
  bool isSingle(std::uint32_t row) const { return m_found.single[row] == Matches::Occurs::Once; }

  Matches m_found;
};

}  // namespace plumbline::verdicts
