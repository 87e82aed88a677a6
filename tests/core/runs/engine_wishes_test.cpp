// SPDX-License-Identifier: GPL-3.0-or-later
#include <QElapsedTimer>
#include <QTest>

#include "core/runs/run_store.h"
#include "tests/core/runs/runs_queue_test.h"

using namespace plumbline;
using namespace plumbline::runs;

namespace {

RunSpec repeated(int repeats) {
  RunSpec spec = shellSpec();
  spec.repeats = repeats;
  return spec;
}

}  // namespace

void RunsQueueTest::cancelsWhatWaits() {
  Desk desk;
  const std::string a = desk.add(shellSpec()), b = desk.add(repeated(3));
  QTRY_COMPARE(desk.world.starts.size(), std::size_t{1});
  desk.engine->cancel(b);
  QTRY_COMPARE(desk.finished, QStringList{qs(b)});
  QCOMPARE(desk.state(b), RunState::Cancelled);
  QCOMPARE(desk.world.starts.size(), std::size_t{1});
  QVERIFY(desk.world.cancels.empty());
  QCOMPARE(desk.state(a), RunState::Preparing);
  desk.engine->cancel(b);  // once more changes nothing
  desk.engine->cancelTask(b, 0);
  QVERIFY(desk.failed.empty());
}

void RunsQueueTest::cancelsWhatRuns() {
  Desk desk;
  const std::string id = desk.add(repeated(3));
  QTRY_COMPARE(desk.world.starts.size(), std::size_t{1});
  beginStep(desk.world.folderOf(0), "run");
  QTRY_COMPARE(desk.state(id), RunState::Running);
  desk.engine->cancel(id);
  QTRY_COMPARE(desk.world.cancels.size(), std::size_t{1});
  QVERIFY(QFile::exists(qs(desk.world.folderOf(0) + "/cancel")));
  QTRY_COMPARE(desk.task(id, 1).state, RunState::Cancelled);
  QCOMPARE(desk.task(id).state, RunState::Running);  // until its keeper says so
  QVERIFY(desk.finished.isEmpty());
  endStepHow(desk.world.folderOf(0), "run", "cancelled");
  finish(desk.world.folderOf(0));
  QTRY_COMPARE(desk.finished, QStringList{qs(id)});
  QCOMPARE(desk.state(id), RunState::Cancelled);
  QCOMPARE(desk.world.starts.size(), std::size_t{1});

  // One that is gone after that was ended, not lost.
  const std::string gone = desk.add(shellSpec());
  QTRY_COMPARE(desk.world.starts.size(), std::size_t{2});
  QTRY_COMPARE(qs(desk.task(gone).handle), QStringLiteral("h2"));
  desk.engine->cancelTask(gone, 0);
  desk.world.lives[gone + "-1-1"] = {TaskLife::Gone, "Its job was ended."};
  QTRY_COMPARE(desk.state(gone), RunState::Cancelled);
}

void RunsQueueTest::cancelsWhileItStarts() {
  Desk desk;
  desk.world.holdsStarts = true;
  const std::string id = desk.add(shellSpec());
  QTRY_COMPARE(desk.world.held.size(), std::size_t{1});
  desk.engine->cancel(id);
  QVERIFY(desk.world.cancels.empty());  // nobody knows yet what to cancel
  QVERIFY(QFile::exists(qs(desk.world.folderOf(0) + "/cancel")));
  desk.world.held[0]();
  QTRY_COMPARE(desk.world.cancels.size(), std::size_t{1});
  QCOMPARE(qs(desk.world.cancels[0].handle), QStringLiteral("h1"));

  desk.world.startProblem = "There is no python3.";
  const std::string other = desk.add(shellSpec());
  finish(desk.world.folderOf(0));
  QTRY_COMPARE(desk.world.held.size(), std::size_t{2});
  desk.engine->cancel(other);
  desk.world.held[1]();
  QTRY_COMPARE(desk.state(other), RunState::Cancelled);
}

void RunsQueueTest::cancelsAgain() {
  Desk desk;
  desk.world.cancelProblem = "No answer from there.";
  const std::string id = desk.add(shellSpec());
  QTRY_COMPARE(desk.world.starts.size(), std::size_t{1});
  beginStep(desk.world.folderOf(0), "run");
  QTRY_COMPARE(desk.state(id), RunState::Running);
  desk.engine->cancel(id);
  QTRY_VERIFY(desk.world.cancels.size() >= 3);
  desk.world.cancelProblem.clear();
  endStepHow(desk.world.folderOf(0), "run", "cancelled");
  finish(desk.world.folderOf(0));
  QTRY_COMPARE(desk.state(id), RunState::Cancelled);
}

