// SPDX-License-Identifier: GPL-3.0-or-later
// Compiling an edited script with Python: which problems are reported, and when none is.
#include <QElapsedTimer>
#include <QFile>
#include <QStandardPaths>
#include <QTemporaryDir>
#include <QTest>

#include "core/flaky/script_compiles.h"

using namespace plumbline;

class ScriptCompilesTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void answers_data();
  void answers();
  void withoutPython();
  void stopsAtOnce();
};

void ScriptCompilesTest::answers_data() {
  QTest::addColumn<QByteArray>("saved");
  QTest::addColumn<QByteArray>("pending");
  QTest::addColumn<int>("line");  // 0: nothing to say
  const QByteArray good = "a = {\n    \"x\",\n}\n";
  const QByteArray bad = "a = {\n    \"x\",\n    \"y\" \"z\":\n}\nb = (\n";
  QTest::newRow("still compiles") << good << QByteArray("a = {\n    \"x\",\n    \"y\",\n}\n") << 0;
  QTest::newRow("broken by the edit") << good << QByteArray("a = 1\nb = (2\n") << 2;
  QTest::newRow("broken before") << bad << bad + "\n" << 0;
  QTest::newRow("NUL byte") << good << QByteArray("a = 1\0b\n", 8) << 0;
  QTest::newRow("larger than a pipe") << good << QByteArray("a = 1\n").repeated(100'000) + "b = (\n"
                                      << 100'001;
}

void ScriptCompilesTest::answers() {
  if (QStandardPaths::findExecutable(QStringLiteral("python3")).isEmpty()) QSKIP("python3 is not here");
  QFETCH(QByteArray, saved);
  QFETCH(QByteArray, pending);
  QFETCH(int, line);
  const auto problem = flaky::compileProblem(saved.toStdString(), pending.toStdString());
  if (qstrcmp(QTest::currentDataTag(), "NUL byte") == 0) {
    QVERIFY2(problem, "Python refuses a NUL byte, in some versions without naming a line");
    return;
  }
  QCOMPARE(problem.has_value(), line != 0);
  if (!problem) return;
  QCOMPARE(problem->line, static_cast<std::size_t>(line));
  QVERIFY(!problem->words.empty() && problem->words.find('\n') == std::string::npos);
}

void ScriptCompilesTest::withoutPython() {
  QVERIFY(!flaky::compileProblem("a = 1\n", "a = (\n", "no-such-python"));
  QVERIFY(!flaky::compileProblem("a = 1\n", "a = (\n", "false"));  // it ends with an answer that is not Python's
}

void ScriptCompilesTest::stopsAtOnce() {
  QTemporaryDir folder;
  const QString endless = folder.filePath(QStringLiteral("endless"));
  QFile script(endless);
  QVERIFY(script.open(QIODevice::WriteOnly));
  script.write("#!/bin/sh\nexec sleep 60\n");
  script.close();
  QVERIFY(script.setPermissions(QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner));
  std::stop_source stop;
  stop.request_stop();
  QElapsedTimer timer;
  timer.start();
  QVERIFY(!flaky::compileProblem("a = 1\n", "a = (\n", endless.toStdString(), stop.get_token()));
  QVERIFY2(timer.elapsed() < 30'000, "a program that never answers is not waited for");
}

QTEST_APPLESS_MAIN(ScriptCompilesTest)
#include "script_compiles_test.moc"
