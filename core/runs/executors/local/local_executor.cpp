// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/runs/executors/local/local_executor.h"

#include <sys/stat.h>
#include <unistd.h>

#include <QFile>
#include <QMetaObject>
#include <QProcess>
#include <QTimer>
#include <algorithm>
#include <charconv>
#include <chrono>
#include <csignal>
#include <filesystem>
#include <sstream>
#include <string_view>
#include <utility>
#include <vector>

#include "core/files/file_bytes.h"
#include "core/files/locked_log.h"
#include "core/runs/executors/program_calls.h"

namespace plumbline::runs {

namespace {

constexpr std::uint64_t kMaxAbout = std::uint64_t{4} << 20;  ///< of a file in /proc
constexpr int kPasses = 20;  ///< a process that forked meanwhile is killed in the next pass

std::string about(std::int64_t id, const char* what) {
  const auto file = files::readFile("/proc/" + std::to_string(id) + "/" + what, kMaxAbout);
  return file ? file->bytes : std::string();
}

std::vector<std::int64_t> allIds() {
  std::vector<std::int64_t> ids;
  std::error_code error;
  for (std::filesystem::directory_iterator entry("/proc", error), end; !error && entry != end; entry.increment(error)) {
    const std::string name = entry->path().filename().string();
    std::int64_t id = 0;
    const auto [rest, problem] = std::from_chars(name.data(), name.data() + name.size(), id);
    if (problem == std::errc() && rest == name.data() + name.size()) ids.push_back(id);
  }
  return ids;
}

bool isMine(std::int64_t id) {
  struct stat info {};
  return ::stat(("/proc/" + std::to_string(id)).c_str(), &info) == 0 && info.st_uid == ::geteuid();
}

bool carries(std::int64_t id, std::string_view token) {
  if (token.empty()) return false;
  const std::string entry = "PLUMBLINE_TASK=" + std::string(token);
  std::string_view environment;
  const std::string bytes = about(id, "environ");
  for (environment = bytes; !environment.empty();) {
    const std::size_t end = std::min(environment.find('\0'), environment.size());
    if (environment.substr(0, end) == entry) return true;
    environment.remove_prefix(std::min(end + 1, environment.size()));
  }
  return false;
}

/// isOfStep: a member of a step's group whose leader is the recorded one, or gone. A group's number cannot be
/// another's as long as it has members, so that only one with an older start, or of a foreign session, is a stranger.
bool isOfStep(const Process& process, const StepEvents& step) {
  if (step.group <= 1 || step.start == 0 || process.group != step.group || process.session != step.group) return false;
  if (process.start < step.start) return false;
  const auto leader = processOf(step.group);
  return !leader || leader->start == step.start;
}

}  // namespace

std::optional<Process> processOf(std::int64_t id) {
  const std::string stat = about(id, "stat");
  const std::size_t name = stat.rfind(')');  // the name may hold anything, brackets and blanks too
  if (id <= 0 || name == std::string::npos) return std::nullopt;
  std::istringstream fields(stat.substr(name + 1));
  Process process{.id = id};
  char state = 0;
  std::int64_t parent = 0;
  std::string skipped;
  fields >> state >> parent >> process.group >> process.session;
  for (int field = 7; field < 22; ++field) fields >> skipped;
  fields >> process.start;
  if (!fields) return std::nullopt;
  process.isDead = state == 'Z' || state == 'X';
  return process;
}

std::string bootId() {
  const auto file = files::readFile("/proc/sys/kernel/random/boot_id", kMaxAbout);
  std::string id = file ? file->bytes : std::string();
  while (!id.empty() && id.back() == '\n') id.pop_back();
  return id;
}

bool isAlive(std::int64_t id, std::uint64_t start) {
  const auto process = processOf(id);
  return process && process->start == start && !process->isDead;
}

void sendTerminate(std::int64_t id, std::uint64_t start) {
  if (id > 1 && isAlive(id, start)) ::kill(static_cast<pid_t>(id), SIGTERM);
}

int killLeftovers(const TaskEvents& events) {
  if (events.boot.empty() || events.boot != bootId()) return 0;
  int ended = 0;
  for (int pass = 0; pass < kPasses; ++pass) {
    int found = 0;
    for (const std::int64_t id : allIds()) {
      const auto process = processOf(id);
      if (!process || process->isDead || id == ::getpid() || id <= 1 || !isMine(id)) continue;
      const bool isOurs =
          std::ranges::any_of(events.steps, [&](const StepEvents& step) { return isOfStep(*process, step); });
      if ((isOurs || carries(id, events.token)) && ::kill(static_cast<pid_t>(id), SIGKILL) == 0) ++found;
    }
    if (found == 0) break;
    ended += found;
  }
  return ended;
}

namespace {

using namespace std::chrono_literals;

constexpr std::chrono::milliseconds kLocalProbeTimeout = 150s;  // longer than the probe's own timeouts
constexpr qint64 kMaxProbeOutput = qint64{4} << 20;

QString named(const std::string& path) { return QFile::decodeName(QByteArray::fromStdString(path)); }

std::string handleOf(qint64 id) {
  const auto process = processOf(id);
  return std::to_string(id) + "-" + std::to_string(process ? process->start : 0);
}

/// isRunning reads a handle back: between its start and its lock a supervisor is known by that alone.
bool isRunning(const std::string& handle) {
  std::int64_t id = 0;
  std::uint64_t start = 0;
  const char* const end = handle.data() + handle.size();
  const auto [dash, problem] = std::from_chars(handle.data(), end, id);
  if (problem != std::errc() || dash == end || *dash != '-') return false;
  const auto rest = std::from_chars(dash + 1, end, start);
  return rest.ec == std::errc() && rest.ptr == end && start > 0 && isAlive(id, start);
}

/// pythonOf is the interpreter the benchmark will get; a relative path begins in the working folder, as the supervisor
/// has it.
base::Result<std::string> pythonOf(const RunSpec& spec) {
  if (spec.python.find('/') == std::string::npos || spec.python.front() == '/') return findProgram(spec.python);
  return findProgram((spec.workingFolder.empty() ? spec.checkout : spec.workingFolder) + "/" + spec.python);
}

base::Result<std::string> supervisorPython(const RunSpec& spec) {
  auto python = findProgram("python3");
  return python ? python : pythonOf(spec);
}

base::Result<std::string> startSupervisor(const std::string& python, const std::string& folder) {
  QProcess supervisor;
  supervisor.setProgram(named(python));
  supervisor.setArguments({QStringLiteral("-I"), named(folder + "/supervisor.py"), named(folder)});
  supervisor.setWorkingDirectory(QStringLiteral("/"));
  supervisor.setProcessEnvironment(environmentWithout());
  supervisor.setStandardInputFile(QProcess::nullDevice());
  supervisor.setStandardOutputFile(QProcess::nullDevice());
  supervisor.setStandardErrorFile(named(folder + "/supervisor.out"));
  qint64 id = 0;
  if (supervisor.startDetached(&id)) return handleOf(id);  // in its own session
  return base::fail(base::ErrorCode::NotReadable,
                    python + " cannot be started: " + supervisor.errorString().toStdString() + ".",
                    "Look at the task's folder and at the limits of this user.", folder);
}

TaskPollResult pollTask(const ExecutorTask& task) {
  const bool wasRunning = isRunning(task.handle);  // asked first: what a supervisor that is gone wrote lies in the folder
  TaskPollResult result = pollFolder(task.folder);
  if (wasRunning && result.life == TaskLife::Gone) result = {.life = TaskLife::Alive, .text = {}};
  return result;
}

base::Result<void> cancelTask(const ExecutorTask& task) {
  if (const auto saved = files::saveFile(task.folder + "/" + std::string(kCancelFile), "\n"); !saved)
    return base::fail(saved.error());
  // The supervisor polls that file; a signal is faster.
  const auto file = files::readFile(task.folder + "/" + std::string(kEventsFile));
  const auto events = file ? readEvents(file->bytes) : base::Result<TaskEvents>(TaskEvents{});
  if (events && events->supervisor > 0 && events->boot == bootId()) sendTerminate(events->supervisor, events->start);
  pollFolder(task.folder);  // kills what a supervisor that is gone left running
  return {};
}

constexpr std::uint64_t kMaxSupervisorOutput = std::uint64_t{1} << 20;

/// lastWords is the error output of a supervisor.
std::string lastWords(const std::string& folder) {
  const auto said = files::readFile(folder + "/supervisor.out", kMaxSupervisorOutput);
  return said ? lastLine(said->bytes) : std::string();
}

/// answer calls back later, never from within the request.
template <typename Done, typename Answer>
void answer(QObject& context, Done done, Answer value) {
  QMetaObject::invokeMethod(
      &context, [done = std::move(done), value = std::move(value)]() mutable { done(std::move(value)); },
      Qt::QueuedConnection);
}

void endProbe(QProcess& probe) {
  if (probe.processId() > 0) ::kill(-static_cast<pid_t>(probe.processId()), SIGKILL);
  probe.kill();
}

}  // namespace

LocalExecutor::LocalExecutor(std::string folder) : m_folder(std::move(folder)) {}

LocalExecutor::~LocalExecutor() { LocalExecutor::stopAll(); }

void LocalExecutor::probe(const RunSpec& spec, const std::string& script, Probed done) {
  const auto python = pythonOf(spec);
  if (!python) return answer(*m_questions, std::move(done), reportOfProbe(spec, "", base::describe(python.error()), 127));
  auto* probe = new QProcess(m_questions.get());
  probe->setProgram(named(*python));
  probe->setArguments({QStringLiteral("-c"),
                       QString::fromUtf8(probeScript().data(), static_cast<qsizetype>(probeScript().size())),
                       QString::fromStdString(probeQuestion(spec, script, m_folder))});
  probe->setWorkingDirectory(QStringLiteral("/"));
  probe->setProcessEnvironment(environmentWithout());
  probe->setStandardInputFile(QProcess::nullDevice());
  probe->setChildProcessModifier([] { ::setsid(); });
  connect(probe, &QProcess::readyReadStandardOutput, probe, [probe] {
    if (probe->bytesAvailable() > kMaxProbeOutput) endProbe(*probe);
  });
  const auto report = [probe, spec, done = std::move(done)](int exitCode) {
    const std::string out = probe->readAllStandardOutput().toStdString();
    std::string errors = probe->readAllStandardError().toStdString();
    if (probe->error() != QProcess::UnknownError && errors.empty()) errors = probe->errorString().toStdString();
    probe->disconnect();
    probe->deleteLater();
    done(reportOfProbe(spec, out, errors, exitCode));
  };
  connect(probe, &QProcess::finished, probe, [report](int code, QProcess::ExitStatus status) {
    report(status == QProcess::NormalExit ? code : 128 + code);
  });
  connect(probe, &QProcess::errorOccurred, probe, [report](QProcess::ProcessError error) {
    if (error == QProcess::FailedToStart) report(127);
  });
  QTimer::singleShot(kLocalProbeTimeout, probe, [probe] { endProbe(*probe); });
  // Queued: a failure to start must not call back from within probe().
  QMetaObject::invokeMethod(
      probe, [probe] { probe->start(); }, Qt::QueuedConnection);
}

void LocalExecutor::start(const RunSpec& spec, const std::vector<ExecutorTask>& tasks, Started done) {
  const auto python = supervisorPython(spec);
  std::vector<base::Result<std::string>> handles;
  handles.reserve(tasks.size());
  for (const ExecutorTask& task : tasks) handles.push_back(python ? startSupervisor(*python, task.folder) : python);
  answer(*m_questions, std::move(done), std::move(handles));
}

void LocalExecutor::poll(const RunSpec& /*spec*/, const std::vector<ExecutorTask>& tasks, Polled done) {
  std::vector<TaskPollResult> results;
  results.reserve(tasks.size());
  for (const ExecutorTask& task : tasks) results.push_back(pollTask(task));
  answer(*m_questions, std::move(done), std::move(results));
}

void LocalExecutor::cancel(const RunSpec& /*spec*/, const ExecutorTask& task, Ended done) {
  answer(*m_questions, std::move(done), cancelTask(task));
}

void LocalExecutor::release(const RunSpec& /*spec*/, const ExecutorTask& /*task*/, Ended done) {
  answer(*m_questions, std::move(done), base::Result<void>());
}

void LocalExecutor::stopAll() {
  for (QProcess* probe : m_questions->findChildren<QProcess*>(QString(), Qt::FindDirectChildrenOnly)) {
    probe->disconnect();
    if (probe->state() == QProcess::NotRunning) continue;
    endProbe(*probe);
    probe->waitForFinished(1000);  // it is killed: this only reaps it
  }
  m_questions = std::make_unique<QObject>();
}

TaskPollResult pollFolder(const std::string& folder) {
  const auto at = [&folder](std::string_view name) { return folder + "/" + std::string(name); };
  // The lock first: a supervisor that ends meanwhile wrote "finished" before it released it.
  const bool isHeld = files::isHeld(at(kLockFile));
  const auto file = files::readFile(at(kEventsFile), kMaxEventBytes);
  if (!file) {
    if (isHeld) return {.life = TaskLife::Alive, .text = {}};
    const std::string words = lastWords(folder);
    return {.life = TaskLife::Gone,
            .text = words.empty() ? "Its supervisor did not start." : "Its supervisor did not start: " + words};
  }
  const auto events = readEvents(file->bytes, at(kEventsFile));
  // "Finished" includes the end of the supervisor: nothing of ours touches the folder any more. On a file system without
  // locks the supervisor works without one.
  if (isHeld || (events && events->boot == bootId() && isAlive(events->supervisor, events->start)))
    return {.life = TaskLife::Alive, .text = {}};
  if (events && events->finished) return {.life = TaskLife::Finished, .text = {}};
  if (!events)
    return {.life = TaskLife::Gone,
            .text = "Its supervisor is gone, and its events cannot be read: " + base::describe(events.error())};
  killLeftovers(*events);
  const std::string words = lastWords(folder);
  return {.life = TaskLife::Gone,
          .text = words.empty() ? "Its supervisor was ended from outside." : "Its supervisor ended early: " + words};
}

}  // namespace plumbline::runs
