// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/runs/local_executor.h"

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
#include "core/runs/processes.h"

namespace plumbline::runs {
namespace {

using namespace std::chrono_literals;

constexpr std::chrono::milliseconds kProbePatience = 150s;  // the probe itself gives up sooner
constexpr qint64 kMostSaid = qint64{4} << 20;

QString named(const std::string& path) { return QFile::decodeName(QByteArray::fromStdString(path)); }

std::string handleOf(qint64 id) {
  const auto process = processOf(id);
  return std::to_string(id) + "-" + std::to_string(process ? process->start : 0);
}

/// isRunning reads a handle back: between its start and its lock a keeper is known by that alone.
bool isRunning(const std::string& handle) {
  std::int64_t id = 0;
  std::uint64_t start = 0;
  const char* const end = handle.data() + handle.size();
  const auto [dash, problem] = std::from_chars(handle.data(), end, id);
  if (problem != std::errc() || dash == end || *dash != '-') return false;
  const auto rest = std::from_chars(dash + 1, end, start);
  return rest.ec == std::errc() && rest.ptr == end && start > 0 && isAlive(id, start);
}

/// pythonOf is the interpreter the benchmark will get; a relative path begins in the working folder, as the keeper has it.
base::Result<std::string> pythonOf(const RunSpec& spec) {
  if (spec.python.find('/') == std::string::npos || spec.python.front() == '/') return findProgram(spec.python);
  return findProgram((spec.workingFolder.empty() ? spec.checkout : spec.workingFolder) + "/" + spec.python);
}

base::Result<std::string> keeperPython(const RunSpec& spec) {
  auto python = findProgram("python3");
  return python ? python : pythonOf(spec);
}

base::Result<std::string> startKeeper(const std::string& python, const std::string& folder) {
  QProcess keeper;
  keeper.setProgram(named(python));
  keeper.setArguments({QStringLiteral("-I"), named(folder + "/keeper.py"), named(folder)});
  keeper.setWorkingDirectory(QStringLiteral("/"));
  keeper.setStandardInputFile(QProcess::nullDevice());
  keeper.setStandardOutputFile(QProcess::nullDevice());
  keeper.setStandardErrorFile(named(folder + "/keeper.out"));
  qint64 id = 0;
  if (keeper.startDetached(&id)) return handleOf(id);  // in a session of its own
  return base::fail({base::ErrorCode::NotReadable, python + " cannot be started: " + keeper.errorString().toStdString() + ".",
                     "Look at the task's folder and at the limits of this user.", folder});
}

TaskLook lookAt(const TaskAt& task) {
  TaskLook look = lookHere(task.folder);
  if (look.life != TaskLife::Gone || !isRunning(task.handle)) return look;
  return {.life = TaskLife::Alive, .text = {}};
}

base::Result<void> cancelTask(const TaskAt& task) {
  if (const auto saved = files::saveFile(task.folder + "/" + std::string(kCancelFile), "\n"); !saved)
    return base::fail(saved.error());
  // The keeper looks for that file; once it listens to signals, one saves it the wait.
  const auto file = files::readFile(task.folder + "/" + std::string(kEventsFile));
  const auto events = file ? readEvents(file->bytes) : base::Result<TaskEvents>(TaskEvents{});
  if (events && events->keeper > 0 && events->boot == bootId()) sendTerminate(events->keeper, events->start);
  lookHere(task.folder);  // when it is gone: what it left running
  return {};
}

}  // namespace

struct LocalExecutor::Private {
  std::string folder;
  std::unique_ptr<QObject> questions = std::make_unique<QObject>();  ///< answers that are due, and probes that run

  /// answer makes the call later, so that nobody is called back while he still asks.
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
  probe->setArguments({QStringLiteral("-c"), QString::fromUtf8(probeScript().data(), static_cast<qsizetype>(probeScript().size())),
                       QString::fromStdString(probeQuestion(spec, script, d->folder))});
  probe->setWorkingDirectory(QStringLiteral("/"));
  probe->setStandardInputFile(QProcess::nullDevice());
  probe->setChildProcessModifier([] { ::setsid(); });
  connect(probe, &QProcess::readyReadStandardOutput, probe, [probe] {
    if (probe->bytesAvailable() > kMostSaid) Private::endProbe(*probe);
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
  QTimer::singleShot(kProbePatience, probe, [probe] { Private::endProbe(*probe); });
  // Later, so that a failure to start is no call while probe() still runs.
  QMetaObject::invokeMethod(
      probe, [probe] { probe->start(); }, Qt::QueuedConnection);
}

void LocalExecutor::start(const RunSpec& spec, const std::vector<TaskAt>& tasks, Started done) {
  const auto python = keeperPython(spec);
  std::vector<base::Result<std::string>> handles;
  handles.reserve(tasks.size());
  for (const TaskAt& task : tasks) handles.push_back(python ? startKeeper(*python, task.folder) : python);
  d->answer(std::move(done), std::move(handles));
}

void LocalExecutor::look(const RunSpec& /*spec*/, const std::vector<TaskAt>& tasks, Looked done) {
  std::vector<TaskLook> looks;
  looks.reserve(tasks.size());
  for (const TaskAt& task : tasks) looks.push_back(lookAt(task));
  d->answer(std::move(done), std::move(looks));
}

void LocalExecutor::cancel(const RunSpec& /*spec*/, const TaskAt& task, Ended done) {
  d->answer(std::move(done), cancelTask(task));
}

void LocalExecutor::release(const RunSpec& /*spec*/, const TaskAt& /*task*/, Ended done) {
  d->answer(std::move(done), base::Result<void>());
}

void LocalExecutor::stopAll() {
  for (QProcess* probe : d->questions->findChildren<QProcess*>(QString(), Qt::FindDirectChildrenOnly)) {
    probe->disconnect();
    if (probe->state() == QProcess::NotRunning) continue;
    Private::endProbe(*probe);
    probe->waitForFinished(1000);  // it is killed: this only buries it
  }
  d->questions = std::make_unique<QObject>();
}

}  // namespace plumbline::runs
