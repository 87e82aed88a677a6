// SPDX-License-Identifier: GPL-3.0-or-later
// What one "accept" does, over one baseline or many: the edits that are made, those that are held back, and the one
// undoable change. `accept`, `update`, the row queue and the group queue all go through decideAccept.
//
//   AcceptPlan plan({.plan = planAcceptance(*comparison, table, {.rows = {3, 7}}), .table = table});
//   if (plan.needsReason()) reason = askForReason(plan.guardSummary());
//   drafts.apply(decideAccept(plan, drafts, {.reason = reason})->change);
#pragma once

#include <map>
#include <string>
#include <vector>

#include "core/base/result.h"
#include "core/baselines/acceptance.h"
#include "core/baselines/drafts.h"

namespace plumbline::baselines {

/// FilePlan is what accepting does to one baseline. A wide baseline (one column per dtype) has one per column.
struct FilePlan {
  std::uint32_t config = 0;  ///< index into the view's configs, where there is a view
  Plan plan = {};            ///< in the columns of the file that is edited
  std::string valueColumn = {};  ///< of a wide baseline, else ""
  BaselineTable table = {};      ///< the pending state of the file that is edited
};

/// AcceptPlan is what accepting would do; nothing is changed yet.
struct AcceptPlan {
  std::vector<FilePlan> files;
  std::vector<std::string> problems = {};  ///< configs that cannot be edited, one sentence each
  std::map<std::string, text::ByteEdits> bytes = {};  ///< of prepare(), by path

  bool needsReason() const;
  std::string guardSummary() const;
  std::size_t editCount() const;
  /// Extent counts what the edits touch: single cells, rows that come or leave as a whole, rows of either, files.
  struct Extent {
    std::size_t cells = 0, wholeRows = 0, rows = 0, files = 0;
  };
  Extent extent() const;
  /// withoutGuarded and onlyGuarded: as Plan, file by file; files without edits and notes are left out.
  AcceptPlan withoutGuarded() const;
  AcceptPlan onlyGuarded() const;
  /// prepare computes the bytes, so that a file that cannot be edited is refused before a reason is asked for.
  /// decideAccept uses them. Errors: those of bytesFor.
  base::Result<void> prepare();
};

/// GuardedRows describes what happens to rows whose edits make a baseline worse.
enum class GuardedRows : std::uint8_t {
  NeedReason,  ///< they are accepted with a reason; without one it is an error
  HoldBack,    ///< they are left out
};

struct AcceptTerms {
  std::string reason = {};
  GuardedRows guarded = GuardedRows::NeedReason;
  /// ofCommand: on the command line guarded rows need --allow-regressions and a reason, and are held back otherwise.
  static AcceptTerms ofCommand(bool allowRegressions, std::string reason);
};

struct AcceptDecision {
  AcceptPlan done, heldBack;
  Change change;
};

/// decideAccept makes the one undoable step. The reason goes to the rows with a guard, to all rows when there is none.
/// Notes stay; flaky entries that an earlier answer to these rows added and that are not saved yet go. Errors:
/// BadArgument when a guard asks for a reason and it is blank, or when a file is not open or has other edits than it
/// had for the plan; those of bytesFor.
base::Result<AcceptDecision> decideAccept(AcceptPlan plan, const Drafts& drafts, const AcceptTerms& terms);

}  // namespace plumbline::baselines
