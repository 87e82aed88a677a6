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
#include "core/flaky/flaky_entry.h"
#include "core/flaky/own_lists.h"
#include "core/verdicts/comparison.h"

namespace plumbline::baselines {

// The other answers beside "accept": keep the baseline, call the model flaky, write a note. Each is one undoable
// change, and a new answer takes the old one back: keeping an accepted row reverts that row's edits and nothing else.
//
//   Change keep = *keepChange(drafts, {"ci/expected.csv", {"llama"}});
//   Change flaky = *flakyChange(drafts, rows, flakyChoices("ci/expected.csv", {"accuracy"}).front(), {.reason = "times out"});

/// ChosenRows are models of one baseline, the path as typed.
struct ChosenRows {
  std::string baseline;
  std::vector<std::string> models;           ///< as CI prints them, each once
  std::vector<std::string> namesInFile = {}; ///< as the file spells them ("007" for 7); empty: the same
  std::vector<std::string> values = {};      ///< valuesText of each; empty: not known
};

/// valuesText is what the run's checks see of a row that differs from the baseline: "accuracy pass -> timeout,
/// graph_breaks 7 -> 9"; the status word where no value differs; "" for values too long to be any. With `metrics` it is
/// about these columns alone; their names where none of them differs.
std::string valuesText(const verdicts::Comparison& comparison, std::uint32_t row, const std::vector<std::string>& metrics = {});

/// cellsLeft lists the columns that make a row need a decision and are not among the values of an accept.
std::vector<std::string> cellsLeft(const std::string& accepted, const verdicts::Comparison& comparison, std::uint32_t row);

/// isForValues returns whether a decision is about the values that the row has now; one that does not say is. A row that
/// was accepted in part is decided once no cell is left.
bool isForValues(const Decision& decision, const verdicts::Comparison& comparison, std::uint32_t row);

/// chosenRows names rows of a comparison; rows of one name are one.
ChosenRows chosenRows(const verdicts::Comparison& comparison, const std::string& baseline,
                      const std::vector<std::uint32_t>& rows);

/// failingChecks lists the checks that turn any of these rows down, by their word ("accuracy"): what a flaky entry is
/// for.
std::vector<std::string> failingChecks(const verdicts::Comparison& comparison, const std::vector<std::uint32_t>& rows);

/// checkFlaky tests whether a flaky list can excuse these rows. Errors: BadArgument for a model without a row in the
/// baseline; the scripts call that missing before they look at any list (SPEC 3.2).
base::Result<void> checkFlaky(const verdicts::Comparison& comparison, const std::vector<std::uint32_t>& rows);

/// rowsText names them for a sentence: "llama", "12 models".
std::string rowsText(const ChosenRows& rows);

/// keepChange leaves the baseline as it is on disk for these rows. Errors: those of withoutRowEdits and FlakySource.
base::Result<Change> keepChange(const Drafts& drafts, const ChosenRows& rows);

/// flakyChange adds an entry per model to every list of the place. `words` gives reason, issue, owner and dates; names
/// and scope are filled in. Errors: a list that is not open in `drafts`; those of FlakySource::add, with nothing done
/// at all.
base::Result<Change> flakyChange(const Drafts& drafts, const ChosenRows& rows, const flaky::FlakyChoice& place,
                                 const flaky::FlakyEntry& words);

/// FlakyInput is what is typed about a flaky model.
struct FlakyInput {
  std::string reason, issue, expires;  ///< the last day as "2026-12-31"; "" for none
};
/// entryFor reads them. Errors: BadArgument without reason and issue, or for a day that does not exist.
base::Result<flaky::FlakyEntry> entryFor(const FlakyInput& words);

/// noteChange writes the note of each row, or takes it away when the text is blank.
Change noteChange(const Decisions& decisions, const ChosenRows& rows, const std::string& note);

/// finishedAccept completes a change that answers rows anew: their notes stay, and flaky entries that an earlier answer
/// added and that are not saved yet go, with the decisions that made them. Errors: those of FlakySource.
base::Result<Change> finishedAccept(Change change, const Drafts& drafts);

/// reasonsGiven lists the reasons of all decisions, each once: for completion.
std::vector<std::string> reasonsGiven(const Decisions& decisions);

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
  /// editCount counts as editCount(Drafts) does: rows of a file.
  std::size_t editCount() const;
  /// Extent counts what the edits touch: single cells, rows that come or leave as a whole, rows of either, files; and the
  /// rows that CI fails all the same, for columns that are left out.
  struct Extent {
    std::size_t cells = 0, wholeRows = 0, rows = 0, files = 0, stillFailing = 0;
  };
  Extent extent() const;
  /// takeGuarded and withoutGuarded: as Plan, file by file; files without edits and notes are left out.
  AcceptPlan takeGuarded();
  AcceptPlan withoutGuarded() const;
  /// prepare computes the bytes, so that a file that cannot be edited is refused before a reason is asked for.
  /// decideAccept uses them. Errors: those of bytesFor.
  base::Result<void> prepare();
};

