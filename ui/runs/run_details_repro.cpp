// SPDX-License-Identifier: GPL-3.0-or-later
// What the details say of a repro run, and of one that leaves repro scripts.
#include <QPlainTextEdit>
#include <QTabBar>

#include "ui/runs/log_view.h"
#include "ui/runs/queue_table.h"
#include "ui/runs/repro_shelf.h"
#include "ui/runs/repro_view.h"
#include "ui/runs/repro_words.h"
#include "ui/runs/run_details.h"
#include "ui/runs/task_model.h"
#include "ui/triage/utf8_text.h"

using namespace Qt::StringLiterals;

namespace plumbline::ui {

void RunDetails::setShelf(ReproShelf* shelf) {
  m_shelf = shelf;
  m_model->setShelf(shelf);
  connect(shelf, &ReproShelf::changed, this, [this](const QString& run) {
    if (run != runId()) return;
    m_model->retell();
    showHead();
    showRepro();
  });
}

const ReproReading* RunDetails::reading() const { return m_shelf != nullptr ? m_shelf->reading(runId()) : nullptr; }

void RunDetails::showRepro() {
  const bool leaves = m_run && leavesScripts(*m_run);
  const bool isRepro = m_run && m_run->spec.kind == runs::RunKind::Repro;
  m_repro->setVisible(leaves);
  m_result->setVisible(!leaves);
  m_repro->setSummary(leaves && !isRepro ? m_summary : QString());
  m_repro->showRun(leaves ? m_run : nullptr, leaves ? reading() : nullptr, currentTask());
}

/// reproSentence is the head's line: the class, or the outcome of the only task, or how far the minifier is.
QString RunDetails::reproSentence() const {
  const ReproReading* known = m_run && m_run->spec.kind == runs::RunKind::Repro ? reading() : nullptr;
  if (known == nullptr) return {};
  QStringList parts;
  if (const auto look = m_shelf->lookOf(*m_run)) parts << look->glyph + u' ' + look->word;
  if (known->all)
    if (const QString rate = rateText(known->all->failureRate); !rate.isEmpty()) parts << u"fails in "_s + rate;
  if (!known->checkpoints.empty())
    parts << (known->checkpoints.size() == 1 ? u"1 checkpoint"_s : u"%1 checkpoints"_s.arg(known->checkpoints.size())) +
                 u", the smallest with %1 nodes"_s.arg(known->checkpoints.front().nodes);
  return parts.join(u" \u00b7 "_s);
}

bool RunDetails::hasEvidence() const { return m_repro->evidenceLine() > 0; }

void RunDetails::goToEvidence() {
  if (!hasEvidence() || m_tabs->count() < 2) return;
  m_tabs->setCurrentIndex(0);
  m_hasChosenTab = true;
  m_log->goToLine(m_repro->evidenceLine() - 1);
  m_log->setFocus(Qt::ShortcutFocusReason);
}

}  // namespace plumbline::ui
