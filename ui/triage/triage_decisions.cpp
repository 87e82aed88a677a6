// SPDX-License-Identifier: GPL-3.0-or-later
// The part of the triage page where rows are decided: desk, strip and queue put together, and their keys.
#include "core/session/pending_edits.h"
#include "ui/support/edit_stack.h"
#include "ui/triage/decision_text.h"
#include "ui/triage/triage_page_private.h"

using namespace Qt::StringLiterals;

namespace plumbline::ui {

void TriagePage::setEditing(EditStack& stack) { d->setEditing(stack); }

void TriagePage::Private::setEditing(EditStack& stack) {
  desk = new DecisionDesk(stack, page);
  desk->setSnapshot(model->snapshot());
  strip = new DecisionStrip(theme, page);
  body->layout()->addWidget(strip);  // as wide as the page: its questions need the room
  queue = new DecisionQueue({*model, *table, *desk, *strip}, page);
  queue->setReasons(reasons);
  model->setDesk(desk);
  connect(desk, &DecisionDesk::changed, page, [this] {
    showDecision();
    Q_EMIT page->progressChanged(page->progressText());
    Q_EMIT page->actionsChanged();
  });
  connect(queue, &DecisionQueue::told, page, [this](const QString& text) {
    tell(text);
    Q_EMIT page->actionsChanged();
  });
  orderFocus();
  showDecision();
}

/// showDecision says what an answer on the current row would do, or what it was.
void TriagePage::Private::showDecision() {
  if (!desk) return;
  DecisionWords words;
  const bool any = hasPair() && current < model->comparison()->rowCount();
  if (any) words = decisionWords(*desk, *model->snapshot(), current);
  strip->showWords(words, any && desk->state(current) != DecisionDesk::State::NotAsked);
  details->showDecision(words);
}

QString TriagePage::progressText() const {
  if (!d->desk || !d->hasPair()) return {};
  const QString decided = decidedText(d->desk->count());
  return decided.isEmpty() ? u"Nothing needs a decision"_s : decided;
}

QList<ActionSpec> TriagePage::Private::decisionActions() {
  QList<ActionSpec> specs;
  const auto can = [this] { return canDecide(); };
  const auto add = [&](const QString& id, const QString& text, const QString& tooltip, const QKeySequence& key,
                       void (DecisionQueue::*run)()) {
    specs << ActionSpec{.id = id, .text = text, .tooltip = tooltip, .group = u"Decide"_s,
                        .shortcuts = key.isEmpty() ? QList<QKeySequence>() : QList<QKeySequence>{key},
                        .run = [this, run] { (queue->*run)(); }, .enabled = can};
  };
  using Q = DecisionQueue;
  add(u"decide.accept"_s, u"Accept what the run says"_s,
      u"Write the run's values into the baseline, for the current row or the selection"_s, Qt::Key_A, &Q::accept);
  add(u"decide.keep"_s, u"Keep the baseline"_s, u"Leave the baseline as it is; edits of this row are taken back"_s, Qt::Key_X,
      &Q::keep);
  add(u"decide.flaky"_s, u"Mark as flaky"_s, u"Add the model to a flaky list, with a reason"_s, Qt::Key_F, &Q::markFlaky);
  add(u"decide.note"_s, u"Write a note"_s, u"A note for whoever looks next; it changes no file"_s, Qt::Key_N, &Q::note);
  add(u"decide.acceptAlike"_s, u"Accept all rows alike"_s, u"Accept every open row with the same change, as one step"_s,
      Qt::SHIFT | Qt::Key_A, &Q::acceptAlike);
  add(u"decide.keepAlike"_s, u"Keep the baseline of all rows alike"_s, u"Keep every open row with the same change, as one step"_s,
      Qt::SHIFT | Qt::Key_X, &Q::keepAlike);
  add(u"decide.flakyAlike"_s, u"Mark all rows alike as flaky"_s, u"The same for every open row with the same change, as one step"_s,
      Qt::SHIFT | Qt::Key_F, &Q::markAlikeFlaky);
  add(u"decide.acceptMetric"_s, u"Accept this metric only"_s,
      u"Accept only the metric of the current column (arrow keys move it)"_s, Qt::ALT | Qt::Key_A, &Q::acceptMetric);
  specs.last().enabled = [this] { return canDecide() && queue->canAcceptMetric(); };
  add(u"decide.acceptShown"_s, u"Accept all open rows of the classes shown"_s,
      u"Pick classes with 1 to 7 first; what gets worse still asks for a reason"_s, {}, &Q::acceptShown);
  specs.last().enabled = [this] { return isFree() && bar->filter().classes != 0; };
  return specs;
}

}  // namespace plumbline::ui
