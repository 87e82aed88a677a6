// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/session/python_check.h"

#include <QFile>
#include <QFileInfo>
#include <QProcess>
#include <QStandardPaths>
#include <QTimer>
#include <chrono>
#include <utility>

using namespace Qt::StringLiterals;

namespace plumbline::session {
namespace {

constexpr std::chrono::seconds kPatience{5};
constexpr int kDoesNotCompile = 9;  // an exit code that Python itself does not use

/// compile() reads the source as the interpreter would, coding line included, and runs nothing of it.
const QString kAsk =
    u"import sys\n"
    "try:\n"
    "    compile(sys.stdin.buffer.read(), 'script', 'exec')\n"
    "except (SyntaxError, ValueError) as problem:\n"
    "    print('line %d: %s' % (getattr(problem, 'lineno', 0) or 0, getattr(problem, 'msg', problem)))\n"
    "    sys.exit(9)\n"_s;

bool isScript(const baselines::Drafts::File& file) { return file.path.ends_with(".py"); }

}  // namespace

PythonCheck::PythonCheck(QString program, QObject* parent)
    : QObject(parent), m_program(program.isEmpty() ? QStandardPaths::findExecutable(u"python3"_s) : std::move(program)) {}

PythonCheck::~PythonCheck() { stop(); }

bool PythonCheck::hasScripts(const baselines::Drafts& drafts) {
  for (const baselines::Drafts::File* file : drafts.changed())
    if (isScript(*file)) return true;
  return false;
}

void PythonCheck::stop() {
  if (m_process == nullptr) return;
  QProcess* process = std::exchange(m_process, nullptr);
  process->disconnect(this);
  process->kill();
  process->waitForFinished(1000);
  process->deleteLater();
}

void PythonCheck::start(const baselines::Drafts& drafts) {
  stop();
  m_waiting.clear();
  m_problems.clear();
  m_suspicion.clear();
  for (const baselines::Drafts::File* file : drafts.changed())
    if (isScript(*file)) m_waiting.push_back({file->path, file->pending, file->saved});
  if (m_program.isEmpty()) m_waiting.clear();
  next();
}

void PythonCheck::next() {
  if (m_waiting.empty()) {
    QMetaObject::invokeMethod(
        this, [this, problems = m_problems] { Q_EMIT done(problems); }, Qt::QueuedConnection);
    return;
  }
  ask(m_waiting.front().pending);
}

void PythonCheck::ask(const std::string& bytes) {
  auto* process = new QProcess(this);
  m_process = process;
  const auto over = [this, process](bool compiles, const QString& why) {
    if (process != m_process) return;
    m_process = nullptr;
    process->deleteLater();
    answered(compiles, why);
  };
  connect(process, &QProcess::finished, this, [process, over](int code, QProcess::ExitStatus status) {
    const bool refuses = status == QProcess::NormalExit && code == kDoesNotCompile;
    over(!refuses, QString::fromUtf8(process->readAllStandardOutput()).trimmed());
  });
  connect(process, &QProcess::errorOccurred, this, [over](QProcess::ProcessError error) {
    if (error == QProcess::FailedToStart) over(true, {});
  });
  QTimer::singleShot(kPatience, process, [process] { process->kill(); });
  process->start(m_program, {u"-I"_s, u"-S"_s, u"-c"_s, kAsk});
  process->write(bytes.data(), static_cast<qint64>(bytes.size()));
  process->closeWriteChannel();
}

void PythonCheck::answered(bool compiles, const QString& why) {
  const Script& script = m_waiting.front();
  if (!m_suspicion.isEmpty()) {
    // A script that this Python does not understand anyway (newer or older words) is not ours to judge.
    if (compiles) {
      const QString name = QFileInfo(QFile::decodeName(QByteArray::fromStdString(script.path))).fileName();
      m_problems << u"%1 would not compile any more: %2."_s.arg(name, m_suspicion);
    }
    m_suspicion.clear();
  } else if (!compiles) {
    m_suspicion = why.isEmpty() ? u"Python refuses it"_s : why;
    ask(script.saved);
    return;
  }
  m_waiting.pop_front();
  next();
}

}  // namespace plumbline::session
