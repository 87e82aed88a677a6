// SPDX-License-Identifier: GPL-3.0-or-later
// The `run` commands when the program is interrupted or killed, or another one wants its run to end.
#include <QDir>
#include <QElapsedTimer>
#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QTest>
#include <csignal>

#include "tests/cli/run_command_test.h"

using namespace plumbline;
using namespace plumbline::support;

namespace {

constexpr int kLimit = 20'000;

QByteArray content(const QString& path) {
  QFile file(path);
  return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

/// isThere tells whether a process lives; one that nobody has buried yet is gone.
bool isThere(const QByteArray& pid) {
  const QByteArray stat = content(QStringLiteral("/proc/") + QString::fromLatin1(pid) + QStringLiteral("/stat"));
  const QByteArray state = stat.mid(stat.lastIndexOf(')') + 2, 1);
  return !state.isEmpty() && state != "Z" && state != "X";
}

void sendSignal(const QProcess& process, int number) { QCOMPARE(::kill(static_cast<pid_t>(process.processId()), number), 0); }

/// said waits until the program has said so on standard error.
bool said(QProcess& process, QByteArray& all, const QByteArray& words) {
  QElapsedTimer timer;
  timer.start();
  while (!all.contains(words) && timer.elapsed() < kLimit) {
    process.waitForReadyRead(100);
    all += process.readAllStandardError();
    if (process.state() == QProcess::NotRunning && !all.contains(words)) break;
  }
  return all.contains(words);
}

}  // namespace

std::unique_ptr<QProcess> RunCommandTest::start(const std::vector<std::string>& words) const {
  auto process = std::make_unique<QProcess>();
  QStringList list;
  for (const std::string& word : words) list << QString::fromStdString(word);
  process->start(QStringLiteral(PLUMBLINE_BINARY_DIR "/bin/plumbline-cli"), list);
  return process;
}

bool RunCommandTest::forksHaveEnded() const {
  const QByteArray pids = content(QString::fromStdString(m_fake.state) + QStringLiteral("/fork.pids"));
  const QList<QByteArray> all = pids.trimmed().split('\n');
  return std::none_of(all.begin(), all.end(), isThere);
}

void RunCommandTest::ctrlCEndsTheLook() {
  // A Python that never answers: Ctrl-C need not wait until the probe gives up.
  const QString python = m_dir->filePath(QStringLiteral("slow python"));
  QFile file(python);
  QVERIFY(file.open(QIODevice::WriteOnly) && file.write("#!/bin/sh\nexec sleep 600\n") > 0);
  file.close();
  QVERIFY(QFile::setPermissions(python, QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner));
  const auto process = start(torchcache({"--model", "llama", "--python", python.toStdString()}));
  QByteArray err;
  QVERIFY(said(*process, err, "Checking local; --no-probe skips this."));
  sendSignal(*process, SIGINT);
  QVERIFY(process->waitForFinished(5000));
  QCOMPARE(process->exitCode(), 1);
  err += process->readAllStandardError();
  QVERIFY2(err.contains("nothing was started"), err.constData());
  QVERIFY(run({"run", "list", "--folder", runs()}).out.contains("no runs"));
}

void RunCommandTest::ctrlCEndsWhatRuns_data() {
  QTest::addColumn<int>("number");
  QTest::newRow("SIGINT") << SIGINT;
  QTest::newRow("SIGTERM") << SIGTERM;
}

void RunCommandTest::ctrlCEndsWhatRuns() {
  QFETCH(int, number);
  const auto process = start(torchcache({"--model", "llama", "--model", "forkhang", "--model", "moco", "--no-probe"}));
  const QString pids = QString::fromStdString(m_fake.state) + QStringLiteral("/fork.pids");
  QTRY_VERIFY_WITH_TIMEOUT(content(pids).count('\n') == 2, kLimit);
  QVERIFY(!forksHaveEnded());
  sendSignal(*process, number);
  QVERIFY(process->waitForFinished(kLimit));
  QCOMPARE(process->exitStatus(), QProcess::NormalExit);
  QCOMPARE(process->exitCode(), 1);
  QVERIFY(forksHaveEnded());
  QCOMPARE(cacheFolders(), 0);
  const QJsonArray records = QJsonDocument::fromJson(content(m_out)).array();
  QCOMPARE(records.size(), 3);
  QCOMPARE(records[0][QStringLiteral("model")][QStringLiteral("name")].toString(), QStringLiteral("llama"));
  const QByteArray err = process->readAllStandardError();
  QVERIFY2(err.contains("Cancelling: running tasks have 1 s to end.") && err.contains("moco: cancelled"), err.constData());
  QVERIFY(run({"run", "list", "--folder", runs()}).out.contains("cancelled"));
}

void RunCommandTest::aSecondCtrlCWaitsNoLonger() {
  const auto process = start(torchcache({"--model", "hang", "--grace", "3", "--no-probe"}));
  QByteArray err;
  QVERIFY(said(*process, err, "hang: cold"));
  sendSignal(*process, SIGINT);
  QVERIFY(said(*process, err, "running tasks have 3 s to end"));
  sendSignal(*process, SIGINT);
  QVERIFY(said(*process, err, "no longer than that"));
  sendSignal(*process, SIGINT);
  QVERIFY(process->waitForFinished(kLimit));
  QCOMPARE(process->exitCode(), 1);
  err += process->readAllStandardError();
  QVERIFY2(err.contains("has not ended yet, still running: hang"), err.constData());
  const Ran resumed = run({"run", "resume", "--folder", runs()});
  QCOMPARE(resumed.exit, 1);
  QVERIFY2(resumed.err.contains("hang: cancelled"), resumed.err.constData());
}

void RunCommandTest::anotherProgramMayCancel() {
  const auto process = start(torchcache({"--model", "sleep_60", "--model", "moco", "--no-probe"}));
  QByteArray err;
  QVERIFY(said(*process, err, "sleep_60: cold"));
  const Ran early = run({"run", "remove", "last", "--folder", runs()});
  QCOMPARE(early.exit, 1);
  const Ran asked = run({"run", "cancel", "last", "--folder", runs()});
  QCOMPARE(asked.exit, 0);
  QVERIFY2(asked.out.contains("cancellation requested"), asked.out.constData());
  QVERIFY(process->waitForFinished(kLimit));
  QCOMPARE(process->exitCode(), 1);
  err += process->readAllStandardError();
  QVERIFY2(err.contains("moco: cancelled"), err.constData());
}

void RunCommandTest::aKilledProgramLosesNothing() {
  const auto process = start(torchcache({"--model", "sleep_1", "--model", "llama", "--no-probe"}));
  QByteArray err;
  QVERIFY(said(*process, err, "sleep_1: cold"));
  process->kill();
  QVERIFY(process->waitForFinished(kLimit));
  QVERIFY(!QFile::exists(m_out));
  QVERIFY(run({"run", "list", "--folder", runs()}).out.contains("left behind"));
  const Ran resumed = run({"run", "resume", "--folder", runs()});
  QVERIFY2(resumed.exit == 0, resumed.err.constData());
  QVERIFY2(resumed.err.contains("(adopted)"), resumed.err.constData());
  QCOMPARE(QJsonDocument::fromJson(content(m_out)).array().size(), 6);
  QCOMPARE(cacheFolders(), 0);
}

void RunCommandTest::anAbandonedRunCanBeCancelled() {
  const auto process = start(torchcache({"--model", "forkhang", "--no-probe"}));
  const QString pids = QString::fromStdString(m_fake.state) + QStringLiteral("/fork.pids");
  QTRY_VERIFY_WITH_TIMEOUT(content(pids).count('\n') == 2, kLimit);
  process->kill();
  QVERIFY(process->waitForFinished(kLimit));
  QVERIFY(!forksHaveEnded());
  const Ran ran = run({"run", "cancel", "last", "--folder", runs()});
  QVERIFY2(ran.exit == 0, ran.err.constData());
  QVERIFY2(ran.err.contains("forkhang: cancelled"), ran.err.constData());
  QVERIFY(forksHaveEnded());
  QCOMPARE(cacheFolders(), 0);
}
