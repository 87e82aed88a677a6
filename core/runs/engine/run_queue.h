// SPDX-License-Identifier: GPL-3.0-or-later
// The two clients of RunEngine: RunQueue with signals for a program with an event loop, BlockingRunQueue for one
// without. Each runs the engine on a thread of its own. Every change is written to the run's journal before it is
// reported, so that the next process can adopt the runs of one that ended early.
//
//   RunQueue queue({.folder = defaultRunFolder()});
//   connect(&queue, &RunQueue::changed, page, &RunsPage::showQueue);
//   queue.add(spec);
#pragma once

#include <QObject>
#include <QString>
#include <chrono>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "core/base/result.h"
#include "core/runs/engine/run_state.h"
#include "core/runs/executors/executor.h"

namespace plumbline::runs {

class RunEngine;

struct QueueOptions {
  std::string folder;          ///< of the runs; nothing else is written but spec.output
  Limits limits = {};
  bool adoptOthers = true;     ///< show the runs of processes that ended
  bool resumeOthers = false;   ///< ... and resume them at once; otherwise resume() does
  bool includeFinished = true; ///< show finished runs too
  std::string only = {};       ///< show this run alone; "": all
  int pollIntervalMs = 250;    ///< for tasks on this machine; ten times as long elsewhere
  int searchIntervalMs = 5'000;  ///< between two searches for runs to adopt
  int startTimeoutMs = 10'000;   ///< an adopted task without a supervisor is started again after that
};

class RunQueue : public QObject {
  Q_OBJECT

 public:
  explicit RunQueue(QueueOptions options, QObject* parent = nullptr);
  /// Running tasks continue; the next process adopts them.
  ~RunQueue() override;

  QueuePtr queue() const;  ///< never null

 public Q_SLOTS:
  /// add queues a run; added() or failed() follows.
  void add(const plumbline::runs::RunSpec& spec);
  /// resume adopts a run whose process is gone; "": all of them.
  void resume(const QString& run);
  void cancel(const QString& run);
  void cancelTask(const QString& run, int task);
  void cancelAll();
  /// again queues the same spec as a new run; retryFailed repeats the tasks of a finished run that failed, timed out,
  /// were lost or cancelled.
  void again(const QString& run);
  void retryFailed(const QString& run);
  void setPriority(const QString& run, int priority);
  void setPaused(const QString& run, bool paused);
  void setLimits(const plumbline::runs::Limits& limits);
  /// remove moves a finished run to the trash; restore undoes that until the program ends.
  void remove(const QString& run);
  void restore(const QString& run);
  /// probe asks the spec's target; probed() follows for the newest request only.
  void probe(const plumbline::runs::RunSpec& spec);
  /// watchLog keeps the local copy of one task's log up to date while it runs elsewhere; "" for none.
  void watchLog(const QString& run, int task);

 Q_SIGNALS:
  void changed(const plumbline::runs::QueuePtr& queue);  ///< at most ten times a second
  void added(const QString& run);
  void finished(const QString& run);  ///< all its tasks ended and its results are written
  void failed(const plumbline::base::Error& error);
  void probed(const plumbline::runs::ProbeReport& report);

 private:
  template <typename... Parameters, typename... Arguments>
  void post(void (RunEngine::*function)(Parameters...), Arguments... arguments);

  struct Private;
  std::unique_ptr<Private> d;
};

/// BlockingRunQueue is for a program without an event loop:
///
///   BlockingRunQueue queue({.folder = folder, .adoptOthers = false});
///   auto id = queue.add(spec, *planRun(spec));
///   while (!queue.wait(*id, std::chrono::milliseconds(100))) show(*queue.queue());
class BlockingRunQueue {
 public:
  explicit BlockingRunQueue(QueueOptions options);
  ~BlockingRunQueue();
  BlockingRunQueue(const BlockingRunQueue&) = delete;
  BlockingRunQueue& operator=(const BlockingRunQueue&) = delete;

  /// startProbe asks the spec's target; probed returns the report once, or nothing after `limit`.
  void startProbe(const RunSpec& spec, const RunPlan& plan);
  std::optional<ProbeReport> probed(std::chrono::milliseconds limit);
  /// add queues a run and returns its id. Without a plan it makes one. Errors: those of planRun, NotWritable.
  base::Result<std::string> add(const RunSpec& spec);
  base::Result<std::string> add(const RunSpec& spec, const RunPlan& plan);
  /// adopted are the adopted runs, in queue order.
  std::vector<std::string> adopted();
  void cancel(const std::string& run);
  /// wait returns true as soon as the run ended and its results are written; false after `limit`.
  bool wait(const std::string& run, std::chrono::milliseconds limit);
  QueuePtr queue() const;
  /// takeProblems returns the errors that belong to no run (a damaged journal, a full disk), once each.
  std::vector<base::Error> takeProblems();

 private:
  struct Private;
  std::unique_ptr<Private> d;
};

}  // namespace plumbline::runs
