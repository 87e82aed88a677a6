// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/runs/executors/slurm/slurm_text.h"

#include <algorithm>
#include <array>
#include <charconv>

#include "core/runs/spec/command_template.h"
#include "core/text/ascii.h"
#include "core/text/escapes.h"

namespace plumbline::runs {
namespace {

constexpr std::size_t kUsualArray = 1001;
constexpr std::int64_t kMaxNumber = 1'000'000'000'000;

std::vector<std::string_view> split(std::string_view text, char at) {
  std::vector<std::string_view> parts;
  while (true) {
    const auto end = text.find(at);
    parts.push_back(text.substr(0, end));
    if (end == std::string_view::npos) return parts;
    text.remove_prefix(end + 1);
  }
}

std::optional<std::int64_t> toNumber(std::string_view text) {
  std::int64_t number = 0;
  const auto [end, problem] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (problem != std::errc() || end != text.data() + text.size() || number < 0 || number > kMaxNumber)
    return std::nullopt;
  return number;
}

struct SlurmMeaning {
  std::string_view slurm, text;
};
constexpr std::array kReasons{
    SlurmMeaning{"Resources", "waiting for resources"},
    SlurmMeaning{"Priority", "waiting behind jobs of higher priority"},
    SlurmMeaning{"JobArrayTaskLimit", "waiting for other tasks of this run"},
    SlurmMeaning{"Dependency", "waiting for other tasks of this run"},
    SlurmMeaning{"PartitionTimeLimit", "its time limit is longer than the partition's, so it never begins"},
    SlurmMeaning{"PartitionDown", "the partition is down"},
    SlurmMeaning{"PartitionInactive", "the partition is not active"},
    SlurmMeaning{"ReqNodeNotAvail", "the nodes it needs are not available"},
    SlurmMeaning{"QOSMaxJobsPerUserLimit", "waiting for your other jobs"},
    SlurmMeaning{"AssocMaxJobsLimit", "waiting for your other jobs"},
    SlurmMeaning{"JobHeldUser", "held by you (scontrol release)"},
    SlurmMeaning{"JobHeldAdmin", "held by an administrator"},
    SlurmMeaning{"BeginTime", "waiting for its time to begin"},
};
constexpr std::array kJobEnds{
    SlurmMeaning{"COMPLETED", "Slurm reports it as completed, but its supervisor wrote no result"},
    SlurmMeaning{"FAILED", "Slurm reports it as failed"},
    SlurmMeaning{"NODE_FAIL", "its node failed"},
    SlurmMeaning{"BOOT_FAIL", "its node could not be started"},
    SlurmMeaning{"OUT_OF_MEMORY", "it ran out of the memory that Slurm gave it"},
    SlurmMeaning{"CANCELLED", "it was cancelled"},
    SlurmMeaning{"TIMEOUT", "Slurm ended it for its time limit"},
    SlurmMeaning{"DEADLINE", "Slurm ended it for its deadline"},
    SlurmMeaning{"PREEMPTED", "Slurm ended it for another job"},
    SlurmMeaning{"REVOKED", "Slurm took it back"},
};
// What has a node, or had one and is to go on there.
constexpr std::array<std::string_view, 8> kAlive{"RUNNING", "COMPLETING", "STAGE_OUT", "SIGNALING",
                                                 "STOPPED", "SUSPENDED",  "RESIZING",  "CONFIGURING"};

/// isJobId tests "812" or "812_3": an id becomes an argument of Slurm's programs.
bool isJobId(std::string_view id) {
  const auto parts = split(id, '_');
  return parts.size() <= 2 &&
         std::ranges::all_of(parts, [](std::string_view part) { return toNumber(part).has_value(); });
}

template <std::size_t N>
std::string_view meaningOf(const std::array<SlurmMeaning, N>& words, std::string_view slurm) {
  const auto at = std::ranges::find(words, slurm, &SlurmMeaning::slurm);
  return at == words.end() ? std::string_view() : at->text;
}

}  // namespace

std::string batchScript(const std::string& supervisor, const std::string& list, const std::string& python) {
  const std::string folder = list.substr(0, list.rfind('/') + 1);
  return "#!/bin/sh\nout=" + text::shellLine({folder + "supervisor-"}) + "\nsupervisor=" + text::shellLine({supervisor}) +
         "\nlist=" + text::shellLine({list}) + "\npython=" + text::shellLine({python}) + R"(
exec >>"$out$SLURM_ARRAY_TASK_ID.out" 2>&1
if command -v python3 >/dev/null 2>&1; then python=python3; fi
"$python" -I "$supervisor" --array "$list" &
child=$!
trap 'kill -TERM "$child"' TERM
wait "$child"
code=$?
while kill -0 "$child" 2>/dev/null; do
  wait "$child"
  code=$?
done
# A supervisor that was killed leaves its program running, and not every cluster ends that.
for file in $(grep -lsz "^SLURM_JOB_ID=$SLURM_JOB_ID\$" /proc/[0-9]*/environ); do
  pid=${file#/proc/}
  pid=${pid%/environ}
  if [ "$pid" != $$ ]; then kill -KILL "$pid" 2>/dev/null; fi
done
exit "$code"
)";
}

std::vector<std::string> batchOptions(const RunSpec& spec, const std::string& name, std::size_t count,
                                      const std::string& after) {
  // A job that is begun anew in the same folder would mix two runs, so it is not: this program decides about retries.
  std::vector<std::string> options{
      "--parsable",
      "--no-requeue",
      "--job-name=" + name,
      "--ntasks=1",
      "--nodes=1",
      "--output=/dev/null",
      "--input=/dev/null",
      "--export=ALL",
      "--array=0-" + std::to_string(count - 1) + "%" + std::to_string(std::max(spec.jobs, 1))};
  if (!spec.target.partition.empty()) options.push_back("--partition=" + spec.target.partition);
  if (!spec.target.gres.empty()) options.push_back("--gres=" + spec.target.gres);
  if (!spec.target.timeLimit.empty()) options.push_back("--time=" + spec.target.timeLimit);
  if (!after.empty()) options.push_back("--dependency=afterany:" + after);
  return options;
}

std::vector<SlurmJob> readJobs(std::string_view squeue) {
  std::vector<SlurmJob> jobs;
  for (const std::string_view line : split(squeue, '\n')) {
    const auto fields = split(text::trimmed(line), '|');
    if (fields.size() < 4 || !isJobId(fields[0])) continue;
    jobs.push_back({std::string(fields[0]), std::string(fields[1]), std::string(fields[2]), std::string(fields[3])});
  }
  return jobs;
}

std::vector<SlurmJob> readAccounts(std::string_view sacct) {
  std::vector<SlurmJob> jobs;
  for (const std::string_view line : split(sacct, '\n')) {
    const auto fields = split(text::trimmed(line), '|');
    if (fields.size() < 3 || !isJobId(fields[0])) continue;
    // "CANCELLED by 1000"
    jobs.push_back({std::string(fields[0]), std::string(fields[1]), std::string(split(fields[2], ' ').front()), {}});
  }
  return jobs;
}

TaskPollResult pollResultOf(const SlurmJob& job) {
  if (std::ranges::find(kAlive, job.state) != kAlive.end()) return {.life = TaskLife::Alive, .text = {}};
  if (const std::string_view end = meaningOf(kJobEnds, job.state); !end.empty()) {
    const bool tellsMore = job.state == "FAILED" && !job.reason.empty() && job.reason != "None";
    return {.life = TaskLife::Gone,
            .text = std::string(end) + (tellsMore ? " (" + job.reason + ")" : "") + ".",
            .isTimeout = job.state == "TIMEOUT" || job.state == "DEADLINE"};
  }
  std::string why(meaningOf(kReasons, split(job.reason, ',').front()));
  if (why.empty()) why = job.reason.empty() || job.reason == "None" ? "waiting for Slurm" : "waiting: " + job.reason;
  return {.life = TaskLife::Pending, .text = std::move(why)};
}

std::vector<SlurmPartition> readPartitions(std::string_view sinfo) {
  std::vector<SlurmPartition> partitions;
  for (const std::string_view line : split(sinfo, '\n')) {
    const auto fields = split(text::trimmed(line), '|');
    if (fields.size() < 4 || fields[0].empty()) continue;
    const bool isDefault = fields[0].ends_with('*');
    std::string name(fields[0].substr(0, fields[0].size() - (isDefault ? 1 : 0)));
    // One line per partition and kind of node.
    const auto known = std::ranges::find(partitions, name, &SlurmPartition::name);
    if (known == partitions.end())
      partitions.push_back(
          {std::move(name), isDefault, fields[1] == "up", std::string(fields[2]), std::string(fields[3])});
    else if (!fields[3].empty())
      known->nodes += (known->nodes.empty() ? "" : ",") + std::string(fields[3]);
  }
  std::stable_partition(partitions.begin(), partitions.end(), [](const SlurmPartition& one) { return one.isDefault; });
  return partitions;
}

std::optional<std::int64_t> secondsOf(std::string_view timeLimit) {
  std::int64_t days = 0;
  const auto dash = timeLimit.find('-');
  if (dash != std::string_view::npos) {
    const auto reported = toNumber(timeLimit.substr(0, dash));
    if (!reported) return std::nullopt;
    days = *reported;
    timeLimit.remove_prefix(dash + 1);
  }
  std::vector<std::int64_t> parts;
  for (const std::string_view part : split(timeLimit, ':')) {
    const auto number = toNumber(part);
    if (!number) return std::nullopt;
    parts.push_back(*number);
  }
  if (parts.size() > 3) return std::nullopt;
  parts.resize(std::max<std::size_t>(parts.size(), 1));
  // With days the first part is hours; without, one part is minutes, two are minutes and seconds.
  const bool hoursFirst = dash != std::string_view::npos || parts.size() == 3;
  if (!hoursFirst) parts.insert(parts.begin(), 0);
  parts.resize(3, 0);
  return ((days * 24 + parts[0]) * 60 + parts[1]) * 60 + parts[2];
}

std::size_t largestArray(std::string_view config) {
  for (const std::string_view line : split(config, '\n')) {
    const auto equals = line.find('=');
    if (equals == std::string_view::npos || text::trimmed(line.substr(0, equals)) != "MaxArraySize") continue;
    const auto number = toNumber(text::trimmed(line.substr(equals + 1)));
    return number && *number > 1 ? static_cast<std::size_t>(*number) : 1;
  }
  return kUsualArray;
}

std::string jobNumber(std::string_view sbatch) {
  const std::string_view number = text::trimmed(split(text::trimmed(sbatch), ';').front());
  return toNumber(number) ? std::string(number) : std::string();
}

}  // namespace plumbline::runs
