// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/overview/group_controller.h"

#include <algorithm>

#include "core/session/pending_edits.h"
#include "ui/overview/group_list.h"
#include "ui/overview/group_model.h"
#include "ui/overview/group_text.h"
#include "ui/support/edit_stack.h"
#include "ui/support/notice_strip.h"
#include "ui/support/utf8_text.h"

namespace plumbline::ui {

using baselines::Drafts;
using overview::RowRef;
using overview::RowState;

GroupController::GroupState& GroupController::GroupState::operator+=(const GroupState& other) {
  asked += other.asked;
  decided += other.decided;
  accepted += other.accepted;
  kept += other.kept;
  flaky += other.flaky;
  noted += other.noted;
  return *this;
}

GroupController::GroupController(EditStack& stack, QObject* parent) : QObject(parent), m_stack(stack) {
  connect(&stack.edits(), &session::PendingEdits::changed, this, &GroupController::update);
}

void GroupController::update() {
  read();
  Q_EMIT changed();
}

void GroupController::setSnapshot(const session::CommitSnapshotPtr& snapshot) {
  if (snapshot != m_snapshot) {
    m_past = m_snapshot && snapshot ? pastIn(*snapshot) : overview::CommitPast();
    m_evidence.clear();
  }
  m_snapshot = snapshot;
  read();
}

/// pastIn is what is known of the groups that are the same in another snapshot, until the history was read for it.
overview::CommitPast GroupController::pastIn(const session::CommitSnapshot& next) const {
  overview::CommitPast past = m_past;
  past.groups.assign(next.groups.size(), {});
  for (std::size_t i = 0; i < next.groups.size() && next.view->commit() == m_snapshot->view->commit(); ++i) {
    const auto same = std::ranges::find(m_snapshot->groups, next.groups[i].id, &overview::Group::id);
    if (same == m_snapshot->groups.end() || same->members.size() != next.groups[i].members.size()) continue;
    past.groups[i] = pastOf(static_cast<std::size_t>(same - m_snapshot->groups.begin()));
  }
  return past;
}

void GroupController::setPast(overview::CommitPast past) {
  m_past = std::move(past);
  Q_EMIT changed();
}

void GroupController::setEvidence(baselines::Evidence evidence) {
  if (evidence.empty() && m_evidence.empty()) return;
  m_evidence = std::move(evidence);
  Q_EMIT changed();
}

const overview::GroupPast& GroupController::pastOf(std::size_t group) const {
  static const overview::GroupPast kNone;
  return group < m_past.groups.size() ? m_past.groups[group] : kNone;
}

void GroupController::read() {
  m_count = {};
  m_states.clear();
  if (!m_snapshot) return;
  const overview::CommitView& view = *m_snapshot->view;
  const bool any = !m_stack.edits().drafts().decisions().empty() ||
                   std::ranges::any_of(view.configs(), [](const auto& config) { return !config.earlier.empty(); });
  m_states.reserve(m_snapshot->groups.size());
  for (const overview::Group& group : m_snapshot->groups) {
    GroupState state;
    for (const RowRef& row : group.members) {
      const bool asks = view.configs()[row.config].needsDecision(row.row);
      state.asked += asks ? 1 : 0;
      if (!any) continue;
      const RowState decided = rowState(row);
      state.accepted += decided == RowState::Accepted ? 1 : 0;
      state.kept += decided == RowState::Kept ? 1 : 0;
      state.flaky += decided == RowState::Flaky ? 1 : 0;
      state.decided += asks && decided != RowState::Undecided ? 1 : 0;
      const baselines::Decision* own = decision(row);
      state.noted += own && !own->note.empty() ? 1 : 0;
    }
    m_count.asked += state.asked > 0 ? 1 : 0;
    m_count.decided += state.asked > 0 && !state.isOpen() ? 1 : 0;
    m_states.push_back(state);
  }
}

RowState GroupController::rowState(RowRef row) const {
  return overview::rowState(*m_snapshot->view, row, m_stack.edits().drafts().decisions());
}

std::string GroupController::modelOf(RowRef row) const {
  std::string scratch;
  return std::string(m_snapshot->view->configs()[row.config].comparison->modelName(row.row, scratch));
}

const baselines::Decision* GroupController::decision(RowRef row) const {
  const baselines::Decisions& all = m_stack.edits().drafts().decisions();
  if (all.empty()) return nullptr;
  const auto found = all.find(overview::decisionKey(*m_snapshot->view, row));
  return found == all.end() ? nullptr : &found->second;
}

GroupController::Rows GroupController::openRows(const std::vector<std::size_t>& groups) const {
  Rows all;
  for (const std::size_t group : groups)
    all.insert(all.end(), m_snapshot->groups[group].members.begin(), m_snapshot->groups[group].members.end());
  Rows rows = overview::openRows(*m_snapshot->view, all, m_stack.edits().drafts().decisions());
  std::sort(rows.begin(), rows.end());
  return rows;
}

GroupController::Rows GroupController::judged(const Rows& rows) const {
  Rows left = rows;
  std::erase_if(left, [this](const RowRef& row) {
    return m_snapshot->view->configs()[row.config].absentRow(row.row) == overview::Absent::MissingShard;
  });
  return left;
}

GroupController::Parts GroupController::openCells(const std::vector<std::size_t>& groups, bool wholeRows) const {
  const Rows rows = judged(openRows(groups));
  Parts parts;
  for (const std::size_t index : groups) {
    const overview::Group& group = m_snapshot->groups[index];
    Rows own;
    std::ranges::copy_if(group.members, std::back_inserter(own),
                         [&](const RowRef& row) { return std::ranges::binary_search(rows, row); });
    if (own.empty()) continue;
    if (wholeRows) parts.push_back({std::move(own), {}});
    else std::ranges::move(overview::openParts(*m_snapshot->view, group, own, m_stack.edits().drafts().decisions()), std::back_inserter(parts));
  }
  return parts;
}

base::Result<baselines::AcceptPlan> GroupController::plan(const Parts& parts) const {
  Drafts work = m_stack.edits().drafts();
  // A lost row leaves the baseline only with a reason: that is a guard of its own.
  auto planned = overview::planGroups(*m_snapshot->view, parts, work, {.removeLost = true});
  if (planned) addEvidence(*planned, m_evidence);
  return planned;
}

std::vector<overview::GroupPlace> GroupController::flakyChoices(const Rows& rows) const {
  return overview::flakyPlacesOf(*m_snapshot->view, judged(rows));
}

base::Result<void> GroupController::open(const std::string& path, bool mayBeNew) {
  const auto file = m_stack.edits().openFile(pathText(path), mayBeNew);
  if (!file) return base::fail(file.error());
  return {};
}

base::Result<void> GroupController::openBaselines(const Rows& rows) {
  for (const std::string& path : overview::baselinePaths(*m_snapshot->view, rows))
    if (auto done = open(path, false); !done) return done;
  return {};
}

base::Result<void> GroupController::push(base::Result<baselines::Change> change) {
  if (!change) return base::fail(change.error());
  addEvidence(*change, m_evidence);
  if (change->files.empty() && change->decisions.empty())
    return base::fail({.code = base::ErrorCode::BadArgument,
                       .text = "There is nothing to do.",
                       .hint = "The baselines have these values already."});
  return m_stack.push(*change);
}

base::Result<void> GroupController::accept(const Parts& parts, const std::string& reason, bool withoutGuarded) {
  for (const overview::GroupRows& part : parts)
    if (auto done = openBaselines(part.rows); !done) return done;
  auto planned = plan(parts);
  if (!planned) return base::fail(planned.error());
  auto decided = baselines::decideAccept(
      *std::move(planned), m_stack.edits().drafts(),
      {.reason = reason,
       .guarded = withoutGuarded ? baselines::GuardedRows::HoldBack : baselines::GuardedRows::NeedReason,
       .evidence = m_evidence});
  if (!decided) return base::fail(decided.error());
  if (decided->done.files.empty() && !decided->done.problems.empty())
    return base::fail({.code = base::ErrorCode::BadArgument, .text = decided->done.problems.front()});
  return push(std::move(decided->change));
}

base::Result<void> GroupController::keep(const Rows& rows) {
  if (auto done = openBaselines(rows); !done) return done;
  Drafts work = m_stack.edits().drafts();
  return push(overview::keepRows(*m_snapshot->view, rows, work));
}

base::Result<void> GroupController::markFlaky(const overview::GroupPlace& place, const baselines::FlakyInput& input) {
  const auto entry = baselines::entryFor(input);
  if (!entry) return base::fail(entry.error());
  if (auto done = openBaselines(place.rows()); !done) return done;
  for (const std::string& path : place.lists())
    if (auto done = open(path, true); !done) return done;
  return push(overview::flakyRows(*m_snapshot->view, place, m_stack.edits().drafts(), *entry));
}

base::Result<void> GroupController::note(const Rows& rows, const std::string& text) {
  const auto change = overview::noteRows(*m_snapshot->view, rows, m_stack.edits().drafts(), text);
  if (change && change->decisions.empty()) return {};  // a note that is not there was taken away
  return change ? m_stack.push(*change) : base::fail(change.error());
}

std::optional<std::size_t> GroupController::lastTouched() const {
  const auto& key = m_stack.lastTouched();
  if (!key || !m_snapshot) return {};
  for (std::size_t i = 0; i < m_snapshot->groups.size(); ++i)
    for (const RowRef& row : m_snapshot->groups[i].members)
      if (overview::decisionKey(*m_snapshot->view, row) == *key) return i;
  return {};
}

std::vector<std::string> GroupController::reasons() const {
  return baselines::reasonsGiven(m_stack.edits().drafts().decisions());
}

GroupQueue::GroupQueue(const Parts& parts, QObject* parent)
    : DecisionFlow(parts.strip, parts.model, parts.list, parts.controller.stack(), parent), m(parts) {}

bool GroupQueue::canDecide() const { return hasItems() && m.list.currentIndex().isValid() && !m.strip.isAsking(); }
bool GroupQueue::hasItems() const { return m.model.snapshot() != nullptr; }
bool GroupQueue::isOpen(int row) const { return m.model.isOpen(row); }
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

/// subject names the groups that have some of the rows.
QString GroupQueue::subject(const Items& groups, const GroupController::Rows& rows) const {
  const std::vector<overview::Group>& all = m.model.snapshot()->groups;
  Items own = groups;
  std::erase_if(own, [&](Item group) { return std::ranges::find_first_of(all[group].members, rows) == all[group].members.end(); });
  if (own.size() > 1) return tr("%1 of %2 groups").arg(rowsText(rows.size()), grouped(own.size()));
  const overview::Group& first = all[own.empty() ? groups.front() : own.front()];
  if (rows.size() < first.members.size()) return tr("the %1 open of %2").arg(grouped(rows.size()), titleText(first));
  return titleText(first);
}

QString GroupQueue::message(const QString& name, const QString& what) const {
  return tr("%1: %2", "group, what was decided").arg(name, what);
}

void GroupQueue::acceptPart(bool wholeRows) {
  const Items groups = chosen();
  const GroupController::Parts parts = m.controller.openCells(groups, wholeRows);
  if (parts.empty())
    return Q_EMIT statusMessage(tr("The shards of these models are not here: there is nothing to accept"));
  const auto plan = m.controller.plan(parts);
  if (!plan) return Q_EMIT statusMessage(sentenceOf(plan.error()));
  setNext(groups);
  GroupController::Rows rows;
  for (const overview::GroupRows& part : parts) rows.insert(rows.end(), part.rows.begin(), part.rows.end());
  const QString name = subject(groups, rows);
  const QString accepted = tr("accepted, %1").arg(extentText(*plan));
  if (!plan->needsReason()) return settleNow([&] { return m.controller.accept(parts, {}); }, message(name, accepted));
  const std::size_t rest = plan->withoutGuarded().editCount();
  requestReason({.title = tr("Accept %1: %2", "group, how many cells").arg(name, extentText(*plan)),
             .guard = fromUtf8(plan->guardSummary()),
             .otherText = rest == 0   ? QString()
                          : rest == 1 ? tr("Only the edit without a guard")
                                      : tr("Only the %1 edits without a guard").arg(grouped(rest)),
             .accept = [this, parts](const std::string& reason,
                                     bool withoutGuarded) { return m.controller.accept(parts, reason, withoutGuarded); },
             .message = [this, name](const QString& what) { return message(name, what); },
             .accepted = accepted});
}

void GroupQueue::keep() {
  const Items groups = chosen();
  const GroupController::Rows rows = m.controller.openRows(groups);
  setNext(groups);
  settleNow([&] { return m.controller.keep(rows); }, message(subject(groups, rows), tr("kept")));
}

void GroupQueue::markFlaky() {
  const Items groups = chosen();
  const GroupController::Rows rows = m.controller.openRows(groups);
  const std::vector<overview::GroupPlace> places = m.controller.flakyChoices(rows);
  if (places.empty())
    return Q_EMIT statusMessage(tr("None of these rows has a row in a baseline on disk: a flaky list excuses nothing there"));
  const QString name = subject(groups, rows);
  const std::string& generation = m.model.snapshot()->view->options().rules->generation;
  const bool hasScripts = std::ranges::any_of(places.front().lists(), [](const std::string& list) { return list.ends_with(".py"); });
  // Rules other than the checkout's own bring a list of their own.
  const bool isUnread = hasScripts && !generation.starts_with("checkout");
  const QString rules = fromUtf8(generation);
  const QString title = isUnread ? tr("CI's count stays: the rules %1 read no list of this checkout, \"this checkout\" above does. Flaky: %2",
                                      "rules, group").arg(rules, name)
                                 : tr("Flaky: %1").arg(name);
  const QString done = isUnread ? tr("marked as flaky; CI's count stays with the rules %1").arg(rules) : tr("marked as flaky");
  requestFlaky<overview::GroupPlace>(
      title, places, groups,
      [this](const auto& place, const auto& input) { return m.controller.markFlaky(place, input); },
      message(name, done));
}

void GroupQueue::note() {
  const Items groups = chosen();
  GroupController::Rows rows;
  for (const std::size_t group : groups) {
    const auto& members = m.model.snapshot()->groups[group].members;
    rows.insert(rows.end(), members.begin(), members.end());
  }
  std::sort(rows.begin(), rows.end());
  const baselines::Decision* decision = m.controller.decision(rows.front());
  requestNote(subject(groups, rows), decision == nullptr ? std::string() : decision->note,
          [this, rows](const std::string& text) { return m.controller.note(rows, text); });
}

}  // namespace plumbline::ui
