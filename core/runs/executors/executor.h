// SPDX-License-Identifier: GPL-3.0-or-later
// The interface to the machines that run tasks: this one (LocalExecutor), another one over ssh (SshExecutor), a cluster
// (SlurmExecutor). Lives on the engine's thread; nothing blocks, each request is answered by one callback on that
// thread. After stopAll() or the destructor there are no more callbacks; the tasks themselves continue.
//
//   executor->start(spec, {task}, [](std::vector<base::Result<std::string>> handles) { ... });
//   executor->poll(spec, {task}, [](std::vector<TaskPollResult> results) { ... });
#pragma once

#include <QObject>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/base/result.h"
#include "core/runs/engine/task_file.h"
#include "core/runs/spec/run_spec.h"

namespace plumbline::runs {

// What a machine can run: the facts that probe.py printed and the findings that follow from them.
//
//   const ProbeReport report = reportOfProbe(spec, out, errors, exitCode);
//   if (!report.canStart()) show(report.findings);

/// ProbeReport is whether a spec can be started, and if not why and how to fix that.
struct ProbeReport {
  Facts facts;
  struct Finding {
    bool blocks = false;  ///< Start stays off; otherwise a warning
    std::string text, hint;
  };
  std::vector<Finding> findings;
  std::vector<std::string> partitions;  ///< Slurm's, the default one first
  bool canStart() const;
};

/// probeQuestion is the argument of probe.py (JSON); `folder` is the folder of runs there.
std::string probeQuestion(const RunSpec& spec, const std::string& script, const std::string& folder);
/// reportOfProbe makes findings out of what probe.py printed (JSON), or of its failure. Where a machine's load or room
/// begins to matter is in resources/runs/probe.toml.
ProbeReport reportOfProbe(const RunSpec& spec, std::string_view json, std::string_view errors, int exitCode);

/// ExecutorTask is a task as an executor knows it.
struct ExecutorTask {
  std::string folder;  ///< on this machine: holds task.json and supervisor.py, and fetched files
  std::string handle;  ///< from start(); "" before
  std::string name;    ///< RUN-TASK-ATTEMPT: letters, digits, '-', '.'; names folders there and jobs of the cluster
  bool isWatched = false;  ///< its log is shown: keep the local copy up to date
};

enum class TaskLife : std::uint8_t {
  Pending,   ///< the cluster has not given it a node
  Alive,
  Finished,  ///< it has a "finished" event, and all its files are in the local folder
  Gone,      ///< its supervisor ended without that event
  Unknown,   ///< no answer (connection lost): poll again
};
struct TaskPollResult {
  TaskLife life = TaskLife::Unknown;
  std::string text;  ///< for Gone and Unknown: one sentence
  bool isTimeout = false;  ///< Gone: the cluster ended it for its time limit
};

class Executor : public QObject {
  Q_OBJECT

 public:
  using Probed = std::function<void(ProbeReport)>;
  using Started = std::function<void(std::vector<base::Result<std::string>> handles)>;
  using Polled = std::function<void(std::vector<TaskPollResult>)>;
  using Ended = std::function<void(base::Result<void>)>;

  explicit Executor(QObject* parent = nullptr) : QObject(parent) {}

  /// probe checks interpreter, torch, devices, script, disk space, partitions. Errors are findings.
  virtual void probe(const RunSpec& spec, const std::string& script, Probed done) = 0;
  /// start starts the supervisors; all tasks are of one run (an array job on a cluster). One handle per task, in order.
  virtual void start(const RunSpec& spec, const std::vector<ExecutorTask>& tasks, Started done) = 0;
  /// poll updates the local folders and returns one result per task, in order. Handles of an earlier process are valid.
  virtual void poll(const RunSpec& spec, const std::vector<ExecutorTask>& tasks, Polled done) = 0;
  /// cancel ends a task with everything it started: SIGTERM first, SIGKILL after spec.grace. A later poll finds it
  /// Finished or Gone. Errors: NotReadable when the request could not be delivered.
  virtual void cancel(const RunSpec& spec, const ExecutorTask& task, Ended done) = 0;
  /// release removes the remote files of a task that ended; never anything without our mark.
  virtual void release(const RunSpec& spec, const ExecutorTask& task, Ended done) = 0;
  /// stopAll drops all pending requests.
  virtual void stopAll() = 0;
};

/// makeExecutor makes the executor of a target. `folder` is the local folder of runs.
std::unique_ptr<Executor> makeExecutor(const RunTarget& target, const std::string& folder);

/// makeSshExecutor: tasks on another machine through OpenSSH. Needs Python 3.6 and sftp there; nothing is installed.
std::unique_ptr<Executor> makeSshExecutor(const RunTarget& target);
/// makeSlurmExecutor: tasks on a Slurm cluster whose sbatch runs here, the tasks of a start() as array jobs. The job is
/// supervisor.py, its folder one that the nodes see too; `folder` is that of the runs, and is probed.
std::unique_ptr<Executor> makeSlurmExecutor(const std::string& folder);
using MakeExecutor = std::function<std::unique_ptr<Executor>(const RunTarget& target, const std::string& folder)>;

/// ExecutorPool has one executor per target, made on first use.
class ExecutorPool {
 public:
  ExecutorPool(std::string folder, MakeExecutor make) : m_folder(std::move(folder)), m_make(std::move(make)) {}
  ~ExecutorPool();
  ExecutorPool(const ExecutorPool&) = delete;
  ExecutorPool& operator=(const ExecutorPool&) = delete;

  Executor& of(const RunTarget& target);
  /// dropOthers releases the executors of targets that are not needed.
  void dropOthers(const std::function<bool(const RunTarget&)>& isNeeded);

 private:
  const std::string m_folder;
  const MakeExecutor m_make;
  std::vector<std::pair<RunTarget, std::unique_ptr<Executor>>> m_executors;
};

}  // namespace plumbline::runs
