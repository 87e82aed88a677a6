// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/runs/run_ends.h"

#include <QDateTime>

#include "ui/runs/run_words.h"
#include "ui/triage/utf8_text.h"

namespace plumbline::ui {

RunEnds::RunEnds(runs::RunQueue& queue, QObject* parent) : QObject(parent) {
  connect(&queue, &runs::RunQueue::changed, this, &RunEnds::look);
  connect(&queue, &runs::RunQueue::finished, this, [this, &queue](const QString& run) {
    m_ending.insert(run);
    look(queue.queue());
  });
}

void RunEnds::look(const runs::QueuePtr& queue) {
  if (!queue || m_ending.isEmpty()) return;
  const QSet<QString> ending = m_ending;
  for (const QString& id : ending) {
    const runs::Run* run = runs::findRun(*queue, id.toStdString());
    if (run == nullptr || !runs::isOver(runs::stateOf(*run))) continue;
    m_ending.remove(id);
    const double now = static_cast<double>(QDateTime::currentMSecsSinceEpoch()) / 1000;
    Q_EMIT ended(fromUtf8(run->title), endText(*run, now), runs::stateOf(*run) == runs::RunState::Done);
  }
}

}  // namespace plumbline::ui
