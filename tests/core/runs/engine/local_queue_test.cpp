// SPDX-License-Identifier: GPL-3.0-or-later
#include <QSignalSpy>
#include <QTest>
#include <csignal>

#include "core/runs/engine/run_queue.h"
#include "tests/core/runs/engine/runs_queue_test.h"

using namespace plumbline;
using namespace plumbline::runs;
using namespace std::chrono_literals;

namespace {

QByteArray bytesOf(const std::string& path) {
  QFile file(qs(path));
  return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray("(no file)");
}

}  // namespace

void RunsQueueTest::runsHere() {
  const support::TestFolder folder;
  RunQueue queue({.folder = folder.path(QStringLiteral("runs")).toStdString(), .pollIntervalMs = 20});
  QSignalSpy added(&queue, &RunQueue::added), finished(&queue, &RunQueue::finished), failed(&queue, &RunQueue::failed),
      changed(&queue, &RunQueue::changed);
  QVERIFY(queue.queue() != nullptr);
  queue.add(shellSpec("echo said"));
  QTRY_COMPARE(added.size(), 1);
  QVERIFY(findRun(*queue.queue(), added[0][0].toString().toStdString()) != nullptr);
  QTRY_COMPARE_WITH_TIMEOUT(finished.size(), 1, 30'000);
  const Run* run = findRun(*queue.queue(), finished[0][0].toString().toStdString());
  QVERIFY(run != nullptr);
  QVERIFY2(stateOf(*run) == RunState::Done, run->tasks[0].reason.c_str());
  QVERIFY(bytesOf(run->results.at(0)).contains("cpu,m,1,pass"));
  QVERIFY(bytesOf(run->tasks[0].folder + "/" + run->plan.tasks[0].steps[0].name + ".log").contains("said"));
  QVERIFY(!changed.isEmpty());
  RunSpec bad = shellSpec();
  bad.command.clear();
  queue.add(bad);
  QTRY_COMPARE(failed.size(), 1);
  queue.remove(finished[0][0].toString());
  QTRY_VERIFY(queue.queue()->runs.empty());
}

void RunsQueueTest::waits() {
  const support::TestFolder folder;
  RunSpec spec = shellSpec();
  spec.output = folder.path(QStringLiteral("out.csv")).toStdString();
  BlockingRunQueue queue({.folder = folder.path(QStringLiteral("runs")).toStdString(), .adoptOthers = false, .pollIntervalMs = 20});
  queue.startProbe(spec, *planRun(spec));
  const auto report = queue.probed(60s);
  QVERIFY(report && report->canStart());
  QVERIFY(!queue.probed(1ms));
  const auto id = queue.add(spec);
  QVERIFY2(id, id ? "" : id.error().text.c_str());
  QVERIFY(findRun(*queue.queue(), *id) != nullptr);
  QVERIFY(queue.wait(*id, 30s));
  QVERIFY(findRun(*queue.queue(), *id)->isSaved);
  QVERIFY(bytesOf(spec.output).contains("cpu,m,1,pass"));
  QVERIFY(!queue.wait("nobody", 1ms));
  spec.command.clear();
  QVERIFY(!queue.add(spec));
  QVERIFY(queue.adopted().empty());
  QVERIFY(queue.takeProblems().empty());
}

void RunsQueueTest::outlivesItsProgram() {
  const support::TestFolder folder;
  const QueueOptions options{.folder = folder.path(QStringLiteral("runs")).toStdString(), .resumeOthers = true, .pollIntervalMs = 20};
  const std::string ran = folder.path(QStringLiteral("ran")).toStdString(), go = folder.path(QStringLiteral("go")).toStdString();
  std::string id;
  {
    BlockingRunQueue queue(options);
    id = *queue.add(shellSpec("echo once >> '" + ran + "'; until [ -e '" + go + "' ]; do sleep 0.05; done"));
    QTRY_COMPARE_WITH_TIMEOUT(bytesOf(ran), QByteArray("once\n"), 30'000);
  }
  BlockingRunQueue queue(options);
  QCOMPARE(queue.adopted(), std::vector<std::string>{id});
  QVERIFY(!queue.wait(id, 100ms));
  folder.write(QStringLiteral("go"), "");
  QVERIFY(queue.wait(id, 30s));
  const Run* run = findRun(*queue.queue(), id);
  QCOMPARE(stateOf(*run), RunState::Done);
  QVERIFY(run->isAdopted);
  QCOMPARE(bytesOf(ran), QByteArray("once\n"));
}

void RunsQueueTest::cancelsHere() {
  const support::TestFolder folder;
  BlockingRunQueue queue({.folder = folder.path(QStringLiteral("runs")).toStdString(), .pollIntervalMs = 20});
  const auto id = queue.add(shellSpec("trap '' TERM; sleep 600"));
  QVERIFY(id);
  QTRY_COMPARE_WITH_TIMEOUT(stateOf(*findRun(*queue.queue(), *id)), RunState::Running, 30'000);
  const std::int64_t group = findRun(*queue.queue(), *id)->tasks[0].steps.at(0).group;
  QVERIFY(group > 1);
  queue.cancel(*id);
  QVERIFY(queue.wait(*id, 30s));
  QCOMPARE(stateOf(*findRun(*queue.queue(), *id)), RunState::Cancelled);
  QCOMPARE(::kill(static_cast<pid_t>(-group), 0), -1);
}
