// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/triage/siblings/sibling_section.h"

#include <QBoxLayout>
#include <set>
#include <utility>

#include "core/session/pending_edits.h"
#include "ui/support/edit_stack.h"
#include "ui/support/notice_strip.h"
#include "ui/support/utf8_text.h"
#include "ui/triage/decision_controller.h"
#include "ui/triage/siblings/sibling_panel.h"
#include "ui/triage/triage_table.h"

namespace plumbline::ui {

SiblingSection::SiblingSection(const Parts& parts, const Theme& theme, SiblingController::Source source, QWidget* page)
    : QObject(page),
      m(parts),
      m_page(page),
      m_siblings(parts.decisions.stack(), this),
      m_offer(new SiblingStrip(theme, page)),
      m_list(new SiblingPanel(theme, page)) {
  m_list->hide();
  m_offer->hide();
  connect(&m_siblings, &SiblingController::changed, this, &SiblingSection::show);
  connect(m_offer, &SiblingStrip::applyRequested, this, &SiblingSection::applySame);
  connect(m_offer, &SiblingStrip::chooseRequested, this, &SiblingSection::choose);
  connect(m_list, &SiblingPanel::accepted, this, [this] { apply(m_list->chosen()); });
  connect(m_list, &SiblingPanel::closed, this, &SiblingSection::closeList);
  connect(&m.strip, &DecisionStrip::closed, this, [this](bool answered) {
    if (!answered && !m_list->isHidden()) m_list->focusList();  // back to where the question came from
  });
  m_siblings.setSource(std::move(source));
}

void SiblingSection::insertInto(QBoxLayout& layout, QWidget* below) {
  layout.insertWidget(layout.indexOf(below), m_list);
  layout.insertWidget(layout.indexOf(below), m_offer);
}

QList<QWidget*> SiblingSection::parts() const { return {m_list, m_offer}; }

void SiblingSection::setSnapshot(const session::SnapshotPtr& snapshot) {
  m_snapshot = snapshot;
  m_siblings.setSnapshot(snapshot);
}

void SiblingSection::setTheme(const Theme&) { show(); }

void SiblingSection::hideList() { m_list->hide(); }
void SiblingSection::fitHeight() { m_list->fitHeight(); }

void SiblingSection::show() {
  const bool one = m_siblings.offer().models == 1;
  m_offer->showOffer(m_siblings.offer(), one ? fromUtf8(m_siblings.proposals().front().model) : QString(), count());
  if (!m_list->isHidden()) m_list->showProposals(m_siblings);
  if (!m_siblings.offer().hasChoice() && !m_list->isHidden()) closeList();
  m_offer->setVisible(count() > 0 && m_list->isHidden());
  Q_EMIT changed();
}

std::vector<SiblingRow> SiblingSection::rowsOf(std::uint32_t row) const {
  std::string scratch;
  const std::string name(m_snapshot->comparison->modelName(row, scratch));
  std::vector<std::pair<std::string, std::string>> cells;
  if (m.decisions.state(row) != DecisionController::State::NotAsked)
    if (const auto plan = m.decisions.plan({row}))
      for (const baselines::PlannedEdit& planned : plan->edits)
        if (const auto* set = std::get_if<baselines::SetValue>(&planned.edit))
          cells.emplace_back(set->column, set->text);
  return siblingRows(m_siblings, name, cells);
}

void SiblingSection::closeList() {
  const bool hadKeyboard = m_list->isAncestorOf(m_page->focusWidget());
  m_list->hide();
  m_offer->setVisible(count() > 0);
  if (hadKeyboard || m_page->focusWidget() == nullptr) m.table.setFocus(Qt::OtherFocusReason);
}

void SiblingSection::applySame() {
  const SiblingController::Proposals same = overview::sameEvidence(m_siblings.proposals());
  m.table.setFocus(Qt::OtherFocusReason);
  if (!same.empty()) return apply(same);
  Q_EMIT statusMessage(m_siblings.offer().isEmpty() ? tr("Nothing was accepted here that siblings could follow")
                                                    : fromUtf8(overview::offerText(m_siblings.offer())));
}

void SiblingSection::choose() {
  if (!m_siblings.offer().hasChoice())
    return Q_EMIT statusMessage(tr("There is nothing to choose: no sibling waits for an edit"));
  m_offer->hide();  // the list shows the same and more
  m_list->open(m_siblings);
}

/// apply asks for a reason only where a guard needs one and none was given for the same edit already.
void SiblingSection::apply(const SiblingController::Proposals& chosen) {
  std::set<std::uint32_t> configs;
  for (const overview::SiblingProposal& proposal : chosen) configs.insert(proposal.config);
  const QString siblings = configs.size() == 1 ? tr("1 sibling") : tr("%1 siblings").arg(grouped(configs.size()));
  const QString subject =
      chosen.size() == configs.size() ? siblings : tr("%1 rows of %2").arg(grouped(chosen.size()), siblings);
  const auto edit = [this, chosen, subject](const std::string& reason) -> std::optional<base::Error> {
    const auto done = m_siblings.apply(chosen, reason);
    if (!done) return done.error();
    closeList();
    Q_EMIT statusMessage(tr("The same edit was made in %1").arg(subject));
    return {};
  };
  const std::string given = m_siblings.reasonFor(chosen);
  const std::optional<base::Error> refused = edit(given);
  if (!refused) return;
  if (refused->code != base::ErrorCode::BadArgument || !given.empty())
    return Q_EMIT statusMessage(fromUtf8(refused->text) +
                                (refused->hint.empty() ? QString() : u' ' + fromUtf8(refused->hint)));
  m.strip.requestText({.title = tr("Same edit in %1. %2").arg(subject, fromUtf8(refused->text)),
                   .placeholder = tr("Why is that right? It goes into the commit message"),
                   .suggestions = m.queue.reasons(),
                   .emptyRefusal = tr("A reason is needed."),
                   .commitText = tr("Apply")},
                  [edit](const QString& reason) {
                    const auto again = edit(reason.toStdString());
                    return again ? fromUtf8(again->text) : QString();
                  });
}

QList<ActionSpec> SiblingSection::actions(const std::function<bool()>& isFree) {
  const auto can = [this, isFree] { return isFree() && count() > 0; };
  return {{u"decide.siblings"_s, tr("Make the same edit in the siblings"),
           tr("Edit every sibling whose own run shows the same change, as one step"), tr("Decide"), {}, {Qt::Key_S},
           [this] { applySame(); }, can},
          {u"decide.chooseSiblings"_s, tr("Choose among the siblings"),
           tr("See what every sibling's run says, and choose where the same edit is made"), tr("Decide"), {},
           {Qt::SHIFT | Qt::Key_S}, [this] { choose(); }, can}};
}

}  // namespace plumbline::ui
