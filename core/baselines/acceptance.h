// SPDX-License-Identifier: GPL-3.0-or-later
// From verdicts to edits: what "accept actual" means for the rows and metrics that were chosen, which of it needs a
// reason, and what cannot be done and why.
//
//   Plan plan = planAcceptance(*comparison, *baseline, {.rows = {3, 7}});
//   if (plan.needsReason()) ask();
//   Change change = *changeFor(plan, *baseline, reason);
#pragma once

#include <string>
#include <vector>

#include "core/base/result.h"
#include "core/baselines/baseline_edit.h"
#include "core/baselines/change.h"
#include "core/baselines/guards.h"
#include "core/verdicts/comparison.h"

namespace plumbline::baselines {

/// Wish is what a person selected.
struct Wish {
  std::vector<std::uint32_t> rows = {};   ///< rows of the comparison, lost models too
  std::vector<std::string> metrics = {};  ///< columns; empty: every known metric that both files have
  bool removeLost = false;                ///< lost models may leave the baseline (a guard all the same)
  bool takeUnmeasured = false;            ///< take the zeros of a failed run for counts (SPEC 11.2); default: keep the old ones
};

/// PlannedEdit is one edit with what a person should know about it.
struct PlannedEdit {
  std::uint32_t row = 0;  ///< of the comparison
  std::string model;
  BaselineEdit edit;
  std::string column;     ///< "" for a whole row
  std::string from, to;   ///< texts in the files; "" where there is none
  Guard guard = Guard::None;
};

/// RowNote is what was not done for a row, or done otherwise than the run says, with the reason in words.
struct RowNote {
  std::uint32_t row = 0;
  std::string model;
  std::string text;      ///< "graph_breaks stays 7: a run that ends in fail_to_run does not count them."
  bool refused = false;  ///< nothing at all can be accepted for this row (duplicate name, no actual row ...)
};

struct Plan {
  std::string baselinePath;
  std::vector<PlannedEdit> edits;  ///< in the order of the rows
  std::vector<RowNote> notes;
  bool needsReason() const;
  /// guarded counts the models with a guard, by guard, as a sentence: "2 models lose pass, 1 gets more graph breaks".
  std::string guardSummary(const std::string& noun = "model") const;
  /// withoutGuarded leaves out every row that has a guarded edit (the whole row, so that it stays from one run).
  Plan withoutGuarded() const;
  /// onlyGuarded is what withoutGuarded leaves out.
  Plan onlyGuarded() const;
};

/// planAcceptance never touches a file. `baseline` is the pending state of the expected file; it may already differ from
/// the comparison's. Numbers are written as the column writes them: whole where it holds whole numbers, with its number
/// of decimals where that is the same in every row.
Plan planAcceptance(const verdicts::Comparison& comparison, const BaselineTable& baseline, const Wish& wish);

/// changeFor makes the one undoable step. `reason` goes to every decision with a guard. Errors: BadArgument when a guard
/// asks for a reason and it is blank; those of bytesFor.
base::Result<Change> changeFor(const Plan& plan, const BaselineTable& baseline, const std::string& reason);

/// changeWords says what a plan does to one model: "accuracy pass -> fail_accuracy, graph_breaks 7 -> 9", "new row",
/// "row removed".
std::string changeWords(const Plan& plan, const std::string& model);

/// alikeRows gives the rows that a decision on `row` may be applied to as well: same class, same metrics changed in the
/// same way (accuracy word to word; counts by the same values), undecided ones and itself; in row order.
std::vector<std::uint32_t> alikeRows(const verdicts::Comparison& comparison, std::uint32_t row);

}  // namespace plumbline::baselines
