// SPDX-License-Identifier: GPL-3.0-or-later
// What is said to Slurm and what it says, as text: the batch script, squeue's and sinfo's lines, states and reasons in
// words, time limits. Pure functions.
//
//   for (const SlurmJob& job : readJobs(squeueOutput)) show(job.id, lookOfJob(job).text);
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/runs/executor.h"
#include "core/runs/run_spec.h"

namespace plumbline::runs {

/// batchScript runs the keeper of one element of an array: the entry of `list` with its number. What the keeper says
/// goes beside the list, to keeper-NUMBER.out. `python` is taken when a node has no python3 in PATH.
std::string batchScript(const std::string& keeper, const std::string& list, const std::string& python);
/// batchOptions are those of sbatch for `count` elements; `after` is a job that has to end first, or "".
std::vector<std::string> batchOptions(const RunSpec& spec, const std::string& name, std::size_t count,
                                      const std::string& after);

struct SlurmJob {
  std::string id;      ///< "812_3"
  std::string name;    ///< of the whole array
  std::string state;   ///< Slurm's word: "RUNNING"
  std::string reason;  ///< Slurm's word: "Resources"
};
/// kJobFormat and kAccountFormat make squeue and sacct say what readJobs and readAccounts read.
inline constexpr std::string_view kJobFormat = "%i|%j|%T|%r", kAccountFormat = "JobID,JobName,State";
std::vector<SlurmJob> readJobs(std::string_view squeue);
std::vector<SlurmJob> readAccounts(std::string_view sacct);
/// lookOfJob: Pending with the reason in words, Alive, or Gone with the state in words. Over is not Slurm's to say:
/// COMPLETED is Gone too.
TaskLook lookOfJob(const SlurmJob& job);

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

/// secondsOf reads one of Slurm's time limits: "90" (minutes), "1:30", "2:00:00", "1-12", "1-12:30:00". Nothing for
/// "infinite" and for what is none.
std::optional<std::int64_t> secondsOf(std::string_view timeLimit);
/// largestArray is MaxArraySize in what `scontrol show config` says; Slurm's own default without it.
std::size_t largestArray(std::string_view config);
/// jobNumber is that in what sbatch --parsable says: "812" or "812;cluster"; "" when there is none.
std::string jobNumber(std::string_view sbatch);

}  // namespace plumbline::runs
