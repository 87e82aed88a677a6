// SPDX-License-Identifier: GPL-3.0-or-later

#include <unistd.h>

#include <QDir>
#include <QFileInfo>
#include <QStorageInfo>
#include <QSysInfo>
#include <algorithm>
#include <csignal>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "core/files/file_bytes.h"
#include "core/files/folders.h"
#include "core/runs/executors/executor.h"
#include "core/runs/executors/program_calls.h"
#include "core/runs/executors/slurm/slurm_client.h"
#include "core/runs/executors/task_mirror.h"

namespace plumbline::runs {
namespace {

QString fromUtf8(const std::string& path) { return QString::fromStdString(path); }

/// The folder's nearest ancestor that exists.
QString existing(const std::string& folder) {
  QFileInfo info(fromUtf8(folder));
  while (!info.exists() && !info.isRoot() && info.absolutePath() != info.absoluteFilePath())
    info.setFile(info.absolutePath());
  return info.absoluteFilePath();
}

/// isLocalDisk is false for unknown file systems.
bool isLocalDisk(const QString& folder) {
  static const QByteArrayList kinds{"ext2", "ext3", "ext4", "xfs", "btrfs", "tmpfs", "overlay", "zfs", "f2fs"};
  return kinds.contains(QStorageInfo(folder).fileSystemType());
}

void checkFolders(const RunSpec& spec, const std::string& runs, const SlurmPartition* partition, ProbeReport& report) {
  const std::string& folder = spec.target.folder.empty() ? runs : spec.target.folder;
  const QString there = existing(folder);
  if (folder.empty() || !QFileInfo(there).isWritable())
    report.findings.push_back(
        {true, "Runs cannot be kept in " + folder + ": it is not writable.", "Name a folder that the nodes see too."});
  const QString host = QSysInfo::machineHostName().section(QLatin1Char('.'), 0, 0);
  const bool isOneMachine = partition != nullptr && fromUtf8(partition->nodes) == host;
  if (!folder.empty() && !isOneMachine && isLocalDisk(there))
    report.findings.push_back({false, folder + " lies on a disk of this machine, which the nodes may not see.",
                               "Name a folder that the nodes see too (--remote-folder)."});
  if (!spec.checkout.empty() && !QDir(fromUtf8(spec.checkout)).exists())
    report.findings.push_back({false, "There is no " + spec.checkout + " on this machine; the nodes may have it.",
                               "Check the path of the checkout."});
  if (spec.python.find('/') == std::string::npos || spec.python.front() == '/')
    if (auto python = findProgram(spec.python); !python)
      report.findings.push_back(
          {false, spec.python + " is not on this machine; the nodes may have it.", "Check the path of Python."});
}

const SlurmPartition* chosen(const RunSpec& spec, const std::vector<SlurmPartition>& partitions) {
  if (spec.target.partition.empty())
    return !partitions.empty() && partitions.front().isDefault ? &partitions.front() : nullptr;
  const auto at = std::ranges::find(partitions, spec.target.partition, &SlurmPartition::name);
  return at == partitions.end() ? nullptr : &*at;
}

std::string namesOf(const std::vector<SlurmPartition>& partitions) {
  std::string names;
  for (const SlurmPartition& one : partitions) names += (names.empty() ? "" : ", ") + one.name;
  return names;
}

void checkPartition(const RunSpec& spec, const std::vector<SlurmPartition>& partitions, const SlurmPartition* partition,
                    ProbeReport& report) {
  const std::string& wanted = spec.target.partition;
  if (partitions.empty()) {
    report.findings.push_back({true, "This cluster has no partition that you may see.", "Ask its administrator."});
  } else if (partition == nullptr && wanted.empty()) {
    report.findings.push_back(
        {true, "This cluster has no default partition.", "Name one: slurm:PARTITION, of " + namesOf(partitions) + "."});
  } else if (partition == nullptr && wanted.find(',') == std::string::npos) {
    report.findings.push_back(
        {true, "There is no partition " + wanted + ".", "There are " + namesOf(partitions) + "."});
  } else if (partition != nullptr) {
    if (!partition->isUp)
      report.findings.push_back(
          {false, "The partition " + partition->name + " is not up: runs wait until it is.", "Run sinfo for details."});
    const auto limit = secondsOf(partition->timeLimit), asked = secondsOf(spec.target.timeLimit);
    if (limit && asked && *asked > *limit)
      report.findings.push_back({true,
                                 "The time limit " + spec.target.timeLimit + " is longer than that of " +
                                     partition->name + ", " + partition->timeLimit + ": such a run would never begin.",
                                 "Ask for less, or choose another partition."});
  }
}

/// probeSlurm checks Slurm's programs, the partition, and the job itself (sbatch --test-only). The facts of the machine
/// come later, from the node.
void probeSlurm(SlurmClient& client, const RunSpec& spec, const std::string& folder, Executor::Probed done) {
  auto report = std::make_shared<ProbeReport>();
  for (const char* program : {"sbatch", "squeue", "scancel", "sinfo"})
    if (auto found = findProgram(program); !found)
      report->findings.push_back(
          {true, "There is no " + std::string(program) + " here.",
           "Install Slurm's programs (slurm-client), or run Plumbline on a machine of the cluster."});
  if (!report->canStart()) {
    client.later(std::chrono::milliseconds(0), [report, done = std::move(done)] { done(std::move(*report)); });
    return;
  }
  client.run("sinfo", {"--noheader", "--format=" + std::string(kPartitionFormat)}, {},
           [&client, report, spec, folder, done = std::move(done)](const ProgramResult& answer) {
             if (!answer.isGood()) {
               const base::Error error = SlurmClient::problemOf("sinfo", answer);
               report->findings.push_back({true, error.text, error.hint});
               return done(std::move(*report));
             }
             const std::vector<SlurmPartition> partitions = readPartitions(answer.out);
             for (const SlurmPartition& one : partitions) report->partitions.push_back(one.name);
             const SlurmPartition* partition = chosen(spec, partitions);
             checkPartition(spec, partitions, partition, *report);
             checkFolders(spec, folder, partition, *report);
             if (!report->canStart()) return done(std::move(*report));
             std::vector<std::string> options = batchOptions(spec, "plumbline-probe", 1, {});
             options.push_back("--test-only");
             client.run("sbatch", std::move(options), "#!/bin/sh\nexit 0\n",
                        [report, done](const ProgramResult& tested) {
                          if (!tested.isGood()) {
                            const base::Error error = SlurmClient::problemOf("sbatch", tested);
                            report->findings.push_back({true, error.text, "Check partition, gres and time limit."});
                          }
                          done(std::move(*report));
                        });
           });
}

/// Polls the tasks of a cluster: Slurm reports whether they wait or run, the events in the shared folder whether they
/// ended. When tasks work in another folder, new events and files are copied here.
class SlurmPoller {
 public:
  explicit SlurmPoller(SlurmClient& client) : m_client(client) {}

