// SPDX-License-Identifier: GPL-3.0-or-later
// The work of the queue: adds, starts, polls, cancels and finishes runs. Lives on one thread with an event loop;
// RunQueue and BlockingRunQueue give it a thread of its own.
//
//   RunEngine engine(options);
//   connect(&engine, &RunEngine::changed, ...);
//   engine.begin();
//   auto id = engine.add(spec);
#pragma once

#include <QElapsedTimer>
#include <QObject>
#include <QTimer>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "core/runs/engine/run_queue.h"
#include "core/runs/engine/run_store.h"
#include "core/runs/engine/task_driver.h"
#include "core/runs/executors/executor.h"

namespace plumbline::runs {

class RunEngine : public QObject {
  Q_OBJECT

 public:
  explicit RunEngine(QueueOptions options, MakeExecutor make = makeExecutor);
  /// Stops polling. Running tasks continue. Releases the journal locks so that another process can adopt the runs.
  ~RunEngine() override;

  /// begin opens the folder of runs. Call it once, after the signals are connected.
  void begin();

  /// add queues a run and returns its id. Without a plan it makes one. Errors: those of planRun, NotWritable.
  base::Result<std::string> add(const RunSpec& spec);
  base::Result<std::string> add(const RunSpec& spec, const RunPlan& plan);
  /// adopted are the runs that another process left behind, in queue order.
  std::vector<std::string> adopted() const;
  /// resume adopts a run whose process is gone; "": all of them.
  void resume(const std::string& run);
  void cancel(const std::string& run);
  void cancelTask(const std::string& run, int task);
  void cancelAll();
  void again(const std::string& run);
  void retryFailed(const std::string& run);
  void setPriority(const std::string& run, int priority);
  void setPaused(const std::string& run, bool paused);
  void setLimits(const Limits& limits);
  void remove(const std::string& run);
  void restore(const std::string& run);
  /// probe asks the spec's target; probed() follows for the newest request only. Without a plan it makes one.
  void probe(const RunSpec& spec);
  void probe(const RunSpec& spec, const RunPlan& plan);
  void watchLog(const std::string& run, int task);

 Q_SIGNALS:
  // A run is in the queue before it is reported as added or finished.
  void changed(const plumbline::runs::QueuePtr& queue);
  void added(const std::string& run);
  void finished(const std::string& run);
  void failed(const plumbline::base::Error& error);
  void probed(const plumbline::runs::ProbeReport& report);

 private:
  using Entry = RunRegistry::Entry;
  Entry* require(const std::string& run);
  Entry* requireOwn(const std::string& run);
  void fail(const base::Error& error) { Q_EMIT failed(error); }
  void findAbandoned();
  void dropChanged();
  std::set<std::string> knownExcept(const std::string& only) const;
  void adopt(const std::set<std::string>& known);
  void report(const std::vector<base::Error>& problems);
  void showOver();
  void followCancelRequests();
  void takeOver(Run run);
  void settle();
  void finish(Entry& entry);
  void publish();
  void write(Entry& entry);

  const QueueOptions m_options;
  Limits m_limits;
  std::optional<RunStore> m_store;
  base::Error m_storeProblem;
  RunRegistry m_registry;
  ExecutorPool m_pool;
  TaskDriver m_driver;
  std::set<std::string> m_skipped;  ///< runs that are damaged, or not to be shown
  std::vector<std::unique_ptr<Entry>> m_removed;
  std::vector<std::function<void()>> m_pendingSignals;  ///< after the next snapshot
  std::uint64_t m_probe = 0;  ///< number of the newest request
  QTimer m_settleTimer, m_publishTimer, m_searchTimer, m_cancelTimer;
  QElapsedTimer m_lastPublished;
};

}  // namespace plumbline::runs
