// SPDX-License-Identifier: GPL-3.0-or-later
// One decision over rows of several configs, as one undoable change.
//
// A wide baseline (XPU: one column per dtype) is several configs in one file. Its plans speak of the wide file's own
// columns, a row is decided on as "model#column" (baselines::rowName), and a change touches the file once.
//
//   auto plan = planRows(*view, group.members, drafts);
//   if (!plan->needsReason()) drafts.apply(*acceptRows(*plan, drafts, ""));
#pragma once

#include <string>
#include <vector>

#include "core/base/result.h"
#include "core/baselines/acceptance.h"
#include "core/baselines/decide.h"
#include "core/baselines/drafts.h"
#include "core/overview/commit_view.h"

namespace plumbline::overview {

/// FilePlan is what accepting does to one baseline.
struct FilePlan {
  std::uint32_t config = 0;
  baselines::Plan plan;     ///< in the words of the file that is edited
  std::string valueColumn;  ///< of a wide baseline, else ""
};
struct RowsPlan {
  std::vector<FilePlan> files;       ///< of configs with a baseline, in the order of configs()
  std::vector<std::string> problems; ///< configs that cannot be edited, one sentence each
  bool needsReason() const;
  std::string guardSummary() const;
  std::size_t editCount() const;
  /// withoutGuarded and onlyGuarded: as baselines::Plan, file by file; files without edits and notes are left out.
  RowsPlan withoutGuarded() const;
  RowsPlan onlyGuarded() const;
};

/// planRows plans the acceptance of rows. Baselines are read into `drafts` when they are not there yet; a wide baseline's
/// edits go to its own column. Errors: a baseline that cannot be read.
base::Result<RowsPlan> planRows(const CommitView& view, const std::vector<RowRef>& rows, baselines::Drafts& drafts,
                                const baselines::Wish& wish = {});
/// baselinePaths lists the files that rows are decided in, each once: what a window opens before it asks for a plan.
std::vector<std::string> baselinePaths(const CommitView& view, const std::vector<RowRef>& rows);

/// acceptRows, keepRows, noteRows make the one change (flaky ones: group_flaky.h). Files must be open in
/// `drafts`. Keeping takes edits of these rows that are not saved back, in a wide file those of their column alone.
/// Errors: as baselines::changeFor and its neighbours.
base::Result<baselines::Change> acceptRows(const RowsPlan& plan, const baselines::Drafts& drafts, const std::string& reason);
base::Result<baselines::Change> keepRows(const CommitView& view, const std::vector<RowRef>& rows, baselines::Drafts& drafts);
base::Result<baselines::Change> noteRows(const CommitView& view, const std::vector<RowRef>& rows,
                                         const baselines::Drafts& drafts, const std::string& note);

/// RowState is what was decided about a row so far.
enum class RowState : std::uint8_t { Undecided, Accepted, Kept, Flaky };
/// decisionKey is where the answer about a row is kept.
baselines::DecisionKey decisionKey(const CommitView& view, RowRef row);
RowState rowState(const CommitView& view, RowRef row, const baselines::Decisions& decisions);

}  // namespace plumbline::overview
