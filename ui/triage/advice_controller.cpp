// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/triage/advice_controller.h"

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
  setCurrent(m_current);
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
  std::erase_if(advice->rows, [&](const evidence::AdvisedRow& row) {
    return row.advice.cells.empty() || (!advice->hasHistory && !row.advice.contradicts);
  });
  advice->expected = m_snapshot->expected.path;
  if (m.decisions != nullptr) m.decisions->setEvidence(evidence::toEvidence({&*advice, 1}));
  for (evidence::AdvisedRow& row : advice->rows) m_advice.insert_or_assign(row.row, std::move(row.advice));
  setCurrent(m_current);
}

void AdviceController::setCurrent(std::uint32_t row) {
  m_current = row;
  const auto found = m_advice.find(row);
  m.details.showAdvice(found == m_advice.end() ? nullptr : &found->second);
}

ActionSpec AdviceController::action() {
  return {.id = u"triage.evidence"_s,
          .text = tr("Show the evidence of the advice"),
          .tooltip = tr("What the advice on the row stands on: counts with their intervals"),
          .group = tr("Triage"),
          .iconName = {},
          .shortcuts = {Qt::SHIFT | Qt::Key_Y},
          .run = [this] { m.details.toggleEvidence(); },
          .enabled = [this] { return m.details.hasEvidence(); }};
}

}  // namespace plumbline::ui