void RunsQueueTest::cancelsAll() {
  Desk desk;
  std::vector<std::string> ids;
  for (int i = 0; i < 4; ++i) ids.push_back(desk.add(repeated(2)));
  QTRY_COMPARE(desk.world.starts.size(), std::size_t{1});
  goodRun(desk.world.folderOf(0), desk.output(ids[0]));
  QTRY_COMPARE(desk.world.starts.size(), std::size_t{2});
  QTRY_VERIFY(!desk.task(ids[0], 1).handle.empty());
  desk.engine->cancelAll();
  QTRY_COMPARE(desk.finished.size(), 3);
  finish(desk.world.folderOf(1));
  QTRY_COMPARE(desk.finished.size(), 4);
  QCOMPARE(desk.task(ids[0]).state, RunState::Done);
  QCOMPARE(desk.task(ids[0], 1).state, RunState::Cancelled);
  QCOMPARE(desk.run(ids[0]).results.size(), std::size_t{2});  // what it had, and the counts over it
  QCOMPARE(desk.world.starts.size(), std::size_t{2});
}

void RunsQueueTest::runsAgain() {
  Desk desk;
  desk.engine->setLimits({0, 0, 0});
  const std::string id = desk.add(shellSpec());
  desk.engine->cancel(id);
  QTRY_COMPARE(desk.finished.size(), 1);
  desk.engine->again(id);
  QTRY_COMPARE(desk.added.size(), 2);
  const std::string second = desk.added[1].toStdString();
  QVERIFY(second != id);
  QCOMPARE(desk.run(second).spec, desk.run(id).spec);
  QCOMPARE(desk.state(id), RunState::Cancelled);
}

void RunsQueueTest::retriesFailed() {
  Desk desk;
  const std::string id = desk.add(repeated(2));
  desk.engine->retryFailed(id);
  QCOMPARE(desk.failed.size(), std::size_t{1});  // it is not over
  QTRY_COMPARE(desk.world.starts.size(), std::size_t{1});
  goodRun(desk.world.folderOf(0), desk.output(id));
  QTRY_COMPARE(desk.world.starts.size(), std::size_t{2});
  desk.world.lives[id + "-2-1"] = {TaskLife::Gone, "gone"};
  QTRY_COMPARE(desk.finished.size(), 1);
  QCOMPARE(desk.state(id), RunState::Lost);
  desk.engine->retryFailed(id);
  QTRY_COMPARE(desk.world.starts.size(), std::size_t{3});
  QCOMPARE(qs(desk.world.starts[2][0].name), qs(id + "-2-2"));
  QCOMPARE(desk.kept(id).tasks[0].state, RunState::Done);
  QVERIFY(!desk.kept(id).isSaved);
  goodRun(desk.world.folderOf(2), desk.output(id, 1));
  QTRY_COMPARE(desk.finished.size(), 2);
  QCOMPARE(desk.state(id), RunState::Done);
  QCOMPARE(desk.run(id).results.size(), std::size_t{3});
  desk.engine->retryFailed(id);
  QCOMPARE(desk.failed.size(), std::size_t{2});  // nothing failed
}

void RunsQueueTest::retriesCancelled() {
  Desk desk;
  const std::string id = desk.add(repeated(2));
  QTRY_COMPARE(desk.world.starts.size(), std::size_t{1});
  desk.engine->cancelTask(id, 1);
  QTRY_COMPARE(desk.task(id, 1).state, RunState::Cancelled);
  goodRun(desk.world.folderOf(0), desk.output(id));
  QTRY_COMPARE(desk.finished.size(), 1);
  desk.engine->retryFailed(id);
  QTRY_COMPARE(desk.world.starts.size(), std::size_t{2});
  QCOMPARE(qs(desk.world.starts[1][0].name), qs(id + "-2-2"));
  goodRun(desk.world.folderOf(1), desk.output(id, 1));
  QTRY_COMPARE(desk.finished.size(), 2);
  QCOMPARE(desk.state(id), RunState::Done);
  QVERIFY(desk.failed.empty());
}

void RunsQueueTest::removesAndRestores() {
  Desk desk;
  desk.engine->setLimits({0, 0, 0});
  const std::string id = desk.add(shellSpec());
  desk.engine->remove(id);
  QCOMPARE(desk.failed.size(), std::size_t{1});  // it is not over
  desk.engine->cancel(id);
  QTRY_COMPARE(desk.finished.size(), 1);
  const QString folder = qs(desk.run(id).folder);
  desk.engine->remove(id);
  QTRY_VERIFY(desk.queue->runs.empty());
  QVERIFY(!QFile::exists(folder));
  desk.engine->restore(id);
  QTRY_COMPARE(desk.queue->runs.size(), std::size_t{1});
  QVERIFY(QFile::exists(folder + QStringLiteral("/record.json")));
  desk.engine->restore(id);
  QCOMPARE(desk.failed.size(), std::size_t{2});
  desk.engine->remove(id);
  QTRY_VERIFY(desk.queue->runs.empty());
  desk.end();
  QVERIFY(QDir(qs(desk.options.folder)).isEmpty());  // the program ended: gone for good
  desk.begin();
  QVERIFY(!desk.engine->adopted().size());
}

