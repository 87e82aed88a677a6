// SPDX-License-Identifier: GPL-3.0-or-later
// Since when the rows of groups are red, and which of them were not red at an earlier commit. Filled from a history by
// history::commitPast; plain data for reports and pages.
//
//   auto past = history::commitPast(*store, *view, groups, {.newSince = "4f2c91d07a"});
//   show(newText(*past), sinceText(past->groups[0]));
#pragma once

#include <cstdint>
#include <limits>
#include <string>
#include <vector>

#include "core/overview/signature.h"

namespace plumbline::overview {

/// RowPast is what a history knows of a red row.
struct RowPast {
  /// Then is the state at the earlier commit: of the newest run until then.
  enum class Then : std::uint8_t { NoRun, Good, Red };
  bool isKnown = false;      ///< there are runs of the row
  std::string since;         ///< day (UTC) of the first red run in a row; "": it began with the opened commit
  std::string firstCommit;   ///< of that run
  std::size_t runs = 0;      ///< that are red in a row, of the history
  Then then = Then::NoRun;
  /// Noise: whether the number that fails is more than the row moves by itself; of several the one with the smallest q.
  enum class Noise : std::uint8_t { NotTested, CannotTell, Within, Beyond };
  Noise noise = Noise::NotTested;
  double q = std::numeric_limits<double>::quiet_NaN();  ///< of Within and Beyond; over all tests of the commit
};

/// GroupPast has a RowPast for each member; none for a group that is not red.
struct GroupPast {
  std::vector<RowPast> rows;
  std::size_t newRows() const;  ///< not red at the earlier commit
};

struct CommitPast {
  std::string commit, day;        ///< the earlier commit, in full; "": none was asked for, nothing is new
  std::int64_t until = std::numeric_limits<std::int64_t>::max();  ///< time of the opened commit, where it is known
  std::vector<GroupPast> groups;  ///< as the groups asked for
  struct Count {
    std::size_t groups = 0, rows = 0;
    std::size_t withoutRun = 0;  ///< of the rows, those with no run until the earlier commit
  };
  Count redNow() const;  ///< rows and groups of the opened commit
  Count newNow() const;  ///< of those, the ones not red at the earlier commit
};

/// isRed: the rows fail a check or hold something invalid. Rows that are lost, new, improved or excused are not red.
bool isRed(const Group& group);

/// sinceText: "2026-11-20, 6 runs", "2026-11-18, 6 runs; 2 rows later", "this commit"; "" where no run is known.
std::string sinceText(const GroupPast& past);
/// noiseText: "within the noise (q 0.41)", "1 of 3 rows beyond the noise (q from 0.012), 2 within", "noise unknown, too few runs";
/// "" where no number was tested.
std::string noiseText(const GroupPast& past);
/// minQ is NaN where no row has one.
double minQ(const GroupPast& past);
/// newText: "New since 4f2c91d07a52 (2026-11-20): 5 rows in 2 groups, of 14 red rows in 3 groups"; "" without an
/// earlier commit.
std::string newText(const CommitPast& past);

}  // namespace plumbline::overview
