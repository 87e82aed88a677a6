// SPDX-License-Identifier: GPL-3.0-or-later
// How tasks on a cluster live: Slurm says whether they wait or run, their events in the shared folder whether they are
// done. When they work in another folder, news and files are copied here.
//
//   looker.look(spec, tasks, [](std::vector<TaskLook> looks) { ... });
#pragma once

#include <map>
#include <string>
#include <vector>

#include "core/runs/executor.h"
#include "core/runs/slurm_talk.h"
#include "core/runs/slurm_words.h"

namespace plumbline::runs {

class SlurmLooker {
 public:
  explicit SlurmLooker(SlurmTalk& talk) : m_talk(talk) {}

  void look(const RunSpec& spec, const std::vector<TaskAt>& tasks, Executor::Looked done);
  /// jobOf is the task's job, "812_3": its handle, or what a look has found for it. "" when nobody knows.
  std::string jobOf(const TaskAt& task) const;

 private:
  struct Round;
  using RoundPtr = std::shared_ptr<Round>;
  void askAccounts(const RoundPtr& round);
  void decide(const RoundPtr& round);
  TaskLook decideOne(Round& round, std::size_t index);
  TaskLook withoutLastWord(const Round& round, const TaskAt& task, const SlurmJob* job);
  void copyFiles(const RoundPtr& round, std::size_t next);

  SlurmTalk& m_talk;
  bool m_hasAccounts = true;
  std::map<std::string, std::string> m_jobs;  ///< by folder: found by name
  std::map<std::string, int> m_lateLooks;     ///< by folder: looks since Slurm said that it ended
};

}  // namespace plumbline::runs