void RunsQueueTest::probes() {
  Desk desk;
  desk.world.holdsProbes = true;
  RunSpec spec = shellSpec();
  desk.engine->probe(spec);
  spec.place = *placeOf("ssh:typed-so-fa");
  desk.engine->probe(spec);
  spec.place = *placeOf("ssh:typed-so-far");
  desk.engine->probe(spec);
  QCOMPARE(desk.world.probes.size(), std::size_t{3});
  desk.world.held[2]();
  for (const auto& answer : desk.world.held) answer();
  QCOMPARE(desk.probed.size(), std::size_t{2});  // only those of the newest question
  QCOMPARE(qs(desk.probed[0].facts.at("torch")), QStringLiteral("3"));
  desk.engine->probe(spec);
  QCOMPARE(desk.world.made.at("ssh:typed-so-far"), 1);
  spec.command = {};
  desk.engine->probe(spec);
  QCOMPARE(desk.probed.size(), std::size_t{3});
  QVERIFY(!desk.probed[2].canStart());
  QVERIFY(!desk.probed[2].findings[0].text.empty());
  QCOMPARE(desk.world.probes.size(), std::size_t{4});
}

void RunsQueueTest::refuses() {
  Desk desk;
  RunSpec bad = shellSpec();
  bad.repeats = 0;
  const auto id = desk.engine->add(bad);
  QVERIFY(!id);
  QCOMPARE(id.error().code, base::ErrorCode::BadArgument);
  QVERIFY(desk.queue->runs.empty());
  for (const char* run : {"", "20261121-234502-k3f9", "../.."}) {
    desk.failed.clear();
    desk.engine->cancel(run);
    desk.engine->cancelTask(run, 0);
    desk.engine->again(run);
    desk.engine->retryFailed(run);
    desk.engine->remove(run);
    desk.engine->restore(run);
    desk.engine->setPriority(run, 1);
    desk.engine->setPaused(run, true);
    QCOMPARE(desk.failed.size(), std::size_t{8});
    desk.engine->watchLog(run, -3);
  }
  const std::string good = desk.add(shellSpec());
  desk.failed.clear();
  desk.engine->cancelTask(good, -1);
  desk.engine->cancelTask(good, 1);
  QCOMPARE(desk.failed.size(), std::size_t{2});
}

void RunsQueueTest::newsAreThrottled() {
  Desk desk;
  const std::string id = desk.add(shellSpec());
  QTRY_COMPARE(desk.world.starts.size(), std::size_t{1});
  QElapsedTimer clock;
  clock.start();
  desk.changes = 0;
  for (int i = 0; clock.elapsed() < 1000; ++i) {
    desk.engine->setPriority(id, i);
    QTest::qWait(0);
  }
  QVERIFY2(desk.changes >= 5 && desk.changes <= 11, std::to_string(desk.changes).c_str());
  // The last word always comes.
  desk.engine->setPriority(id, -1);
  QTRY_COMPARE(desk.run(id).spec.priority, -1);
}

void RunsQueueTest::sharesWhatDidNotChange() {
  Desk desk;
  const std::string a = desk.add(shellSpec()), b = desk.add(shellSpec());
  QTRY_COMPARE(desk.state(a), RunState::Preparing);
  QTRY_COMPARE(qs(desk.task(a).handle), QStringLiteral("h1"));
  const QueuePtr before = desk.queue;
  desk.engine->setPaused(b, true);
  QTRY_VERIFY(desk.run(b).isPaused);
  QVERIFY(desk.queue->number > before->number);
  QCOMPARE(findRun(*desk.queue, a), findRun(*before, a));  // the very object
  QVERIFY(!findRun(*before, b)->isPaused);
}

void RunsQueueTest::manyRuns() {
  Desk desk;
  constexpr int kRuns = 500;
  QElapsedTimer clock;
  clock.start();
  std::string last;
  for (int i = 0; i < kRuns; ++i) last = *desk.engine->add(repeated(10));
  const qint64 added = clock.restart();
  QTRY_COMPARE_WITH_TIMEOUT(desk.queue->runs.size(), std::size_t{kRuns}, 20'000);
  QTRY_COMPARE(desk.world.starts.size(), std::size_t{1});
  // A change of one run while 500 wait: decide, journal, snapshot.
  clock.restart();
  const std::uint64_t number = desk.queue->number;
  desk.engine->setPaused(last, true);
  QTRY_VERIFY(desk.run(last).isPaused);
  const qint64 changed = clock.restart();
  QVERIFY(desk.queue->number <= number + 2);
  desk.begin();
  const qint64 found = clock.restart();
  QTRY_COMPARE_WITH_TIMEOUT(desk.queue->runs.size(), std::size_t{kRuns}, 20'000);
  qInfo("%d runs of 10 tasks: queued in %lld ms, one changed in %lld ms, found again in %lld ms", kRuns, added, changed, found);
  QVERIFY2(changed < 1000, std::to_string(changed).c_str());
}
