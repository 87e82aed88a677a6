// SPDX-License-Identifier: GPL-3.0-or-later
// The other answers beside "accept": keep the baseline, call the model flaky, write a note. Each is one undoable
// change, and a new answer takes the old one back: keeping an accepted row reverts that row's edits and nothing else.
//
//   Change keep = *keepChange(drafts, {"ci/expected.csv", {"llama"}});
//   Change flaky = *flakyChange(drafts, rows, flakyChoices("ci/expected.csv", {"accuracy"}).front(), {.reason = "times out"});
#pragma once

#include <string>
#include <vector>

#include "core/base/result.h"
#include "core/baselines/drafts.h"
#include "core/flaky/flaky_entry.h"
#include "core/flaky/own_lists.h"
#include "core/verdicts/comparison.h"

namespace plumbline::baselines {

/// ChosenRows are models of one baseline, the path as typed.
struct ChosenRows {
  std::string baseline;
  std::vector<std::string> models;           ///< as CI prints them, each once
  std::vector<std::string> namesInFile = {}; ///< as the file spells them ("007" for 7); empty: the same
};

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

}  // namespace plumbline::baselines
