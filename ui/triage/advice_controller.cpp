// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/triage/advice_controller.h"

#include "core/evidence/evidence_rows.h"
#include "ui/triage/decision_controller.h"
#include "ui/triage/details_panel.h"
#include "ui/triage/run_history.h"

using namespace Qt::StringLiterals;

namespace plumbline::ui {

AdviceController::AdviceController(const Parts& parts) : QObject(&parts.history), m(parts) {
  connect(&m.history, &RunHistory::snapshotChanged, this, &AdviceController::setSnapshot);
  connect(&m.history, &RunHistory::currentChanged, this, &AdviceController::setCurrent);
}

void AdviceController::setSnapshot(const session::SnapshotPtr& snapshot) {
  m_snapshot = snapshot;
  m_advice.clear();
  if (m.decisions != nullptr) m.decisions->setEvidence({});
  showAdvice();
  m_read = verdicts::kNoRow;
  m_isReading = false;
  // After the strips of the same pair: they are read faster, and the reader takes one after the other.
  QMetaObject::invokeMethod(this, &AdviceController::readAdvice, Qt::QueuedConnection);
}

void AdviceController::readAdvice() {
  const session::SnapshotPtr snapshot = m_snapshot;
  if (m_isReading || !snapshot || !snapshot->comparison || snapshot->comparison->rowCount() > kMaxRows) return;
  m_isReading = true;
  if (!m.client.hasStore()) {
    if (snapshot->comparison->rowCount() <= kMaxRowsAtOnce) setAdvice(evidence::advisePair(nullptr, *snapshot->comparison));
    return;
  }
  m.client.read<evidence::PairAdvice>(
      this, [snapshot](history::Store& store) { return evidence::advisePair(&store, *snapshot->comparison); },
      [this, snapshot](base::Result<evidence::PairAdvice> advice) {
        if (snapshot == m_snapshot) setAdvice(std::move(advice));
      });
}

void AdviceController::setAdvice(base::Result<evidence::PairAdvice> advice) {
  // A store that cannot be read is reported by its own page.
  if (!advice) return;
  m.history.markFailedRuns(advice->rows);
  std::erase_if(advice->rows, [&](const evidence::AdvisedRow& row) {
    const bool hasRuns = std::ranges::any_of(row.advice.evidence, [](const evidence::EvidenceLine& line) { return line.unit == "run"; });
    if (row.advice.isByRuns) return false;
    return row.advice.cells.empty() || (!advice->hasHistory && !row.advice.contradicts && !hasRuns);
  });
  advice->expected = m_snapshot->expected.path;
  if (m.decisions != nullptr) m.decisions->setEvidence(evidence::toEvidence({&*advice, 1}));
  for (evidence::AdvisedRow& row : advice->rows) m_advice.insert_or_assign(row.row, std::move(row.advice));
  showAdvice();
}

void AdviceController::showAdvice() {
  const auto found = m_advice.find(m_current);
  m.details.showAdvice(found == m_advice.end() ? nullptr : &found->second);
}

void AdviceController::setCurrent(std::uint32_t row) {
  m_current = row;
  showAdvice();
  if (m_read != row || row == verdicts::kNoRow) readRuns();
}

void AdviceController::readRuns() {
  m_stop.request_stop();  // of another row
  m_stop = std::stop_source();
  m_read = verdicts::kNoRow;
  const session::SnapshotPtr snapshot = m_snapshot;
  const bool isRow = snapshot && snapshot->comparison && m_current < snapshot->comparison->rowCount() && m.history.canShow();
  m.details.showRuns({}, isRow && m.history.strip(m_current) != nullptr);
  if (!isRow) return;
  m_read = m_current;
  using Rows = std::vector<evidence::RowEvidence>;
  const base::Progress progress(m_stop.get_token());
  m.client.read<Rows>(
      this,
      [snapshot, row = m_current, progress](history::Store& store) {
        return evidence::rowCard(store, *snapshot->comparison, row, progress);
      },
      [this, progress](base::Result<Rows> rows) {
        if (!progress.stopRequested()) m.details.showRuns(rows ? *rows : Rows(), false);
      });
}

ActionSpec AdviceController::action() {
  return {.id = u"triage.evidence"_s,
          .text = tr("Show the evidence of the row"),
          .tooltip = tr("What the advice on the row stands on, and what its runs say: counts with their intervals"),
          .group = tr("Triage"),
          .iconName = {},
          .shortcuts = {Qt::SHIFT | Qt::Key_Y},
          .run = [this] { m.details.toggleEvidence(); },
          .enabled = [this] { return m.details.hasEvidence(); }};
}

}  // namespace plumbline::ui
