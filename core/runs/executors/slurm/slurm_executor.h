// SPDX-License-Identifier: GPL-3.0-or-later
// Tasks on a cluster: the waiting tasks of a run become one array job, each element a supervisor in its own folder. The
// nodes must see that folder; with RunTarget::scratch a task works in a folder of the node, and its supervisor copies
// the results back.
#pragma once

#include <memory>

#include "core/runs/executors/executor.h"

namespace plumbline::runs {

class SlurmExecutor : public Executor {
  Q_OBJECT

 public:
  /// folder: of the runs; tasks run there unless the target names another.
  explicit SlurmExecutor(const RunTarget& target, const std::string& folder = {}, QObject* parent = nullptr);
  ~SlurmExecutor() override;

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

}  // namespace plumbline::runs
