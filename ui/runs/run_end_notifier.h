// SPDX-License-Identifier: GPL-3.0-or-later
// Reports each run that ends, once, when its final state is known, not the runs that were over before; and how many runs
// of an earlier process can be resumed.
//
//   auto* notifier = new RunEndNotifier(queue, this);
//   connect(notifier, &RunEndNotifier::ended, this, [&](const QString& title, const QString& text) {
//   desktop.send(title, text); });
#pragma once

#include <QObject>
#include <QSet>
#include <QString>

#include "core/runs/engine/run_queue.h"

namespace plumbline::ui {

class RunEndNotifier : public QObject {
  Q_OBJECT

 public:
  RunEndNotifier(runs::RunQueue& queue, QObject* parent);

 Q_SIGNALS:
  void ended(const QString& title, const QString& text, bool good);
  /// abandonedChanged: text is "" when there is none.
  void abandonedChanged(const QString& text);

 private:
  void check(const runs::QueuePtr& queue);

  qsizetype m_abandoned = 0;
  QSet<QString> m_ending;  ///< finished, their final state is not known yet
};

}  // namespace plumbline::ui
