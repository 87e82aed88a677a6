// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/runs/engine/run_state.h"

#include <QTest>

#include "tests/core/runs/engine/runs_state_test.h"

using namespace plumbline::runs;

namespace {

constexpr RunState kAll[] = {RunState::Waiting, RunState::Preparing, RunState::Running,  RunState::Cold,
                             RunState::Warm,    RunState::Reading,   RunState::Done,     RunState::Failed,
                             RunState::TimedOut, RunState::Cancelled, RunState::Lost};

/// statesOf reads "WWpD": a letter per task.
std::vector<RunState> statesOf(const QString& letters) {
  std::vector<RunState> states;
  for (const QChar letter : letters) {
    switch (letter.toLatin1()) {
      case 'p': states.push_back(RunState::Preparing); break;
      case 'r': states.push_back(RunState::Running); break;
      case 'c': states.push_back(RunState::Cold); break;
      case 'w': states.push_back(RunState::Warm); break;
      case 'R': states.push_back(RunState::Reading); break;
      case 'D': states.push_back(RunState::Done); break;
      case 'F': states.push_back(RunState::Failed); break;
      case 'T': states.push_back(RunState::TimedOut); break;
      case 'C': states.push_back(RunState::Cancelled); break;
      case 'L': states.push_back(RunState::Lost); break;
      default: states.push_back(RunState::Waiting);
    }
  }
  return states;
}

}  // namespace

RunSpec commandSpec() {
  RunSpec spec;
  spec.kind = RunKind::Command;
  spec.command = {"/bin/sh", "-c", "printf 'dev,name,batch_size,accuracy\\ncpu,m,1,pass\\n' > \"$1\"", "sh", "{output}"};
  spec.device = "cpu";
  return spec;
}

Run runOf(const std::string& id, const QString& letters) {
  Run run;
  run.id = id;
  run.spec = commandSpec();
  for (const RunState state : statesOf(letters)) {
    TaskPlan plan;
    plan.model = "m" + std::to_string(run.plan.tasks.size());
    run.plan.tasks.push_back(plan);
    run.tasks.emplace_back();
    run.tasks.back().state = state;
  }
  return run;
}

void RunsStateTest::words() {
  QStringList words;
  for (const RunState state : kAll) {
    words << qs(stateWord(state));
    QCOMPARE(stateOfWord(stateWord(state)), std::optional(state));
    QCOMPARE(isFinished(state), state == RunState::Done || state == RunState::Failed || state == RunState::TimedOut ||
                                state == RunState::Cancelled || state == RunState::Lost);
  }
  QCOMPARE(words.join(QLatin1Char(' ')),
           QStringLiteral("waiting preparing running cold warm reading done failed timed out cancelled lost"));
  QVERIFY(!stateOfWord("Done"));
  QVERIFY(!stateOfWord(""));
}

void RunsStateTest::statesOfRuns_data() {
  QTest::addColumn<QString>("tasks");
  QTest::addColumn<RunState>("state");
  QTest::newRow("waiting") << "WWW" << RunState::Waiting;
  QTest::newRow("some are done, none runs") << "DDW" << RunState::Waiting;
  QTest::newRow("some failed, none runs") << "FW" << RunState::Waiting;
  QTest::newRow("preparing") << "Wp" << RunState::Preparing;
  QTest::newRow("the furthest that goes on") << "pcwW" << RunState::Warm;
  QTest::newRow("cold before preparing") << "cpW" << RunState::Cold;
  QTest::newRow("reading") << "RcD" << RunState::Reading;
  QTest::newRow("running after lost") << "LrD" << RunState::Running;
  QTest::newRow("done") << "DD" << RunState::Done;
  QTest::newRow("cancelled") << "DC" << RunState::Cancelled;
  QTest::newRow("failed over cancelled") << "CFD" << RunState::Failed;
  QTest::newRow("timed out over failed") << "FTC" << RunState::TimedOut;
  QTest::newRow("lost over all") << "TLFD" << RunState::Lost;
}

