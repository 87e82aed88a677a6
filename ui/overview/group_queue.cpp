// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/overview/group_queue.h"

#include <algorithm>

#include "ui/overview/group_list.h"
#include "ui/overview/group_model.h"
#include "ui/overview/group_text.h"
#include "ui/support/notice_strip.h"
#include "ui/support/utf8_text.h"

namespace plumbline::ui {

GroupQueue::GroupQueue(const Parts& parts, QObject* parent)
    : DecisionFlow(parts.strip, parts.list, parts.controller.stack(), parent), m(parts) {}

bool GroupQueue::canDecide() const { return hasItems() && m.list.currentIndex().isValid() && !m.strip.isAsking(); }
bool GroupQueue::hasItems() const { return m.model.snapshot() != nullptr; }
DecisionFlow::Item GroupQueue::itemAt(int row) const { return m.model.sourceRow(row); }
int GroupQueue::rowOf(Item item) const { return m.model.rowOf(static_cast<std::uint32_t>(item)); }
bool GroupQueue::isOpen(int row) const { return m.model.isOpen(row); }
void GroupQueue::goToRow(int row) { m.list.goTo(row); }
std::optional<DecisionFlow::Item> GroupQueue::lastTouched() const { return m.controller.lastTouched(); }
std::vector<std::string> GroupQueue::givenReasons() const { return m.controller.reasons(); }
bool GroupQueue::isAllDecided() const {
  const GroupController::Count& count = m.controller.count();
  return count.asked > 0 && count.decided == count.asked;
}

GroupQueue::Items GroupQueue::chosen() const {
  Items groups;
  for (const int row : m.list.selectedRows()) groups.push_back(m.model.sourceRow(row));
  if (groups.size() < 2) groups = {m.model.sourceRow(m.list.currentIndex().row())};
  return groups;
}

QString GroupQueue::subject(const Items& groups, std::size_t rows) const {
  const overview::Group& first = m.model.snapshot()->groups[groups.front()];
  if (groups.size() > 1) return tr("%1 of %2 groups").arg(rowsText(rows), grouped(groups.size()));
  if (rows < first.members.size()) return tr("the %1 open of %2").arg(grouped(rows), titleText(first));
  return titleText(first);
}

QString GroupQueue::message(const QString& name, const QString& what) const {
  return tr("%1: %2", "group, what was decided").arg(name, what);
}

void GroupQueue::accept() {
  const Items groups = chosen();
  const GroupController::Rows rows = m.controller.judged(m.controller.openRows(groups));
  if (rows.empty())
    return Q_EMIT statusMessage(tr("The shards of these models are not here: there is nothing to accept"));
  const auto plan = m.controller.plan(rows);
  if (!plan) return Q_EMIT statusMessage(sentenceOf(plan.error()));
  setNext(groups);
  const QString name = subject(groups, rows.size());
  if (!plan->needsReason())
    return settleNow([&] { return m.controller.accept(rows, {}); }, message(name, tr("accepted")));
  const std::size_t rest = plan->withoutGuarded().editCount();
  requestReason({.title = tr("Accept %1").arg(name),
             .guard = fromUtf8(plan->guardSummary()),
             .otherText = rest == 0   ? QString()
                          : rest == 1 ? tr("Only the edit without a guard")
                                      : tr("Only the %1 edits without a guard").arg(grouped(rest)),
             .accept = [this, rows](const std::string& reason,
                                    bool withoutGuarded) { return m.controller.accept(rows, reason, withoutGuarded); },
             .message = [this, name](const QString& what) { return message(name, what); }});
}

void GroupQueue::keep() {
  const Items groups = chosen();
  const GroupController::Rows rows = m.controller.openRows(groups);
  setNext(groups);
  settleNow([&] { return m.controller.keep(rows); }, message(subject(groups, rows.size()), tr("kept")));
}

void GroupQueue::markFlaky() {
  const Items groups = chosen();
  const GroupController::Rows rows = m.controller.openRows(groups);
  const std::vector<overview::GroupPlace> places = m.controller.flakyChoices(rows);
  if (places.empty())
    return Q_EMIT statusMessage(tr("No baseline of these rows is on disk: there is no list to put them in"));
  const QString name = subject(groups, rows.size());
  requestFlaky<overview::GroupPlace>(
      tr("Flaky: %1").arg(name), places, groups,
      [this](const auto& place, const auto& words) { return m.controller.markFlaky(place, words); },
      message(name, tr("marked as flaky")));
}

void GroupQueue::note() {
  const Items groups = chosen();
  GroupController::Rows rows;
  for (const std::size_t group : groups) {
    const auto& members = m.model.snapshot()->groups[group].members;
    rows.insert(rows.end(), members.begin(), members.end());
  }
  std::sort(rows.begin(), rows.end());
  requestNote(subject(groups, rows.size()), m.controller.decision(rows.front()),
          [this, rows](const std::string& text) { return m.controller.note(rows, text); });
}

}  // namespace plumbline::ui
