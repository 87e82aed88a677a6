// SPDX-License-Identifier: GPL-3.0-or-later
// How tasks on another machine live: one question for all of them, the news put into their folders here, and the files
// of those that are over fetched and checked before their last event is written.
#pragma once

#include <map>
#include <memory>
#include <nlohmann/json.hpp>
#include <set>
#include <string>
#include <vector>

#include "core/runs/executor.h"
#include "core/runs/ssh_session.h"

namespace plumbline::runs {

/// remoteError is what remote_keeper.py says of one task: {"error": text}.
base::Error remoteError(const nlohmann::json& told, const std::string& host);

/// remoteEnding is a task as the actions cancel and release want it.
nlohmann::json remoteEnding(const RunSpec& spec, const TaskAt& task);

class SshLooker {
 public:
  explicit SshLooker(SshSession& session) : m_session(session) {}

  /// look. What is Over or Gone is removed there before that is told: the program may end as soon as it knows.
  void look(const RunSpec& spec, const std::vector<TaskAt>& tasks, Executor::Looked done);
  bool wasReleased(const std::string& folder) const { return m_released.contains(folder); }

 private:
  struct Round;
  struct News;
  using RoundPtr = std::shared_ptr<Round>;
  void release(const RunSpec& spec, const RoundPtr& round, Executor::Looked done);
  TaskLook take(Round& round, std::size_t index, const RemoteAnswer& answer, const nlohmann::json& told);
  void finish(Round& round, const base::Result<void>& fetched);

  SshSession& m_session;
  std::set<std::string> m_released;     ///< by folder
  std::map<std::string, int> m_misses;  ///< by folder: how often its files were not what they should be
};

}  // namespace plumbline::runs
