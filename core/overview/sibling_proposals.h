// SPDX-License-Identifier: GPL-3.0-or-later
// When a model's cell changes in one baseline: what its siblings say, and the edits that would keep them in step.
//
//   auto proposals = proposeSiblings(*view, {config, "llama", {{"graph_breaks", "9"}}}, drafts);
//   applySiblings(*view, sameEvidence(proposals), drafts, reason);       // the one-key answer
#pragma once

#include <cstddef>
#include <string>
#include <utility>
#include <vector>

#include "core/base/result.h"
#include "core/baselines/drafts.h"
#include "core/configs/config.h"
#include "core/overview/commit_view.h"

namespace plumbline::overview {

/// Evidence is what a sibling's own run says about taking over the edit.
enum class Evidence : std::uint8_t {
  SameChange,   ///< its run shows the new values, its baseline does not: taking them is right
  NotRun,       ///< it was not run, or its shard is missing: a choice
  Differs,      ///< its run shows something else: a choice
  AlreadyThere, ///< its baseline has the new values already (pending edits count): nothing to do
  NoRow,        ///< its baseline does not hold the model
};
std::string_view evidenceWord(Evidence evidence);  ///< "same change seen", "not run", "differs", "already there", "no row"

/// ModelEdit is what was changed for one model in one baseline.
struct ModelEdit {
  configs::Config config;
  std::string model;
  std::vector<std::pair<std::string, std::string>> cells;  ///< column -> new text
};

struct SiblingCell {
  std::string column;
  std::string now;       ///< in the sibling's baseline, pending edits included
  std::string actual;    ///< in its run; "" when not run or not measured
  std::string proposed;  ///< the new text
};
struct SiblingProposal {
  std::uint32_t config = 0;   ///< index into CommitView::configs()
  std::string words;          ///< "dynamic", "ROCm, dynamic"
  std::string model;
  Evidence evidence = Evidence::NotRun;
  std::vector<SiblingCell> cells;
};

/// proposeSiblings returns one proposal per edit and sibling that has a baseline, closest siblings first. Columns a
/// sibling lacks are left out. The view may hold no runs at all: then everything is NotRun.
std::vector<SiblingProposal> proposeSiblings(const CommitView& view, const std::vector<ModelEdit>& edits,
                                             baselines::Drafts& drafts);
/// editsIn reads from the drafts what was changed in one baseline so far, as ModelEdits (a new row too).
std::vector<ModelEdit> editsIn(const CommitView& view, const baselines::Drafts& drafts, const configs::Config& config);
/// sameEvidence leaves those with Evidence::SameChange.
std::vector<SiblingProposal> sameEvidence(const std::vector<SiblingProposal>& proposals);
/// applySiblings is one undoable change over all files named; each proposal becomes an accepted decision. Guards hold
/// as for any acceptance. Errors: BadArgument when a guard asks for a reason and it is blank.
base::Result<baselines::Change> applySiblings(const CommitView& view, const std::vector<SiblingProposal>& chosen,
                                              baselines::Drafts& drafts, const std::string& reason);

struct SiblingOffer {
  std::size_t same = 0, notRun = 0, differs = 0, alreadyThere = 0;  ///< proposals
  std::size_t models = 0;                                                      ///< distinct, of all proposals
  std::size_t sameConfigs = 0;                                                 ///< distinct, of those with the same change
  bool hasChoice() const { return same + notRun + differs > 0; }
  bool isEmpty() const { return models == 0; }
};
SiblingOffer offerOf(const std::vector<SiblingProposal>& proposals);
/// offerText counts siblings for one model, and rows for several; "" without proposals.
std::string offerText(const SiblingOffer& offer);

/// sharedReason is the reason that the decisions on `baseline` give for the models of these proposals, where they all
/// give the same one; "" otherwise. What was said for the first file holds for its siblings.
std::string sharedReason(const baselines::Decisions& decisions, const std::string& baseline,
                         const std::vector<SiblingProposal>& proposals);

}  // namespace plumbline::overview
