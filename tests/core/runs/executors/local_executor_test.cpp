// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/runs/executors/local/local_executor.h"

#include <unistd.h>

#include <algorithm>
#include <memory>
#include <optional>

#include "core/files/locked_log.h"
#include "tests/core/runs/executors/local_test.h"
#include "tests/core/runs/executors/supervisor_folder.h"

using namespace plumbline;
using namespace plumbline::runs;

namespace {

ExecutorTask at(const SupervisorFolder& task, const std::string& handle = {}) {
  return {.folder = task.folder(), .handle = handle, .name = "run-1-1"};
}

/// begin starts tasks and gives their handles; "" for an error.
std::vector<std::string> begin(LocalExecutor& executor, const RunSpec& spec, const std::vector<ExecutorTask>& tasks) {
  std::optional<std::vector<std::string>> handles;
  executor.start(spec, tasks, [&](const std::vector<base::Result<std::string>>& answers) {
    handles.emplace();
    for (const auto& answer : answers) handles->push_back(answer.value_or(""));
  });
  if (handles || !QTest::qWaitFor([&] { return handles.has_value(); }, 20000)) return {};
  return *handles;
}

std::vector<TaskPollResult> poll(LocalExecutor& executor, const std::vector<ExecutorTask>& tasks) {
  std::optional<std::vector<TaskPollResult>> results;
  executor.poll({}, tasks, [&](const std::vector<TaskPollResult>& answers) { results = answers; });
  if (results || !QTest::qWaitFor([&] { return results.has_value(); }, 20000)) return {};
  return *results;
}

TaskLife life(LocalExecutor& executor, const ExecutorTask& task) {
  const auto results = poll(executor, {task});
  return results.size() == 1 ? results[0].life : TaskLife::Unknown;
}

}  // namespace

void LocalTest::initTestCase() {
  preferSystemPrograms();
  if (!SupervisorFolder().hasPython()) QSKIP("there is no python3 here");
}

void LocalTest::startsLooksAndEnds() {
  SupervisorFolder task;
  task.addShell("while ! test -e go; do sleep 0.02; done; echo x >run.csv", "run.csv");
  task.writeTask();
  LocalExecutor executor;
  const auto handles = begin(executor, task.spec, {at(task)});
  QCOMPARE(handles.size(), std::size_t{1});
  QVERIFY(!handles[0].empty());
  const ExecutorTask place = at(task, handles[0]);
  // Alive from the first moment, before its supervisor could take the lock.
  QCOMPARE(life(executor, place), TaskLife::Alive);
  QTRY_VERIFY_WITH_TIMEOUT(!task.events().steps.empty(), 20000);
  QCOMPARE(life(executor, place), TaskLife::Alive);
  QCOMPARE(life(executor, at(task)), TaskLife::Alive);  // without its handle too
  task.write(QStringLiteral("go"), "");
  QTRY_COMPARE_WITH_TIMEOUT(life(executor, place), TaskLife::Finished, 20000);
  QCOMPARE(task.read(QStringLiteral("run.csv")), QByteArray("x\n"));
  bool released = false;
  executor.release({}, place, [&](const base::Result<void>& answer) { released = answer.has_value(); });
  QVERIFY(!released);
  QTRY_VERIFY(released);
  QVERIFY(task.has(QStringLiteral("run.csv")));
}

void LocalTest::outlivesItsExecutor() {
  SupervisorFolder task;
  task.addShell("echo ready; while ! test -e go; do sleep 0.02; done; echo x >run.csv", "run.csv");
  task.writeTask();
  std::string handle;
  {
    LocalExecutor executor;
    handle = begin(executor, task.spec, {at(task)}).at(0);
  }
  LocalExecutor later;
  QCOMPARE(life(later, at(task, handle)), TaskLife::Alive);
  const auto supervisor = processOf(std::strtoll(handle.c_str(), nullptr, 10));
  QVERIFY(supervisor);
  QVERIFY(supervisor->session != ::getsid(0));  // a session of its own: nothing that ends ours reaches it
  task.write(QStringLiteral("go"), "");
  QTRY_COMPARE_WITH_TIMEOUT(life(later, at(task, handle)), TaskLife::Finished, 20000);
}

void LocalTest::cancels_data() {
  QTest::addColumn<int>("moment");
  for (const int moment : {0, 5, 20, 40, 60, 90, 150, 300}) QTest::addRow("after %d ms", moment) << moment;
  QTest::newRow("a killed supervisor") << -1;
}

