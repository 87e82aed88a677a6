// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/runs/slurm_look.h"

#include <unistd.h>

#include <QDir>
#include <algorithm>
#include <memory>

#include "core/files/file_bytes.h"
#include "core/runs/slurm_start.h"
#include "core/runs/task_mirror.h"

namespace plumbline::runs {
namespace {

// A shared folder may show what a node wrote a little later.
constexpr int kMostLateLooks = 4;
constexpr std::uint64_t kMostLog = std::uint64_t{4} << 20;

std::string pathIn(const std::string& folder, std::string_view name) { return folder + "/" + std::string(name); }

QStringList filesIn(const std::string& folder, const QStringList& patterns = {}) {
  return QDir(QString::fromStdString(folder)).entryList(patterns, QDir::Files | QDir::NoSymLinks);
}

/// Somebody else than we may have ended a step: what Slurm says tells why.
bool isCutShort(const std::string& folder, const TaskEvents& events) {
  if (files::stampOf(pathIn(folder, kCancelFile))) return false;
  return std::any_of(events.steps.begin(), events.steps.end(), [](const StepEvents& step) {
    return step.end == StepEnd::Cancelled || step.end == StepEnd::Signalled;
  });
}

void copyLogs(const std::string& from, const TaskMirror& mirror) {
  for (const QString& name : filesIn(from, {QStringLiteral("*.log")})) {
    QFile log(QString::fromStdString(pathIn(from, name.toStdString())));
    if (!log.open(QIODevice::ReadOnly)) continue;
    const std::uint64_t here = mirror.sizeOf(name.toStdString());
    const std::uint64_t offset = here <= static_cast<std::uint64_t>(log.size()) ? here : 0;
    if (!log.seek(static_cast<qint64>(offset))) continue;
    const QByteArray news = log.read(kMostLog);
    if (!news.isEmpty())
      (void)mirror.add(name.toStdString(), offset, {news.data(), static_cast<std::size_t>(news.size())});
  }
}

}  // namespace

struct SlurmLooker::Round {
  RunSpec spec;
  std::vector<TaskAt> tasks;
  std::vector<TaskLook> looks;
  std::vector<std::size_t> asked;
  Executor::Looked done;
  std::vector<SlurmJob> jobs;
  std::string problem;  ///< why Slurm could not be asked
  struct Copy {
    std::size_t task = 0;
    std::string events;  ///< all of them, for the end
  };
  std::vector<Copy> copies;

