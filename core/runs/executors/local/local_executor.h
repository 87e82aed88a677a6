// SPDX-License-Identifier: GPL-3.0-or-later
// Tasks on this machine: supervisor.py started by QProcess in a session of its own, so that it outlives this process.
// Its state is in its folder: lock and events.
#pragma once

#include <memory>

#include "core/runs/executors/executor.h"

namespace plumbline::runs {

class LocalExecutor : public Executor {
  Q_OBJECT

 public:
  /// folder: of the runs; the probe checks its disk space.
  explicit LocalExecutor(const std::string& folder = {}, QObject* parent = nullptr);
  ~LocalExecutor() override;

  void probe(const RunSpec& spec, const std::string& script, Probed done) override;
  void start(const RunSpec& spec, const std::vector<ExecutorTask>& tasks, Started done) override;
  void poll(const RunSpec& spec, const std::vector<ExecutorTask>& tasks, Polled done) override;
  void cancel(const RunSpec& spec, const ExecutorTask& task, Ended done) override;
  void release(const RunSpec& spec, const ExecutorTask& task, Ended done) override;
  void stopAll() override;

 private:
  struct Private;
  std::unique_ptr<Private> d;
};

/// pollFolder derives the state of a task from the lock and the events in its folder. If its supervisor ended without a
/// result, the processes it started are ended: those with the task's token in their environment, and the process groups
/// in the events, checked by their start time.
TaskPollResult pollFolder(const std::string& folder);

}  // namespace plumbline::runs
