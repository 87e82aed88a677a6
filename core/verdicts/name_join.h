// SPDX-License-Identifier: GPL-3.0-or-later
// The two halves of RowJoin: names that are text, and names that pandas made numbers. A file's names are all of one
// kind, and text never equals a number, so each half does the sides that are its own.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "core/base/progress.h"
#include "core/tables/frame.h"
#include "core/verdicts/name_alignment.h"
#include "core/verdicts/name_index.h"
#include "core/verdicts/row_join.h"

namespace plumbline::verdicts {

/// TextJoin gives every different name among the rows that are left a group that knows the rows of both files.
class TextJoin {
 public:
  TextJoin(const NameSide& actual, const NameSide& expected, const NameAlignment& aligned, RowJoin& join)
      : m_actual{actual, aligned.actualLeft()}, m_expected{expected, aligned.expectedLeft()}, m_join(join) {}
  /// run fills the join; false when `progress` asked to stop.
  bool run(const base::Progress& progress);

 private:
  static constexpr std::size_t kBatch = 32;
  struct Part {
    const NameSide& side;
    const LeftRows& left;
    std::size_t count() const { return left.count(side); }
  };
  struct Group {
    std::uint32_t expected = kNoJoinRow;  ///< first row, and whether there are more
    std::uint32_t actual = kNoJoinRow;
  };
  bool addRows(const Part& part, std::uint32_t Group::*place, std::uint32_t* groupOfRow,
               const base::Progress& progress);
  void addBatch(const Part& part, std::size_t begin, std::uint32_t named, std::uint32_t Group::*place,
                std::uint32_t* groupOfRow);
  std::string_view nameOf(const Group& group);
  void grow();
  void resolve();
  void listNames();

  Part m_actual;
  Part m_expected;
  RowJoin& m_join;
  NameIndex m_index{std::max(m_actual.count(), m_expected.count())};
  std::vector<Group> m_groups;
  std::array<std::string, kBatch> m_scratch;
  std::array<std::string_view, kBatch> m_names;
  std::array<std::uint64_t, kBatch> m_hashes{};
  std::string m_groupScratch;
};

/// NumberJoin finds rows by value, in the arithmetic that pandas uses for the two types that meet.
class NumberJoin {
 public:
  NumberJoin(NameSide actual, NameSide expected, RowJoin& join)
      : m_actual(actual), m_expected(expected), m_join(join) {}
  /// run fills the join; false when `progress` asked to stop.
  bool run(const base::Progress& progress);

 private:
  struct Rows {
    std::uint32_t place = kNoJoinRow;
    bool met = false;  ///< an actual row has this name
  };
  /// The standard hash of a number is the number itself, which evenly spaced names would send to one bucket.
  struct MixedHash {
    std::size_t operator()(std::uint64_t key) const { return mixHash(key); }
  };
  using ByKey = std::unordered_map<std::uint64_t, Rows, MixedHash>;
  struct Index {
    ByKey whole;  ///< by exact value, for columns of whole numbers
    ByKey real;   ///< by value as a double
    bool isWhole = false;
    bool isSigned = false;
  };
  static bool build(const NameSide& side, Index& index, const base::Progress& progress);
  static Rows* find(Index& index, const tables::Value& name);
  void listNames();

  NameSide m_actual;
  NameSide m_expected;
  RowJoin& m_join;
  Index m_actualIndex;
  Index m_expectedIndex;
};

}  // namespace plumbline::verdicts
