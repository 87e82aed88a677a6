// SPDX-License-Identifier: GPL-3.0-or-later
// Which commit gave each cell of a baseline its value, and which one moved it back.
//
//   const auto history = store->baselines().read({.model = "moco"});
//   for (const BlamedCell& cell : blame(*history, file, {.all = true})) show(cell.commit, cell.before, cell.after);
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/result.h"
#include "core/history/baseline_changes.h"

namespace plumbline::history {

/// BlamedCell is one change of one cell.
struct BlamedCell {
  std::size_t change = 0, commit = 0;   ///< indices into the BaselineHistory
  std::optional<std::size_t> undoneBy;  ///< the first later commit that moved the cell back to the value before this change
};

struct BlameOptions {
  std::string model = {}, column = {};  ///< "": all
  bool all = false;  ///< every change of each cell, oldest first; otherwise the last change of each cell that is still there
};

/// blame follows a file back through its renames. Sorted by model and column.
std::vector<BlamedCell> blame(const BaselineHistory& history, std::string_view file, const BlameOptions& options = {});

/// fileNamed finds a baseline by its path, or by the end of its path where only one ends so; paths that it had before do not count.
/// Errors: NotFound, and BadArgument when several do, with their names.
base::Result<std::string> fileNamed(const BaselineHistory& history, std::string_view name);
/// lineage lists the paths that a file has had, its present one first: what to ask the store for.
std::vector<std::string> lineage(const BaselineHistory& history, std::string_view file);

}  // namespace plumbline::history
