// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/runs/executors/program_calls.h"

#include <signal.h>
#include <unistd.h>

#include <QCoreApplication>
#include <QProcess>
#include <QStringList>
#include <QTimer>
#include <algorithm>

namespace plumbline::runs {
namespace {

constexpr qsizetype kMaxOutputBytes = qsizetype{64} << 20;
constexpr qsizetype kMaxErrorBytes = qsizetype{8} << 10;
constexpr int kKillTimeoutMs = 5'000;

}  // namespace

struct ProgramCalls::Call {
  ProgramRequest request;
  Finished done;
  ProgramResult answer;
  std::unique_ptr<QProcess> process;
  std::unique_ptr<QTimer> timer;
  QByteArray out, errors;
  bool isStopped = false;  ///< we killed it, for answer.end

  void kill() const {
    const auto pid = static_cast<pid_t>(process->processId());
    if (pid > 0) ::kill(-pid, SIGKILL);
    process->kill();
  }
};

ProgramCalls::ProgramCalls(int maxParallel, QObject* parent) : QObject(parent), m_maxParallel(maxParallel) {}

ProgramCalls::~ProgramCalls() { stopAll(); }

void ProgramCalls::run(ProgramRequest request, Finished done) {
  auto call = std::make_shared<Call>();
  call->request = std::move(request);
  call->done = std::move(done);
  m_calls.push_back(std::move(call));
  QMetaObject::invokeMethod(this, &ProgramCalls::startNext, Qt::QueuedConnection);
}

void ProgramCalls::startNext() {
  const auto count = std::min(m_calls.size(), static_cast<std::size_t>(m_maxParallel));
  for (std::size_t i = 0; i < count; ++i)
    if (!m_calls[i]->process) begin(m_calls[i]);
}

void ProgramCalls::begin(const std::shared_ptr<Call>& shared) {
  Call* call = shared.get();
  call->process = std::make_unique<QProcess>();
  QProcess* process = call->process.get();
  QStringList arguments;
  for (const std::string& argument : call->request.arguments) arguments.append(QString::fromStdString(argument));
  process->setProcessEnvironment(environmentWithout(call->request.environmentWithout));
  process->setWorkingDirectory(QStringLiteral("/"));
  process->setChildProcessModifier([] { ::setsid(); });
  connect(process, &QProcess::readyReadStandardOutput, this, [this, call] {
    call->out += call->process->readAllStandardOutput();
    if (call->out.size() > kMaxOutputBytes) end(call, ProgramResult::End::TooMuchOutput);
  });
  connect(process, &QProcess::readyReadStandardError, this, [call] {
    call->errors += call->process->readAllStandardError();
    if (call->errors.size() > 2 * kMaxErrorBytes) call->errors = call->errors.right(kMaxErrorBytes);
  });
  connect(process, &QProcess::finished, this, [this, call](int code, QProcess::ExitStatus status) {
    if (!call->isStopped)
      call->answer.end = status == QProcess::NormalExit ? ProgramResult::End::Exited : ProgramResult::End::Killed;
    call->answer.code = code;
    answer(call);
  });
  // Queued: the call and its process may not go while start() or write() is still at work.
  connect(
      process, &QProcess::errorOccurred, this,
      [this, weak = std::weak_ptr<Call>(shared)](QProcess::ProcessError error) {
        const std::shared_ptr<Call> failed = weak.lock();
        if (error != QProcess::FailedToStart || !failed) return;
        failed->errors = failed->process->errorString().toUtf8();
        answer(failed.get());
      },
      Qt::QueuedConnection);
  call->timer = std::make_unique<QTimer>();
  call->timer->setSingleShot(true);
  connect(call->timer.get(), &QTimer::timeout, this, [this, call] { end(call, ProgramResult::End::TimedOut); });
  call->timer->start(call->request.timeout);
  if (call->request.program.empty()) {
    QMetaObject::invokeMethod(
        process, [this, call] { answer(call); }, Qt::QueuedConnection);
    return;
  }
  process->start(QString::fromStdString(call->request.program), arguments);
  if (process->state() == QProcess::NotRunning) return;
  if (!call->request.input.empty())
    process->write(call->request.input.data(), static_cast<qint64>(call->request.input.size()));
  process->closeWriteChannel();
}

void ProgramCalls::end(Call* call, ProgramResult::End how) {
  if (call->isStopped) return;
  call->isStopped = true;
  call->answer.end = how;
  call->kill();
}

void ProgramCalls::answer(Call* call) {
  const auto at = std::ranges::find_if(m_calls, [call](const auto& one) { return one.get() == call; });
  if (at == m_calls.end()) return;
  const std::shared_ptr<Call> mine = std::move(*at);
  m_calls.erase(at);
  mine->timer->stop();
  mine->process->disconnect(this);
  if (mine->process->isOpen()) {
    mine->out += mine->process->readAllStandardOutput();
    mine->errors += mine->process->readAllStandardError();
  }
  mine->process.release()->deleteLater();  // this may be one of its own signals
  mine->timer.release()->deleteLater();
  mine->answer.out = mine->out.toStdString();
  mine->answer.errors = mine->errors.right(kMaxErrorBytes).toStdString();
  QMetaObject::invokeMethod(this, &ProgramCalls::startNext, Qt::QueuedConnection);
  mine->done(mine->answer);  // last: it may end this object
}

void ProgramCalls::stopAll() {
  for (const auto& call : std::exchange(m_calls, {})) {
    if (!call->process) continue;
    call->process->disconnect(this);
    call->timer->disconnect(this);
    call->kill();
    if (call->process->state() != QProcess::NotRunning) call->process->waitForFinished(kKillTimeoutMs);
  }
}

QProcessEnvironment environmentWithout(const std::vector<std::string>& prefixes) {
  QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
  for (const QString& name : environment.keys()) {
    const std::string plain = name.toStdString();
    const auto begins = [&plain](const std::string& prefix) { return plain.starts_with(prefix); };
    if (files::isSecret(plain, files::Secrets::Ours) || std::ranges::any_of(prefixes, begins)) environment.remove(name);
  }
  return environment;
}

bool startWindow(const QString& program, const QStringList& arguments) {
  const auto found = findProgram(program.toStdString());
  if (!found) return false;
  QProcess process;
  process.setProgram(QString::fromStdString(*found));
  process.setArguments(arguments);
  if (program != QCoreApplication::applicationFilePath()) process.setProcessEnvironment(environmentWithout());
  return process.startDetached();
}

}  // namespace plumbline::runs