/// GuardedRows describes what happens to rows whose edits make a baseline worse.
enum class GuardedRows : std::uint8_t {
  NeedReason,  ///< they are accepted with a reason; without one it is an error
  HoldBack,    ///< they are left out
};

/// RowEvidence is what core/evidence says about a row, as data: the sentence for the commit message, and whether history
/// expects that accepting it will be undone. Evidence has it by row, with rowName() as the model.
struct RowEvidence {
  std::string sentence;
  bool holdsBack = false;
};
using Evidence = std::map<DecisionKey, RowEvidence>;
/// addEvidence gives rows that are held back the guard LikelyUndone where they have none, and decisions their sentence.
void addEvidence(AcceptPlan& plan, const Evidence& evidence);
void addEvidence(Change& change, const Evidence& evidence);

struct AcceptTerms {
  std::string reason = {};
  GuardedRows guarded = GuardedRows::NeedReason;
  Evidence evidence = {};
  /// ofCommand: on the command line guarded rows need --allow-regressions and a reason, and are held back otherwise.
  static AcceptTerms ofCommand(bool allowRegressions, std::string reason, Evidence evidence = {});
};

struct AcceptDecision {
  AcceptPlan done, heldBack;
  Change change;
};

/// decideAccept makes the one undoable step, with the guards of the evidence. The reason goes to the rows with a guard, to all rows when there is none.
/// Notes stay; flaky entries that an earlier answer to these rows added and that are not saved yet go. Errors:
/// BadArgument when a guard asks for a reason and it is blank, or when a file is not open or has other edits than it
/// had for the plan; those of bytesFor.
base::Result<AcceptDecision> decideAccept(AcceptPlan plan, const Drafts& drafts, const AcceptTerms& terms);

/// CiState is what CI says: whether a check exits non-zero, and the rows that make it.
struct CiState {
  bool fails = false;
  std::size_t rows = 0;
};
CiState ciState(const verdicts::Comparison& comparison);
/// judgedWith judges the same run against another baseline, by the same rules unless others are given; null where the baseline is null
/// or cannot be judged, and when stopped.
std::shared_ptr<const verdicts::Comparison> judgedWith(const verdicts::Comparison& comparison,
                                                       const std::shared_ptr<const tables::CsvTable>& baseline,
                                                       const std::shared_ptr<const verdicts::RuleSet>& rules = {},
                                                       const base::Progress& progress = {});
/// ciState of what judgedWith returns: null fails.
CiState ciState(const std::shared_ptr<const verdicts::Comparison>& judged);
/// pendingRules are the rules of a checkout with the edits of its check scripts that are not saved; null where the rules
/// in use are no checkout's, or no script has edits.
std::shared_ptr<const verdicts::RuleSet> pendingRules(const verdicts::RuleSet& used, const std::string& baselinePath,
                                                      const Drafts& drafts);

/// CiChange is what the edits that are not saved do to it.
struct CiChange {
  CiState before, after;
  std::size_t edits = 0;
};
CiChange ciChange(const verdicts::Comparison& comparison, const std::string& baselinePath, const Drafts& drafts,
                  const base::Progress& progress = {});
/// ciText: "CI fails: 392 -> 374 failing rows after 18 edits", "CI passes after 2 edits".
std::string ciText(const CiChange& change);

}  // namespace plumbline::baselines