void RunsStateTest::statesOfRuns() {
  QFETCH(QString, tasks);
  QFETCH(RunState, state);
  QCOMPARE(stateOf(runOf("a", tasks)), state);
}

void RunsStateTest::progress_data() {
  QTest::addColumn<QString>("tasks");
  QTest::addColumn<int>("jobs");
  QTest::addColumn<int>("done");
  QTest::addColumn<int>("failed");
  QTest::addColumn<double>("left");  // each done task took 10 s, each one that goes on began 4 s ago
  QTest::newRow("nothing to go by") << "WWW" << 1 << 0 << 0 << -1.0;
  QTest::newRow("only failures") << "FLW" << 1 << 2 << 2 << -1.0;
  QTest::newRow("two wait") << "DWW" << 1 << 1 << 0 << 20.0;
  QTest::newRow("two at a time") << "DWWWW" << 2 << 1 << 0 << 20.0;
  QTest::newRow("one goes on") << "DrW" << 1 << 1 << 0 << 16.0;
  QTest::newRow("never below the longest") << "DWr" << 8 << 1 << 0 << 10.0;
  QTest::newRow("failed count as done") << "DFTLCW" << 1 << 5 << 3 << 10.0;
  QTest::newRow("over") << "DDC" << 3 << 3 << 0 << 0.0;
}

void RunsStateTest::progress() {
  QFETCH(QString, tasks);
  QFETCH(int, jobs);
  Run run = runOf("a", tasks);
  run.spec.jobs = jobs;
  for (TaskStatus& task : run.tasks) {
    if (task.state == RunState::Waiting) continue;
    task.began = isFinished(task.state) ? 1000 : 1996;
    task.ended = isFinished(task.state) ? (task.state == RunState::Done ? 1010 : 1001) : 0;
  }
  const RunProgress progress = progressOf(run, 2000);
  QTEST(progress.done, "done");
  QTEST(progress.failed, "failed");
  QCOMPARE(progress.total, static_cast<int>(run.tasks.size()));
  QTEST(progress.secondsLeft, "left");
}

void RunsStateTest::progressByModel() {
  Run run = runOf("a", QStringLiteral("DDWWW"));
  run.plan.tasks[0].model = run.plan.tasks[2].model = "slow";
  run.plan.tasks[1].model = run.plan.tasks[3].model = "fast";
  run.plan.tasks[4].model = "unknown";
  run.tasks[0].began = run.tasks[1].began = 100;
  run.tasks[0].ended = 190;  // 90 s
  run.tasks[1].ended = 110;  // 10 s; the mean is 50 s
  QCOMPARE(progressOf(run, 200).secondsLeft, 90.0 + 10.0 + 50.0);
  // A task that takes longer than its model did is about to end, not in the past.
  run.tasks[2].state = RunState::Cold;
  run.tasks[2].began = 10;
  QCOMPARE(progressOf(run, 200).secondsLeft, 10.0 + 50.0);
}

