// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/runs/engine/run_state.h"

#include <QTest>
#include <csignal>

#include "tests/core/runs/engine/runs_state_test.h"

using namespace plumbline::runs;

namespace {

StepEvents stepOf(const std::string& name, StepEnd end, int code, bool wrote) {
  StepEvents step;
  step.name = name;
  step.began = 100;
  step.ended = end == StepEnd::Running ? 0 : 110;
  step.end = end;
  step.code = code;
  step.wroteOutput = wrote;
  return step;
}

TaskPlan coldAndWarm() {
  TaskPlan plan;
  plan.steps = {{"cold", {}, "cold.csv"}, {"warm", {}, "warm.csv"}};
  return plan;
}

}  // namespace

void RunsStateTest::ends_data() {
  QTest::addColumn<StepEnd>("end");
  QTest::addColumn<int>("code");
  QTest::addColumn<bool>("wrote");
  QTest::addColumn<RunState>("state");
  QTest::addColumn<QString>("cold");  // as a step "cold"
  QTest::addColumn<QString>("only");  // as a step "run"
  QTest::newRow("good") << StepEnd::Exited << 0 << true << RunState::Done << "" << "";
  QTest::newRow("nothing written") << StepEnd::Exited << 0 << false << RunState::Failed << "wrote no result in the cold run" << "wrote no result";
  QTest::newRow("exit code") << StepEnd::Exited << 3 << true << RunState::Failed << "exit code 3 in the cold run" << "exit code 3";
  QTest::newRow("crash") << StepEnd::Signalled << SIGSEGV << false << RunState::Failed << "killed by SIGSEGV in the cold run" << "killed by SIGSEGV";
  QTest::newRow("killed") << StepEnd::Signalled << SIGKILL << false << RunState::Failed << "killed by SIGKILL (often for want of memory) in the cold run" << "killed by SIGKILL (often for want of memory)";
  QTest::newRow("a signal without a name") << StepEnd::Signalled << 99 << false << RunState::Failed << "killed by signal 99 in the cold run" << "killed by signal 99";
  QTest::newRow("timeout") << StepEnd::TimedOut << 0 << true << RunState::TimedOut << "not done after 2000 s in the cold run" << "not done after 2000 s";
  QTest::newRow("cancel") << StepEnd::Cancelled << 0 << true << RunState::Cancelled << "" << "";
  QTest::newRow("not started") << StepEnd::NotStarted << 0 << false << RunState::Failed << "no program nvcc in PATH in the cold run" << "no program nvcc in PATH";
  QTest::newRow("unseen") << StepEnd::Running << 0 << false << RunState::Failed << "its end is unknown in the cold run" << "its end is unknown";
}

void RunsStateTest::ends() {
  QFETCH(StepEnd, end);
  QFETCH(int, code);
  QFETCH(bool, wrote);
  QFETCH(RunState, state);
  TaskEvents events;
  events.finished = true;
  events.steps = {stepOf("cold", end, code, wrote), stepOf("warm", StepEnd::Exited, 0, true)};
  if (end == StepEnd::NotStarted) events.steps[0].problem = "no program nvcc in PATH";
  const TaskEnd both = endOfTask({}, coldAndWarm(), events, false);
  QCOMPARE(both.state, state);
  QTEST(qs(both.reason), "cold");

  // A full disk is reported together with its effect.
  TaskEvents full = events;
  full.steps[0].problem = "its log ends early: No space left on device";
  const QString told = qs(endOfTask({}, coldAndWarm(), full, false).reason);
  if (end == StepEnd::Signalled || (end == StepEnd::Exited && state == RunState::Failed))
    QCOMPARE(told, qs(both.reason) + QStringLiteral("; its log ends early: No space left on device"));

  TaskPlan plan;
  plan.steps = {{"run", {}, "run.csv"}};
  events.steps.pop_back();
  events.steps[0].name = "run";
  const TaskEnd one = endOfTask({}, plan, events, false);
  QCOMPARE(one.state, state);
  QTEST(qs(one.reason), "only");

  // A step without an output needs none.
  plan.steps[0].output.clear();
  events.steps[0] = stepOf("run", StepEnd::Exited, 0, false);
  QCOMPARE(endOfTask({}, plan, events, false).state, RunState::Done);
}

void RunsStateTest::endsEarly() {
  TaskEvents events;
  events.finished = true;
  QCOMPARE(endOfTask({}, coldAndWarm(), events, false).state, RunState::Failed);
  QCOMPARE(qs(endOfTask({}, coldAndWarm(), events, false).reason), QStringLiteral("ended before the cold run"));
  events.steps = {stepOf("cold", StepEnd::Exited, 0, true)};
  QCOMPARE(qs(endOfTask({.kind = RunKind::Command}, coldAndWarm(), events, false).reason), QStringLiteral("ended before the warm run"));
  // The supervisor starts no warm run behind a table without a compile time.
  QCOMPARE(qs(endOfTask({.kind = RunKind::TorchCache}, coldAndWarm(), events, false).reason),
           QStringLiteral("the cold run has no compile time, so the warm run was not started"));
  QCOMPARE(endOfTask({}, coldAndWarm(), events, true).state, RunState::Cancelled);
  // Whoever asked too late gets what there is.
  events.steps.push_back(stepOf("warm", StepEnd::Exited, 0, true));
  QCOMPARE(endOfTask({}, coldAndWarm(), events, true).state, RunState::Done);
  // The second step decides when the first is good.
  events.steps[1] = stepOf("warm", StepEnd::Exited, 1, true);
  QCOMPARE(qs(endOfTask({}, coldAndWarm(), events, false).reason), QStringLiteral("exit code 1 in the warm run"));
}

void RunsStateTest::shows() {
  TaskStatus task;
  task.state = RunState::Preparing;
  TaskEvents events;
  events.supervisor = 4711;
  showEvents(task, events);
  QCOMPARE(task.state, RunState::Preparing);
  QCOMPARE(task.began, 0.0);
  events.steps = {stepOf("cold", StepEnd::Running, 0, false)};
  showEvents(task, events);
  QCOMPARE(task.state, RunState::Cold);
  QCOMPARE(task.began, 100.0);
  events.steps[0] = stepOf("cold", StepEnd::Exited, 0, true);
  showEvents(task, events);
  QCOMPARE(task.state, RunState::Cold);  // until the next one begins
  events.steps.push_back(stepOf("warm", StepEnd::Running, 0, false));
  showEvents(task, events);
  QCOMPARE(task.state, RunState::Warm);
  events.finished = true;
  showEvents(task, events);
  QCOMPARE(task.state, RunState::Reading);
  QCOMPARE(stateOfStep("run"), RunState::Running);
}
