// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/runs/run_end_notifier.h"

#include <algorithm>
#include <utility>

#include "ui/runs/run_text.h"
#include "ui/support/utf8_text.h"

namespace plumbline::ui {

RunEndNotifier::RunEndNotifier(runs::RunQueue& queue, QObject* parent) : QObject(parent) {
  connect(&queue, &runs::RunQueue::changed, this, &RunEndNotifier::check);
  connect(&queue, &runs::RunQueue::finished, this, [this, &queue](const QString& run) {
    m_ending.insert(run);
    check(queue.queue());
  });
}

void RunEndNotifier::check(const runs::QueuePtr& queue) {
  if (!queue) return;
  const auto abandoned = std::ranges::count(queue->runs, runs::RunAccess::Abandoned, [](const auto& run) { return run->access; });
  if (std::exchange(m_abandoned, abandoned) != abandoned)
    Q_EMIT abandonedChanged(abandoned == 0   ? QString()
                            : abandoned == 1 ? tr("1 run can be resumed.")
                                             : tr("%1 runs can be resumed.").arg(abandoned));
  const QSet<QString> ending = m_ending;
  for (const QString& id : ending) {
    const runs::Run* run = runs::findRun(*queue, id.toStdString());
    if (run == nullptr || !runs::isFinished(runs::stateOf(*run))) continue;
    m_ending.remove(id);
    Q_EMIT ended(fromUtf8(run->title), finishedText(*run, secondsNow()), runs::stateOf(*run) == runs::RunState::Done);
  }
}

}  // namespace plumbline::ui
