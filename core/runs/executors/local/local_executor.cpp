// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/runs/executors/local/local_executor.h"

#include <unistd.h>

#include <QFile>
#include <QMetaObject>
#include <QProcess>
#include <QTimer>
#include <charconv>
#include <chrono>
#include <csignal>
#include <utility>

#include "core/files/file_bytes.h"
#include "core/files/locked_log.h"
#include "core/runs/executors/local/processes.h"
#include "core/runs/executors/probe_report.h"
#include "core/runs/executors/program_calls.h"

namespace plumbline::runs {
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
  return base::fail({base::ErrorCode::NotReadable,
                     python + " cannot be started: " + supervisor.errorString().toStdString() + ".",
                     "Look at the task's folder and at the limits of this user.", folder});
}

TaskPollResult pollTask(const ExecutorTask& task) {
  TaskPollResult result = pollFolder(task.folder);
  if (result.life != TaskLife::Gone || !isRunning(task.handle)) return result;
  return {.life = TaskLife::Alive, .text = {}};
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

}  // namespace

struct LocalExecutor::Private {
  std::string folder;
  std::unique_ptr<QObject> questions =
      std::make_unique<QObject>();  ///< context of pending answers, parent of running probes

  /// answer calls back later, never from within the request.
  template <typename Done, typename Answer>
  void answer(Done done, Answer value) {
    QMetaObject::invokeMethod(
        questions.get(), [done = std::move(done), value = std::move(value)]() mutable { done(std::move(value)); },
        Qt::QueuedConnection);
  }

  static void endProbe(QProcess& probe) {
    if (probe.processId() > 0) ::kill(-static_cast<pid_t>(probe.processId()), SIGKILL);
    probe.kill();
  }
};

LocalExecutor::LocalExecutor(const std::string& folder, QObject* parent)
    : Executor(parent), d(std::make_unique<Private>()) {
  d->folder = folder;
}

LocalExecutor::~LocalExecutor() { LocalExecutor::stopAll(); }

void LocalExecutor::probe(const RunSpec& spec, const std::string& script, Probed done) {
  const auto python = pythonOf(spec);
  if (!python) return d->answer(std::move(done), reportOfProbe(spec, "", base::describe(python.error()), 127));
  auto* probe = new QProcess(d->questions.get());
  probe->setProgram(named(*python));
  probe->setArguments({QStringLiteral("-c"),
                       QString::fromUtf8(probeScript().data(), static_cast<qsizetype>(probeScript().size())),
                       QString::fromStdString(probeQuestion(spec, script, d->folder))});
  probe->setWorkingDirectory(QStringLiteral("/"));
  probe->setProcessEnvironment(environmentWithout());
  probe->setStandardInputFile(QProcess::nullDevice());
  probe->setChildProcessModifier([] { ::setsid(); });
  connect(probe, &QProcess::readyReadStandardOutput, probe, [probe] {
    if (probe->bytesAvailable() > kMaxProbeOutput) Private::endProbe(*probe);
  });
  const auto report = [probe, spec, done = std::move(done)](int exitCode) {
    const std::string out = probe->readAllStandardOutput().toStdString();
    std::string errors = probe->readAllStandardError().toStdString();
    if (exitCode != 0 && errors.empty()) errors = probe->errorString().toStdString();
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
  QTimer::singleShot(kLocalProbeTimeout, probe, [probe] { Private::endProbe(*probe); });
  // Queued: a failure to start must not call back from within probe().
  QMetaObject::invokeMethod(
      probe, [probe] { probe->start(); }, Qt::QueuedConnection);
}

void LocalExecutor::start(const RunSpec& spec, const std::vector<ExecutorTask>& tasks, Started done) {
  const auto python = supervisorPython(spec);
  std::vector<base::Result<std::string>> handles;
  handles.reserve(tasks.size());
  for (const ExecutorTask& task : tasks) handles.push_back(python ? startSupervisor(*python, task.folder) : python);
  d->answer(std::move(done), std::move(handles));
}

void LocalExecutor::poll(const RunSpec& /*spec*/, const std::vector<ExecutorTask>& tasks, Polled done) {
  std::vector<TaskPollResult> results;
  results.reserve(tasks.size());
  for (const ExecutorTask& task : tasks) results.push_back(pollTask(task));
  d->answer(std::move(done), std::move(results));
}

void LocalExecutor::cancel(const RunSpec& /*spec*/, const ExecutorTask& task, Ended done) {
  d->answer(std::move(done), cancelTask(task));
}

void LocalExecutor::release(const RunSpec& /*spec*/, const ExecutorTask& /*task*/, Ended done) {
  d->answer(std::move(done), base::Result<void>());
}

void LocalExecutor::stopAll() {
  for (QProcess* probe : d->questions->findChildren<QProcess*>(QString(), Qt::FindDirectChildrenOnly)) {
    probe->disconnect();
    if (probe->state() == QProcess::NotRunning) continue;
    Private::endProbe(*probe);
    probe->waitForFinished(1000);  // it is killed: this only reaps it
  }
  d->questions = std::make_unique<QObject>();
}

TaskPollResult pollFolder(const std::string& folder) {
  const auto at = [&folder](std::string_view name) { return folder + "/" + std::string(name); };
  // The lock first: a supervisor writes "finished" before it releases it.
  const bool isHeld = files::isHeld(at(kLockFile));
  const auto file = files::readFile(at(kEventsFile), kMaxEventBytes);
  if (!file) {
    if (isHeld) return {.life = TaskLife::Alive, .text = {}};
    const std::string words = lastWords(folder);
    return {.life = TaskLife::Gone,
            .text = words.empty() ? "Its supervisor did not start." : "Its supervisor did not start: " + words};
  }
  const auto events = readEvents(file->bytes, at(kEventsFile));
  if (events && events->finished) return {.life = TaskLife::Finished, .text = {}};
  if (isHeld) return {.life = TaskLife::Alive, .text = {}};
  // On a file system without locks the supervisor works without one.
  if (events && events->boot == bootId() && isAlive(events->supervisor, events->start))
    return {.life = TaskLife::Alive, .text = {}};
  if (!events)
    return {.life = TaskLife::Gone,
            .text = "Its supervisor is gone, and its events cannot be read: " + base::describe(events.error())};
  killLeftovers(*events);
  const std::string words = lastWords(folder);
  return {.life = TaskLife::Gone,
          .text = words.empty() ? "Its supervisor was ended from outside." : "Its supervisor ended early: " + words};
}

}  // namespace plumbline::runs
