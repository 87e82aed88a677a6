// SPDX-License-Identifier: GPL-3.0-or-later
// One decision over rows of several configs, as one undoable change.
//
// A wide baseline (XPU: one column per dtype) is several configs in one file. Its plans name the wide file's
// columns, a row is decided on as "model#column" (baselines::rowName), and a change touches the file once.
//
//   auto plan = planGroups(*view, {{group.members, groupMetrics(group)}}, drafts);
//   if (!plan->needsReason()) drafts.apply(baselines::decideAccept(*plan, drafts, {})->change);
#pragma once

#include <string>
#include <vector>

#include "core/base/result.h"
#include "core/baselines/accept_decision.h"
#include "core/baselines/drafts.h"
#include "core/flaky/own_lists.h"
#include "core/overview/commit_view.h"
#include "core/overview/signature.h"

namespace plumbline::overview {

/// planRows plans the acceptance of rows. Baselines are read into `drafts` when they are not there yet; a wide
/// baseline's edits go to its own column. Errors: a baseline that cannot be read.
base::Result<baselines::AcceptPlan> planRows(const CommitView& view, const std::vector<RowRef>& rows, baselines::Drafts& drafts,
                                           const baselines::AcceptRequest& request = {});

/// GroupRows are rows of one group, and the columns that an answer changes; none: whole rows.
struct GroupRows {
  std::vector<RowRef> rows;
  std::vector<std::string> metrics;
};
/// groupMetrics are the columns that a group is about; none for rows that come, leave or are not valid.
std::vector<std::string> groupMetrics(const Group& group);
/// planGroups is planRows for the columns of each part. A row whose accuracy changes from a word that counts nothing
/// to one that does is taken whole: the counts of its baseline are padding. Each row is in one part only.
base::Result<baselines::AcceptPlan> planGroups(const CommitView& view, const std::vector<GroupRows>& parts,
                                               baselines::Drafts& drafts, const baselines::AcceptRequest& request = {});
/// openParts are rows of a group with the columns that an answer to it changes: those of the group, or those that are left
/// of a row that was accepted for these already.
std::vector<GroupRows> openParts(const CommitView& view, const Group& group, const std::vector<RowRef>& rows,
                                 const baselines::Decisions& decisions);
/// baselinePaths lists the files that rows are decided in, each once: what a window opens before it asks for a plan.
std::vector<std::string> baselinePaths(const CommitView& view, const std::vector<RowRef>& rows);

/// keepRows and noteRows make the one change (flaky ones: flakyRows). Files must be open in `drafts`. Keeping takes
/// edits of these rows that are not saved back, in a wide file those of their column alone. Errors: as
/// baselines::keepChange.
base::Result<baselines::Change> keepRows(const CommitView& view, const std::vector<RowRef>& rows, baselines::Drafts& drafts);
base::Result<baselines::Change> noteRows(const CommitView& view, const std::vector<RowRef>& rows,
                                         const baselines::Drafts& drafts, const std::string& note);

/// RowState is what was decided about a row so far.
enum class RowState : std::uint8_t { Undecided, Accepted, Kept, Flaky };
/// decisionKey is where the answer about a row is kept.
baselines::DecisionKey decisionKey(const CommitView& view, RowRef row);
RowState rowState(const CommitView& view, RowRef row, const baselines::Decisions& decisions);
/// openRows are those of `rows` that an answer to all of them is for: the undecided ones that need a decision. Without
/// any, all rows that no flaky list of ours excuses; without any of these, all.
std::vector<RowRef> openRows(const CommitView& view, const std::vector<RowRef>& rows,
                             const baselines::Decisions& decisions);

/// GroupPlace is one choice: for each config the list and scope that fit it.
struct GroupPlace {
  /// Part is one config's share.
  struct Part {
    std::uint32_t config = 0;
    std::vector<RowRef> rows;
    std::vector<std::string> models;  ///< of the rows, each once
    flaky::FlakyChoice place;
  };
  std::string label;       ///< "check_accuracy.py, the set of each config", "flaky.toml, these 6 configs"
  bool canExpire = false;  ///< all lists have room for a date
  std::vector<Part> parts;
  /// rows are those of all parts: of configs whose baseline is on disk.
  std::vector<RowRef> rows() const;
  /// lists are the files that get entries, each once; they may not exist yet.
  std::vector<std::string> lists() const;
};

/// flakyPlacesOf lists the choices for rows of configs with a baseline, the most fitting first.
std::vector<GroupPlace> flakyPlacesOf(const CommitView& view, const std::vector<RowRef>& rows);

/// flakyRows adds the entries that are not there yet and makes one decision per row; edits of these rows that are not
/// saved are taken back. Lists and baselines must be open in `drafts`. A list speaks of a model whatever its dtype, so
/// the decision about a row of a wide baseline is one about all its columns. Errors: a list that is not open or cannot
/// be edited.
base::Result<baselines::Change> flakyRows(const CommitView& view, const GroupPlace& place,
                                          const baselines::Drafts& drafts, const flaky::FlakyEntry& words);

}  // namespace plumbline::overview
