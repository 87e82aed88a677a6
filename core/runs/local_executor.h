// SPDX-License-Identifier: GPL-3.0-or-later
// Tasks on this machine: keeper.py started by QProcess in a session of its own, so that neither a crash nor a close of this
// program touches it. Its lock and its events in the folder tell everything.
#pragma once

#include <memory>

#include "core/runs/executor.h"

namespace plumbline::runs {

class LocalExecutor : public Executor {
  Q_OBJECT

 public:
  /// folder: of the runs, for the probe to look at the room on its disk.
  explicit LocalExecutor(const std::string& folder = {}, QObject* parent = nullptr);
  ~LocalExecutor() override;

  void probe(const RunSpec& spec, const std::string& script, Probed done) override;
  void start(const RunSpec& spec, const std::vector<TaskAt>& tasks, Started done) override;
  void look(const RunSpec& spec, const std::vector<TaskAt>& tasks, Looked done) override;
  void cancel(const RunSpec& spec, const TaskAt& task, Ended done) override;
  void release(const RunSpec& spec, const TaskAt& task, Ended done) override;
  void stopAll() override;

 private:
  struct Private;
  std::unique_ptr<Private> d;
};

/// findProgram looks a program up in the folders of PATH that are absolute, never in the current one: what lies in an
/// opened folder is not run by accident. A name with '/' must be absolute. Errors: NotFound, BadArgument.
base::Result<std::string> findProgram(const std::string& name);

/// probeQuestion is what probe.py is asked (JSON, its one argument); `folder` is where the runs live there.
std::string probeQuestion(const RunSpec& spec, const std::string& script, const std::string& folder);
/// reportOfProbe makes findings out of what probe.py printed (JSON), or of its failure. Where a machine's load or room
/// begins to matter is in resources/runs/probe.toml.
ProbeReport reportOfProbe(const RunSpec& spec, std::string_view json, std::string_view errors, int exitCode);

/// lookHere tells a task's life by the lock and the events in its folder. When its keeper is gone without a word, what it
/// started is ended: what carries the task's token in its environment, and the process groups in the events, checked by
/// their start time.
TaskLook lookHere(const std::string& folder);

}  // namespace plumbline::runs
