// SPDX-License-Identifier: GPL-3.0-or-later
// Tasks on a real Slurm of one node on this machine; without one, skipped with a word.
#include <signal.h>

#include <QScopeGuard>
#include <QTest>
#include <optional>

#include "tests/core/runs/executors/executor_bench.h"
#include "tests/core/runs/executors/slurm_test.h"

using namespace plumbline;
using namespace plumbline::runs;

namespace {

const RunTarget kSlurm{.kind = TargetKind::Slurm};

std::string findingsText(const ProbeReport& report) {
  std::string all;
  for (const ProbeReport::Finding& finding : report.findings)
    all += (finding.blocks ? "blocks: " : "warns: ") + finding.text + "\n";
  return all;
}

bool has(const std::string& text, std::string_view part) { return text.find(part) != std::string::npos; }

}  // namespace

void SlurmTest::initTestCase() {
  // Arrays of three, so that larger runs become several; a grace that a test can wait for.
  m_cluster.emplace();
  m_whyNot = m_cluster->start({QStringLiteral("MaxArraySize=3"), QStringLiteral("KillWait=3"), QStringLiteral("MessageTimeout=3")});
}

void SlurmTest::init() {
  const QByteArray test = QTest::currentTestFunction();
  if (!m_whyNot.isEmpty() && !test.startsWith("words")) QSKIP(qPrintable(m_whyNot));
}

void SlurmTest::arguments() {
  ExecutorBench bench(kSlurm);
  checkArguments(bench);
}

void SlurmTest::filesComeBack() {
  ExecutorBench bench(kSlurm);
  for (int i = 0; i < 4; ++i) bench.addShell("echo " + std::to_string(i) + " > \"$0\"; echo said " + std::to_string(i));
  bench.addShell("exit 7");
  QVERIFY2(bench.start(), bench.problem());
  QVERIFY(bench.tasks[0].handle.ends_with("_0"));
  QVERIFY(bench.tasks[3].handle.ends_with("_0"));  // of the second array
  QVERIFY(bench.tasks[3].handle != bench.tasks[0].handle);
  QVERIFY(bench.waitForEnds());
  for (std::size_t i = 0; i < 5; ++i) {
    QVERIFY2(bench.lookOf(i).life == TaskLife::Finished, bench.lookOf(i).text.c_str());
    QVERIFY(bench.events(i).finished);
    QVERIFY(!bench.events(i).facts.empty());  // of the node, so each task has its own
    if (i == 4) continue;
    QCOMPARE(bench.file(i, "out0.json"), QByteArray::number(static_cast<int>(i)) + "\n");
    QCOMPARE(bench.file(i, "step0.log"), "said " + QByteArray::number(static_cast<int>(i)) + "\n");
  }
  QCOMPARE(bench.events(4).steps.at(0).code, 7);
}

