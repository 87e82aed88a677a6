// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/triage/decision_queue.h"

#include <algorithm>
#include <unordered_set>

#include "ui/support/count_text.h"
#include "ui/support/edit_stack.h"
#include "ui/support/notice.h"
#include "ui/triage/decision_strip.h"
#include "ui/triage/decision_text.h"
#include "ui/triage/triage_model.h"
#include "ui/triage/triage_table.h"
#include "ui/triage/triage_text.h"
#include "ui/triage/utf8_text.h"

using namespace Qt::StringLiterals;

namespace plumbline::ui {
DecisionQueue::DecisionQueue(const Parts& parts, QObject* parent) : QObject(parent), m(parts) {
  connect(&m.strip, &DecisionStrip::closed, this, [this](bool answered) {
    m.table.setFocus(Qt::OtherFocusReason);
    if (!answered) Q_EMIT told(tr("Nothing was decided"));
  });
  connect(&m.desk.stack(), &EditStack::changed, this, &DecisionQueue::followStack);
  connect(&m.desk.stack(), &EditStack::refused, this,
          [this](const base::Error& error) { Q_EMIT told(sentenceOf(error)); });
}

bool DecisionQueue::hasRows() const {
  return m.model.comparison() && m.table.currentIndex().isValid() && !m.strip.isAsking();
}

DecisionQueue::Rows DecisionQueue::chosen() const {
  Rows rows;
  for (const int row : m.table.selectedRows()) rows.push_back(m.model.sourceRow(row));
  if (rows.size() < 2 && m.table.currentIndex().isValid()) rows = {m.model.sourceRow(m.table.currentIndex().row())};
  return rows;
}

DecisionQueue::Rows DecisionQueue::open(const Rows& rows) const {
  Rows left = rows;
  std::erase_if(left, [this](std::uint32_t row) { return !m.desk.isUndecided(row); });
  return left;
}

QString DecisionQueue::who(const Rows& rows) const {
  if (rows.size() == 1) return shortened(nameText(*m.model.comparison(), rows.front()), 80);
  return tr("%1 models").arg(grouped(rows.size()));
}

/// alikeText says how many there are and what they share: "12 rows alike: accuracy pass → fail_accuracy".
QString DecisionQueue::alikeText(const Rows& rows) const {
  const auto plan = m.desk.plan({rows.front()});
  std::string scratch;
  const std::string model(m.model.comparison()->modelName(rows.front(), scratch));
  const QString what = plan ? withArrows(baselines::changeWords(*plan, model)) : QString();
  return tr("%1 rows alike%2").arg(grouped(rows.size()), what.isEmpty() ? QString() : u": "_s + what);
}

std::uint32_t DecisionQueue::current() const { return m.model.sourceRow(m.table.currentIndex().row()); }

void DecisionQueue::accept() { acceptRows(chosen(), {}); }
void DecisionQueue::keep() { keepRows(chosen()); }
void DecisionQueue::markFlaky() { askFlaky(chosen()); }

void DecisionQueue::acceptAlike() {
  const Rows rows = m.desk.alike(current());
  acceptRows(rows, {}, rows.size() > 1 ? alikeText(rows) : QString());
}

void DecisionQueue::keepAlike() {
  const Rows rows = m.desk.alike(current());
  if (rows.size() == 1) return keepRows(rows);
  m.strip.confirm(alikeText(rows), tr("All of them keep the baseline as it is."), tr("Keep %1").arg(grouped(rows.size())),
                  [this, rows](const QString&) {
                    m_next = nextOpen(rows);
                    return settle([&] { return m.desk.keep(rows); }, rows, tr("kept"));
                  });
}

void DecisionQueue::markAlikeFlaky() { askFlaky(m.desk.alike(current())); }

bool DecisionQueue::canAcceptMetric() const {
  return hasRows() && m.model.columns().at(m.table.currentIndex().column()).kind == ColumnKind::Metric;
}

void DecisionQueue::acceptMetric() {
  const TriageColumn& column = m.model.columns().at(m.table.currentIndex().column());
  acceptRows(chosen(), {m.model.comparison()->metrics()[column.metric].info.name});
}

void DecisionQueue::acceptShown() {
  Rows rows;
  for (int row = 0; row < m.model.rowCount(); ++row) rows.push_back(m.model.sourceRow(row));
  rows = open(rows);
  if (rows.empty()) return Q_EMIT told(tr("No row shown is open"));
  acceptRows(rows, {}, tr("%1 open rows are shown").arg(grouped(rows.size())));
}

void DecisionQueue::acceptRows(const Rows& rows, const std::vector<std::string>& metrics, const QString& title) {
  const auto plan = m.desk.plan(rows, metrics);
  if (!plan) return Q_EMIT told(sentenceOf(plan.error()));
  m_next = nextOpen(rows);
  if (plan->needsReason()) return askReason(rows, metrics, *plan, title);
  const auto take = [this, rows, metrics](const QString& reason) {
    return settle([&] { return m.desk.accept(rows, metrics, reason.toStdString()); }, rows, tr("accepted"));
  };
  if (title.isEmpty()) {
    if (const QString refusal = take({}); !refusal.isEmpty()) Q_EMIT told(refusal);
    return;
  }
  m.strip.confirm(title, tr("No guard is touched: nothing gets worse."), tr("Accept %1").arg(grouped(rows.size())), take);
}

void DecisionQueue::askReason(const Rows& rows, const std::vector<std::string>& metrics, const baselines::Plan& plan,
                              const QString& title) {
  const QString what = title.isEmpty() ? tr("Accept %1").arg(who(rows)) : title;
  DecisionStrip::TextQuestion question{.title = what + u". "_s + fromUtf8(plan.guardSummary()),
                                       .placeholder = tr("Why is that right? It goes into the commit message"),
                                       .suggestions = m_reasons.withThoseOf(m.desk.reasons()),
                                       .emptyRefusal = tr("A reason is needed: %1.").arg(fromUtf8(plan.guardSummary())),
                                       .commitText = tr("Accept")};
  const baselines::Plan rest = plan.withoutGuarded();
  DecisionStrip::Commit others;
  if (!rest.edits.empty()) {
    std::unordered_set<std::uint32_t> left;
    for (const baselines::PlannedEdit& edit : rest.edits) left.insert(edit.row);
    question.otherText = tr("Only the %1 without a guard").arg(grouped(left.size()));
    others = [this, rows, metrics](const QString& reason) {
      return settle([&] { return m.desk.accept(rows, metrics, reason.toStdString(), true); }, rows, tr("accepted, guarded rows left out"));
    };
  }
  m.strip.askText(
      question,
      [this, rows, metrics](const QString& reason) {
        const QString refusal = settle([&] { return m.desk.accept(rows, metrics, reason.toStdString()); }, rows, tr("accepted"));
        if (refusal.isEmpty()) m_reasons.remember(reason);
        return refusal;
      },
      others);
}

void DecisionQueue::keepRows(const Rows& rows) {
  m_next = nextOpen(rows);
  if (const QString refusal = settle([&] { return m.desk.keep(rows); }, rows, tr("kept")); !refusal.isEmpty()) Q_EMIT told(refusal);
}

void DecisionQueue::askFlaky(const Rows& rows) {
  const std::vector<flaky::FlakyPlace> places = m.desk.flakyPlaces(rows);
  FlakyForm::Question question;
  for (const flaky::FlakyPlace& place : places) {
    question.places << fromUtf8(place.label);
    question.canExpire << place.canExpire;
  }
  const QString title = rows.size() > 1 ? tr("Flaky: ") + alikeText(rows) : tr("Flaky: %1").arg(who(rows));
  m.strip.askFlaky(title, question, [this, rows, places](const FlakyForm::Answer& answer) {
    m_next = nextOpen(rows);
    const auto place = static_cast<std::size_t>(answer.place);
    return settle([&] { return m.desk.markFlaky(rows, places.at(place), answer.words); }, rows, tr("marked as flaky"));
  });
}

void DecisionQueue::note() {
  const Rows rows = chosen();
  const baselines::Decision* said = m.desk.decision(rows.front());
  m.strip.askText({.title = tr("Note on %1").arg(who(rows)),
                   .placeholder = tr("For whoever looks next; empty takes the note away"),
                   .value = said ? fromUtf8(said->note) : QString(),
                   .commitText = tr("Write")},
                  [this, rows](const QString& text) {
                    m_next.reset();
                    const auto refusal = settle([&] { return m.desk.note(rows, text.toStdString()); }, rows, {});
                    if (!refusal.isEmpty()) return refusal;
                    Q_EMIT told(text.isEmpty() ? tr("%1: no note").arg(who(rows)) : tr("%1: noted").arg(who(rows)));
                    return QString();
                  });
}

QString DecisionQueue::settle(const std::function<base::Result<void>()>& answer, const Rows& rows, const QString& what) {
  m_answering = true;
  const base::Result<void> done = answer();
  m_answering = false;
  if (!done) return sentenceOf(done.error());
  goTo(m_next);
  if (what.isEmpty()) return {};
  const DecisionDesk::Count count = m.desk.count();
  const bool last = count.asked > 0 && count.decided == count.asked;
  Q_EMIT told((last ? tr("%1 %2, and nothing is left to decide") : tr("%1 %2")).arg(who(rows), what));
  return {};
}

/// nextOpen looks down from the current row, then from the top: where the selection goes when `besides` are answered.
std::optional<std::uint32_t> DecisionQueue::nextOpen(const Rows& besides) const {
  const std::unordered_set<std::uint32_t> answered(besides.begin(), besides.end());
  const int count = m.model.rowCount();
  const int start = m.table.currentIndex().isValid() ? m.table.currentIndex().row() : count - 1;
  for (int step = 1; step <= count; ++step) {
    const int row = (start + step) % count;
    if (m.model.isOpen(row) && answered.count(m.model.sourceRow(row)) == 0) return m.model.sourceRow(row);
  }
  return {};
}

void DecisionQueue::goTo(std::optional<std::uint32_t> source) {
  const int row = source ? m.model.rowOf(*source) : -1;
  if (row >= 0) m.table.goTo(row);
}

/// followStack goes to the row that an undo or redo has touched, whoever asked for it.
void DecisionQueue::followStack() {
  const QString undone = m_undoTold.next(m.desk.stack());
  if (m_answering || !m.model.comparison()) return;
  goTo(m.desk.lastTouched());
  if (!undone.isEmpty()) Q_EMIT told(undone);
}

}  // namespace plumbline::ui
