// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/overview/group_controller.h"

#include <algorithm>

#include "core/session/pending_edits.h"
#include "ui/support/edit_stack.h"
#include "ui/support/utf8_text.h"

namespace plumbline::ui {

using baselines::Drafts;
using overview::RowRef;
using overview::RowState;

GroupController::GroupController(EditStack& stack, QObject* parent) : QObject(parent), m_stack(stack) {
  connect(&stack.edits(), &session::PendingEdits::changed, this, &GroupController::update);
}

void GroupController::update() {
  read();
  Q_EMIT changed();
}

void GroupController::setSnapshot(const session::CommitSnapshotPtr& snapshot) {
  m_snapshot = snapshot;
  read();
}

void GroupController::read() {
  m_count = {};
  m_states.clear();
  if (!m_snapshot) return;
  const overview::CommitView& view = *m_snapshot->view;
  const bool any = !m_stack.edits().drafts().decisions().empty();
  m_states.reserve(m_snapshot->groups.size());
  for (const overview::Group& group : m_snapshot->groups) {
    GroupState state;
    for (const RowRef& row : group.members) {
      const bool asks = view.configs()[row.config].needsDecision(row.row);
      state.asked += asks ? 1 : 0;
      if (!any) continue;
      const RowState said = rowState(row);
      state.accepted += said == RowState::Accepted ? 1 : 0;
      state.kept += said == RowState::Kept ? 1 : 0;
      state.flaky += said == RowState::Flaky ? 1 : 0;
      state.decided += asks && said != RowState::Undecided ? 1 : 0;
      const baselines::Decision* words = decision(row);
      state.noted += words && !words->note.empty() ? 1 : 0;
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

base::Result<baselines::AcceptPlan> GroupController::plan(const Rows& rows) const {
  Drafts work = m_stack.edits().drafts();
  // A lost row leaves the baseline only with a reason: that is a guard of its own.
  return overview::planRows(*m_snapshot->view, judged(rows), work, {.removeLost = true});
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
    if (const auto done = open(path, false); !done) return done;
  return {};
}

base::Result<void> GroupController::push(const base::Result<baselines::Change>& change) {
  if (!change) return base::fail(change.error());
  if (change->files.empty() && change->decisions.empty())
    return base::fail({.code = base::ErrorCode::BadArgument,
                       .text = "There is nothing to do.",
                       .hint = "The baselines have these values already."});
  return m_stack.push(*change);
}

base::Result<void> GroupController::accept(const Rows& rows, const std::string& reason, bool withoutGuarded) {
  const Rows known = judged(rows);
  if (const auto done = openBaselines(known); !done) return done;
  Drafts work = m_stack.edits().drafts();
  auto planned = overview::planRows(*m_snapshot->view, known, work, {.removeLost = true});
  if (!planned) return base::fail(planned.error());
  auto decided = baselines::decideAccept(
      *std::move(planned), work,
      {.reason = reason, .guarded = withoutGuarded ? baselines::GuardedRows::HoldBack
       : baselines::GuardedRows::NeedReason});
  if (!decided) return base::fail(decided.error());
  if (decided->done.files.empty() && !decided->done.problems.empty())
    return base::fail({.code = base::ErrorCode::BadArgument, .text = decided->done.problems.front()});
  return push(std::move(decided->change));
}

base::Result<void> GroupController::keep(const Rows& rows) {
  if (const auto done = openBaselines(rows); !done) return done;
  Drafts work = m_stack.edits().drafts();
  return push(overview::keepRows(*m_snapshot->view, rows, work));
}

base::Result<void> GroupController::markFlaky(const overview::GroupPlace& place, const baselines::FlakyInput& words) {
  const auto entry = baselines::entryFor(words);
  if (!entry) return base::fail(entry.error());
  if (const auto done = openBaselines(place.rows()); !done) return done;
  for (const std::string& path : place.lists())
    if (const auto done = open(path, true); !done) return done;
  return push(overview::flakyRows(*m_snapshot->view, place, m_stack.edits().drafts(), *entry));
}

base::Result<void> GroupController::note(const Rows& rows, const std::string& text) {
  const auto change = overview::noteRows(*m_snapshot->view, rows, m_stack.edits().drafts(), text);
  if (change && change->decisions.empty()) return {};  // a note that is not there was taken away
  return push(change);
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

}  // namespace plumbline::ui
