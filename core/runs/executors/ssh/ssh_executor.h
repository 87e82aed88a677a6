// SPDX-License-Identifier: GPL-3.0-or-later
// Tasks on another machine, through the system's ssh and sftp with the user's own config and agent, never with a prompt
// (BatchMode). One ssh call serves many tasks; remote_supervisor.py is its standard input, so nothing is installed
// there. Files come back with sftp. A lost connection is Unknown and polled again; the task continues meanwhile.
#pragma once

#include <memory>

#include "core/runs/executors/executor.h"

namespace plumbline::runs {

class SshExecutor : public Executor {
  Q_OBJECT

 public:
  explicit SshExecutor(const RunTarget& target, QObject* parent = nullptr);
  ~SshExecutor() override;

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
