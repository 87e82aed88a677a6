// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/triage/decision_desk.h"

#include <QFile>

#include "core/session/pending_edits.h"
#include "ui/support/edit_stack.h"

namespace plumbline::ui {

using baselines::Decision;
using baselines::DecisionKey;
using baselines::DecisionKind;

namespace {

DecisionDesk::State stateFor(DecisionKind kind) {
  switch (kind) {
    case DecisionKind::Accepted: return DecisionDesk::State::Accepted;
    case DecisionKind::Kept: return DecisionDesk::State::Kept;
    case DecisionKind::Flaky: return DecisionDesk::State::Flaky;
  }
  return DecisionDesk::State::NotAsked;
}

base::Error nothingToAccept(const baselines::Plan& plan) {
  base::Error error{.code = base::ErrorCode::BadArgument, .text = "There is nothing to accept.", .file = plan.baselinePath};
  if (!plan.notes.empty()) error.text = plan.notes.front().model + ": " + plan.notes.front().text;
  else error.hint = "The baseline has these values already.";
  return error;
}

}  // namespace

DecisionDesk::DecisionDesk(EditStack& stack, QObject* parent) : QObject(parent), m_stack(stack) {
  connect(&stack.edits(), &session::PendingEdits::changed, this, [this] {
    read();
    Q_EMIT changed();
  });
}

void DecisionDesk::setSnapshot(const session::SnapshotPtr& snapshot) {
  m_snapshot = snapshot;
  m_rowsOf.clear();
  m_table.reset();
  read();
}

/// read walks the decisions of this baseline; rows without one keep what the verdict says.
void DecisionDesk::read() {
  m_count = {};
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
const DecisionDesk::Rows& DecisionDesk::rowsOf(const std::string& model) const {
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

DecisionDesk::State DecisionDesk::state(std::uint32_t row) const {
  return row < m_states.size() ? m_states[row] : State::NotAsked;
}

const Decision* DecisionDesk::decision(std::uint32_t row) const {
  if (row >= m_states.size()) return nullptr;
  const baselines::Decisions& all = m_stack.edits().drafts().decisions();
  if (all.empty()) return nullptr;
  const auto found = all.find({m_snapshot->expected.path, modelOf(row)});
  return found == all.end() ? nullptr : &found->second;
}

bool DecisionDesk::hasNote(std::uint32_t row) const {
  const Decision* said = decision(row);
  return said && !said->note.empty();
}

std::string DecisionDesk::modelOf(std::uint32_t row) const {
  std::string scratch;
  return std::string(comparison()->modelName(row, scratch));
}

baselines::ChosenRows DecisionDesk::chosen(const Rows& rows) const {
  return baselines::chosenRows(*comparison(), m_snapshot->expected.path, rows);
}

base::Result<const baselines::BaselineTable*> DecisionDesk::pending() const {
  const std::string& path = m_snapshot->expected.path;
  const auto file = m_stack.edits().openFile(QFile::decodeName(QByteArray::fromStdString(path)));
  if (!file) return base::fail(file.error());
  if (!m_table || m_table->csv().bytes() != (*file)->pending) {
    auto table = baselines::BaselineTable::of((*file)->pending, path);
    if (!table) return base::fail(table.error());
    m_table = std::move(*table);
  }
  return &*m_table;
}

base::Result<baselines::Plan> DecisionDesk::plan(const Rows& rows, const std::vector<std::string>& metrics) const {
  const auto table = pending();
  if (!table) return base::fail(table.error());
  // A lost row leaves the baseline only with a reason: that is a guard of its own.
  baselines::Plan plan =
      baselines::planAcceptance(*comparison(), **table, {.rows = rows, .metrics = metrics, .removeLost = true});
  // A file that cannot be edited at all (conflict markers) says so at once, not after a reason was typed.
  std::vector<baselines::BaselineEdit> edits;
  for (const baselines::PlannedEdit& planned : plan.edits) edits.push_back(planned.edit);
  if (const auto fits = baselines::bytesFor(**table, edits); !fits) return base::fail(fits.error());
  return plan;
}

DecisionDesk::Rows DecisionDesk::alike(std::uint32_t row) const {
  Rows rows = baselines::alikeRows(*comparison(), row);
  std::erase_if(rows, [&](std::uint32_t other) { return other != row && !isUndecided(other); });
  return rows;
}

std::vector<flaky::FlakyPlace> DecisionDesk::flakyPlaces(const Rows& rows) const {
  return flaky::flakyPlaces(m_snapshot->expected.path, baselines::failingChecks(*comparison(), rows));
}

base::Result<void> DecisionDesk::accept(const Rows& rows, const std::vector<std::string>& metrics,
                                        const std::string& reason, bool withoutGuarded) {
  auto wanted = plan(rows, metrics);
  if (!wanted) return base::fail(wanted.error());
  if (withoutGuarded) *wanted = wanted->withoutGuarded();
  auto change = baselines::changeFor(*wanted, *m_table, reason);
  if (!change) return base::fail(change.error());
  if (change->decisions.empty()) return base::fail(nothingToAccept(*wanted));
  Rows done;
  for (const baselines::PlannedEdit& edit : wanted->edits) done.push_back(edit.row);
  for (const baselines::RowNote& note : wanted->notes)
    if (!note.refused) done.push_back(note.row);
  auto finished = baselines::finishedAccept(std::move(*change), m_stack.edits().drafts(), chosen(done));
  if (!finished) return base::fail(finished.error());
  return m_stack.push(*finished);
}

base::Result<void> DecisionDesk::keep(const Rows& rows) {
  const auto change = baselines::keepChange(m_stack.edits().drafts(), chosen(rows));
  if (!change) return base::fail(change.error());
  return m_stack.push(*change);
}

base::Result<void> DecisionDesk::markFlaky(const Rows& rows, const flaky::FlakyPlace& place,
                                           const baselines::FlakyWords& words) {
  const auto entry = baselines::entryFor(words);
  if (!entry) return base::fail(entry.error());
  for (const flaky::FlakyTarget& target : place.targets) {
    const auto file = m_stack.edits().openFile(QFile::decodeName(QByteArray::fromStdString(target.path)), true);
    if (!file) return base::fail(file.error());
  }
  const auto change = baselines::flakyChange(m_stack.edits().drafts(), chosen(rows), place, *entry);
  if (!change) return base::fail(change.error());
  return m_stack.push(*change);
}

base::Result<void> DecisionDesk::note(const Rows& rows, const std::string& text) {
  const baselines::Change change = baselines::noteChange(m_stack.edits().drafts().decisions(), chosen(rows), text);
  if (change.decisions.empty()) return {};
  return m_stack.push(change);
}

std::optional<std::uint32_t> DecisionDesk::lastTouched() const {
  const auto& key = m_stack.lastTouched();
  if (!key || !comparison() || key->baseline != m_snapshot->expected.path) return {};
  const Rows& rows = rowsOf(key->model);
  if (rows.empty()) return {};
  return rows.front();
}

std::vector<std::string> DecisionDesk::reasons() const {
  return baselines::reasonsGiven(m_stack.edits().drafts().decisions());
}

}  // namespace plumbline::ui
