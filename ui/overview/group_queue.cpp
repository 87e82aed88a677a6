// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/overview/group_queue.h"

#include <algorithm>

#include "ui/overview/group_list.h"
#include "ui/overview/group_model.h"
#include "ui/overview/group_text.h"
#include "ui/support/count_text.h"
#include "ui/support/edit_stack.h"
#include "ui/support/notice.h"
#include "ui/triage/decision_strip.h"
#include "ui/triage/utf8_text.h"

using namespace Qt::StringLiterals;

namespace plumbline::ui {
GroupQueue::GroupQueue(const Parts& parts, QObject* parent) : QObject(parent), m(parts) {
  connect(&m.strip, &DecisionStrip::closed, this, [this](bool answered) {
    m.list.setFocus(Qt::OtherFocusReason);
    if (!answered) Q_EMIT told(tr("Nothing was decided"));
  });
  connect(&m.desk.stack(), &EditStack::changed, this, &GroupQueue::followStack);
  connect(&m.desk.stack(), &EditStack::refused, this, [this](const base::Error& error) { Q_EMIT told(sentenceOf(error)); });
}

bool GroupQueue::canDecide() const { return m.model.snapshot() && m.list.currentIndex().isValid() && !m.strip.isAsking(); }

GroupQueue::Groups GroupQueue::chosen() const {
  Groups groups;
  for (const int row : m.list.selectedRows()) groups.push_back(m.model.sourceRow(row));
  if (groups.size() < 2) groups = {m.model.sourceRow(m.list.currentIndex().row())};
  return groups;
}

QString GroupQueue::who(const Groups& groups, std::size_t rows) const {
  const overview::Group& first = m.model.snapshot()->groups[groups.front()];
  if (groups.size() > 1) return tr("%1 of %2 groups").arg(rowsText(rows), grouped(groups.size()));
  if (rows < first.members.size()) return tr("the %1 open of %2").arg(grouped(rows), titleText(first));
  return titleText(first);
}

void GroupQueue::accept() {
  const Groups groups = chosen();
  const GroupDesk::Rows rows = m.desk.judged(m.desk.openRows(groups));
  if (rows.empty()) return Q_EMIT told(tr("The shards of these models are not here: there is nothing to accept"));
  const auto plan = m.desk.plan(rows);
  if (!plan) return Q_EMIT told(sentenceOf(plan.error()));
  m_next = nextOpen(groups);
  if (plan->needsReason()) return askReason(groups, rows, *plan);
  const auto done = settle([&] { return m.desk.accept(rows, {}); }, groups, rows.size(), tr("accepted"));
  if (!done.isEmpty()) Q_EMIT told(done);
}

void GroupQueue::askReason(const Groups& groups, const GroupDesk::Rows& rows, const overview::RowsPlan& plan) {
  const QString guard = fromUtf8(plan.guardSummary());
  DecisionStrip::TextQuestion question{.title = tr("Accept %1. %2").arg(who(groups, rows.size()), guard),
                                       .placeholder = tr("Why is that right? It goes into the commit message"),
                                       .suggestions = m_reasons.withThoseOf(m.desk.reasons()),
                                       .emptyRefusal = tr("A reason is needed: %1.").arg(guard),
                                       .commitText = tr("Accept")};
  const std::size_t rest = plan.withoutGuarded().editCount();
  DecisionStrip::Commit others;
  if (rest > 0) {
    question.otherText = rest == 1 ? tr("Only the edit without a guard") : tr("Only the %1 edits without a guard").arg(grouped(rest));
    others = [this, groups, rows](const QString& reason) {
      return settle([&] { return m.desk.accept(rows, reason.toStdString(), true); }, groups, rows.size(),
                    tr("accepted, guarded rows left out"));
    };
  }
  m.strip.askText(
      question,
      [this, groups, rows](const QString& reason) {
        const QString refusal =
            settle([&] { return m.desk.accept(rows, reason.toStdString()); }, groups, rows.size(), tr("accepted"));
        if (refusal.isEmpty()) m_reasons.remember(reason);
        return refusal;
      },
      others);
}

void GroupQueue::keep() {
  const Groups groups = chosen();
  const GroupDesk::Rows rows = m.desk.openRows(groups);
  m_next = nextOpen(groups);
  const QString refusal = settle([&] { return m.desk.keep(rows); }, groups, rows.size(), tr("kept"));
  if (!refusal.isEmpty()) Q_EMIT told(refusal);
}

void GroupQueue::markFlaky() {
  const Groups groups = chosen();
  const GroupDesk::Rows rows = m.desk.openRows(groups);
  const std::vector<overview::GroupPlace> places = m.desk.flakyPlaces(rows);
  if (places.empty()) return Q_EMIT told(tr("No baseline of these rows is on disk: there is no list to put them in"));
  FlakyForm::Question question;
  for (const overview::GroupPlace& place : places) {
    question.places << fromUtf8(place.label);
    question.canExpire << place.canExpire;
  }
  m.strip.askFlaky(tr("Flaky: %1").arg(who(groups, rows.size())), question,
                   [this, groups, rows, places](const FlakyForm::Answer& answer) {
                     m_next = nextOpen(groups);
                     const overview::GroupPlace& place = places.at(static_cast<std::size_t>(answer.place));
                     return settle([&] { return m.desk.markFlaky(place, answer.words); }, groups, rows.size(),
                                   tr("marked as flaky"));
                   });
}

void GroupQueue::note() {
  const Groups groups = chosen();
  GroupDesk::Rows rows;
  for (const std::size_t group : groups) {
    const auto& members = m.model.snapshot()->groups[group].members;
    rows.insert(rows.end(), members.begin(), members.end());
  }
  std::sort(rows.begin(), rows.end());
  const baselines::Decision* said = m.desk.decision(rows.front());
  const QString name = who(groups, rows.size());
  m.strip.askText({.title = tr("Note on %1").arg(name),
                   .placeholder = tr("For whoever looks next; empty takes the note away"),
                   .value = said ? fromUtf8(said->note) : QString(),
                   .commitText = tr("Write")},
                  [this, groups, rows, name](const QString& text) {
                    m_next.reset();
                    const QString refusal =
                        settle([&] { return m.desk.note(rows, text.toStdString()); }, groups, rows.size(), {});
                    if (!refusal.isEmpty()) return refusal;
                    Q_EMIT told(text.isEmpty() ? tr("%1: no note").arg(name) : tr("%1: noted").arg(name));
                    return QString();
                  });
}

QString GroupQueue::settle(const std::function<base::Result<void>()>& answer, const Groups& groups, std::size_t rows,
                           const QString& what) {
  const QString name = who(groups, rows);
  m_answering = true;
  const base::Result<void> done = answer();
  m_answering = false;
  if (!done) return sentenceOf(done.error());
  goTo(m_next);
  if (what.isEmpty()) return {};
  const GroupDesk::Count& count = m.desk.count();
  const bool last = count.asked > 0 && count.decided == count.asked;
  Q_EMIT told((last ? tr("%1: %2, and nothing is left to decide") : tr("%1: %2")).arg(name, what));
  return {};
}

/// nextOpen looks down from the current group, then from the top: where the selection goes when `besides` are answered.
std::optional<std::size_t> GroupQueue::nextOpen(const Groups& besides) const {
  const int count = m.model.rowCount();
  const int start = m.list.currentIndex().isValid() ? m.list.currentIndex().row() : count - 1;
  for (int step = 1; step <= count; ++step) {
    const int row = (start + step) % count;
    const std::size_t group = m.model.sourceRow(row);
    if (m.model.isOpen(row) && std::find(besides.begin(), besides.end(), group) == besides.end()) return group;
  }
  return {};
}

void GroupQueue::goTo(std::optional<std::size_t> group) {
  const int row = group ? m.model.rowOf(*group) : -1;
  if (row >= 0) m.list.goTo(row);
}

/// followStack goes to the group that an undo or redo has touched, whoever asked for it.
void GroupQueue::followStack() {
  const QString undone = m_undoTold.next(m.desk.stack());
  if (m_answering || !m.model.snapshot()) return;
  goTo(m.desk.lastTouched());
  if (!undone.isEmpty()) Q_EMIT told(undone);
}

}  // namespace plumbline::ui
