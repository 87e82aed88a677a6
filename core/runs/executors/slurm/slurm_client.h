// SPDX-License-Identifier: GPL-3.0-or-later
// Runs Slurm's programs, two at a time, each with a timeout: without a controller they would block for long.
//
//   client.run("squeue", {"--noheader"}, {}, [](const ProgramResult& answer) { ... });
#pragma once

#include <chrono>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "core/base/result.h"
#include "core/runs/executors/executor.h"
#include "core/runs/executors/program_calls.h"

namespace plumbline::runs {

class SlurmClient {
 public:
  void run(const std::string& program, std::vector<std::string> arguments, std::string input,
           ProgramCalls::Finished done);
  /// problemOf is the error (NotReadable) of a failed program.
  static base::Error problemOf(const std::string& program, const ProgramResult& answer);
  /// isRefusal: Slurm refused the request; after another failure its effect is unknown.
  static bool isRefusal(const ProgramResult& answer);
  /// later calls `work` after the delay, unless stopAll() comes first.
  void later(std::chrono::milliseconds delay, std::function<void()> work);
  void stopAll();

 private:
  ProgramCalls m_calls{2};
  std::unique_ptr<QObject> m_later = std::make_unique<QObject>();
};

/// slurmFolder is where a task of a cluster runs: its own folder here, or one below RunTarget::folder.
std::string slurmFolder(const RunTarget& target, const ExecutorTask& task);

/// startOnSlurm makes the tasks' folders where the nodes see them and submits array jobs, no larger than the cluster
/// allows. It returns "JOB_ELEMENT" for each task. When the answer of sbatch is lost the job is searched by its name;
/// when that fails, too, its tasks are cancelled by file, so that a job that does exist does nothing.
void startOnSlurm(SlurmClient& client, const RunSpec& spec, const std::vector<ExecutorTask>& tasks,
                  Executor::Started done);

/// SlurmEntry is the record of a submission in the task's folder, to find the job without its handle.
struct SlurmEntry {
  std::string job;  ///< the array's name
  std::size_t element = 0;
  std::string folder;  ///< where its list and supervisor-ELEMENT.out are
};
/// slurmEntry reads it; the job is empty when the task was never submitted.
SlurmEntry slurmEntry(const ExecutorTask& task);

inline constexpr std::string_view kSlurmMark = "plumbline.task";  ///< marks our folders below RunTarget::folder

}  // namespace plumbline::runs