void LocalTest::cancels() {
  QFETCH(int, moment);
  SupervisorFolder task;
  task.addShell(theFamily("echo ready; sleep 600"), "run.csv");
  task.plan.tasks.front().cache = true;
  task.writeTask();
  LocalExecutor executor;
  const auto handles = begin(executor, task.spec, {at(task)});
  QVERIFY(handles.size() == 1 && !handles[0].empty());
  const ExecutorTask place = at(task, handles[0]);
  if (moment < 0) {
    QTRY_VERIFY_WITH_TIMEOUT(task.read(QStringLiteral("run.log")) == "ready\n", 20000);
    ::kill(static_cast<pid_t>(std::strtoll(handles[0].c_str(), nullptr, 10)), SIGKILL);
  }
  QElapsedTimer clock;
  clock.start();
  QTRY_VERIFY(clock.elapsed() >= moment);
  std::optional<bool> asked;
  executor.cancel(task.spec, place, [&](const base::Result<void>& answer) { asked = answer.has_value(); });
  QVERIFY(!asked);
  QTRY_VERIFY(asked.has_value());
  QVERIFY(*asked);
  QTRY_COMPARE_WITH_TIMEOUT(life(executor, place), moment < 0 ? TaskLife::Gone : TaskLife::Finished, 20000);
  QTRY_COMPARE(task.running(), 0);
  QVERIFY(!files::isHeld(task.folder() + "/" + std::string(kLockFile)));
  if (moment < 0) return;
  QVERIFY(!task.has(QStringLiteral("supervisor.reserve")));
  QVERIFY(!task.has(QStringLiteral("cache")));
  QCOMPARE(task.events().steps.at(0).end, StepEnd::Cancelled);
}

void LocalTest::manyAtOnce() {
  std::vector<std::unique_ptr<SupervisorFolder>> tasks;
  std::vector<ExecutorTask> places;
  for (int i = 0; i < 12; ++i) {
    tasks.push_back(std::make_unique<SupervisorFolder>(QStringLiteral("task %1").arg(i)));
    tasks.back()->addShell("echo " + std::to_string(i) + " >run.csv", "run.csv");
    tasks.back()->writeTask();
    places.push_back(at(*tasks.back()));
  }
  LocalExecutor executor;
  const auto handles = begin(executor, {}, places);
  QCOMPARE(handles.size(), places.size());
  for (std::size_t i = 0; i < places.size(); ++i) places[i].handle = handles[i];
  const auto allOver = [&] {
    const auto results = poll(executor, places);
    return results.size() == places.size() &&
           std::all_of(results.begin(), results.end(), [](const TaskPollResult& one) { return one.life == TaskLife::Finished; });
  };
  QTRY_VERIFY_WITH_TIMEOUT(allOver(), 40000);
  for (std::size_t i = 0; i < tasks.size(); ++i)
    QCOMPARE(tasks[i]->read(QStringLiteral("run.csv")), QByteArray::number(static_cast<int>(i)) + '\n');
}

void LocalTest::nothingAfterStopAll() {
  SupervisorFolder task;
  task.addShell("echo x >run.csv", "run.csv");
  task.writeTask();
  LocalExecutor executor;
  int calls = 0;
  executor.start(task.spec, {at(task)}, [&](const auto&) { ++calls; });
  executor.poll(task.spec, {at(task)}, [&](const auto&) { ++calls; });
  executor.probe(task.spec, "", [&](const auto&) { ++calls; });
  executor.stopAll();
  // What was started goes on, and the executor still answers new questions.
  QTRY_COMPARE_WITH_TIMEOUT(life(executor, at(task)), TaskLife::Finished, 20000);
  QCOMPARE(calls, 0);
}

void LocalTest::withoutPython() {
  const QByteArray path = qgetenv("PATH");
  SupervisorFolder task;
  task.addShell("true");
  task.writeTask();
  LocalExecutor executor;
  qputenv("PATH", "/no/such/folder:.");
  task.spec.python = "python3";
  std::optional<base::Error> error;
  executor.start(task.spec, {at(task)}, [&](const std::vector<base::Result<std::string>>& handles) {
    if (handles.size() == 1 && !handles[0]) error = handles[0].error();
  });
  std::optional<ProbeReport> report;
  executor.probe(task.spec, "", [&](const ProbeReport& told) { report = told; });
  qputenv("PATH", path);
  QTRY_VERIFY(error.has_value() && report.has_value());
  QCOMPARE(error->code, base::ErrorCode::NotFound);
  QVERIFY(!error->hint.empty());
  QVERIFY(!report->canStart());
  QVERIFY(report->findings.at(0).text.find("no program python3") != std::string::npos);
  QVERIFY(report->findings[0].hint.find("--python") != std::string::npos);
  // Its own Python will do when there is no other.
  qputenv("PATH", "/no/such/folder");
  task.spec.python = task.python();
  const auto handles = begin(executor, task.spec, {at(task)});
  qputenv("PATH", path);
  QVERIFY(handles.size() == 1 && !handles[0].empty());
  QTRY_VERIFY_WITH_TIMEOUT(task.events().finished, 20000);
}

void LocalTest::badTaskIsTold() {
  SupervisorFolder task;
  task.write(QStringLiteral("task.json"), "{");
  LocalExecutor executor;
  const auto handles = begin(executor, task.spec, {at(task)});
  QVERIFY(handles.size() == 1 && !handles[0].empty());
  QTRY_COMPARE_WITH_TIMEOUT(life(executor, at(task, handles[0])), TaskLife::Gone, 20000);
  const auto results = poll(executor, {at(task, handles[0]), {.folder = "/no/such/folder", .handle = "x", .name = "x"}});
  QVERIFY2(results.at(0).text.find("task.json cannot be read") != std::string::npos, results[0].text.c_str());
  QCOMPARE(results.at(1).life, TaskLife::Gone);
}

QTEST_GUILESS_MAIN(LocalTest)
