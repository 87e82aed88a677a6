// SPDX-License-Identifier: GPL-3.0-or-later
// Sibling proposals in one line: how many show the same change, how many need a choice, and the reason that was given
// for the change already.
//
//   SiblingOffer offer = offerOf(proposals);
//   offerText(offer)     // "5 siblings show the same change, 2 not run, 1 differs"
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "core/baselines/change.h"
#include "core/overview/sibling_proposals.h"

namespace plumbline::overview {

struct SiblingOffer {
  std::size_t same = 0, notRun = 0, differs = 0, alreadyThere = 0, noRow = 0;  ///< proposals
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
