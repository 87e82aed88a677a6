// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/overview/sibling_offer.h"

#include <set>
#include <string_view>

namespace plumbline::overview {
namespace {

std::string counted(std::size_t count, const char* one, const char* many) {
  return std::to_string(count) + " " + (count == 1 ? one : many);
}

}  // namespace

SiblingOffer offerOf(const std::vector<SiblingProposal>& proposals) {
  SiblingOffer offer;
  std::set<std::string_view> models;
  std::set<std::uint32_t> same;
  for (const SiblingProposal& proposal : proposals) {
    models.insert(proposal.model);
    switch (proposal.evidence) {
      case Evidence::SameChange:
        ++offer.same;
        same.insert(proposal.config);
        break;
      case Evidence::NotRun: ++offer.notRun; break;
      case Evidence::Differs: ++offer.differs; break;
      case Evidence::AlreadyThere: ++offer.alreadyThere; break;
      case Evidence::NoRow: ++offer.noRow; break;
    }
  }
  offer.models = models.size();
  offer.sameConfigs = same.size();
  return offer;
}

std::string offerText(const SiblingOffer& offer) {
  if (offer.isEmpty()) return {};
  std::string rest;
  const auto add = [&rest](const std::string& words) { rest += (rest.empty() ? "" : ", ") + words; };
  if (offer.notRun > 0) add(std::to_string(offer.notRun) + " not run");
  if (offer.differs > 0) add(counted(offer.differs, "differs", "differ"));
  if (offer.same == 0 && rest.empty())
    return offer.alreadyThere > 0 ? "Every sibling that holds it has the new value" : "No sibling holds it";
  if (offer.same == 0 && offer.alreadyThere > 0)
    return (offer.models > 1 ? counted(offer.alreadyThere, "row of siblings has", "rows of siblings have")
                             : counted(offer.alreadyThere, "sibling has", "siblings have")) + " the new value, " + rest;
  if (offer.same == 0) return "No sibling shows the same change: " + rest;
  std::string text = counted(offer.same, "sibling shows", "siblings show") + " the same change";
  if (offer.models > 1)
    text = counted(offer.same, "row", "rows") + " of " + counted(offer.sameConfigs, "sibling", "siblings") +
           (offer.same == 1 ? " shows" : " show") + " the same change";
  return rest.empty() ? text : text + ", " + rest;
}

std::string sharedReason(const baselines::Decisions& decisions, const std::string& baseline,
                         const std::vector<SiblingProposal>& proposals) {
  std::string reason;
  for (const SiblingProposal& proposal : proposals) {
    const auto said = decisions.find({baseline, proposal.model});
    if (said == decisions.end() || said->second.reason.empty()) return {};
    if (!reason.empty() && reason != said->second.reason) return {};
    reason = said->second.reason;
  }
  return reason;
}

}  // namespace plumbline::overview