  void poll(const RunSpec& spec, const std::vector<ExecutorTask>& tasks, Executor::Polled done);
  /// jobOf is the task's job, "812_3": its handle, or what a poll found; "" when it is unknown.
  std::string jobOf(const ExecutorTask& task) const;

 private:
  struct Round;
  using RoundPtr = std::shared_ptr<Round>;
  void askAccounts(const RoundPtr& round);
  void decide(const RoundPtr& round);
  TaskPollResult decideOne(Round& round, std::size_t index);
  TaskPollResult withoutLastWord(const Round& round, const ExecutorTask& task, const SlurmJob* job);
  void copyFiles(const RoundPtr& round, std::size_t next);

  SlurmClient& m_client;
  bool m_hasAccounts = true;
  std::map<std::string, std::string> m_jobs;  ///< by folder: found by name
  std::map<std::string, int> m_latePolls;     ///< by folder: polls since Slurm reported its end
};

// A shared folder may show a node's writes with a delay.
constexpr int kMaxLatePolls = 4;
constexpr std::uint64_t kMaxLog = std::uint64_t{4} << 20;

std::string pathIn(const std::string& folder, std::string_view name) { return folder + "/" + std::string(name); }

QStringList filesIn(const std::string& folder, const QStringList& patterns = {}) {
  return QDir(QString::fromStdString(folder)).entryList(patterns, QDir::Files | QDir::NoSymLinks);
}

/// wasSignalled: Slurm signals all processes of a job at once, and a shell whose child ends first exits with 128 + signal
/// before its supervisor hears of it.
bool wasSignalled(const StepEvents& step) {
  const bool isShellsWord = step.code == 128 + SIGTERM || step.code == 128 + SIGKILL;
  return step.end == StepEnd::Cancelled || step.end == StepEnd::Signalled ||
         (step.end == StepEnd::Exited && isShellsWord);
}

/// isCutShort: a step was ended, but not by us; Slurm knows the reason.
bool isCutShort(const std::string& folder, const TaskEvents& events) {
  return !files::stampOf(pathIn(folder, kCancelFile)) && std::ranges::any_of(events.steps, wasSignalled);
}

void copyLogs(const std::string& from, const TaskMirror& mirror) {
  for (const QString& name : filesIn(from, {QStringLiteral("*.log")})) {
    QFile log(QString::fromStdString(pathIn(from, name.toStdString())));
    if (!log.open(QIODevice::ReadOnly)) continue;
    const std::uint64_t here = mirror.sizeOf(name.toStdString());
    const std::uint64_t offset = here <= static_cast<std::uint64_t>(log.size()) ? here : 0;
    if (!log.seek(static_cast<qint64>(offset))) continue;
    const QByteArray news = log.read(kMaxLog);
    if (!news.isEmpty())
      (void)mirror.add(name.toStdString(), offset, {news.data(), static_cast<std::size_t>(news.size())});
  }
}

struct SlurmPoller::Round {
  RunSpec spec;
  std::vector<ExecutorTask> tasks;
  std::vector<TaskPollResult> results;
  std::vector<std::size_t> asked;
  Executor::Polled done;
  std::vector<SlurmJob> jobs;
  std::string problem;  ///< why Slurm did not answer
  struct Copy {
    std::size_t task = 0;
    std::string events;  ///< all of them, for the end
  };
  std::vector<Copy> copies;