void SlurmTest::waits() {
  ExecutorBench bench(kSlurm);
  bench.spec.jobs = 1;
  for (int i = 0; i < 4; ++i) bench.addShell("while ! [ -e \"${0%/*}/go\" ]; do sleep 0.1; done; echo a > \"$0\"");
  QVERIFY2(bench.start(), bench.problem());
  QVERIFY(bench.waitForStep(0));
  QVERIFY(bench.waitForLife(1, TaskLife::Pending));
  // The second array waits for the first: never more tasks at the same time than were asked for.
  QVERIFY(QTest::qWaitFor([&] { return bench.poll() && bench.lookOf(3).text == "waiting for other tasks of this run"; },
                          30'000));
  QCOMPARE(bench.lookOf(0).life, TaskLife::Alive);
  for (std::size_t i : {1, 2, 3}) QCOMPARE(bench.lookOf(i).life, TaskLife::Pending);
  for (const ExecutorTask& task : bench.tasks) {
    QFile go(QString::fromStdString(task.folder + "/go"));
    QVERIFY(go.open(QIODevice::WriteOnly));
  }
  QVERIFY(bench.waitForEnds());
  for (std::size_t i = 0; i < 4; ++i) QCOMPARE(bench.lookOf(i).life, TaskLife::Finished);
}

void SlurmTest::cancels() {
  ExecutorBench bench(kSlurm);
  bench.spec.jobs = 2;
  bench.addShell("sleep 300");
  bench.addShell("trap '' TERM; setsid sleep 301 & while :; do sleep 0.2; done");
  bench.addShell("sleep 302");
  QVERIFY2(bench.start(), bench.problem());
  QVERIFY(bench.waitForStep(0) && bench.waitForStep(1));
  QVERIFY(bench.waitForLife(2, TaskLife::Pending));
  const std::string first = bench.token(0), second = bench.token(1);
  QVERIFY(!allEnded(first) && !allEnded(second));
  for (std::size_t i : {2, 1, 0}) QVERIFY2(bench.cancel(i), bench.problem());
  QVERIFY(bench.waitForEnds());
  for (std::size_t i : {0, 1}) {
    QCOMPARE(bench.lookOf(i).life, TaskLife::Finished);
    QCOMPARE(bench.events(i).steps.at(0).end, StepEnd::Cancelled);
  }
  QCOMPARE(bench.lookOf(2).life, TaskLife::Gone);
  QCOMPARE(bench.lookOf(2).text, std::string("it was cancelled."));
  QVERIFY(bench.events(2).steps.empty());
  QVERIFY(allEnded(first) && allEnded(second));
}

void SlurmTest::cancelledByOthers() {
  ExecutorBench bench(kSlurm);
  bench.addShell("sleep 303");
  QVERIFY2(bench.start(), bench.problem());
  QVERIFY(bench.waitForStep(0));
  const std::string token = bench.token(0);
  QCOMPARE(QProcess::execute(QStringLiteral("scancel"), {QString::fromStdString(bench.tasks[0].handle)}), 0);
  QVERIFY(bench.waitForEnds());
  QCOMPARE(bench.lookOf(0).life, TaskLife::Gone);
  QCOMPARE(bench.lookOf(0).text, std::string("it was cancelled."));
  QVERIFY(!bench.lookOf(0).isTimeout);
  QVERIFY(allEnded(token));
}

void SlurmTest::shellWithTheExitOfASignal_data() {
  QTest::addColumn<int>("code");
  QTest::addColumn<QByteArray>("state");
  QTest::addColumn<bool>("isGone");
  QTest::newRow("ended by Slurm's SIGTERM") << 143 << QByteArray("CANCELLED") << true;
  QTest::newRow("ended by Slurm's SIGKILL") << 137 << QByteArray("TIMEOUT") << true;
  QTest::newRow("its own exit status") << 143 << QByteArray("FAILED") << false;
  QTest::newRow("failed before the cancel") << 7 << QByteArray("CANCELLED") << false;
}

void SlurmTest::shellWithTheExitOfASignal() {
  QFETCH(const int, code);
  QFETCH(const QByteArray, state);
  QFETCH(const bool, isGone);
  ExecutorBench bench(kSlurm);
  bench.addShell("exit " + std::to_string(code));
  QVERIFY2(bench.start(), bench.problem());
  QVERIFY(bench.waitForEnds());
  QCOMPARE(bench.lookOf(0).life, TaskLife::Finished);
  QCOMPARE(bench.events(0).steps.at(0).code, code);

  // Which process hears of a cancel first is up to the kernel: Slurm's word about the job comes from a stand-in.
  const support::TestFolder programs;
  QFile squeue(programs.write(QStringLiteral("squeue"), "#!/bin/sh\necho '" + QByteArray::fromStdString(bench.tasks[0].handle) +
                                                            "|run|" + state + "|None'\n"));
  QVERIFY(squeue.setPermissions(QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner));
  const QByteArray path = qgetenv("PATH");
  qputenv("PATH", programs.path().toUtf8() + ":" + path);
  const auto restored = qScopeGuard([&] { qputenv("PATH", path); });
  QVERIFY(bench.poll());
  QCOMPARE(bench.lookOf(0).life, isGone ? TaskLife::Gone : TaskLife::Finished);
}

void SlurmTest::supervisorKilled() {
  ExecutorBench bench(kSlurm);
  bench.addShell("echo before; sleep 304");
  QVERIFY2(bench.start(), bench.problem());
  QVERIFY(bench.waitForStep(0));
  const TaskEvents events = bench.events(0);
  QCOMPARE(::kill(static_cast<pid_t>(events.supervisor), SIGKILL), 0);
  QVERIFY(bench.waitForEnds());
  QCOMPARE(bench.lookOf(0).life, TaskLife::Gone);
  QVERIFY2(has(bench.lookOf(0).text, "failed"), bench.lookOf(0).text.c_str());
  QVERIFY(QTest::qWaitFor([&] { return allEnded(events.token); }, 30'000));
}

void SlurmTest::controllerDown() {
  ExecutorBench bench(kSlurm), other(kSlurm);
  bench.addShell("while ! [ -e \"${0%/*}/go\" ]; do sleep 0.1; done; echo late > \"$0\"");
  other.addShell("true");
  QVERIFY2(bench.start(), bench.problem());
  QVERIFY(bench.waitForStep(0));
  QCOMPARE(m_cluster->stop("slurmctld"), QString());
  QVERIFY(bench.poll());
  QCOMPARE(bench.lookOf(0).life, TaskLife::Unknown);
  QCOMPARE(bench.lookOf(0).text, std::string("Slurm's controller does not answer."));
  QVERIFY(!bench.cancel(0));
  QFile::remove(QString::fromStdString(bench.tasks[0].folder + "/cancel"));  // it goes on for this test
  QVERIFY(!bench.probe().canStart());
  QVERIFY(!other.start());
  QVERIFY2(has(other.problem(), "does not answer"), other.problem());
  QCOMPARE(m_cluster->startAgain("slurmctld"), QString());
  QFile go(QString::fromStdString(bench.tasks[0].folder + "/go"));
  QVERIFY(go.open(QIODevice::WriteOnly));
  QVERIFY(bench.waitForEnds());
  QVERIFY(bench.lookOf(0).life == TaskLife::Finished);
}

void SlurmTest::found() {
  ExecutorBench bench(kSlurm);
  for (int i = 0; i < 2; ++i) bench.addShell("while ! [ -e \"${0%/*}/go\" ]; do sleep 0.1; done; echo a > \"$0\"");
  QVERIFY2(bench.start(), bench.problem());
  QVERIFY(bench.waitForStep(0));
  bench.makeAnew(false);  // the program was killed before it wrote the handles down
  QVERIFY(bench.poll());
  QCOMPARE(bench.lookOf(0).life, TaskLife::Alive);
  QVERIFY2(bench.cancel(1), bench.problem());
  QFile go(QString::fromStdString(bench.tasks[0].folder + "/go"));
  QVERIFY(go.open(QIODevice::WriteOnly));
  QVERIFY(bench.waitForEnds());
  QCOMPARE(bench.lookOf(0).life, TaskLife::Finished);
}

void SlurmTest::unknownJob() {
  ExecutorBench bench(kSlurm);
  bench.addShell("true");
  QVERIFY(bench.prepare());
  QVERIFY(bench.poll());
  QCOMPARE(bench.lookOf(0).life, TaskLife::Gone);  // never handed over
  bench.tasks[0].handle = "999999_0";
  QVERIFY(bench.poll());
  QCOMPARE(bench.lookOf(0).life, TaskLife::Alive);  // its last words may still be on their way
  QVERIFY(bench.waitForEnds());
  QCOMPARE(bench.lookOf(0).life, TaskLife::Gone);
  QVERIFY(has(bench.lookOf(0).text, "does not know"));
}

void SlurmTest::otherFolder_data() {
  QTest::addColumn<bool>("withScratch");
  QTest::newRow("shared folder") << false;
  QTest::newRow("and a folder of the node") << true;
}

void SlurmTest::otherFolder() {
  QFETCH(const bool, withScratch);
  const support::TestFolder elsewhere;
  QVERIFY(QDir(elsewhere.path()).mkpath(QStringLiteral("it's \"shared\" %a [1]")) &&
          QDir(elsewhere.path()).mkpath(QStringLiteral("node")));
  RunTarget target = kSlurm;
  target.folder = elsewhere.path(QStringLiteral("it's \"shared\" %a [1]")).toStdString();
  if (withScratch) target.scratch = elsewhere.path(QStringLiteral("node")).toStdString();
  ExecutorBench bench(target);
  for (int i = 0; i < 2; ++i) bench.addShell("pwd; echo \"$0\" > \"$0\"; echo x > \"${0%/*}/cold_metrics.csv\"");
  bench.tasks.reserve(2);
  QVERIFY2(bench.prepare(), bench.problem());
  for (ExecutorTask& task : bench.tasks) task.isWatched = true;
  QVERIFY2(bench.start(), bench.problem());
  QVERIFY(bench.waitForEnds());
  const QString there = QString::fromStdString(target.folder + "/" + bench.tasks[0].name);
  for (std::size_t i : {0, 1}) {
    QVERIFY2(bench.lookOf(i).life == TaskLife::Finished, bench.lookOf(i).text.c_str());
    const QByteArray path = bench.file(i, "out0.json");
    QVERIFY2(path.startsWith(QByteArray::fromStdString(withScratch ? target.scratch : target.folder)), path.constData());
    QCOMPARE(bench.file(i, "cold_metrics.csv"), QByteArray("x\n"));
    QVERIFY(bench.file(i, "step0.log").startsWith("/"));
    QVERIFY(bench.events(i).finished);
  }
  QVERIFY(QDir(elsewhere.path(QStringLiteral("node"))).isEmpty());  // nothing stays on the node
  QVERIFY(QFileInfo::exists(there));
  QVERIFY2(bench.release(0), bench.problem());
  QVERIFY(!QFileInfo::exists(there));
  QVERIFY(QFileInfo::exists(QString::fromStdString(target.folder + "/" + bench.tasks[1].name)));
  QVERIFY(QDir().mkpath(there));
  QVERIFY(bench.release(0));
  QVERIFY(QFileInfo::exists(there));  // without our mark it is not ours
}

void SlurmTest::refused() {
  RunTarget target = kSlurm;
  target.partition = "nowhere";
  ExecutorBench bench(target);
  bench.addShell("true");
  QVERIFY(!bench.start());
  QVERIFY2(has(bench.problem(), "partition"), bench.problem());
}

void SlurmTest::probes() {
  ExecutorBench bench(kSlurm);
  const ProbeReport good = bench.probe();
  QVERIFY2(good.canStart(), findingsText(good).c_str());
  QCOMPARE(good.partitions, (std::vector<std::string>{"main", "short"}));
  bench.spec.target.partition = "nowhere";
  QVERIFY(has(findingsText(bench.probe()), "blocks: There is no partition nowhere."));
  bench.spec.target.partition = "short";
  bench.spec.target.timeLimit = "2:00:00";
  QVERIFY(has(findingsText(bench.probe()), "would never begin"));
  bench.spec.target.timeLimit = "5";
  QVERIFY(bench.probe().canStart());
  bench.spec.target.gres = "gpu:1";
  const ProbeReport gres = bench.probe();
  QVERIFY(!gres.canStart());
  QVERIFY2(has(findingsText(gres), "gres"), findingsText(gres).c_str());
  bench.spec.target = kSlurm;
  bench.spec.checkout = "/no/such/checkout";
  const ProbeReport checkout = bench.probe();
  QVERIFY(checkout.canStart());
  QVERIFY(has(findingsText(checkout), "warns: There is no /no/such/checkout"));
}

void SlurmTest::withoutPrograms() {
  ExecutorBench bench(kSlurm);
  bench.addShell("true");
  const QByteArray path = qgetenv("PATH");
  qputenv("PATH", "/no/such/folder");
  const ProbeReport report = bench.probe();
  const bool started = bench.start();
  qputenv("PATH", path);
  QVERIFY(!report.canStart());
  QVERIFY(has(findingsText(report), "There is no sbatch here."));
  QVERIFY(!started);
}

void SlurmTest::timeLimit() {
  if (!qEnvironmentVariableIsSet("PLUMBLINE_SLOW_TESTS"))
    QSKIP("Slurm's shortest time limit is a minute; PLUMBLINE_SLOW_TESTS runs this.");
  RunTarget target = kSlurm;
  target.timeLimit = "1";
  ExecutorBench bench(target);
  bench.spec.timeout = std::chrono::seconds(300);
  bench.addShell("sleep 305");
  QVERIFY2(bench.start(), bench.problem());
  QVERIFY(bench.waitForStep(0));
  const std::string token = bench.token(0);
  QVERIFY(bench.waitForEnds() || bench.waitForEnds());
  QCOMPARE(bench.lookOf(0).life, TaskLife::Gone);
  QVERIFY(bench.lookOf(0).isTimeout);
  QVERIFY(allEnded(token));
}

QTEST_GUILESS_MAIN(SlurmTest)
