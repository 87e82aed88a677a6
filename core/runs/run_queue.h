// SPDX-License-Identifier: GPL-3.0-or-later
// The queue: what waits, what runs, what came of it. Works on its own thread (core/tasks); signals arrive on the owner's.
// Every change is in the run's journal before it is told, so that a program that dies leaves the truth behind: the next
// one finds its runs again, joins those that still go on, and says "lost" of those nobody knows about.
//
//   RunQueue queue({.folder = defaultRunFolder()});
//   connect(&queue, &RunQueue::changed, page, &RunsPage::showQueue);
//   queue.add(spec);
//
// Without an event loop (the command line): waiting_queue.h.
#pragma once

#include <QObject>
#include <QString>
#include <memory>
#include <string>

#include "core/base/error.h"
#include "core/runs/executor.h"
#include "core/runs/run_state.h"

namespace plumbline::runs {

struct QueueOptions {
  std::string folder;        ///< of the runs; nothing else is written but spec.output
  Limits limits = {};
  bool adoptOthers = true;   ///< take up what a program that is gone left behind
  bool withOver = true;      ///< ... and show runs that are over too
  std::string only = {};     ///< ... but this run alone; "": all
  int lookMs = 250;          ///< between two looks at what runs here; elsewhere ten times as long
  int searchMs = 5'000;      ///< between two looks for runs whose program is gone meanwhile
  int birthMs = 10'000;      ///< a task whose start nobody saw is started again after that, when no keeper told of itself
};

class RunQueue : public QObject {
  Q_OBJECT

 public:
  explicit RunQueue(QueueOptions options, QObject* parent = nullptr);
  /// What runs goes on; the queue is found again by the next program.
  ~RunQueue() override;

  QueuePtr queue() const;  ///< never null

 public Q_SLOTS:
  /// add queues a run; added() or failed() follows.
  void add(const plumbline::runs::RunSpec& spec);
  void cancel(const QString& run);
  void cancelTask(const QString& run, int task);
  void cancelAll();
  /// again queues the same spec anew; retryFailed runs those tasks of a run that is over once more that
  /// failed, took too long, were lost or cancelled.
  void again(const QString& run);
  void retryFailed(const QString& run);
  void setPriority(const QString& run, int priority);
  void setPaused(const QString& run, bool paused);
  void setLimits(const plumbline::runs::Limits& limits);
  /// remove forgets a run that is over, with its folder. restore brings one back until the program ends (undo).
  void remove(const QString& run);
  void restore(const QString& run);
  /// probe asks the spec's place; probed() follows. Only the newest question is answered.
  void probe(const plumbline::runs::RunSpec& spec);
  /// watchLog keeps the log of one task fresh here while it runs elsewhere; "" for none.
  void watchLog(const QString& run, int task);

 Q_SIGNALS:
  void changed(const plumbline::runs::QueuePtr& queue);  ///< at most ten times a second
  void added(const QString& run);
  void finished(const QString& run);  ///< all its tasks are over and its results are written
  void failed(const plumbline::base::Error& error);
  void probed(const plumbline::runs::ProbeReport& report);

 private:
  struct Private;
  std::unique_ptr<Private> d;
};

}  // namespace plumbline::runs
