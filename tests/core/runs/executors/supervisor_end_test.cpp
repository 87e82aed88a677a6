// SPDX-License-Identifier: GPL-3.0-or-later
// How a task ends: politely, by force, with everything it started, and after a kill of the supervisor itself.
#include <memory>

#include "core/files/locked_log.h"
#include "tests/core/runs/executors/supervisor_folder.h"
#include "tests/core/runs/executors/supervisor_test.h"

using namespace plumbline;
using namespace plumbline::runs;

namespace {

bool isReady(const SupervisorFolder& task) {
  return task.has(QStringLiteral("run.log")) && task.read(QStringLiteral("run.log")).contains("ready\n");
}

void checkCancelled(const SupervisorFolder& task) {
  const TaskEvents events = task.events();
  QVERIFY(events.finished);
  QCOMPARE(events.steps.size(), std::size_t{1});
  QCOMPARE(events.steps[0].end, StepEnd::Cancelled);
  QVERIFY(!events.steps[0].problem.empty());
  QCOMPARE(task.running(), 0);
  QVERIFY(!task.has(QStringLiteral("cache")));
  QCOMPARE(pollFolder(task.folder()).life, TaskLife::Finished);
}

}  // namespace

void SupervisorTest::politeStop() {
  SupervisorFolder task;
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

void SupervisorTest::leavesNobodyBehind() {
  const std::string ends[] = {"exit 0", "exit 1", "kill -9 $$", "sleep 600", "trap '' TERM; while :; do sleep 1; done"};
  std::vector<std::unique_ptr<SupervisorFolder>> tasks;  // at the same time, as most of it is waiting
  for (const std::string& after : ends) {
    SupervisorFolder& task = *tasks.emplace_back(std::make_unique<SupervisorFolder>());
    task.spec.timeout = std::chrono::seconds(3);
    task.addShell(theFamily(after));
    task.writeTask();
    task.begin();
  }
  for (std::size_t i = 0; i < tasks.size(); ++i) {
    SupervisorFolder& task = *tasks[i];
    QVERIFY(task.end());
    const TaskEvents events = task.events();
    QVERIFY2(events.finished, ends[i].c_str());
    QVERIFY2(task.pids().size() >= 5, ends[i].c_str());
    QVERIFY2(task.running() == 0, ends[i].c_str());
    QCOMPARE(killLeftovers(events), 0);
  }
}

void SupervisorTest::cancels_data() {
  QTest::addColumn<QByteArray>("way");
  for (const char* way : {"before", "file", "signal", "both", "probe", "folder gone"}) QTest::newRow(way) << QByteArray(way);
}

void SupervisorTest::cancels() {
  QFETCH(QByteArray, way);
  SupervisorFolder task;
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
    QTRY_VERIFY_WITH_TIMEOUT(task.events().supervisor > 0, 20000);
    task.write(QStringLiteral("cancel"), "");
  } else if (way != "before") {
    QTRY_VERIFY_WITH_TIMEOUT(isReady(task), 20000);
    if (way == "file" || way == "both") task.write(QStringLiteral("cancel"), "");
    if (way == "signal" || way == "both") ::kill(static_cast<pid_t>(task.supervisor.processId()), SIGTERM);
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

void SupervisorTest::cancelsAtAnyMoment() {
  // Each somewhere between its supervisor's first instruction and the sleep of the last child; the supervisors end side by side.
  std::vector<std::unique_ptr<SupervisorFolder>> tasks;
  for (int moment = 0; moment < 12; ++moment) {
    SupervisorFolder& task = *tasks.emplace_back(std::make_unique<SupervisorFolder>());
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

void SupervisorTest::ignoresHangups() {
  SupervisorFolder task;
  task.addShell("echo ready; while ! test -e go; do sleep 0.05; done; echo went on");
  task.writeTask();
  task.begin();
  QTRY_VERIFY_WITH_TIMEOUT(isReady(task), 20000);
  ::kill(static_cast<pid_t>(task.supervisor.processId()), SIGHUP);
  task.write(QStringLiteral("go"), "");
  QVERIFY(task.end());
  QCOMPARE(task.supervisor.exitStatus(), QProcess::NormalExit);
  QVERIFY(task.read(QStringLiteral("run.log")).endsWith("went on\n"));
  QCOMPARE(task.events().steps.at(0).end, StepEnd::Exited);
}

void SupervisorTest::killedSupervisor() {
  SupervisorFolder task;
  task.addShell(theFamily("echo ready; sleep 600"), "run.csv");
  task.plan.tasks.front().cache = true;
  task.writeTask();
  task.begin();
  QTRY_VERIFY_WITH_TIMEOUT(isReady(task), 20000);
  QCOMPARE(pollFolder(task.folder()).life, TaskLife::Alive);
  QVERIFY(task.running() >= 5);
  ::kill(static_cast<pid_t>(task.supervisor.processId()), SIGKILL);
  QVERIFY(task.end());
  const TaskPollResult result = pollFolder(task.folder());
  QCOMPARE(result.life, TaskLife::Gone);
  QVERIFY(!result.text.empty());
  QTRY_COMPARE(task.running(), 0);
  QCOMPARE(pollFolder(task.folder()).life, TaskLife::Gone);
}

void SupervisorTest::strangersLive() {
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
    QCOMPARE(killLeftovers(events), 0);
  }
  step.start = process->start;
  events.steps = {step};
  events.boot = "another boot";
  QCOMPARE(killLeftovers(events), 0);
  events.boot.clear();
  QCOMPARE(killLeftovers(events), 0);
  QCOMPARE(stranger.state(), QProcess::Running);
  QVERIFY(isAlive(process->id, process->start));
  events.boot = bootId();
  QVERIFY(killLeftovers(events) >= 1);  // and this one is it
  QVERIFY(stranger.waitForFinished(5000));
}

void SupervisorTest::finishedWhenItsSupervisorEnded() {
  SupervisorFolder task;
  task.addShell("true");
  QVERIFY(task.run().finished);
  QCOMPARE(pollFolder(task.folder()).life, TaskLife::Finished);
  {
    const auto lock = files::LockedLog::adopt(task.folder() + "/" + std::string(kLockFile));
    QVERIFY(lock);
    QCOMPARE(pollFolder(task.folder()).life, TaskLife::Alive);
  }
  QCOMPARE(pollFolder(task.folder()).life, TaskLife::Finished);
}

void SupervisorTest::nothingIsWrittenAfterTheLastEvent() {
  // fsync() follows the last event: a supervisor that is slow there must not touch its folder any more.
  SupervisorFolder task;
  task.addShell("true");
  task.writeTask();
  task.write(QStringLiteral("slow.py"),
             "import os, runpy, sys\n"
             "folder, real = sys.argv[1], os.fsync\n"
             "def fsync(file):\n"
             "    real(file)\n"
             "    print(*sorted(os.listdir(folder)))\n"
             "os.fsync = fsync\n"
             "runpy.run_path(folder + '/supervisor.py', run_name='__main__')\n");
  QProcess slow;
  slow.start(QString::fromStdString(task.python()), {QStringLiteral("-I"), task.path(QStringLiteral("slow.py")), task.path()});
  QVERIFY(slow.waitForFinished(30000));
  QVERIFY(task.events().finished);
  const QList<QByteArray> seen = slow.readAllStandardOutput().split(' ');
  QVERIFY(seen.contains("events.jsonl"));
  QVERIFY(!seen.contains("supervisor.reserve"));
}
