// SPDX-License-Identifier: GPL-3.0-or-later
// From verdicts to edits: what "accept actual" means for the rows and metrics that were chosen, which of it needs a
// reason, and what cannot be done and why. accept_decision.h carries a plan out.
//
//   Plan plan = planAcceptance(*comparison, *baseline, {.rows = {3, 7}});
//   if (plan.needsReason()) ask(plan.guardSummary());
#pragma once

#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "core/baselines/baseline_edit.h"
#include "core/verdicts/comparison.h"
#include "core/verdicts/rules/instructions_check.h"

namespace plumbline::baselines {

/// Guard marks an edit that makes a baseline worse: it is made only with a reason (PEERS 1.E, 3 no. 20).
enum class Guard : std::uint8_t {
  None,
  RowDisappears,   ///< a model would leave the baseline
  StatusWorse,     ///< pass becomes anything else, or another passing word one that does not pass
  MoreGraphBreaks,
  LowerRatio,      ///< compression_ratio or speedup goes down
  WorseMetric,     ///< another metric moves against its direction
  LikelyUndone,    ///< history expects the move to be undone: Evidence in accept_decision.h, not guardFor
};

/// guardFor looks at one value that would be replaced; the direction comes from the metric catalogue.
Guard guardFor(std::string_view column, std::string_view from, std::string_view to);
/// guardName returns the stable word used in JSON: row-disappears, status-worse, more-graph-breaks, lower-ratio,
/// worse-metric, likely-undone; "" for None.
std::string_view guardName(Guard guard);

/// AcceptRequest is what is to be accepted.
struct AcceptRequest {
  std::vector<std::uint32_t> rows = {};   ///< rows of the comparison, lost models too
  std::vector<std::string> metrics = {};  ///< columns; empty: every known metric that both files have
  bool removeLost = false;                ///< lost models may leave the baseline (a guard all the same)
  bool noteOthers = false;  ///< note the other columns that changed and stay, for requests that name metrics
  bool acceptUnmeasured = false;            ///< take the zeros of a failed run for counts (SPEC 11.2); default: keep the old ones
};

/// PlannedEdit is one edit with its guard.
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
  bool stillFails = false;  ///< names columns that the request leaves out and that CI fails
};

struct Plan {
  std::string baselinePath;
  std::vector<PlannedEdit> edits;  ///< in the order of the rows
  std::vector<RowNote> notes;
  std::map<std::uint32_t, std::string> answered;  ///< by row, for requests that name metrics: valuesText() of these
  bool needsReason() const;
  /// guardedRows are the rows with an edit that has a guard.
  std::set<std::uint32_t> guardedRows() const;
  /// guarded counts the models with a guard, by guard, as a sentence: "2 models lose pass, 1 gets more graph breaks".
  std::string guardSummary(const std::string& noun = "model") const;
  /// takeGuarded moves every row out that has a guarded edit (the whole row, so that it stays from one run); what is
  /// refused stays.
  Plan takeGuarded();
  /// withoutGuarded is a copy of what takeGuarded leaves.
  Plan withoutGuarded() const;
};

/// planAcceptance never touches a file. `baseline` is the pending state of the expected file; it may already differ
/// from the comparison's. Numbers are written as the column writes them: whole where it holds whole numbers, with its
/// number of decimals where that is the same in every row.
Plan planAcceptance(const verdicts::Comparison& comparison, const BaselineTable& baseline, const AcceptRequest& request);

/// DecidedRow is a row that a plan answers, and how: "graph_breaks 7 -> 9".
struct DecidedRow {
  std::uint32_t row = 0;
  std::string model;
  std::string what;
};

/// decidedRows lists them in the order of the plan. The notes of a row stand behind its edits; a row
/// without an edit is not decided.
std::vector<DecidedRow> decidedRows(const Plan& plan);

/// changeSummary describes what a plan does to one model: "accuracy pass -> fail_accuracy, graph_breaks 7 -> 9", "new
/// row", "row removed".
std::string changeSummary(const Plan& plan, const std::string& model);

/// alikeRows returns the rows that a decision on `row` may be applied to as well: same class, same metrics changed in
/// the same way (accuracy word to word; counts by the same values), undecided ones and itself; in row order.
std::vector<std::uint32_t> alikeRows(const verdicts::Comparison& comparison, std::uint32_t row);

// Accepting new instruction counts into pr_time_benchmarks/expected_results.csv, with the values that PyTorch's script
// would propose (SPEC 10), by the same edits as any baseline.
//
//   auto drifts = *verdicts::instructionDrifts({expectedBytes, "expected_results.csv"}, {resultBytes, "results.csv"});
//   Plan plan = planPrTime(drifts, baseline, {.rows = {0, 3}});

struct PrTimeRequest {
  std::vector<std::uint32_t> rows = {};  ///< indices into the drifts
  bool removeLost = false;               ///< entries without a result may leave the baseline (a guard all the same)
};

/// planPrTime plans a new value for each chosen entry whose count drifted; one that did not drift has nothing to
/// accept. More instructions are worse, so a higher value has a guard. A result without an entry is refused: its margin
/// can choose its margin. PlannedEdit::row counts the drifts, its model is "name,metric".
Plan planPrTime(const std::vector<verdicts::InstructionDrift>& drifts, const BaselineTable& baseline,
                const PrTimeRequest& request);

}  // namespace plumbline::baselines
