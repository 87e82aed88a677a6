// SPDX-License-Identifier: GPL-3.0-or-later
// How a task ends: politely, by force, with everything it started, and after a kill of the keeper itself.
#include <memory>

#include "tests/core/runs/keeper_folder.h"
#include "tests/core/runs/keeper_test.h"

using namespace plumbline;
using namespace plumbline::runs;

namespace {

bool isReady(const KeeperFolder& task) {
  return task.has(QStringLiteral("run.log")) && task.read(QStringLiteral("run.log")).contains("ready\n");
}

void checkCancelled(const KeeperFolder& task) {
  const TaskEvents events = task.events();
  QVERIFY(events.finished);
  QCOMPARE(events.steps.size(), std::size_t{1});
  QCOMPARE(events.steps[0].end, StepEnd::Cancelled);
  QVERIFY(!events.steps[0].problem.empty());
  QCOMPARE(task.running(), 0);
  QVERIFY(!task.has(QStringLiteral("cache")));
  QCOMPARE(lookHere(task.folder()).life, TaskLife::Over);
}

}  // namespace

void KeeperTest::politeStop() {
  KeeperFolder task;
  task.spec.timeout = std::chrono::seconds(1);
  task.spec.grace = std::chrono::seconds(30);
  task.addShell("trap 'echo $(expr $(cat terms 2>/dev/null || echo 0) + 1) >terms; echo half >run.csv; echo bye; exit 0' TERM; "
                "while :; do sleep 0.1; done",
                "run.csv");
  const TaskEvents events = task.run();
  QVERIFY(events.finished);
  QCOMPARE(events.steps.at(0).end, StepEnd::TimedOut);
  QCOMPARE(events.steps[0].code, 0);
  QVERIFY(events.steps[0].wroteOutput);
  QVERIFY(task.read(QStringLiteral("run.log")).endsWith("bye\n"));
  QCOMPARE(task.read(QStringLiteral("terms")), QByteArray("1\n"));
  QVERIFY(events.steps[0].ended - events.steps[0].began < 25);
}

void KeeperTest::leavesNobodyBehind() {
  const std::string ends[] = {"exit 0", "exit 1", "kill -9 $$", "sleep 600", "trap '' TERM; while :; do sleep 1; done"};
  std::vector<std::unique_ptr<KeeperFolder>> tasks;  // at the same time, as most of it is waiting
  for (const std::string& after : ends) {
    KeeperFolder& task = *tasks.emplace_back(std::make_unique<KeeperFolder>());
    task.spec.timeout = std::chrono::seconds(3);
    task.addShell(theFamily(after));
    task.writeTask();
    task.begin();
  }
  for (std::size_t i = 0; i < tasks.size(); ++i) {
    KeeperFolder& task = *tasks[i];
    QVERIFY(task.end());
    const TaskEvents events = task.events();
    QVERIFY2(events.finished, ends[i].c_str());
    QVERIFY2(task.pids().size() >= 5, ends[i].c_str());
    QVERIFY2(task.running() == 0, ends[i].c_str());
    QCOMPARE(endLeftovers(events), 0);
  }
}

void KeeperTest::cancels_data() {
  QTest::addColumn<QByteArray>("way");
  for (const char* way : {"before", "file", "signal", "both", "probe", "folder gone"}) QTest::newRow(way) << QByteArray(way);
}

void KeeperTest::cancels() {
  QFETCH(QByteArray, way);
  KeeperFolder task;
  task.addShell(theFamily("echo ready; sleep 600"), "run.csv");
  task.plan.tasks.front().cache = true;
  if (way == "probe") {
    // A Python that never answers: the probe is ended too, and the step never begins.
    task.spec.python = task.write(QStringLiteral("python"), "#!/bin/sh\necho $$ >>pids; exec sleep 600\n").toStdString();
    QFile::setPermissions(QString::fromStdString(task.spec.python), QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner);
    task.plan.environment = {{"PLUMBLINE_X", "x"}};
  }
  task.writeTask(way == "probe");
  if (way == "before") task.write(QStringLiteral("cancel"), "");
  task.begin();
  if (way == "probe") {
    QTRY_VERIFY_WITH_TIMEOUT(task.events().keeper > 0, 20000);
    task.write(QStringLiteral("cancel"), "");
  } else if (way != "before") {
    QTRY_VERIFY_WITH_TIMEOUT(isReady(task), 20000);
    if (way == "file" || way == "both") task.write(QStringLiteral("cancel"), "");
    if (way == "signal" || way == "both") ::kill(static_cast<pid_t>(task.keeper.processId()), SIGTERM);
  }
  if (way == "folder gone") {
    const std::vector<std::int64_t> pids = task.pids();
    QVERIFY(pids.size() >= 5);
    QVERIFY(QDir(task.path()).removeRecursively());
    QVERIFY(task.end());
    for (const std::int64_t pid : pids) QVERIFY(!processOf(pid) || processOf(pid)->isDead);
    return;
  }
  QVERIFY(task.end());
  checkCancelled(task);
}

