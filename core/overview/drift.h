// SPDX-License-Identifier: GPL-3.0-or-later
// Siblings that drifted apart, found in the history of a checkout alone: a row moved in one baseline, its sibling did
// not follow.
//
//   auto history = sources::readHistory("pytorch", "benchmarks/dynamo/ci_expected_accuracy", {}, progress);
//   for (const DriftRow& row : driftRows(history.value()).value()) show(row.stayedPath, row.model, row.moves);
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

/// driftRows compares every row with the closest siblings of the same mode: where both held the same value, and then
/// only the sibling moved, to something else. A row of today on both sides is asked for; one answer per row and column,
/// with the sibling that moved last. Values are compared as numbers where they are numbers. Newest moves first. `model`
/// limits it to one model ("": all). Training and inference are no siblings here: they run different graphs, and one
/// often moves alone for a good reason. Files whose names are no config's (pr_time) are passed over. Errors: none.
base::Outcome<std::vector<DriftRow>> driftRows(const sources::GitHistory& history, const std::string& model = {},
                                               const base::Progress& progress = {});

}  // namespace plumbline::overview
