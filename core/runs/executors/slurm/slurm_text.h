// SPDX-License-Identifier: GPL-3.0-or-later
// Input and output of Slurm's programs as text: the batch script, lines of squeue and sinfo, descriptions of states and
// reasons, time limits. Pure functions.
//
//   for (const SlurmJob& job : readJobs(squeueOutput)) show(job.id, pollResultOf(job).text);
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/runs/executors/executor.h"
#include "core/runs/spec/run_spec.h"

namespace plumbline::runs {

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

}  // namespace plumbline::runs
