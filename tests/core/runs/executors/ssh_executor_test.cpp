// SPDX-License-Identifier: GPL-3.0-or-later
// Tasks over ssh where all goes well.
#include <QDir>
#include <QTest>

#include "tests/core/runs/executors/executor_bench.h"
#include "tests/core/runs/executors/ssh_test.h"

using namespace plumbline;
using namespace plumbline::runs;

std::string textOf(const ProbeReport& report) {
  std::string all;
  for (const ProbeReport::Finding& finding : report.findings)
    all += (finding.blocks ? "blocks: " : "warns: ") + finding.text + " " + finding.hint + "\n";
  return all;
}

void SshExecutorTest::initTestCase() {
  m_server.emplace();
  m_whyNot = m_server->start();
  qputenv("PLUMBLINE_SSH_CONFIG", m_server->clientConfig());
}

void SshExecutorTest::init() {
  const QByteArray test = QTest::currentTestFunction();
  const bool isWithout = test == "argumentsHere" || test == "quotes" || test == "answers";
  if (!m_whyNot.isEmpty() && !isWithout) QSKIP(qPrintable(m_whyNot));
}

void SshExecutorTest::argumentsHere() {
  ExecutorBench bench(RunTarget{});
  checkArguments(bench);
}

void SshExecutorTest::arguments() {
  ExecutorBench bench(kBench);
  checkArguments(bench);
}

void SshExecutorTest::filesComeBack() {
  m_server->setLoginNoise("echo Welcome to bench; echo '<plumbline x>'; echo noise >&2\n");
  ExecutorBench bench(kBench);
  bench.addShell("echo 'name,accuracy' > $0; echo said; echo more >&2; echo extra > ${0%/*}/cold_metrics.csv");
  bench.addShell("exit 7");
  QVERIFY2(bench.start(), bench.problem());
  QVERIFY(bench.waitForEnds());
  m_server->setLoginNoise("");
  QVERIFY2(bench.lookOf(0).life == TaskLife::Finished, bench.lookOf(0).text.c_str());
  const TaskEvents events = bench.events(0);
  QVERIFY(events.finished);
  QCOMPARE(events.steps.size(), std::size_t{1});
  QCOMPARE(events.steps[0].code, 0);
  QCOMPARE(bench.file(0, "out0.json"), QByteArray("name,accuracy\n"));
  QCOMPARE(bench.file(0, "step0.log"), QByteArray("said\nmore\n"));
  QCOMPARE(bench.file(0, "cold_metrics.csv"), QByteArray("extra\n"));
  QCOMPARE(bench.events(1).steps.at(0).code, 7);
  QVERIFY(!events.facts.empty());
}

