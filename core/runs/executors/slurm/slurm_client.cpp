// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/runs/executors/slurm/slurm_client.h"

#include <unistd.h>

#include <QTimer>
#include <algorithm>
#include <array>
#include <charconv>
#include <nlohmann/json.hpp>

#include "core/files/file_bytes.h"
#include "core/files/folders.h"
#include "core/runs/spec/command_template.h"
#include "core/text/ascii.h"
#include "core/text/escapes.h"
#include "core/text/json_text.h"

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

constexpr std::chrono::seconds kSlurmTimeout{60};

// Messages of Slurm's programs when the controller does not answer.
bool isOutOfReach(const ProgramResult& answer) {
  return answer.errorsContain("Unable to contact slurm controller") || answer.errorsContain("Socket timed out") ||
         answer.errorsContain("Connection refused") || answer.errorsContain("Zero Bytes were transmitted");
}

constexpr std::string_view kEntryFile = "slurm.json", kListFile = "slurm.list";

base::Result<void> save(const std::string& path, const std::string& bytes) {
  if (auto saved = files::saveFile(path, bytes); !saved) return base::fail(saved.error());
  return {};
}

/// Files to be written together: a thousand tasks are some thousand files.
struct Pending {
  std::size_t task = 0;
  std::string path, bytes;
};

class Submission : public std::enable_shared_from_this<Submission> {
 public:
  Submission(SlurmClient& client, const RunSpec& spec, const std::vector<ExecutorTask>& tasks, Executor::Started done)
      : m_client(client),
        m_spec(spec),
        m_tasks(tasks),
        m_done(std::move(done)),
        m_handles(tasks.size(), std::string()) {}

  void begin() {
    m_client.run("scontrol", {"show", "config"}, {}, [self = shared_from_this()](const ProgramResult& answer) {
      self->m_largest = largestArray(answer.isGood() ? answer.out : std::string());
      self->next();
    });
  }

 private:
  /// The next array of tasks that are not handed over yet.
  void next() {
    prepareArray();
    if (m_array.empty()) return m_done(std::move(m_handles));
    const std::string folder = slurmFolder(m_spec.target, m_tasks[m_array.front()]);
    const std::string script =
        batchScript(folder + "/supervisor.py", folder + "/" + std::string(kListFile), m_spec.python);
    m_client.run("sbatch", batchOptions(m_spec, name(), m_array.size(), m_before), script,
               [self = shared_from_this()](const ProgramResult& answer) { self->submitted(answer); });
  }

  /// Makes everything that the tasks of one array need where they run, and leaves out those for which that fails.
  void prepareArray() {
    m_array.clear();
    while (m_array.empty() && m_at < m_tasks.size()) {
      std::vector<Pending> pending;
      for (; m_at < m_tasks.size() && m_array.size() < m_largest; ++m_at)
        if (auto made = makeFolder(m_at, pending); made)
          m_array.push_back(m_at);
        else
          m_handles[m_at] = base::fail(made.error());
      write(pending);
      if (!m_array.empty()) writeList();
    }
  }

  base::Result<void> makeFolder(std::size_t task, std::vector<Pending>& pending) const {
    const ExecutorTask& at = m_tasks[task];
    if (m_spec.target.folder.empty()) return {};
    if (auto made = files::makeFolders(m_spec.target.folder, at.name); !made) return made;
    auto what = files::readFile(at.folder + "/" + std::string(kTaskFile));
    if (!what) return base::fail(what.error());
    const std::string folder = slurmFolder(m_spec.target, at) + "/";
    pending.push_back({task, folder + std::string(kSlurmMark), at.name + "\n"});
    pending.push_back({task, folder + "supervisor.py", std::string(supervisorScript())});
    pending.push_back({task, folder + "probe.py", std::string(probeScript())});
    pending.push_back({task, folder + std::string(kTaskFile), std::move(what->bytes)});
    return {};
  }

  void write(const std::vector<Pending>& pending) {
    std::vector<files::SaveRequest> requests;
    for (const Pending& one : pending) requests.push_back({.path = one.path, .bytes = &one.bytes});
    const auto saved = files::saveFiles(requests);
    for (std::size_t i = 0; i < saved.size(); ++i)
      if (!saved[i]) {
        m_handles[pending[i].task] = base::fail(saved[i].error());
        std::erase(m_array, pending[i].task);
      }
  }

  /// The list that the elements find their folders in, and in each folder here the way back. Only then is anything
  /// handed to Slurm, so that nothing of it can be forgotten.
  void writeList() {
    const std::string folder = slurmFolder(m_spec.target, m_tasks[m_array.front()]);
    std::string list;
    std::vector<Pending> entries;
    for (std::size_t i = 0; i < m_array.size(); ++i) {
      list += slurmFolder(m_spec.target, m_tasks[m_array[i]]) + '\0';
      entries.push_back({m_array[i], m_tasks[m_array[i]].folder + "/" + std::string(kEntryFile),
                         nlohmann::json{{"job", name()}, {"element", i}, {"folder", folder}}.dump(
                             -1, ' ', false, nlohmann::json::error_handler_t::replace)});
    }
    const std::size_t before = m_array.size();
    const auto saved = save(folder + "/" + std::string(kListFile), list);
    write(entries);
    if (saved && m_array.size() == before) return;
    // An element's number is its place in the list, so nothing of this array goes on.
    refuse(saved
               ? base::Error{.code = base::ErrorCode::NotWritable, .text = "The folders of this run cannot be written."}
               : saved.error());
    m_array.clear();
  }

