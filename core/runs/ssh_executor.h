// SPDX-License-Identifier: GPL-3.0-or-later
// Tasks on another machine, through the system's ssh and sftp with the user's own config and agent, never a question
// (BatchMode). One ssh call asks for many tasks; remote_keeper.py is its standard input, so nothing is installed there.
// Files come back with sftp. A lost connection is Unknown, and asked again; the task goes on meanwhile.
#pragma once

#include <memory>

#include "core/runs/executor.h"

namespace plumbline::runs {

class SshExecutor : public Executor {
  Q_OBJECT

 public:
  explicit SshExecutor(const Place& place, QObject* parent = nullptr);
  ~SshExecutor() override;

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