void KeeperTest::cancelsAtAnyMoment() {
  // Each somewhere between its keeper's first instruction and the sleep of the last child; the keepers end side by side.
  std::vector<std::unique_ptr<KeeperFolder>> tasks;
  for (int moment = 0; moment < 12; ++moment) {
    KeeperFolder& task = *tasks.emplace_back(std::make_unique<KeeperFolder>());
    task.addShell(theFamily("echo ready; sleep 600"), "run.csv");
    task.plan.tasks.front().cache = true;
    task.writeTask();
    task.begin();
    QElapsedTimer clock;
    clock.start();
    QTRY_VERIFY(clock.elapsed() >= moment * 12);
    task.write(QStringLiteral("cancel"), "");
  }
  for (const auto& task : tasks) {
    QVERIFY(task->end());
    checkCancelled(*task);
  }
}

void KeeperTest::ignoresHangups() {
  KeeperFolder task;
  task.addShell("echo ready; while ! test -e go; do sleep 0.05; done; echo went on");
  task.writeTask();
  task.begin();
  QTRY_VERIFY_WITH_TIMEOUT(isReady(task), 20000);
  ::kill(static_cast<pid_t>(task.keeper.processId()), SIGHUP);
  task.write(QStringLiteral("go"), "");
  QVERIFY(task.end());
  QCOMPARE(task.keeper.exitStatus(), QProcess::NormalExit);
  QVERIFY(task.read(QStringLiteral("run.log")).endsWith("went on\n"));
  QCOMPARE(task.events().steps.at(0).end, StepEnd::Exited);
}

void KeeperTest::killedKeeper() {
  KeeperFolder task;
  task.addShell(theFamily("echo ready; sleep 600"), "run.csv");
  task.plan.tasks.front().cache = true;
  task.writeTask();
  task.begin();
  QTRY_VERIFY_WITH_TIMEOUT(isReady(task), 20000);
  QCOMPARE(lookHere(task.folder()).life, TaskLife::Alive);
  QVERIFY(task.running() >= 5);
  ::kill(static_cast<pid_t>(task.keeper.processId()), SIGKILL);
  QVERIFY(task.end());
  const TaskLook look = lookHere(task.folder());
  QCOMPARE(look.life, TaskLife::Gone);
  QVERIFY(!look.text.empty());
  QTRY_COMPARE(task.running(), 0);
  QCOMPARE(lookHere(task.folder()).life, TaskLife::Gone);
}

void KeeperTest::strangersLive() {
  // A group with the same number and another start, another boot, no token: nothing of it is touched.
  QProcess stranger;
  stranger.setChildProcessModifier([] { ::setsid(); });
  stranger.start(QStringLiteral("sleep"), {QStringLiteral("600")});
  QVERIFY(stranger.waitForStarted());
  const auto process = processOf(stranger.processId());
  QVERIFY(process);
  QTRY_COMPARE(processOf(stranger.processId())->group, process->id);
  TaskEvents events;
  events.boot = bootId();
  StepEvents step{.name = "run"};
  step.group = process->id;
  for (const std::uint64_t start : {process->start - 1, process->start + 1, std::uint64_t{0}}) {
    step.start = start;
    events.steps = {step};
    QCOMPARE(endLeftovers(events), 0);
  }
  step.start = process->start;
  events.steps = {step};
  events.boot = "another boot";
  QCOMPARE(endLeftovers(events), 0);
  events.boot.clear();
  QCOMPARE(endLeftovers(events), 0);
  QCOMPARE(stranger.state(), QProcess::Running);
  QVERIFY(isAlive(process->id, process->start));
  events.boot = bootId();
  QVERIFY(endLeftovers(events) >= 1);  // and this one is it
  QVERIFY(stranger.waitForFinished(5000));
}