  const std::string& name() const { return m_tasks[m_array.front()].name; }

  void submitted(const ProgramResult& answer) {
    const std::string number = answer.isGood() ? jobNumber(answer.out) : std::string();
    if (!number.empty()) {
      accept(number);
      return next();
    }
    if (SlurmClient::isRefusal(answer)) {
      refuse(SlurmClient::problemOf("sbatch", answer));
      return next();
    }
    // Its answer is lost, but the job may be there.
    m_client.run(
        "squeue",
        {"--noheader", "--states=all", "--user=" + std::to_string(::getuid()), "--name=" + name(), "--format=%F"}, {},
        [self = shared_from_this(), answer](const ProgramResult& found) {
          const std::string known =
              jobNumber(found.isGood() ? found.out.substr(0, found.out.find('\n')) : std::string());
          if (!known.empty())
            self->accept(known);
          else
            self->giveUp(SlurmClient::problemOf("sbatch", answer));
          self->next();
        });
  }

  void accept(const std::string& number) {
    m_before = number;  // the run's limit of tasks at the same time holds for all of its arrays together
    for (std::size_t i = 0; i < m_array.size(); ++i) m_handles[m_array[i]] = number + "_" + std::to_string(i);
  }

  void refuse(const base::Error& error) {
    for (const std::size_t task : m_array) m_handles[task] = base::fail(error);
  }

  void giveUp(const base::Error& error) {
    for (const std::size_t task : m_array)
      (void)save(slurmFolder(m_spec.target, m_tasks[task]) + "/" + std::string(kCancelFile), "\n");
    refuse(error);
  }

  SlurmClient& m_client;
  const RunSpec m_spec;
  const std::vector<ExecutorTask> m_tasks;
  const Executor::Started m_done;
  std::vector<base::Result<std::string>> m_handles;
  std::size_t m_largest = 1, m_at = 0;
  std::vector<std::size_t> m_array;
  std::string m_before;
};

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

void SlurmClient::run(const std::string& program, std::vector<std::string> arguments, std::string input,
                    ProgramCalls::Finished done) {
  ProgramRequest request{.arguments = std::move(arguments), .input = std::move(input), .timeout = kSlurmTimeout};
  if (auto path = findProgram(program)) request.program = *path;
  // A user's own defaults for tables and filters would hide jobs from us; sbatch must not wait for its job.
  request.environmentWithout = {"SQUEUE_", "SINFO_", "SCANCEL_", "SACCT_", "SBATCH_WAIT", "SBATCH_ARRAY"};
  m_calls.run(std::move(request), std::move(done));
}

base::Error SlurmClient::problemOf(const std::string& program, const ProgramResult& answer) {
  using End = ProgramResult::End;
  base::Error error{.code = base::ErrorCode::NotReadable, .text = {}, .hint = "Does sinfo work in a terminal here?"};
  if (answer.end == End::NotStarted) {
    error.text = program + " cannot be started.";
    error.hint = "Install Slurm's programs (slurm-client), or run Plumbline where they are.";
  } else if (answer.end == End::TimedOut || (answer.end == End::Exited && isOutOfReach(answer))) {
    error.text = "Slurm's controller does not answer.";
  } else {
    std::string said = lastLine(answer.errors);
    if (said.starts_with(program + ": ")) said.erase(0, program.size() + 2);
    if (said.starts_with("error: ")) said.erase(0, 7);
    error.text = program + (said.empty() ? " fails." : " says: " + said);
  }
  return error;
}

bool SlurmClient::isRefusal(const ProgramResult& answer) {
  if (answer.end == ProgramResult::End::NotStarted) return true;
  return answer.end == ProgramResult::End::Exited && answer.code != 0 && !isOutOfReach(answer);
}

void SlurmClient::later(std::chrono::milliseconds delay, std::function<void()> work) {
  QTimer::singleShot(delay, m_later.get(), std::move(work));
}

void SlurmClient::stopAll() {
  m_later = std::make_unique<QObject>();
  m_calls.stopAll();
}

std::string slurmFolder(const RunTarget& target, const ExecutorTask& task) {
  return target.folder.empty() ? task.folder : target.folder + "/" + task.name;
}

void startOnSlurm(SlurmClient& client, const RunSpec& spec, const std::vector<ExecutorTask>& tasks,
                  Executor::Started done) {
  std::make_shared<Submission>(client, spec, tasks, std::move(done))->begin();
}

SlurmEntry slurmEntry(const ExecutorTask& task) {
  const auto file = files::readFile(task.folder + "/" + std::string(kEntryFile));
  if (!file) return {};
  const auto reported = text::parseJson(file->bytes);
  if (!reported.is_object() || !reported.contains("job") || !reported["job"].is_string() || !reported.contains("element") ||
      !reported["element"].is_number_unsigned())
    return {};
  return {.job = reported["job"].get<std::string>(),
          .element = reported["element"].get<std::size_t>(),
          .folder = reported.contains("folder") && reported["folder"].is_string() ? reported["folder"].get<std::string>()
                                                                          : std::string()};
}

}  // namespace plumbline::runs
