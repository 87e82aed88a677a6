// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/triage/decision_controller.h"

#include "core/session/pending_edits.h"
#include "ui/support/edit_stack.h"
#include "ui/support/utf8_text.h"

namespace plumbline::ui {

using baselines::Decision;
using baselines::DecisionKind;

namespace {

DecisionController::State stateFor(DecisionKind kind) {
  switch (kind) {
    case DecisionKind::Accepted: return DecisionController::State::Accepted;
    case DecisionKind::Kept: return DecisionController::State::Kept;
    case DecisionKind::Flaky: return DecisionController::State::Flaky;
  }
  return DecisionController::State::NotAsked;
}

base::Error nothingToAccept(const baselines::Plan& plan) {
  base::Error error{.code = base::ErrorCode::BadArgument, .text = "There is nothing to accept.", .file = plan.baselinePath};
  if (!plan.notes.empty()) error.text = plan.notes.front().model + ": " + plan.notes.front().text;
  else error.hint = "The baseline has these values already.";
  return error;
}

}  // namespace

DecisionController::DecisionController(EditStack& stack, QObject* parent) : QObject(parent), m_stack(stack) {
  connect(&stack.edits(), &session::PendingEdits::changed, this, &DecisionController::update);
}

void DecisionController::update() {
  read();
  Q_EMIT changed();
}

void DecisionController::setSnapshot(const session::SnapshotPtr& snapshot) {
  m_snapshot = snapshot;
  m_rowsOf.clear();
  m_table.reset();
  m_planned.reset();
  read();
}

/// read applies the decisions of this baseline; rows without one keep the state of their verdict.
void DecisionController::read() {
  m_count = {};
  m_isUsed = false;
  m_states.clear();
  auto decided = std::make_shared<std::vector<bool>>();
  if (const verdicts::Comparison* now = comparison()) {
    m_states.resize(now->rowCount(), State::NotAsked);
    decided->resize(now->rowCount());
    for (std::size_t i = 0; i < m_states.size(); ++i)
      if (verdicts::needsDecision(now->row(i))) m_states[i] = State::Undecided;
    m_count.asked = now->counts().needDecision;
    const baselines::Decisions& all = m_stack.edits().drafts().decisions();
    const std::string& baseline = m_snapshot->expected.path;
    for (auto at = all.lower_bound({baseline, {}}); at != all.end() && at->first.baseline == baseline; ++at) {
      m_isUsed = true;
      if (!at->second.kind) continue;
      for (const std::uint32_t row : rowsOf(at->first.model)) {
        if (m_states[row] == State::NotAsked && !now->row(row).changed) continue;
        if (m_states[row] == State::Undecided) ++m_count.decided;
        m_states[row] = stateFor(*at->second.kind);
        (*decided)[row] = true;
      }
    }
  }
  m_decided = std::move(decided);
}

/// rowsOf finds the rows of a model. The first question reads all names that need a decision; a name that is none of them
/// costs one walk over all rows, once.
const DecisionController::Rows& DecisionController::rowsOf(const std::string& model) const {
  const std::size_t count = comparison()->rowCount();
  std::string scratch;
  if (m_rowsOf.empty())
    for (std::uint32_t row = 0; row < count; ++row)
      if (verdicts::needsDecision(comparison()->row(row)))
        m_rowsOf[std::string(comparison()->modelName(row, scratch))].push_back(row);
  if (const auto found = m_rowsOf.find(model); found != m_rowsOf.end()) return found->second;
  Rows& rows = m_rowsOf[model];
  for (std::uint32_t row = 0; row < count; ++row)
    if (comparison()->modelName(row, scratch) == model) rows.push_back(row);
  return rows;
}

DecisionController::State DecisionController::state(std::uint32_t row) const {
  return row < m_states.size() ? m_states[row] : State::NotAsked;
}

const Decision* DecisionController::decision(std::uint32_t row) const {
  if (row >= m_states.size()) return nullptr;
  const baselines::Decisions& all = m_stack.edits().drafts().decisions();
  if (all.empty()) return nullptr;
  const auto found = all.find({m_snapshot->expected.path, modelOf(row)});
  return found == all.end() ? nullptr : &found->second;
}

bool DecisionController::hasNote(std::uint32_t row) const {
  const Decision* decided = decision(row);
  return decided && !decided->note.empty();
}

std::string DecisionController::modelOf(std::uint32_t row) const {
  std::string scratch;
  return std::string(comparison()->modelName(row, scratch));
}

baselines::ChosenRows DecisionController::chosen(const Rows& rows) const {
  return baselines::chosenRows(*comparison(), m_snapshot->expected.path, rows);
}

base::Result<const baselines::BaselineTable*> DecisionController::pending() const {
  const std::string& path = m_snapshot->expected.path;
  const auto file = m_stack.edits().openFile(pathText(path));
  if (!file) return base::fail(file.error());
  if (!m_table || m_table->csv().bytes() != (*file)->pending) {
    auto table = baselines::BaselineTable::of((*file)->pending, path);
    if (!table) return base::fail(table.error());
    m_table = std::move(*table);
    m_planned.reset();
  }
  return &*m_table;
}

/// planAccept keeps the last plan with its bytes: rows are accepted right after they were planned.
base::Result<const baselines::AcceptPlan*> DecisionController::planAccept(
    const Rows& rows, const std::vector<std::string>& metrics) const {
  const auto table = pending();
  if (!table) return base::fail(table.error());
  if (m_planned && m_planned->rows == rows && m_planned->metrics == metrics) return &m_planned->plan;
  // A lost row leaves the baseline only with a reason: that is a guard of its own.
  baselines::AcceptPlan plan{
      .files = {{.plan = baselines::planAcceptance(*comparison(), **table,
                                                   {.rows = rows, .metrics = metrics, .removeLost = true}),
                 .table = **table}}};
  // A file that cannot be edited at all (conflict markers) fails here, before a reason is asked.
  if (const auto fits = plan.prepare(); !fits) return base::fail(fits.error());
  m_planned = Planned{rows, metrics, std::move(plan)};
  return &m_planned->plan;
}

base::Result<baselines::Plan> DecisionController::plan(const Rows& rows,
                                                       const std::vector<std::string>& metrics) const {
  const auto planned = planAccept(rows, metrics);
  if (!planned) return base::fail(planned.error());
  return (*planned)->files.front().plan;
}

DecisionController::Rows DecisionController::alike(std::uint32_t row) const {
  Rows rows = baselines::alikeRows(*comparison(), row);
  std::erase_if(rows, [&](std::uint32_t other) { return other != row && !isUndecided(other); });
  return rows;
}

base::Result<std::vector<flaky::FlakyChoice>> DecisionController::flakyChoices(const Rows& rows) const {
  if (const auto checked = baselines::checkFlaky(*comparison(), rows); !checked) return base::fail(checked.error());
  return flaky::flakyChoices(m_snapshot->expected.path, baselines::failingChecks(*comparison(), rows));
}

base::Result<void> DecisionController::accept(const Rows& rows, const std::vector<std::string>& metrics,
                                        const std::string& reason, bool withoutGuarded) {
  const auto planned = planAccept(rows, metrics);
  if (!planned) return base::fail(planned.error());
  const auto decided = baselines::decideAccept(
      **planned, m_stack.edits().drafts(),
      {.reason = reason, .guarded = withoutGuarded ? baselines::GuardedRows::HoldBack
       : baselines::GuardedRows::NeedReason});
  if (!decided) return base::fail(decided.error());
  if (decided->change.decisions.empty())
    return base::fail(nothingToAccept(decided->done.files.empty() ? (*planned)->files.front().plan
                                                                  : decided->done.files.front().plan));
  return m_stack.push(decided->change);
}

base::Result<void> DecisionController::keep(const Rows& rows) {
  const auto change = baselines::keepChange(m_stack.edits().drafts(), chosen(rows));
  if (!change) return base::fail(change.error());
  return m_stack.push(*change);
}

base::Result<void> DecisionController::markFlaky(const Rows& rows, const flaky::FlakyChoice& place,
                                           const baselines::FlakyInput& input) {
  const auto entry = baselines::entryFor(input);
  if (!entry) return base::fail(entry.error());
  for (const flaky::FlakyTarget& target : place.targets) {
    const auto file = m_stack.edits().openFile(pathText(target.path), true);
    if (!file) return base::fail(file.error());
  }
  const auto change = baselines::flakyChange(m_stack.edits().drafts(), chosen(rows), place, *entry);
  if (!change) return base::fail(change.error());
  return m_stack.push(*change);
}

base::Result<void> DecisionController::note(const Rows& rows, const std::string& text) {
  const baselines::Change change = baselines::noteChange(m_stack.edits().drafts().decisions(), chosen(rows), text);
  if (change.decisions.empty()) return {};
  return m_stack.push(change);
}

std::optional<std::uint32_t> DecisionController::lastTouched() const {
  const auto& key = m_stack.lastTouched();
  if (!key || !comparison() || key->baseline != m_snapshot->expected.path) return {};
  const Rows& rows = rowsOf(key->model);
  if (rows.empty()) return {};
  return rows.front();
}

std::vector<std::string> DecisionController::reasons() const {
  return baselines::reasonsGiven(m_stack.edits().drafts().decisions());
}

}  // namespace plumbline::ui
