// SPDX-License-Identifier: GPL-3.0-or-later
// Cells that moved in one baseline, and what became of the same cell in its siblings that had held the same value: the
// configs that differ in one variant (dynamic shapes, device, platform ...) and run in the same mode, also where they are columns of one
// file, one for each data type.
//
//   const SiblingMoves moves = siblingMoves(history, asOf);
//   moves.count(SiblingOutcome::Later)
#pragma once

#include <cstdint>
#include <limits>
#include <string>
#include <string_view>
#include <vector>

#include "core/history/baseline_changes.h"

namespace plumbline::history {

enum class SiblingOutcome : std::uint8_t {
  Together,   ///< the sibling took the same value in the same commit
  Later,      ///< ... in a later commit
  Elsewhere,  ///< it moved to another value first, or its row was removed
  Stayed,     ///< it did not move until the end
};
inline constexpr int kSiblingOutcomes = 4;
std::string_view outcomeName(SiblingOutcome outcome);  ///< "together", "later", "elsewhere", "stayed"

struct SiblingMove {
  std::size_t change = 0;   ///< index into BaselineHistory::changes: what moved
  std::size_t sibling = 0;  ///< index into BaselineHistory::files
  std::string column;       ///< of the sibling: that of the change, or another data type's in the same file
  SiblingOutcome outcome = SiblingOutcome::Stayed;
  std::size_t commit = 0;   ///< that moved the sibling; that of the change for Stayed
  std::int64_t lagSeconds = 0;
};
struct SiblingMoves {
  std::vector<SiblingMove> moves;  ///< in the order of the changes
  std::size_t unnamedFiles = 0;    ///< baselines whose names do not say what they are of: without siblings
  std::size_t count(SiblingOutcome outcome) const;
};

/// siblingMoves looks at the commits up to `asOf` (Unix seconds). Values are compared as they are written.
SiblingMoves siblingMoves(const BaselineHistory& history, std::int64_t asOf = std::numeric_limits<std::int64_t>::max());

}  // namespace plumbline::history
