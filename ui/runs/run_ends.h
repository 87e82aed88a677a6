// SPDX-License-Identifier: GPL-3.0-or-later
// Tells of the runs that end, each once, when its last state is known; of those that were over before, nothing.
//
//   auto* ends = new RunEnds(queue, this);
//   connect(ends, &RunEnds::ended, this, [&](const QString& title, const QString& text) { desktop.send(title, text); });
#pragma once

#include <QObject>
#include <QSet>
#include <QString>

#include "core/runs/run_queue.h"

namespace plumbline::ui {

class RunEnds : public QObject {
  Q_OBJECT

 public:
  RunEnds(runs::RunQueue& queue, QObject* parent);

 Q_SIGNALS:
  void ended(const QString& title, const QString& text, bool good);

 private:
  void look(const runs::QueuePtr& queue);

  QSet<QString> m_ending;  ///< told to be over, their last state is on the way
};

}  // namespace plumbline::ui