  const SlurmJob* find(const std::string& id) const {
    const auto at = std::ranges::find(jobs, id, &SlurmJob::id);
    return id.empty() || at == jobs.end() ? nullptr : &*at;
  }
};

std::string SlurmPoller::jobOf(const ExecutorTask& task) const {
  if (!task.handle.empty()) return task.handle;
  const auto known = m_jobs.find(task.folder);
  return known == m_jobs.end() ? std::string() : known->second;
}

void SlurmPoller::poll(const RunSpec& spec, const std::vector<ExecutorTask>& tasks, Executor::Polled done) {
  auto round = std::make_shared<Round>();
  round->spec = spec;
  round->tasks = tasks;
  round->results.resize(tasks.size());
  round->done = std::move(done);
  for (std::size_t i = 0; i < tasks.size(); ++i) {
    const auto known = TaskMirror(tasks[i].folder).events();
    if (known && known->finished && !isCutShort(slurmFolder(spec.target, tasks[i]), *known))
      round->results[i].life = TaskLife::Finished;
    else
      round->asked.push_back(i);
  }
  if (round->asked.empty()) {
    m_client.later(std::chrono::milliseconds(0), [round] { round->done(std::move(round->results)); });
    return;
  }
  m_client.run(
      "squeue",
      {"--noheader", "--array", "--states=all", "--user=" + std::to_string(::getuid()),
       "--format=" + std::string(kJobFormat)},
      {}, [this, round](const ProgramResult& answer) {
        if (answer.isGood())
          round->jobs = readJobs(answer.out);
        else
          round->problem = SlurmClient::problemOf("squeue", answer).text;
        for (const std::size_t i : round->asked) {
          const ExecutorTask& task = round->tasks[i];
          if (!task.handle.empty() || m_jobs.count(task.folder) > 0) continue;
          const SlurmEntry entry = slurmEntry(task);
          for (const SlurmJob& job : round->jobs)
            if (!entry.job.empty() && job.name == entry.job && job.id.ends_with("_" + std::to_string(entry.element)))
              m_jobs[task.folder] = job.id;
        }
        askAccounts(round);
      });
}

/// Slurm forgets a job some minutes after its end; its accounting, if enabled, does not.
void SlurmPoller::askAccounts(const RoundPtr& round) {
  std::string list;
  for (const std::size_t i : round->asked) {
    const std::string id = jobOf(round->tasks[i]);
    if (!id.empty() && round->find(id) == nullptr) list += (list.empty() ? "" : ",") + id;
  }
  if (list.empty() || !m_hasAccounts || !round->problem.empty()) return decide(round);
  m_client.run(
      "sacct",
      {"--noheader", "--allocations", "--parsable2", "--format=" + std::string(kAccountFormat), "--jobs=" + list}, {},
      [this, round](const ProgramResult& answer) {
        if (answer.isGood())
          for (SlurmJob& job : readAccounts(answer.out)) round->jobs.push_back(std::move(job));
        else if (answer.end != ProgramResult::End::TimedOut)
          m_hasAccounts = false;  // "Slurm accounting storage is disabled"
        decide(round);
      });
}

void SlurmPoller::decide(const RoundPtr& round) {
  for (const std::size_t i : round->asked) round->results[i] = decideOne(*round, i);
  copyFiles(round, 0);
}

TaskPollResult SlurmPoller::decideOne(Round& round, std::size_t index) {
  const ExecutorTask& task = round.tasks[index];
  const std::string from = slurmFolder(round.spec.target, task);
  const bool isElsewhere = from != task.folder;
  const TaskMirror mirror(task.folder);
  // Read after Slurm's answer: a task that Slurm reports as ended has written everything.
  const auto file = files::readFile(pathIn(from, kEventsFile));
  std::string bytes = file ? file->bytes : std::string();
  bytes.resize(bytes.rfind('\n') + 1);
  const auto events = readEvents(bytes, pathIn(from, kEventsFile));
  if (!events) return {.life = TaskLife::Gone, .text = "Its events cannot be read: " + events.error().text};

  const SlurmJob* job = round.find(jobOf(task));
  TaskPollResult result = job != nullptr ? pollResultOf(*job) : TaskPollResult{};
  if (events->finished && !isCutShort(from, *events)) {
    result = {.life = TaskLife::Finished, .text = {}};
  } else if (!round.problem.empty()) {
    return {.life = TaskLife::Unknown, .text = round.problem};
  } else if (events->finished) {
    const bool isForeign = result.life == TaskLife::Gone && job->state != "COMPLETED" && job->state != "FAILED";
    if (job != nullptr && result.life != TaskLife::Gone) return {.life = TaskLife::Alive, .text = {}};
    if (!isForeign) result = {.life = TaskLife::Finished, .text = {}};
  } else if (job == nullptr || result.life == TaskLife::Gone) {
    result = withoutLastWord(round, task, job);
  }
  const bool isEnd = result.life == TaskLife::Finished || result.life == TaskLife::Gone;
  if (isEnd) m_latePolls.erase(task.folder);
  if (!isElsewhere) return result;
  if (isEnd) {
    round.copies.push_back({index, bytes});
    return result;
  }
  const std::uint64_t here = mirror.sizeOf(kEventsFile);
  if (here < bytes.size())
    if (auto added = mirror.add(kEventsFile, here, std::string_view(bytes).substr(here)); !added)
      return {.life = TaskLife::Unknown, .text = added.error().text};
  if (task.isWatched) copyLogs(from, mirror);
  return result;
}

/// For a job that ended or is unknown to Slurm, without a "finished" event.
TaskPollResult SlurmPoller::withoutLastWord(const Round& round, const ExecutorTask& task, const SlurmJob* job) {
  const SlurmEntry entry = slurmEntry(task);
  if (job == nullptr && task.handle.empty() && entry.job.empty())
    return {.life = TaskLife::Gone, .text = "It was not handed to Slurm."};
  const bool mayCome = job == nullptr || job->state == "COMPLETED" || job->state == "FAILED";
  if (mayCome && ++m_latePolls[task.folder] <= kMaxLatePolls) return {.life = TaskLife::Alive, .text = {}};
  TaskPollResult result = job != nullptr
                              ? pollResultOf(*job)
                              : TaskPollResult{.life = TaskLife::Gone, .text = "Slurm does not know its job any more."};
  const auto said = files::readFile(entry.folder + "/supervisor-" + std::to_string(entry.element) + ".out");
  if (said && !lastLine(said->bytes).empty()) result.text += " It said: " + lastLine(said->bytes);
  if (!said && job != nullptr && job->state == "FAILED")
    result.text += " It wrote nothing: does its node see the folder " + slurmFolder(round.spec.target, task) + "?";
  return result;
}

void SlurmPoller::copyFiles(const RoundPtr& round, std::size_t next) {
  if (next >= round->copies.size()) return round->done(std::move(round->results));
  const Round::Copy& copy = round->copies[next];
  const ExecutorTask& task = round->tasks[copy.task];
  const std::string from = slurmFolder(round->spec.target, task);
  const auto finish = [this, round, next](const base::Result<void>& copied) {
    const Round::Copy& mine = round->copies[next];
    const TaskMirror mirror(round->tasks[mine.task].folder);
    // The last event is written when everything else is here.
    const auto added = copied && !mine.events.empty() ? mirror.add(kEventsFile, 0, mine.events) : copied;
    if (!added) round->results[mine.task] = {.life = TaskLife::Unknown, .text = added.error().text};
    copyFiles(round, next + 1);
  };
  std::vector<std::string> arguments{"-f", "--"};
  for (const QString& name : filesIn(from)) {
    const std::string file = name.toStdString();
    const bool isOurs = file == kTaskFile || file == kEventsFile || file == kLockFile || file == kCancelFile ||
                        file == kSlurmMark || file == "supervisor.py" || file == "probe.py" || file == "slurm.list" ||
                        file.ends_with(".out");
    if (!isOurs) arguments.push_back(pathIn(from, file));
  }
  if (arguments.size() == 2) return finish({});
  arguments.push_back(task.folder + "/");
  m_client.run("cp", std::move(arguments), {}, [finish](const ProgramResult& answer) {
    if (answer.isGood()) return finish({});
    finish(base::fail(
        {.code = base::ErrorCode::NotReadable, .text = "Its files cannot be copied: " + lastLine(answer.errors)}));
  });
}

using namespace std::chrono_literals;

// After the grace, Slurm's own time between its two signals, and a little.
constexpr auto kBeforeForce = 40s;

struct Cancel {
  std::string job;
  std::chrono::seconds grace{0};
  Executor::Ended done;
};

class SlurmExecutor : public Executor {
 public:
  explicit SlurmExecutor(std::string folder) : m_folder(std::move(folder)), m_poller(m_client) {}
  ~SlurmExecutor() override { SlurmExecutor::stopAll(); }
  SlurmExecutor(const SlurmExecutor&) = delete;
  SlurmExecutor& operator=(const SlurmExecutor&) = delete;

