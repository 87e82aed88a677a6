// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/triage/decision_queue.h"

#include <unordered_set>

#include "ui/support/notice_strip.h"
#include "ui/support/utf8_text.h"
#include "ui/triage/decision_text.h"
#include "ui/triage/triage_model.h"
#include "ui/triage/triage_table.h"
#include "ui/triage/triage_text.h"

namespace plumbline::ui {

DecisionQueue::DecisionQueue(const Parts& parts, QObject* parent)
    : DecisionFlow(parts.strip, parts.model, parts.table, parts.controller.stack(), parent), m(parts) {}

bool DecisionQueue::hasRows() const {
  return m.model.comparison() && m.table.currentIndex().isValid() && !m.strip.isAsking();
}
bool DecisionQueue::hasItems() const { return m.model.comparison() != nullptr; }
bool DecisionQueue::isOpen(int row) const { return m.model.isOpen(row); }
std::optional<DecisionFlow::Item> DecisionQueue::lastTouched() const { return m.controller.lastTouched(); }
std::vector<std::string> DecisionQueue::givenReasons() const { return m.controller.reasons(); }
bool DecisionQueue::isAllDecided() const {
  const DecisionController::Count count = m.controller.count();
  return count.asked > 0 && count.decided == count.asked;
}

DecisionQueue::Rows DecisionQueue::chosen() const {
  Rows rows;
  for (const int row : m.table.selectedRows()) rows.push_back(m.model.sourceRow(row));
  if (rows.size() < 2 && m.table.currentIndex().isValid()) rows = {current()};
  return rows;
}

std::uint32_t DecisionQueue::current() const { return m.model.sourceRow(m.table.currentIndex().row()); }

QString DecisionQueue::subject(const Rows& rows) const {
  if (rows.size() == 1) return shortened(nameText(*m.model.comparison(), rows.front()), 80);
  return tr("%1 models").arg(grouped(rows.size()));
}

QString DecisionQueue::message(const Rows& rows, const QString& what) const {
  return tr("%1 %2", "model, what was decided").arg(subject(rows), what);
}

/// alikeText: "12 rows alike: accuracy pass → fail_accuracy".
QString DecisionQueue::alikeText(const Rows& rows) const {
  const auto plan = m.controller.plan({rows.front()});
  std::string scratch;
  const std::string model(m.model.comparison()->modelName(rows.front(), scratch));
  const QString what = plan ? withArrows(baselines::changeSummary(*plan, model)) : QString();
  const QString count = tr("%1 rows alike").arg(grouped(rows.size()));
  return what.isEmpty() ? count : count + u": "_s + what;
}

void DecisionQueue::accept() { acceptRows(chosen(), {}); }
void DecisionQueue::keep() { keepRows(chosen()); }
void DecisionQueue::markFlaky() { markRowsFlaky(chosen()); }
void DecisionQueue::markAlikeFlaky() { markRowsFlaky(m.controller.alike(current())); }

void DecisionQueue::acceptAlike() {
  const Rows rows = m.controller.alike(current());
  acceptRows(rows, {}, rows.size() > 1 ? alikeText(rows) : QString());
}

void DecisionQueue::keepAlike() {
  const Rows rows = m.controller.alike(current());
  if (rows.size() == 1) return keepRows(rows);
  m.strip.confirm(alikeText(rows), tr("All of them keep the baseline as it is."),
                  tr("Keep %1").arg(grouped(rows.size())), [this, rows](const QString&) {
                    setNext({rows.begin(), rows.end()});
                    return settle([&] { return m.controller.keep(rows); }, message(rows, tr("kept")));
                  });
}

bool DecisionQueue::canAcceptMetric() const {
  return hasRows() && m.model.columns().at(m.table.currentIndex().column()).kind == ColumnKind::Metric;
}

void DecisionQueue::acceptMetric() {
  const TriageColumn& column = m.model.columns().at(m.table.currentIndex().column());
  acceptRows(chosen(), {m.model.comparison()->metrics()[column.metric].info.name});
}

void DecisionQueue::acceptShown() {
  Rows rows;
  for (int row = 0; row < m.model.rowCount(); ++row)
    if (m.controller.isUndecided(m.model.sourceRow(row))) rows.push_back(m.model.sourceRow(row));
  if (rows.empty()) return Q_EMIT statusMessage(tr("No row shown is open"));
  acceptRows(rows, {}, tr("%1 open rows are shown").arg(grouped(rows.size())));
}

void DecisionQueue::acceptRows(const Rows& rows, const std::vector<std::string>& metrics, const QString& title) {
  const auto plan = m.controller.plan(rows, metrics);
  if (!plan) return Q_EMIT statusMessage(sentenceOf(plan.error()));
  setNext({rows.begin(), rows.end()});
  const auto accept = [this, rows, metrics](const std::string& reason, bool withoutGuarded) {
    return m.controller.accept(rows, metrics, reason, withoutGuarded);
  };
  if (plan->needsReason()) {
    std::unordered_set<std::uint32_t> rest;
    for (const baselines::PlannedEdit& edit : plan->withoutGuarded().edits) rest.insert(edit.row);
    return requestReason(
        {.title = title.isEmpty() ? tr("Accept %1").arg(subject(rows)) : title,
         .guard = fromUtf8(plan->guardSummary()),
         .otherText = rest.empty() ? QString() : tr("Only the %1 without a guard").arg(grouped(rest.size())),
         .accept = accept,
         .message = [this, rows](const QString& what) { return message(rows, what); }});
  }
  const QString done = message(rows, tr("accepted"));
  if (title.isEmpty()) return settleNow([&] { return accept({}, false); }, done);
  m.strip.confirm(title, tr("No guard is touched: nothing gets worse."), tr("Accept %1").arg(grouped(rows.size())),
                  [this, accept, done](const QString&) { return settle([&] { return accept({}, false); }, done); });
}

void DecisionQueue::keepRows(const Rows& rows) {
  setNext({rows.begin(), rows.end()});
  settleNow([&] { return m.controller.keep(rows); }, message(rows, tr("kept")));
}

void DecisionQueue::markRowsFlaky(const Rows& rows) {
  const auto choices = m.controller.flakyChoices(rows);
  if (!choices) return Q_EMIT statusMessage(sentenceOf(choices.error()));
  requestFlaky<flaky::FlakyChoice>(
      tr("Flaky: %1").arg(rows.size() > 1 ? alikeText(rows) : subject(rows)), *choices,
      {rows.begin(), rows.end()},
      [this, rows](const auto& place, const auto& input) { return m.controller.markFlaky(rows, place, input); },
      message(rows, tr("marked as flaky")));
}

void DecisionQueue::note() {
  const Rows rows = chosen();
  requestNote(subject(rows), m.controller.decision(rows.front()),
          [this, rows](const std::string& text) { return m.controller.note(rows, text); });
}

}  // namespace plumbline::ui
