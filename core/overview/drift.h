// SPDX-License-Identifier: GPL-3.0-or-later
// Siblings that drifted apart, told from the history of a checkout alone: a row moved in one baseline, its sibling did
// not follow.
#pragma once

#include <string>
#include <vector>

#include "core/base/progress.h"
#include "core/base/result.h"
#include "core/configs/config.h"
#include "core/sources/git_history.h"

namespace plumbline::overview {

/// Move is one commit that changed one cell.
struct Move {
  std::string commit;   ///< full hash
  std::string date;     ///< ISO day
  std::string subject;
  std::string from, to; ///< "" for a row that came or went
};
struct DriftRow {
  configs::Config stayed, moved;  ///< whose row stayed, and the sibling whose row moved
  std::string stayedPath, movedPath;
  std::string model, column;
  std::string stayedValue, movedValue;  ///< of today
  std::vector<Move> moves;              ///< newest first
};

/// driftRows compares every baseline with its closest siblings: where both held the same value before the moves and only
/// one moved since. Newest moves first. `model` limits it to one model ("" all).
base::Outcome<std::vector<DriftRow>> driftRows(const sources::GitHistory& history, const std::string& model = {},
                                               const base::Progress& progress = {});

}  // namespace plumbline::overview