  void probe(const RunSpec& spec, const std::string& script, Probed done) override;
  void start(const RunSpec& spec, const std::vector<ExecutorTask>& tasks, Started done) override;
  void poll(const RunSpec& spec, const std::vector<ExecutorTask>& tasks, Polled done) override;
  void cancel(const RunSpec& spec, const ExecutorTask& task, Ended done) override;
  void release(const RunSpec& spec, const ExecutorTask& task, Ended done) override;
  void stopAll() override;

 private:
  void cancelAll();

  const std::string m_folder;
  SlurmClient m_client;
  SlurmPoller m_poller;
  std::vector<Cancel> m_cancels;
};

void SlurmExecutor::stopAll() {
  m_cancels.clear();
  m_client.stopAll();
}

void SlurmExecutor::probe(const RunSpec& spec, const std::string& /*script*/, Probed done) {
  probeSlurm(m_client, spec, m_folder, std::move(done));
}

void SlurmExecutor::start(const RunSpec& spec, const std::vector<ExecutorTask>& tasks, Started done) {
  startOnSlurm(m_client, spec, tasks, std::move(done));
}

void SlurmExecutor::poll(const RunSpec& spec, const std::vector<ExecutorTask>& tasks, Polled done) {
  m_poller.poll(spec, tasks, std::move(done));
}

void SlurmExecutor::cancel(const RunSpec& spec, const ExecutorTask& task, Ended done) {
  const auto asked = files::saveFile(slurmFolder(spec.target, task) + "/" + std::string(kCancelFile), "\n");
  std::string job = m_poller.jobOf(task);
  if (!asked || job.empty()) {
    m_client.later(0ms, [done = std::move(done), asked] {
      if (asked)
        done({});
      else
        done(base::fail(asked.error()));
    });
    return;
  }
  m_cancels.push_back({std::move(job), spec.grace, std::move(done)});
  // Requests of the same moment share one call.
  if (m_cancels.size() == 1) m_client.later(0ms, [this] { cancelAll(); });
}

void SlurmExecutor::cancelAll() {
  auto list = std::make_shared<std::vector<Cancel>>(std::exchange(m_cancels, {}));
  std::vector<std::string> jobs;
  for (const Cancel& one : *list) jobs.push_back(one.job);
  const auto with = [&jobs](std::vector<std::string> options) {
    options.insert(options.end(), jobs.begin(), jobs.end());
    return options;
  };
  // A waiting task is removed; the supervisor of a running one ends its program with SIGTERM, and with SIGKILL
  // after the grace; only a supervisor that does not answer is ended by Slurm.
  m_client.run("scancel", with({"--state=PENDING"}), {},
           [this, list, polite = with({"--batch", "--signal=TERM"})](const ProgramResult&) {
             m_client.run("scancel", polite, {}, [this, list](const ProgramResult& answer) {
               const bool isLost = !answer.isGood() && !SlurmClient::isRefusal(answer);
               for (const Cancel& one : *list) {
                 m_client.later(one.grace + kBeforeForce,
                            [this, job = one.job] { m_client.run("scancel", {job}, {}, [](const ProgramResult&) {}); });
                 if (isLost)
                   one.done(base::fail(SlurmClient::problemOf("scancel", answer)));
                 else
                   one.done({});
               }
             });
           });
}

void SlurmExecutor::release(const RunSpec& spec, const ExecutorTask& task, Ended done) {
  base::Result<void> removed;
  const std::string folder = slurmFolder(spec.target, task);
  const bool isOurs = folder != task.folder && files::readFile(folder + "/" + std::string(kSlurmMark)).has_value();
  const bool isKept = spec.keepCache && files::stampOf(folder + "/" + std::string(kCacheFolder)).has_value();
  if (isOurs && !isKept) removed = files::removeTree(spec.target.folder, task.name);
  m_client.later(0ms, [done = std::move(done), removed] { done(removed); });
}

}  // namespace

std::unique_ptr<Executor> makeSlurmExecutor(const std::string& folder) {
  return std::make_unique<SlurmExecutor>(folder);
}

}  // namespace plumbline::runs
