// SPDX-License-Identifier: GPL-3.0-or-later
// The part of the triage page where siblings follow an edit: the line that offers it, the list to choose from, and what
// is asked before.
#include <set>
#include <utility>

#include "core/session/pending_edits.h"
#include "ui/support/count_text.h"
#include "ui/support/edit_stack.h"
#include "ui/triage/triage_page_private.h"
#include "ui/triage/utf8_text.h"

using namespace Qt::StringLiterals;

namespace plumbline::ui {

void TriagePage::setSiblings(SiblingDesk::Source source) {
  if (d->desk) d->setSiblings(std::move(source));
}

void TriagePage::refreshSiblings() {
  if (d->siblings) d->siblings->refresh();
}

void TriagePage::Private::setSiblings(SiblingDesk::Source source) {
  siblings = new SiblingDesk(desk->stack(), page);
  siblingStrip = new SiblingStrip(theme, page);
  siblingPanel = new SiblingPanel(theme, page);
  auto* stacked = static_cast<QVBoxLayout*>(body->layout());
  stacked->insertWidget(stacked->indexOf(strip), siblingPanel);
  stacked->insertWidget(stacked->indexOf(strip), siblingStrip);
  siblingPanel->hide();
  siblingStrip->hide();
  connect(siblings, &SiblingDesk::changed, page, [this] { showSiblings(); });
  connect(siblingStrip, &SiblingStrip::applyWanted, page, [this] { applySiblings(); });
  connect(siblingStrip, &SiblingStrip::chooseWanted, page, [this] { chooseSiblings(); });
  connect(siblingPanel, &SiblingPanel::accepted, page, [this] { follow(siblingPanel->chosen()); });
  connect(siblingPanel, &SiblingPanel::closed, page, [this] { closeSiblings(); });
  connect(strip, &DecisionStrip::closed, page, [this](bool answered) {
    if (!answered && !siblingPanel->isHidden()) siblingPanel->focusList();  // back to where the question came from
  });
  siblings->setSource(std::move(source));
  siblings->setSnapshot(model->snapshot());
  orderFocus();
}

void TriagePage::Private::showSiblings() {
  const bool one = siblings->offer().models == 1;
  siblingStrip->showOffer(siblings->offer(), one ? fromUtf8(siblings->proposals().front().model) : QString(),
                          siblings->siblingCount());
  if (!siblingPanel->isHidden()) siblingPanel->showProposals(*siblings);
  details->setSiblings(siblings->siblingCount(), [this](std::uint32_t row) { return siblingsOf(row); });
  if (!siblings->offer().hasChoice() && !siblingPanel->isHidden()) closeSiblings();
  siblingStrip->setVisible(siblings->siblingCount() > 0 && siblingPanel->isHidden());
  showDecision();
  Q_EMIT page->actionsChanged();
}

/// siblingsOf answers for the edit that accepting the row would make, where it was not made yet.
std::vector<SiblingRow> TriagePage::Private::siblingsOf(std::uint32_t row) const {
  std::string scratch;
  const std::string name(model->comparison()->modelName(row, scratch));
  std::vector<std::pair<std::string, std::string>> cells;
  const auto plan = desk->state(row) == DecisionDesk::State::NotAsked ? base::Result<baselines::Plan>() : desk->plan({row});
  if (plan)
    for (const baselines::PlannedEdit& planned : plan->edits)
      if (const auto* set = std::get_if<baselines::SetValue>(&planned.edit)) cells.emplace_back(set->column, set->text);
  return siblingRows(*siblings, name, cells);
}

void TriagePage::Private::closeSiblings() {
  const bool hadKeyboard = siblingPanel->isAncestorOf(page->focusWidget());
  siblingPanel->hide();
  siblingStrip->setVisible(siblings->siblingCount() > 0);
  if (hadKeyboard || page->focusWidget() == nullptr) table->setFocus(Qt::OtherFocusReason);
}

void TriagePage::Private::applySiblings() {
  const SiblingDesk::Proposals same = overview::sameEvidence(siblings->proposals());
  table->setFocus(Qt::OtherFocusReason);
  if (!same.empty()) return follow(same);
  tell(siblings->offer().isEmpty() ? u"Nothing was accepted here that siblings could follow"_s
                                   : fromUtf8(overview::offerText(siblings->offer())));
}

void TriagePage::Private::chooseSiblings() {
  if (!siblings->offer().hasChoice()) return tell(u"There is nothing to choose: no sibling waits for an edit"_s);
  siblingStrip->hide();  // the list says it all
  siblingPanel->open(*siblings);
}

/// follow asks for a reason only where a guard wants one and none was given for the same edit already.
void TriagePage::Private::follow(const SiblingDesk::Proposals& chosen) {
  std::set<std::uint32_t> configs;
  for (const overview::SiblingProposal& proposal : chosen) configs.insert(proposal.config);
  const QString who = chosen.size() == configs.size() && configs.size() == 1
                          ? u"1 sibling"_s
                          : chosen.size() == configs.size()
                                ? u"%1 siblings"_s.arg(grouped(configs.size()))
                                : u"%1 rows of %2 %3"_s.arg(grouped(chosen.size()), grouped(configs.size()),
                                                            configs.size() == 1 ? u"sibling"_s : u"siblings"_s);
  const auto take = [this, chosen, who](const std::string& reason) -> std::optional<base::Error> {
    const auto done = siblings->apply(chosen, reason);
    if (!done) return done.error();
    closeSiblings();
    tell(u"The same edit was made in %1"_s.arg(who));
    return {};
  };
  const std::string given = siblings->reasonFor(chosen);
  const std::optional<base::Error> refused = take(given);
  if (!refused) return;
  if (refused->code != base::ErrorCode::BadArgument || !given.empty())
    return tell(fromUtf8(refused->text) + (refused->hint.empty() ? QString() : u' ' + fromUtf8(refused->hint)));
  strip->askText({.title = u"Same edit in %1. %2"_s.arg(who, fromUtf8(refused->text)),
                  .placeholder = u"Why is that right? It goes into the commit message"_s,
                  .suggestions = queue->reasons(),
                  .emptyRefusal = u"A reason is needed."_s,
                  .commitText = u"Apply"_s},
                 [take](const QString& reason) {
                   const auto again = take(reason.toStdString());
                   return again ? fromUtf8(again->text) : QString();
                 });
}

QList<ActionSpec> TriagePage::Private::siblingActions() {
  if (!siblings) return {};
  const auto can = [this] { return isFree() && siblings->siblingCount() > 0; };
  return {{.id = u"decide.siblings"_s, .text = u"Make the same edit in the siblings"_s,
           .tooltip = u"Edit every sibling whose own run shows the same change, as one step"_s, .group = u"Decide"_s,
           .shortcuts = {QKeySequence(Qt::Key_S)}, .run = [this] { applySiblings(); }, .enabled = can},
          {.id = u"decide.chooseSiblings"_s, .text = u"Choose among the siblings"_s,
           .tooltip = u"See what every sibling's run says, and choose where the same edit is made"_s, .group = u"Decide"_s,
           .shortcuts = {QKeySequence(Qt::SHIFT | Qt::Key_S)}, .run = [this] { chooseSiblings(); }, .enabled = can}};
}

}  // namespace plumbline::ui
