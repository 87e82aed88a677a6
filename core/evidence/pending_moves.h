// SPDX-License-Identifier: GPL-3.0-or-later
// What runs would change in their baselines: the rows that move, and for each cell what its siblings do in the same run.
//
//   std::vector<TablePair> pairs = {{"ci/inductor_timm_training.csv", actual, expected}};
//   addNeighbours(pairs, "results/inductor_timm_training.csv");    // the files of the same names beside the two
//   const RunMoves run = pendingMoves(pairs);                      // those of pairs[0] first
#pragma once

#include <memory>
#include <span>
#include <string>
#include <vector>

#include "core/evidence/undo_rates.h"
#include "core/tables/csv_table.h"

namespace plumbline::evidence {

/// TablePair is a run and its baseline.
struct TablePair {
  std::string path;  ///< of the baseline
  std::shared_ptr<const tables::CsvTable> actual, expected;
};

/// addNeighbours reads the pairs of files that have one name beside a run and beside the first pair's baseline; what
/// cannot be read is left out. At most 400 pairs, 4 MB a file, 64 MB in all.
void addNeighbours(std::vector<TablePair>& pairs, const std::string& actualPath);

/// pendingMoves lists the rows whose status words or counts differ, in the order of the pairs and of the runs' rows; of
/// equal names the first. Values that are measured anew in every run (times, ratios) do not move.
RunMoves pendingMoves(std::span<const TablePair> pairs);

}  // namespace plumbline::evidence
