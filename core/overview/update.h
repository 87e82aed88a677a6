// SPDX-License-Identifier: GPL-3.0-or-later
// What PyTorch's updater does, without what it does wrong (SPEC 9): the run's cells into the baselines of all configs.
// Never drops models of a missing shard, never reorders, keeps the layout and what was not measured.
//
//   auto report = planUpdate(*view, {.newTree = tree}, drafts);
//   drafts.apply(report->change);          // one step; handed over and saved like any other
#pragma once

#include <string>
#include <vector>

#include "core/base/result.h"
#include "core/baselines/drafts.h"
#include "core/overview/commit_view.h"
#include "core/overview/group_decision.h"

namespace plumbline::overview {

enum class UpdateMode : std::uint8_t {
  Merge,    ///< cells of the run win, models only in the baseline stay; the default
  Replace,  ///< for complete configs, models the run did not bring leave as well (with removeLost; a guard)
};
struct UpdateRequest {
  UpdateMode mode = UpdateMode::Merge;
  bool removeLost = false;
  bool acceptUnmeasured = false;  ///< the zeros of failed runs too, as PyTorch's updater does
  bool allowRegressions = false;
  std::string reason = {};
  std::string group = {};  ///< only the cells of this group (hasName); "": everything
  bool wholeRows = false;  ///< with a group: every cell of its rows
  baselines::Evidence evidence = {};  ///< what the history says about the rows
  std::string newTree = {};  ///< folder ci_expected_accuracy in which baselines of configs without one are made; "": none are
};
struct UpdateReport {
  baselines::AcceptPlan done;                      ///< what the change holds, but for new files
  baselines::AcceptPlan heldBack;                  ///< guarded edits without --allow-regressions and a reason
  std::vector<std::string> newFiles;  ///< baselines that are made
  std::vector<std::string> notes;     ///< incomplete configs, models kept, cells not measured; one sentence each
  baselines::Change change;
  bool isComplete() const { return heldBack.files.empty() && refused.empty(); }
  std::vector<std::string> refused;   ///< rows and configs that could not be taken, one sentence each
};
/// planUpdate makes one change over all configs of the view; files are read into (or made in) `drafts`, nothing is
/// saved. A new model goes to its sorted place in a sorted file, else behind the last row. A new baseline has the
/// columns of its closest sibling's, sorted rows and PyTorch's layout. Errors: a baseline that cannot be read;
/// BadArgument for removeLost without Replace, and for a group that is not there.
base::Result<UpdateReport> planUpdate(const CommitView& view, const UpdateRequest& request, baselines::Drafts& drafts);

}  // namespace plumbline::overview
