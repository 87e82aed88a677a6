// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/triage/decision_controller.h"

#include <unordered_set>

#include "core/session/pending_edits.h"
#include "ui/support/edit_stack.h"
#include "ui/support/notice_strip.h"
#include "ui/support/utf8_text.h"
#include "ui/triage/decision_text.h"
#include "ui/triage/triage_model.h"
#include "ui/triage/triage_table.h"
#include "ui/triage/triage_text.h"

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
  error.hint = plan.notes.empty() ? "The baseline has these values already."
                                  : "Nothing can be written for it: keep the baseline (X), mark the row as flaky (F), or run it again.";
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
  m_earlier.clear();
  auto decided = std::make_shared<std::vector<bool>>();
  if (const verdicts::Comparison* now = comparison()) {
    m_states.resize(now->rowCount(), State::NotAsked);
    m_earlier = m_snapshot->earlier;
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
        m_earlier.erase(row);
        if (!baselines::isForValues(at->second, *now, row)) {
          m_earlier[row] = {.decision = at->second, .date = {}, .isSame = false};
          continue;
        }
        if (m_states[row] == State::Undecided) ++m_count.decided;
        m_states[row] = stateFor(*at->second.kind);
        (*decided)[row] = true;
      }
    }
    readEarlier(*decided);
  }
  m_decided = std::move(decided);
}

void DecisionController::readEarlier(std::vector<bool>& decided) {
  for (const auto& [row, answer] : m_earlier) {
    m_isUsed = true;
    if (!answer.isSame || m_states[row] != State::Undecided) continue;
    m_states[row] = stateFor(*answer.decision.kind);
    ++m_count.decided;
    decided[row] = true;
  }
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

const baselines::EarlierAnswer* DecisionController::earlier(std::uint32_t row) const {
  const auto found = m_earlier.find(row);
  return found == m_earlier.end() ? nullptr : &found->second;
}

const std::string& DecisionController::noteOn(std::uint32_t row) const {
  static const std::string kNone;
  if (const Decision* decided = decision(row)) return decided->note;
  if (!m_snapshot) return kNone;
  const auto logged = m_snapshot->earlier.find(row);
  return logged == m_snapshot->earlier.end() ? kNone : logged->second.decision.note;
}

/// push makes the step; a first answer to a row takes along the note that the log has on it.
base::Result<void> DecisionController::push(base::Result<baselines::Change> change, const Rows& rows) {
  if (!change) return base::fail(change.error());
  addEvidence(*change, m_evidence);
  std::unordered_map<std::string, std::string> notes;
  if (!m_snapshot->earlier.empty())
    for (const std::uint32_t row : rows)
      if (decision(row) == nullptr) notes[modelOf(row)] = noteOn(row);
  for (baselines::DecisionChange& one : change->decisions)
    if (const auto note = notes.find(one.key.model); note != notes.end() && one.now) one.now->note = note->second;
  return m_stack.push(*change);
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
    const auto& shown = m_snapshot->expected.table;  // mostly the same bytes: then it is not scanned again
    auto table = shown->bytes() == (*file)->pending ? baselines::BaselineTable::of(shown)
                                                    : baselines::BaselineTable::of((*file)->pending, path);
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
  addEvidence(plan, m_evidence);
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
      {.reason = reason,
       .guarded = withoutGuarded ? baselines::GuardedRows::HoldBack : baselines::GuardedRows::NeedReason,
       .evidence = m_evidence});
  if (!decided) return base::fail(decided.error());
  if (decided->change.decisions.empty())
    return base::fail(nothingToAccept(decided->done.files.empty() ? (*planned)->files.front().plan
                                                                  : decided->done.files.front().plan));
  return push(decided->change, rows);
}

void DecisionController::setEvidence(baselines::Evidence evidence) {
  m_evidence = std::move(evidence);
  m_planned.reset();
  // The details say which rows ask for a reason.
  if (std::ranges::any_of(m_evidence, [](const auto& row) { return row.second.holdsBack; })) Q_EMIT changed();
}

base::Result<void> DecisionController::keep(const Rows& rows) {
  return push(baselines::keepChange(m_stack.edits().drafts(), chosen(rows)), rows);
}

base::Result<void> DecisionController::markFlaky(const Rows& rows, const flaky::FlakyChoice& place,
                                           const baselines::FlakyInput& input) {
  const auto entry = baselines::entryFor(input);
  if (!entry) return base::fail(entry.error());
  for (const flaky::FlakyTarget& target : place.targets) {
    const auto file = m_stack.edits().openFile(pathText(target.path), true);
    if (!file) return base::fail(file.error());
  }
  return push(baselines::flakyChange(m_stack.edits().drafts(), chosen(rows), place, *entry), rows);
}

base::Result<void> DecisionController::note(const Rows& rows, const std::string& text) {
  baselines::Change change = baselines::noteChange(m_stack.edits().drafts().decisions(), chosen(rows), text);
  if (fromUtf8(text).trimmed().isEmpty())  // the log has to say that its note is gone
    for (const std::uint32_t row : rows)
      if (decision(row) == nullptr && hasNote(row))
        change.decisions.push_back({{m_snapshot->expected.path, modelOf(row)}, Decision{.kind = {}, .what = {}, .reason = "note removed", .note = {}}});
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
  requestNote(subject(rows), m.controller.noteOn(rows.front()),
          [this, rows](const std::string& text) { return m.controller.note(rows, text); });
}

}  // namespace plumbline::ui
