// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/triage/decision_flow.h"

#include <algorithm>

#include "ui/support/notice_strip.h"
#include "ui/support/tables/filtered_model.h"
#include "ui/support/tables/record_table.h"
#include "ui/support/utf8_text.h"

namespace plumbline::ui {
namespace {

constexpr qsizetype kKeptReasons = 20;

}  // namespace

DecisionFlow::DecisionFlow(DecisionStrip& strip, const FilteredModel& model, RecordTable& view, EditStack& stack,
                           QObject* parent)
    : QObject(parent), m_strip(strip), m_model(model), m_view(view), m_stack(stack) {
  connect(&stack, &EditStack::changed, &strip, &DecisionStrip::refreshButtons);
  connect(&strip, &DecisionStrip::closed, this, [this](bool answered) {
    m_strip.refreshButtons();
    m_view.setFocus(Qt::OtherFocusReason);
    if (!answered) Q_EMIT statusMessage(tr("Nothing was decided"));
  });
  connect(&stack, &EditStack::changed, this, &DecisionFlow::followStack);
  connect(&stack, &EditStack::refused, this,
          [this](const base::Error& error) { Q_EMIT statusMessage(sentenceOf(error)); });
}

void DecisionFlow::requestReason(const GuardedAcceptance& acceptance) {
  const DecisionStrip::TextQuestion question{.title = acceptance.title + u". "_s + acceptance.guard,
                                             .placeholder = tr("Why is that right? It goes into the commit message"),
                                             .suggestions = suggestions(),
                                             .emptyRefusal = tr("A reason is needed: %1.").arg(acceptance.guard),
                                             .commitText = tr("Accept"),
                                             .otherText = acceptance.otherText};
  DecisionStrip::Commit others;
  if (!acceptance.otherText.isEmpty())
    others = [this, acceptance](const QString& reason) {
      return settle([&] { return acceptance.accept(reason.toStdString(), true); },
                    acceptance.message(tr("accepted, guarded rows left out")));
    };
  m_strip.requestText(
      question,
      [this, acceptance](const QString& reason) {
        const QString refusal =
            settle([&] { return acceptance.accept(reason.toStdString(), false); },
                   acceptance.message(acceptance.accepted.isEmpty() ? tr("accepted") : acceptance.accepted));
        if (refusal.isEmpty()) remember(reason);
        return refusal;
      },
      others);
}

void DecisionFlow::requestNote(const QString& subject, const std::string& current,
                           const std::function<base::Result<void>(const std::string& text)>& write) {
  m_strip.requestText({.title = tr("Note on %1").arg(subject),
                   .placeholder = tr("For later readers; leave empty to remove the note"),
                   .value = fromUtf8(current),
                   .commitText = tr("Write")},
                  [this, subject, write](const QString& text) {
                    m_next.reset();
                    QString refusal = settle([&] { return write(text.toStdString()); }, {});
                    if (!refusal.isEmpty()) return refusal;
                    Q_EMIT statusMessage(text.isEmpty() ? tr("%1: no note").arg(subject)
                                                        : tr("%1: noted").arg(subject));
                    return QString();
                  });
}

QString DecisionFlow::settle(const Step& step, const QString& message) {
  m_answering = true;
  const base::Result<void> done = step();
  m_answering = false;
  if (!done) return sentenceOf(done.error());
  goTo(m_next);
  if (!message.isEmpty())
    Q_EMIT statusMessage(isAllDecided() ? tr("%1, and nothing is left to decide").arg(message) : message);
  return {};
}

void DecisionFlow::settleNow(const Step& step, const QString& message) {
  if (const QString refusal = settle(step, message); !refusal.isEmpty()) Q_EMIT statusMessage(refusal);
}

/// nextOpen looks down from the current item, then from the top.
std::optional<DecisionFlow::Item> DecisionFlow::nextOpen(const Items& answered) const {
  Items sorted = answered;
  std::sort(sorted.begin(), sorted.end());
  const int count = m_model.rowCount();
  const int start = m_view.currentIndex().isValid() ? m_view.currentIndex().row() : count - 1;
  for (int step = 1; step <= count; ++step) {
    const int row = (start + step) % count;
    const Item item = m_model.sourceRow(row);
    if (isOpen(row) && !std::binary_search(sorted.begin(), sorted.end(), item)) return item;
  }
  return {};
}

void DecisionFlow::goTo(std::optional<Item> item) {
  const int row = item ? m_model.rowOf(static_cast<std::uint32_t>(*item)) : -1;
  if (row >= 0) m_view.goTo(row);
}

/// followStack goes to the item that an undo or redo from anywhere has touched.
void DecisionFlow::followStack() {
  const QString undone = m_undoMessages.next(m_stack);
  if (m_answering || !hasItems()) return;
  goTo(lastTouched());
  if (!undone.isEmpty()) Q_EMIT statusMessage(undone);
}

/// suggestions have the remembered reasons first, then those of the pending edits.
QStringList DecisionFlow::suggestions() const {
  QStringList all = m_reasons;
  for (const std::string& reason : givenReasons())
    if (!all.contains(fromUtf8(reason))) all << fromUtf8(reason);
  return all;
}

void DecisionFlow::remember(const QString& reason) {
  m_reasons.removeAll(reason);
  m_reasons.prepend(reason);
  m_reasons = m_reasons.mid(0, kKeptReasons);
}

}  // namespace plumbline::ui
