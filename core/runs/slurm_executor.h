// SPDX-License-Identifier: GPL-3.0-or-later
// Tasks on a cluster, through sbatch, squeue, sacct or scontrol, and scancel: the waiting tasks of a run become one
// array job, each element a keeper in its own folder. The folder must be one that the nodes see; with Place::scratch a
// task works in the node's folder, and its keeper copies the results back.
#pragma once

#include <memory>

#include "core/runs/executor.h"

namespace plumbline::runs {

class SlurmExecutor : public Executor {
  Q_OBJECT

 public:
  /// folder: of the runs here, where tasks run when the place names no other; for the probe.
  explicit SlurmExecutor(const Place& place, const std::string& folder = {}, QObject* parent = nullptr);
  ~SlurmExecutor() override;

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

}  // namespace plumbline::runs