void SshExecutorTest::longLogs() {
  ExecutorBench bench(kBench);
  bench.spec.logBytes = std::uint64_t{1} << 20;
  bench.addShell(
      "i=0; while [ $i -lt 2000 ]; do echo line $i; i=$((i+1)); done; while ! [ -e ${0%/*}/go ]; do sleep 0.1; done; "
      "head -c 3000000 /dev/zero");
  QVERIFY2(bench.prepare(), bench.problem());
  bench.tasks[0].isWatched = true;
  QVERIFY2(bench.start(), bench.problem());
  QVERIFY(QTest::qWaitFor([&] { return bench.poll() && bench.file(0, "step0.log").endsWith("line 1999\n"); }, 30'000));
  QVERIFY(bench.file(0, "step0.log").startsWith("line 0\nline 1\n"));
  QFile go(QString::fromStdString(bench.tasks[0].handle + "/go"));
  QVERIFY(go.open(QIODevice::WriteOnly));
  QVERIFY(bench.waitForEnds());
  QCOMPARE(bench.lookOf(0).life, TaskLife::Finished);
  const QByteArray log = bench.file(0, "step0.log");
  QVERIFY(log.size() <= (1 << 20));
  QVERIFY(log.startsWith("line 0\nline 1\n"));
  QVERIFY(log.contains("left out"));
}

void SshExecutorTest::startsOnce() {
  ExecutorBench bench(kBench);
  const std::string count = bench.folder().path(QStringLiteral("count")).toStdString();
  bench.addShell("echo x >> '" + count + "'; echo a > $0");
  bench.addShell("echo x >> '" + count + "'; echo b > $0");
  QVERIFY2(bench.start(), bench.problem());
  const std::string handle = bench.tasks[0].handle;
  QVERIFY2(bench.start(), bench.problem());  // as if the first answer had been lost
  QCOMPARE(bench.tasks[0].handle, handle);
  QVERIFY(bench.waitForEnds());
  QCOMPARE(bench.folder().read(QStringLiteral("count")), QByteArray("x\nx\n"));
}

void SshExecutorTest::found() {
  ExecutorBench bench(kBench);
  bench.addShell("while ! [ -e ${0%/*}/go ]; do sleep 0.1; done; echo a > $0");
  QVERIFY2(bench.start(), bench.problem());
  const std::string handle = bench.tasks[0].handle;
  QVERIFY(bench.waitForStep(0));
  bench.makeAnew(false);  // the program was killed before it wrote the handle down
  QVERIFY(bench.poll());
  QCOMPARE(bench.lookOf(0).life, TaskLife::Alive);
  QFile go(QString::fromStdString(handle + "/go"));
  QVERIFY(go.open(QIODevice::WriteOnly));
  QVERIFY(bench.waitForEnds());
  QCOMPARE(bench.lookOf(0).life, TaskLife::Finished);
  QCOMPARE(bench.file(0, "out0.json"), QByteArray("a\n"));
}

void SshExecutorTest::cancels() {
  ExecutorBench bench(kBench);
  // One that goes when asked, one that ignores it and has a child in a session of its own.
  bench.addShell("sleep 300");
  bench.addShell("trap '' TERM; setsid sleep 301 & while :; do sleep 0.2; done");
  QVERIFY2(bench.start(), bench.problem());
  QVERIFY(bench.waitForStep(0) && bench.waitForStep(1));
  const std::string first = bench.token(0), second = bench.token(1);
  QVERIFY(!allEnded(first));
  QVERIFY2(bench.cancel(0), bench.problem());
  QVERIFY2(bench.cancel(1), bench.problem());
  QVERIFY(bench.waitForEnds());
  for (std::size_t i : {0, 1}) {
    QCOMPARE(bench.lookOf(i).life, TaskLife::Finished);
    QCOMPARE(bench.events(i).steps.at(0).end, StepEnd::Cancelled);
  }
  QVERIFY(allEnded(first));
  QVERIFY(allEnded(second));
}

void SshExecutorTest::releasesOnlyOurs() {
  ExecutorBench bench(kBench);
  const std::string aside = bench.folder().path(QStringLiteral("aside")).toStdString();
  bench.addShell("mkdir -p '" + aside + "' ${0%/*}/deep/er; touch '" + aside + "/file'; ln -s '" + aside +
                 "' ${0%/*}/link; chmod 500 ${0%/*}/deep; echo a > $0");
  QVERIFY2(bench.start(), bench.problem());
  const QString there = QString::fromStdString(bench.tasks[0].handle);
  QVERIFY(there.startsWith(m_server->home() + QStringLiteral("/.cache/plumbline/runs/")));
  QVERIFY(QFileInfo::exists(there));
  QVERIFY(bench.waitForEnds());
  QVERIFY(!QFileInfo::exists(there));  // removed before the task is reported as finished
  QVERIFY(QFileInfo::exists(QString::fromStdString(aside + "/file")));
  QVERIFY2(bench.release(0), bench.problem());
  bench.makeAnew();
  QVERIFY2(bench.release(0), bench.problem());
  QVERIFY(QDir().mkpath(there + QStringLiteral("/mine")));  // the same name, but not our folder
  QVERIFY(!bench.release(0));
  QVERIFY(has(bench.problem(), "not Plumbline's"));
  QVERIFY(QFileInfo::exists(there + QStringLiteral("/mine")));
  bench.tasks[0].handle.clear();
  QVERIFY(!bench.start());  // nor is anything started in it
  QVERIFY2(has(bench.problem(), "not Plumbline's"), bench.problem());
}

void SshExecutorTest::keepsCaches() {
  for (const bool isKept : {false, true}) {
    ExecutorBench bench(kBench);
    bench.spec.keepCache = isKept;
    bench.addCacheUser();
    QVERIFY2(bench.start(), bench.problem());
    const QString there = QString::fromStdString(bench.tasks[0].handle);
    QVERIFY(bench.waitForEnds());
    QVERIFY2(bench.lookOf(0).life == TaskLife::Finished, bench.lookOf(0).text.c_str());
    QCOMPARE(QFileInfo::exists(there), isKept);
    QCOMPARE(QFileInfo::exists(there + QStringLiteral("/cache/compiled")), isKept);
    QVERIFY(!QFileInfo::exists(there + QStringLiteral("/out0.json")));
  }
}

void SshExecutorTest::probes() {
  ExecutorBench bench(kBench);
  const ProbeReport report = bench.probe();
  QVERIFY(report.facts.contains("python"));
  QVERIFY(report.facts.contains("host"));
  bench.spec.python = "/no/such/python";
  const ProbeReport without = bench.probe();
  QVERIFY(!without.canStart());
  QVERIFY2(has(textOf(without), "/no/such/python"), textOf(without).c_str());
}

void SshExecutorTest::otherFolder() {
  RunTarget target = kBench;
  target.folder = m_server->home().toStdString() + "/runs of \"mine\" [a-z]*? \\ 'x' $HOME ;\xc3\xa4";
  ExecutorBench bench(target);
  bench.addShell("echo a > \"$0\"");
  QVERIFY2(bench.start(), bench.problem());
  QVERIFY(bench.waitForEnds());
  QVERIFY2(bench.lookOf(0).life == TaskLife::Finished, bench.lookOf(0).text.c_str());
  QCOMPARE(bench.file(0, "out0.json"), QByteArray("a\n"));
  QVERIFY(QString::fromStdString(bench.tasks[0].handle).startsWith(QString::fromStdString(target.folder)));
  QVERIFY2(bench.release(0), bench.problem());
}

QTEST_GUILESS_MAIN(SshExecutorTest)