  const SlurmJob* find(const std::string& id) const {
    const auto at = std::find_if(jobs.begin(), jobs.end(), [&id](const SlurmJob& job) { return job.id == id; });
    return id.empty() || at == jobs.end() ? nullptr : &*at;
  }
};

std::string SlurmLooker::jobOf(const TaskAt& task) const {
  if (!task.handle.empty()) return task.handle;
  const auto known = m_jobs.find(task.folder);
  return known == m_jobs.end() ? std::string() : known->second;
}

void SlurmLooker::look(const RunSpec& spec, const std::vector<TaskAt>& tasks, Executor::Looked done) {
  auto round = std::make_shared<Round>();
  round->spec = spec;
  round->tasks = tasks;
  round->looks.resize(tasks.size());
  round->done = std::move(done);
  for (std::size_t i = 0; i < tasks.size(); ++i) {
    const auto known = TaskMirror(tasks[i].folder).events();
    if (known && known->finished && !isCutShort(slurmFolder(spec.place, tasks[i]), *known))
      round->looks[i].life = TaskLife::Over;
    else
      round->asked.push_back(i);
  }
  if (round->asked.empty()) {
    m_talk.later(std::chrono::milliseconds(0), [round] { round->done(std::move(round->looks)); });
    return;
  }
  m_talk.ask(
      "squeue",
      {"--noheader", "--array", "--states=all", "--user=" + std::to_string(::getuid()),
       "--format=" + std::string(kJobFormat)},
      {}, [this, round](const ProgramAnswer& answer) {
        if (answer.isGood())
          round->jobs = readJobs(answer.out);
        else
          round->problem = SlurmTalk::problemOf("squeue", answer).text;
        for (const std::size_t i : round->asked) {
          const TaskAt& task = round->tasks[i];
          if (!task.handle.empty() || m_jobs.count(task.folder) > 0) continue;
          const SlurmEntry entry = slurmEntry(task);
          for (const SlurmJob& job : round->jobs)
            if (!entry.job.empty() && job.name == entry.job && job.id.ends_with("_" + std::to_string(entry.element)))
              m_jobs[task.folder] = job.id;
        }
        askAccounts(round);
      });
}

/// Slurm forgets a job some minutes after its end; where accounts are kept, those know.
void SlurmLooker::askAccounts(const RoundPtr& round) {
  std::string list;
  for (const std::size_t i : round->asked) {
    const std::string id = jobOf(round->tasks[i]);
    if (!id.empty() && round->find(id) == nullptr) list += (list.empty() ? "" : ",") + id;
  }
  if (list.empty() || !m_hasAccounts || !round->problem.empty()) return decide(round);
  m_talk.ask(
      "sacct",
      {"--noheader", "--allocations", "--parsable2", "--format=" + std::string(kAccountFormat), "--jobs=" + list}, {},
      [this, round](const ProgramAnswer& answer) {
        if (answer.isGood())
          for (SlurmJob& job : readAccounts(answer.out)) round->jobs.push_back(std::move(job));
        else if (answer.end != ProgramAnswer::End::TimedOut)
          m_hasAccounts = false;  // "Slurm accounting storage is disabled"
        decide(round);
      });
}

void SlurmLooker::decide(const RoundPtr& round) {
  for (const std::size_t i : round->asked) round->looks[i] = decideOne(*round, i);
  copyFiles(round, 0);
}

TaskLook SlurmLooker::decideOne(Round& round, std::size_t index) {
  const TaskAt& task = round.tasks[index];
  const std::string from = slurmFolder(round.spec.place, task);
  const bool isElsewhere = from != task.folder;
  const TaskMirror mirror(task.folder);
  // After Slurm was asked: what a task that Slurm calls ended has written is there now.
  const auto file = files::readFile(pathIn(from, kEventsFile));
  std::string bytes = file ? file->bytes : std::string();
  bytes.resize(bytes.rfind('\n') + 1);
  const auto events = readEvents(bytes, pathIn(from, kEventsFile));
  if (!events) return {.life = TaskLife::Gone, .text = "Its events cannot be read: " + events.error().text};

  const SlurmJob* job = round.find(jobOf(task));
  TaskLook look = job != nullptr ? lookOfJob(*job) : TaskLook{};
  if (events->finished && !isCutShort(from, *events)) {
    look = {.life = TaskLife::Over, .text = {}};
  } else if (!round.problem.empty()) {
    return {.life = TaskLife::Unknown, .text = round.problem};
  } else if (events->finished) {
    const bool isForeign = look.life == TaskLife::Gone && job->state != "COMPLETED" && job->state != "FAILED";
    if (job != nullptr && look.life != TaskLife::Gone) return {.life = TaskLife::Alive, .text = {}};
    if (!isForeign) look = {.life = TaskLife::Over, .text = {}};
  } else if (job == nullptr || look.life == TaskLife::Gone) {
    look = withoutLastWord(round, task, job);
  }
  const bool isEnd = look.life == TaskLife::Over || look.life == TaskLife::Gone;
  if (isEnd) m_lateLooks.erase(task.folder);
  if (!isElsewhere) return look;
  if (isEnd) {
    round.copies.push_back({index, bytes});
    return look;
  }
  const std::uint64_t here = mirror.sizeOf(kEventsFile);
  if (here < bytes.size())
    if (auto added = mirror.add(kEventsFile, here, std::string_view(bytes).substr(here)); !added)
      return {.life = TaskLife::Unknown, .text = added.error().text};
  if (task.wantsLog) copyLogs(from, mirror);
  return look;
}

/// Slurm says that it ended, or does not know it, and its keeper has not said "finished".
TaskLook SlurmLooker::withoutLastWord(const Round& round, const TaskAt& task, const SlurmJob* job) {
  const SlurmEntry entry = slurmEntry(task);
  if (job == nullptr && task.handle.empty() && entry.job.empty())
    return {.life = TaskLife::Gone, .text = "It was not handed to Slurm."};
  const bool mayCome = job == nullptr || job->state == "COMPLETED" || job->state == "FAILED";
  if (mayCome && ++m_lateLooks[task.folder] <= kMostLateLooks) return {.life = TaskLife::Alive, .text = {}};
  TaskLook look = job != nullptr ? lookOfJob(*job)
                                 : TaskLook{.life = TaskLife::Gone, .text = "Slurm does not know its job any more."};
  const auto said = files::readFile(entry.folder + "/keeper-" + std::to_string(entry.element) + ".out");
  if (said && !lastLine(said->bytes).empty()) look.text += " It said: " + lastLine(said->bytes);
  if (!said && job != nullptr && job->state == "FAILED")
    look.text += " It wrote nothing: does its node see the folder " + slurmFolder(round.spec.place, task) + "?";
  return look;
}

void SlurmLooker::copyFiles(const RoundPtr& round, std::size_t next) {
  if (next >= round->copies.size()) return round->done(std::move(round->looks));
  const Round::Copy& copy = round->copies[next];
  const TaskAt& task = round->tasks[copy.task];
  const std::string from = slurmFolder(round->spec.place, task);
  const auto finish = [this, round, next](const base::Result<void>& copied) {
    const Round::Copy& mine = round->copies[next];
    const TaskMirror mirror(round->tasks[mine.task].folder);
    // The last event is written when everything else is here.
    const auto added = copied && !mine.events.empty() ? mirror.add(kEventsFile, 0, mine.events) : copied;
    if (!added) round->looks[mine.task] = {.life = TaskLife::Unknown, .text = added.error().text};
    copyFiles(round, next + 1);
  };
  std::vector<std::string> arguments{"-f", "--"};
  for (const QString& name : filesIn(from)) {
    const std::string file = name.toStdString();
    const bool isOurs = file == kTaskFile || file == kEventsFile || file == kLockFile || file == kCancelFile ||
                        file == kSlurmMark || file == "keeper.py" || file == "probe.py" || file == "slurm.list" ||
                        file.ends_with(".out");
    if (!isOurs) arguments.push_back(pathIn(from, file));
  }
  if (arguments.size() == 2) return finish({});
  arguments.push_back(task.folder + "/");
  m_talk.ask("cp", std::move(arguments), {}, [finish](const ProgramAnswer& answer) {
    if (answer.isGood()) return finish({});
    finish(base::fail(
        {.code = base::ErrorCode::NotReadable, .text = "Its files cannot be copied: " + lastLine(answer.errors)}));
  });
}

}  // namespace plumbline::runs
