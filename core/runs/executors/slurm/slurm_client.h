// SPDX-License-Identifier: GPL-3.0-or-later
// Runs Slurm's programs, two at a time, each with a timeout: without a controller they would block for long.
//
//   client.run("squeue", {"--noheader"}, {}, [](const ProgramResult& answer) { ... });
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/result.h"
#include "core/runs/executors/executor.h"
#include "core/runs/executors/program_calls.h"
#include "core/runs/spec/run_spec.h"

namespace plumbline::runs {

// Input and output of Slurm's programs as text: the batch script, lines of squeue and sinfo, descriptions of states and
// reasons, time limits. Pure functions.
//
//   for (const SlurmJob& job : readJobs(squeueOutput)) show(job.id, pollResultOf(job).text);

/// batchScript runs the supervisor of one element of an array: the entry of `list` with its number. Its output
/// goes beside the list, to supervisor-NUMBER.out. `python` is used when a node has no python3 in PATH.
std::string batchScript(const std::string& supervisor, const std::string& list, const std::string& python);
/// batchOptions are those of sbatch for `count` elements; `after` is a job that has to end first, or "".
std::vector<std::string> batchOptions(const RunSpec& spec, const std::string& name, std::size_t count,
                                      const std::string& after);

struct SlurmJob {
  std::string id;      ///< "812_3"
  std::string name;    ///< of the whole array
  std::string state;   ///< as Slurm writes it: "RUNNING"
  std::string reason;  ///< as Slurm writes it: "Resources"
};
/// kJobFormat and kAccountFormat are the formats that readJobs and readAccounts expect from squeue and sacct.
inline constexpr std::string_view kJobFormat = "%i|%j|%T|%r", kAccountFormat = "JobID,JobName,State";
std::vector<SlurmJob> readJobs(std::string_view squeue);
std::vector<SlurmJob> readAccounts(std::string_view sacct);
/// pollResultOf: Pending with the reason, Alive, or Gone with the state. Slurm cannot report Finished: COMPLETED is
/// Gone too.
TaskPollResult pollResultOf(const SlurmJob& job);

struct SlurmPartition {
  std::string name;
  bool isDefault = false, isUp = false;
  std::string timeLimit;
  std::string nodes;
  bool operator==(const SlurmPartition&) const = default;
};
inline constexpr std::string_view kPartitionFormat = "%P|%a|%l|%N";
/// readPartitions: one each, the default first.
std::vector<SlurmPartition> readPartitions(std::string_view sinfo);

/// secondsOf reads one of Slurm's time limits: "90" (minutes), "1:30", "2:00:00", "1-12", "1-12:30:00". Nullopt for
/// "infinite" and for anything else.
std::optional<std::int64_t> secondsOf(std::string_view timeLimit);
/// largestArray is MaxArraySize of `scontrol show config`; Slurm's default without it.
std::size_t largestArray(std::string_view config);
/// jobNumber reads the output of sbatch --parsable: "812" or "812;cluster"; "" when there is none.
std::string jobNumber(std::string_view sbatch);

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
