// SPDX-License-Identifier: GPL-3.0-or-later
// Many numbers at once against the runs of their rows, with q-values over all of them: those that red groups of a commit are about, and
// what moved between two runs.
//
//   auto tested = testMoves(*store, {&moved, 1}, diff::defaultThresholds());
//   if ((*tested)[0]) show(noiseText(*(*tested)[0]->of(row, metric)));   // "beyond the noise (q 0.012)"
#pragma once

#include <memory>
#include <span>
#include <vector>

#include "core/base/progress.h"
#include "core/base/result.h"
#include "core/diff/diff_rows.h"
#include "core/history/store.h"
#include "core/overview/group_past.h"

namespace plumbline::evidence {

/// addNoise tests the numbers that red groups are about against the runs of their rows before the opened commit, and sets
/// the q-values over all of them. `past` is that of the groups.
base::Result<void> addNoise(history::Store& store, const overview::CommitView& view, std::span<const overview::Group> groups,
                            overview::CommitPast& past);

/// Moved is a comparison of two runs, each with one value of a cell.
struct Moved {
  diff::RunDiffPtr diff;
  diff::Sides sides;
};
/// testMoves holds numbers that moved beyond their threshold against the noise of the row's other runs, and sets the q-values over all
/// numbers of all comparisons. Of those without a config, or of two, none is tested; of thousands the largest moves. In the order of
/// `all`, null where the history has none of the rows. Empty when stopped.
base::Result<std::vector<std::shared_ptr<const diff::Repeats>>> testMoves(history::Store& store, std::span<const Moved> all,
                                                                          const diff::Thresholds& thresholds,
                                                                          const base::Progress& progress = {});

}  // namespace plumbline::evidence