void RunsStateTest::next_data() {
  QTest::addColumn<QStringList>("runs");  // id:tasks:place:device:jobs:flags, in the order of the queue
  QTest::addColumn<QString>("limits");    // place,device,cpu
  QTest::addColumn<QString>("next");
  QTest::newRow("the first of the first") << QStringList{QStringLiteral("a:WW:local:cuda:1"), QStringLiteral("b:W:local:cuda:1")} << "1,1,1" << "a0";
  QTest::newRow("the place is full") << QStringList{QStringLiteral("a:rW:local:cuda:4"), QStringLiteral("b:W:local:cpu:1")} << "1,1,1" << "";
  QTest::newRow("another device of the place") << QStringList{QStringLiteral("a:rW:local:cuda:4"), QStringLiteral("b:WW:local:cpu:4")} << "3,1,1" << "b0";
  QTest::newRow("several on a device") << QStringList{QStringLiteral("a:rWWW:local:cuda:4")} << "9,3,1" << "a1 a2";
  QTest::newRow("several on the cpu") << QStringList{QStringLiteral("a:WWW:local:cpu:4")} << "9,1,2" << "a0 a1";
  QTest::newRow("jobs of the run") << QStringList{QStringLiteral("a:WWW:local:cpu:2"), QStringLiteral("b:W:local:cpu:1")} << "9,9,9" << "a0 a1 b0";
  QTest::newRow("jobs that run already") << QStringList{QStringLiteral("a:rWW:local:cpu:2")} << "9,9,9" << "a1";
  QTest::newRow("jobs of zero are one") << QStringList{QStringLiteral("a:WW:local:cpu:0")} << "9,9,9" << "a0";
  QTest::newRow("each machine for itself") << QStringList{QStringLiteral("a:rW:local:cuda:2"), QStringLiteral("b:W:ssh=one:cuda:1"), QStringLiteral("c:W:ssh=one:cuda:1"), QStringLiteral("d:W:ssh=two:cuda:1")} << "1,1,1" << "b0 d0";
  QTest::newRow("a cluster has no limit but its array's") << QStringList{QStringLiteral("a:WWWW:slurm:cuda:3"), QStringLiteral("b:rWW:slurm:cuda:2")} << "1,1,1" << "a0 a1 a2 a3 b1 b2";
  QTest::newRow("a cluster takes nothing from here") << QStringList{QStringLiteral("a:rr:slurm:cuda:2"), QStringLiteral("b:W:local:cuda:1")} << "1,1,1" << "b0";
  QTest::newRow("paused") << QStringList{QStringLiteral("a:WW:local:cuda:1:paused"), QStringLiteral("b:W:local:cuda:1")} << "1,1,1" << "b0";
  QTest::newRow("what is paused goes on running") << QStringList{QStringLiteral("a:rW:local:cuda:2:paused"), QStringLiteral("b:W:local:cuda:1")} << "1,1,1" << "";
  QTest::newRow("over") << QStringList{QStringLiteral("a:DFL:local:cuda:1"), QStringLiteral("b:DW:local:cuda:1")} << "1,1,1" << "b1";
  QTest::newRow("a failed one does not hold the place") << QStringList{QStringLiteral("a:FW:local:cuda:1")} << "1,1,1" << "a1";
  QTest::newRow("reading still counts") << QStringList{QStringLiteral("a:RW:local:cuda:2")} << "1,1,1" << "";
  QTest::newRow("no limit at all") << QStringList{QStringLiteral("a:W:local:cuda:1")} << "0,0,0" << "";
  QTest::newRow("nothing") << QStringList{} << "1,1,1" << "";
}

void RunsStateTest::next() {
  QFETCH(QStringList, runs);
  QFETCH(QString, limits);
  Queue queue;
  for (const QString& text : runs) {
    const QStringList parts = text.split(QLatin1Char(':'));
    auto run = std::make_shared<Run>(runOf(parts[0].toStdString(), parts[1]));
    auto place = parseTarget(QString(parts[2]).replace(QLatin1Char('='), QLatin1Char(':')).toStdString());
    QVERIFY(place);
    run->spec.target = *place;
    run->spec.device = parts[3].toStdString();
    run->spec.jobs = parts[4].toInt();
    run->isPaused = parts.size() > 5;
    queue.runs.push_back(std::move(run));
  }
  const QStringList numbers = limits.split(QLatin1Char(','));
  const Limits all{numbers[0].toInt(), numbers[1].toInt(), numbers[2].toInt()};
  QStringList next;
  for (const TaskRef& task : nextTasks(queue, all)) next << qs(task.run + std::to_string(task.task));
  QTEST(next.join(QLatin1Char(' ')), "next");
}

QTEST_GUILESS_MAIN(RunsStateTest)
