// SPDX-License-Identifier: GPL-3.0-or-later
// Starts, polls and ends the tasks of a RunRegistry through the executors of their targets. Lives on the engine's
// thread.
//
//   TaskDriver driver(registry, pool, timing, {.changed = [this] { schedule(); }, .failed = report});
//   driver.startNext(limits);            // what may begin now
//   driver.cancelTask(*entry, 3);
#pragma once

#include <QElapsedTimer>
#include <QObject>
#include <QTimer>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "core/runs/engine/run_store.h"
#include "core/runs/executors/executor.h"

namespace plumbline::runs {

/// wallTime is the time in seconds since 1970.
double wallTime();

class TaskDriver : public QObject {
  Q_OBJECT

 public:
  struct Timing {
    int pollIntervalMs = 250;
    int startTimeoutMs = 10'000;
  };
  struct Callbacks {
    std::function<void()> changed;                    ///< a task changed
    std::function<void(const base::Error&)> failed;  ///< errors that belong to no task
  };
  TaskDriver(RunRegistry& registry, ExecutorPool& pool, Timing timing, Callbacks callbacks);

  /// startNext starts what may begin under these limits.
  void startNext(const Limits& limits);
  /// adopt continues the tasks of a run that another process began.
  void adopt(RunRegistry::Entry& entry);
  /// cancelTask ends a task: at once when it is waiting, else through its executor.
  void cancelTask(RunRegistry::Entry& entry, std::size_t task);
  /// watch names the task whose log is shown; "" for none.
  void watch(const std::string& run, std::size_t task);

 private:
  using Entry = RunRegistry::Entry;
  void start(Entry& entry, const std::vector<std::size_t>& tasks);
  void handleStarted(const std::string& run, std::size_t task, const base::Result<std::string>& handle);
  void pollAll();
  void poll(Entry& entry, const std::vector<std::size_t>& tasks);
  void handlePoll(Entry& entry, std::size_t task, const TaskPollResult& answer);
  void handleGone(Entry& entry, std::size_t task, const TaskPollResult& answer);
  /// When takeEvents ends a task: never; with a "finished" event; always.
  enum class Ends : std::uint8_t { Never, IfFinished, Now };
  bool takeEvents(Entry& entry, std::size_t task, Ends ends);
  void retryLater(Entry& entry, std::size_t task, const std::string& reason);
  void sendCancel(Entry& entry, std::size_t task);
  void end(Entry& entry, std::size_t task, RunState state, const std::string& reason);
  void release(const RunSpec& spec, const ExecutorTask& task, int tries);
  void write(Entry& entry, std::size_t task);
  ExecutorTask at(const Entry& entry, std::size_t task) const;
  int pollPause(const Entry& entry) const;

  RunRegistry& m_registry;
  ExecutorPool& m_pool;
  const Timing m_timing;
  const Callbacks m_callbacks;
  QElapsedTimer m_clock;
  QTimer m_timer;
  std::string m_watchedRun;
  std::size_t m_watchedTask = 0;
};

}  // namespace plumbline::runs
