// SPDX-License-Identifier: GPL-3.0-or-later
// Tasks on this machine: supervisor.py started by QProcess in a session of its own, so that it outlives this process.
// Its state is in its folder: lock and events.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>

#include "core/runs/engine/task_file.h"
#include "core/runs/executors/executor.h"

namespace plumbline::runs {

// The processes of this machine from /proc. Process ids are reused, so a process is identified by id and start time,
// within one boot.
//
//   if (const auto process = processOf(4711); process && process->start == start) ...

struct Process {
  std::int64_t id = 0, group = 0, session = 0;
  std::uint64_t start = 0;  ///< clock ticks since boot
  bool isDead = false;      ///< ended, and not yet waited for
};
/// processOf: none when there is no such process (any more).
std::optional<Process> processOf(std::int64_t id);
/// bootId is the kernel's; "" when unknown.
std::string bootId();

/// isAlive tests whether a process with this start time runs.
bool isAlive(std::int64_t id, std::uint64_t start);
/// sendTerminate sends SIGTERM to the process with this start time; nothing to another one.
void sendTerminate(std::int64_t id, std::uint64_t start);

/// killLeftovers kills what a supervisor that is gone had started. How many processes got the signal.
int killLeftovers(const TaskEvents& events);

class LocalExecutor : public Executor {
 public:
  /// folder: of the runs; the probe checks its disk space.
  explicit LocalExecutor(std::string folder = {});
  ~LocalExecutor() override;

  void probe(const RunSpec& spec, const std::string& script, Probed done) override;
  void start(const RunSpec& spec, const std::vector<ExecutorTask>& tasks, Started done) override;
  void poll(const RunSpec& spec, const std::vector<ExecutorTask>& tasks, Polled done) override;
  void cancel(const RunSpec& spec, const ExecutorTask& task, Ended done) override;
  void release(const RunSpec& spec, const ExecutorTask& task, Ended done) override;
  void stopAll() override;

 private:
  const std::string m_folder;
  /// Context of pending answers, parent of running probes.
  std::unique_ptr<QObject> m_questions = std::make_unique<QObject>();
};

/// pollFolder derives the state of a task from the lock and the events in its folder. If its supervisor ended without a
/// result, the processes it started are ended: those with the task's token in their environment, and the process groups
/// in the events, checked by their start time.
TaskPollResult pollFolder(const std::string& folder);

}  // namespace plumbline::runs
