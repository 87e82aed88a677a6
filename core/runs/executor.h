// SPDX-License-Identifier: GPL-3.0-or-later
// Where tasks run, behind one interface: here (LocalExecutor), over the system's ssh (SshExecutor), on a cluster
// (SlurmExecutor). Lives on the engine's thread; nothing here blocks, every answer comes by a call on that thread, once.
// After stopAll() or the destructor no call comes any more; the tasks themselves go on.
//
//   executor->start({task}, [](std::vector<base::Result<std::string>> handles) { ... });
//   executor->look({task}, [](std::vector<TaskLook> looks) { ... });
#pragma once

#include <QObject>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "core/base/result.h"
#include "core/runs/run_spec.h"
#include "core/runs/task_file.h"

namespace plumbline::runs {

/// ProbeReport says whether a spec can be started, and if not why and how to mend that.
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

/// TaskAt is a task as an executor knows it.
struct TaskAt {
  std::string folder;  ///< on this machine: task.json and keeper.py are in it; what is fetched goes there
  std::string handle;  ///< what start() gave; "" before
  std::string name;    ///< RUN-TASK-ATTEMPT: letters, digits, '-', '.'; names folders there and jobs of the cluster
  bool wantsLog = false;  ///< somebody looks at its log: keep the copy here fresh while it runs
};

enum class TaskLife : std::uint8_t {
  Pending,   ///< the cluster has not given it a node
  Alive,
  Over,      ///< its keeper said "finished", and everything it wrote is in the folder here
  Gone,      ///< its keeper is gone without having said so
  Unknown,   ///< nobody could be asked just now (connection lost): ask again
};
struct TaskLook {
  TaskLife life = TaskLife::Unknown;
  std::string text;  ///< for Gone and Unknown: what is known, one sentence
  bool isTimeout = false;  ///< Gone: the cluster ended it for its time limit
};

class Executor : public QObject {
  Q_OBJECT

 public:
  using Probed = std::function<void(ProbeReport)>;
  using Started = std::function<void(std::vector<base::Result<std::string>> handles)>;
  using Looked = std::function<void(std::vector<TaskLook>)>;
  using Ended = std::function<void(base::Result<void>)>;

  explicit Executor(QObject* parent = nullptr) : QObject(parent) {}

  /// probe looks at interpreter, torch, devices, script, disk space, partitions. Never an error: what is wrong is a
  /// finding.
  virtual void probe(const RunSpec& spec, const std::string& script, Probed done) = 0;
  /// start starts the keepers; all tasks are of one run (an array job on a cluster). One handle per task, in order.
  virtual void start(const RunSpec& spec, const std::vector<TaskAt>& tasks, Started done) = 0;
  /// look brings the folders here up to date and tells how the tasks live. One answer per task, in order. Handles of an
  /// earlier program are as good as new ones.
  virtual void look(const RunSpec& spec, const std::vector<TaskAt>& tasks, Looked done) = 0;
  /// cancel asks a task to end: politely, after spec.grace by force, with everything it started. It ends as Over or Gone
  /// in a later look. Errors: NotReadable when nobody could be asked.
  virtual void cancel(const RunSpec& spec, const TaskAt& task, Ended done) = 0;
  /// release removes what lies elsewhere of a task that is over; never anything without our mark.
  virtual void release(const RunSpec& spec, const TaskAt& task, Ended done) = 0;
  /// stopAll gives up all questions that wait for an answer.
  virtual void stopAll() = 0;
};

/// makeExecutor gives the one of a place. `folder` is the runs' folder here.
std::unique_ptr<Executor> makeExecutor(const Place& place, const std::string& folder);

}  // namespace plumbline::runs
