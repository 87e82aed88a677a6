// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/kill_runs.h"

#include <QDebug>
#include <QElapsedTimer>
#include <QProcess>

namespace plumbline::tests {

std::optional<KilledRun> killedRun(const QString& program, const QStringList& arguments, int afterLines,
                                   qint64 microseconds) {
  QProcess process;
  process.start(program, arguments);
  QByteArray said;
  QElapsedTimer limit;
  limit.start();
  while (said.count('\n') < afterLines) {
    if (!process.waitForReadyRead(static_cast<int>(20'000 - limit.elapsed()))) break;
    said += process.readAllStandardOutput();
  }
  if (said.count('\n') < afterLines) {
    process.kill();
    process.waitForFinished();
    qInfo() << program << "did not get so far:" << process.errorString() << process.readAllStandardError();
    return std::nullopt;
  }
  // Far shorter than the shortest pause a system timer gives, so the clock is watched.
  QElapsedTimer moment;
  moment.start();
  while (moment.nsecsElapsed() < microseconds * 1000) {
  }
  process.kill();
  if (!process.waitForFinished(20'000) || process.exitStatus() != QProcess::CrashExit) {
    qInfo() << program << "ended by itself:" << process.readAllStandardError();
    return std::nullopt;
  }
  said += process.readAllStandardOutput();
  KilledRun run{said.split('\n'), process.readAllStandardError()};
  run.lines.removeLast();  // what stands behind the last line end, usually nothing
  return run;
}

int killCount(int usual) {
  bool given = false;
  const int asked = qEnvironmentVariableIntValue("PLUMBLINE_KILLS", &given);
  return given ? asked : usual;
}

}  // namespace plumbline::tests
