// SPDX-License-Identifier: GPL-3.0-or-later
#include <QElapsedTimer>
#include <QTest>

#include "core/runs/engine/run_store.h"
#include "tests/core/runs/engine/runs_queue_test.h"

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
  EngineFixture fixture;
  const std::string a = fixture.add(shellSpec()), b = fixture.add(repeated(3));
  QTRY_COMPARE(fixture.world.starts.size(), std::size_t{1});
  fixture.engine->cancel(b);
  QTRY_COMPARE(fixture.finished, QStringList{qs(b)});
  QCOMPARE(fixture.state(b), RunState::Cancelled);
  QCOMPARE(fixture.world.starts.size(), std::size_t{1});
  QVERIFY(fixture.world.cancels.empty());
  QCOMPARE(fixture.state(a), RunState::Preparing);
  fixture.engine->cancel(b);  // once more changes nothing
  fixture.engine->cancelTask(b, 0);
  QVERIFY(fixture.failed.empty());
}

void RunsQueueTest::cancelsWhatRuns() {
  EngineFixture fixture;
  const std::string id = fixture.add(repeated(3));
  QTRY_COMPARE(fixture.world.starts.size(), std::size_t{1});
  beginStep(fixture.world.folderOf(0), "run");
  QTRY_COMPARE(fixture.state(id), RunState::Running);
  fixture.engine->cancel(id);
  QTRY_COMPARE(fixture.world.cancels.size(), std::size_t{1});
  QVERIFY(QFile::exists(qs(fixture.world.folderOf(0) + "/cancel")));
  QTRY_COMPARE(fixture.task(id, 1).state, RunState::Cancelled);
  QCOMPARE(fixture.task(id).state, RunState::Running);  // until its supervisor says so
  QVERIFY(fixture.finished.isEmpty());
  endStepHow(fixture.world.folderOf(0), "run", "cancelled");
  finish(fixture.world.folderOf(0));
  QTRY_COMPARE(fixture.finished, QStringList{qs(id)});
  QCOMPARE(fixture.state(id), RunState::Cancelled);
  QCOMPARE(fixture.world.starts.size(), std::size_t{1});

  // One that is gone after that was ended, not lost.
  const std::string gone = fixture.add(shellSpec());
  QTRY_COMPARE(fixture.world.starts.size(), std::size_t{2});
  QTRY_COMPARE(qs(fixture.task(gone).handle), QStringLiteral("h2"));
  fixture.engine->cancelTask(gone, 0);
  fixture.world.lives[gone + "-1-1"] = {TaskLife::Gone, "Its job was ended."};
  QTRY_COMPARE(fixture.state(gone), RunState::Cancelled);
}

void RunsQueueTest::cancelsWhileItStarts() {
  EngineFixture fixture;
  fixture.world.holdsStarts = true;
  const std::string id = fixture.add(shellSpec());
  QTRY_COMPARE(fixture.world.held.size(), std::size_t{1});
  fixture.engine->cancel(id);
  QVERIFY(fixture.world.cancels.empty());  // there is no handle to cancel yet
  QVERIFY(QFile::exists(qs(fixture.world.folderOf(0) + "/cancel")));
  fixture.world.held[0]();
  QTRY_COMPARE(fixture.world.cancels.size(), std::size_t{1});
  QCOMPARE(qs(fixture.world.cancels[0].handle), QStringLiteral("h1"));

  fixture.world.startProblem = "There is no python3.";
  const std::string other = fixture.add(shellSpec());
  finish(fixture.world.folderOf(0));
  QTRY_COMPARE(fixture.world.held.size(), std::size_t{2});
  fixture.engine->cancel(other);
  fixture.world.held[1]();
  QTRY_COMPARE(fixture.state(other), RunState::Cancelled);
}

void RunsQueueTest::cancelsAgain() {
  EngineFixture fixture;
  fixture.world.cancelProblem = "No answer from there.";
  const std::string id = fixture.add(shellSpec());
  QTRY_COMPARE(fixture.world.starts.size(), std::size_t{1});
  beginStep(fixture.world.folderOf(0), "run");
  QTRY_COMPARE(fixture.state(id), RunState::Running);
  fixture.engine->cancel(id);
  QTRY_VERIFY(fixture.world.cancels.size() >= 3);
  fixture.world.cancelProblem.clear();
  endStepHow(fixture.world.folderOf(0), "run", "cancelled");
  finish(fixture.world.folderOf(0));
  QTRY_COMPARE(fixture.state(id), RunState::Cancelled);
}

void RunsQueueTest::cancelsAll() {
  EngineFixture fixture;
  std::vector<std::string> ids;
  for (int i = 0; i < 4; ++i) ids.push_back(fixture.add(repeated(2)));
  QTRY_COMPARE(fixture.world.starts.size(), std::size_t{1});
  goodRun(fixture.world.folderOf(0), fixture.output(ids[0]));
  QTRY_COMPARE(fixture.world.starts.size(), std::size_t{2});
  QTRY_VERIFY(!fixture.task(ids[0], 1).handle.empty());
  fixture.engine->cancelAll();
  QTRY_COMPARE(fixture.finished.size(), 3);
  finish(fixture.world.folderOf(1));
  QTRY_COMPARE(fixture.finished.size(), 4);
  QCOMPARE(fixture.task(ids[0]).state, RunState::Done);
  QCOMPARE(fixture.task(ids[0], 1).state, RunState::Cancelled);
  QCOMPARE(fixture.run(ids[0]).results.size(), std::size_t{2});  // what it had, and the counts over it
  QCOMPARE(fixture.world.starts.size(), std::size_t{2});
}

void RunsQueueTest::runsAgain() {
  EngineFixture fixture;
  fixture.engine->setLimits({0, 0, 0});
  const std::string id = fixture.add(shellSpec());
  fixture.engine->cancel(id);
  QTRY_COMPARE(fixture.finished.size(), 1);
  fixture.engine->again(id);
  QTRY_COMPARE(fixture.added.size(), 2);
  const std::string second = fixture.added[1].toStdString();
  QVERIFY(second != id);
  QCOMPARE(fixture.run(second).spec, fixture.run(id).spec);
  QCOMPARE(fixture.state(id), RunState::Cancelled);
}

void RunsQueueTest::retriesFailed() {
  EngineFixture fixture;
  const std::string id = fixture.add(repeated(2));
  fixture.engine->retryFailed(id);
  QCOMPARE(fixture.failed.size(), std::size_t{1});  // it is not over
  QTRY_COMPARE(fixture.world.starts.size(), std::size_t{1});
  goodRun(fixture.world.folderOf(0), fixture.output(id));
  QTRY_COMPARE(fixture.world.starts.size(), std::size_t{2});
  fixture.world.lives[id + "-2-1"] = {TaskLife::Gone, "gone"};
  QTRY_COMPARE(fixture.finished.size(), 1);
  QCOMPARE(fixture.state(id), RunState::Lost);
  fixture.engine->retryFailed(id);
  QTRY_COMPARE(fixture.world.starts.size(), std::size_t{3});
  QCOMPARE(qs(fixture.world.starts[2][0].name), qs(id + "-2-2"));
  QCOMPARE(fixture.kept(id).tasks[0].state, RunState::Done);
  QVERIFY(!fixture.kept(id).isSaved);
  goodRun(fixture.world.folderOf(2), fixture.output(id, 1));
  QTRY_COMPARE(fixture.finished.size(), 2);
  QCOMPARE(fixture.state(id), RunState::Done);
  QCOMPARE(fixture.run(id).results.size(), std::size_t{3});
  fixture.engine->retryFailed(id);
  QCOMPARE(fixture.failed.size(), std::size_t{2});  // nothing failed
}

void RunsQueueTest::retriesCancelled() {
  EngineFixture fixture;
  const std::string id = fixture.add(repeated(2));
  QTRY_COMPARE(fixture.world.starts.size(), std::size_t{1});
  fixture.engine->cancelTask(id, 1);
  QTRY_COMPARE(fixture.task(id, 1).state, RunState::Cancelled);
  goodRun(fixture.world.folderOf(0), fixture.output(id));
  QTRY_COMPARE(fixture.finished.size(), 1);
  fixture.engine->retryFailed(id);
  QTRY_COMPARE(fixture.world.starts.size(), std::size_t{2});
  QCOMPARE(qs(fixture.world.starts[1][0].name), qs(id + "-2-2"));
  goodRun(fixture.world.folderOf(1), fixture.output(id, 1));
  QTRY_COMPARE(fixture.finished.size(), 2);
  QCOMPARE(fixture.state(id), RunState::Done);
  QVERIFY(fixture.failed.empty());
}

void RunsQueueTest::removesAndRestores() {
  EngineFixture fixture;
  fixture.engine->setLimits({0, 0, 0});
  const std::string id = fixture.add(shellSpec());
  fixture.engine->remove(id);
  QCOMPARE(fixture.failed.size(), std::size_t{1});  // it is not over
  fixture.engine->cancel(id);
  QTRY_COMPARE(fixture.finished.size(), 1);
  const QString folder = qs(fixture.run(id).folder);
  fixture.engine->remove(id);
  QTRY_VERIFY(fixture.queue->runs.empty());
  QVERIFY(!QFile::exists(folder));
  fixture.engine->restore(id);
  QTRY_COMPARE(fixture.queue->runs.size(), std::size_t{1});
  QVERIFY(QFile::exists(folder + QStringLiteral("/record.json")));
  fixture.engine->restore(id);
  QCOMPARE(fixture.failed.size(), std::size_t{2});
  fixture.engine->remove(id);
  QTRY_VERIFY(fixture.queue->runs.empty());
  fixture.end();
  QVERIFY(QDir(qs(fixture.options.folder)).isEmpty());  // the program ended: gone for good
  fixture.begin();
  QVERIFY(!fixture.engine->adopted().size());
}

void RunsQueueTest::probes() {
  EngineFixture fixture;
  fixture.world.holdsProbes = true;
  RunSpec spec = shellSpec();
  fixture.engine->probe(spec);
  spec.target = *parseTarget("ssh:typed-so-fa");
  fixture.engine->probe(spec);
  spec.target = *parseTarget("ssh:typed-so-far");
  fixture.engine->probe(spec);
  QCOMPARE(fixture.world.probes.size(), std::size_t{3});
  fixture.world.held[2]();
  for (const auto& answer : fixture.world.held) answer();
  QCOMPARE(fixture.probed.size(), std::size_t{2});  // only those of the newest question
  QCOMPARE(qs(fixture.probed[0].facts.at("torch")), QStringLiteral("3"));
  fixture.engine->probe(spec);
  QCOMPARE(fixture.world.made.at("ssh:typed-so-far"), 1);
  spec.command = {};
  fixture.engine->probe(spec);
  QCOMPARE(fixture.probed.size(), std::size_t{3});
  QVERIFY(!fixture.probed[2].canStart());
  QVERIFY(!fixture.probed[2].findings[0].text.empty());
  QCOMPARE(fixture.world.probes.size(), std::size_t{4});
}

void RunsQueueTest::refuses() {
  EngineFixture fixture;
  RunSpec bad = shellSpec();
  bad.repeats = 0;
  const auto id = fixture.engine->add(bad);
  QVERIFY(!id);
  QCOMPARE(id.error().code, base::ErrorCode::BadArgument);
  QVERIFY(fixture.queue->runs.empty());
  for (const char* run : {"", "20261121-234502-k3f9", "../.."}) {
    fixture.failed.clear();
    fixture.engine->cancel(run);
    fixture.engine->cancelTask(run, 0);
    fixture.engine->again(run);
    fixture.engine->retryFailed(run);
    fixture.engine->remove(run);
    fixture.engine->restore(run);
    fixture.engine->setPriority(run, 1);
    fixture.engine->setPaused(run, true);
    QCOMPARE(fixture.failed.size(), std::size_t{8});
    fixture.engine->watchLog(run, -3);
  }
  const std::string good = fixture.add(shellSpec());
  fixture.failed.clear();
  fixture.engine->cancelTask(good, -1);
  fixture.engine->cancelTask(good, 1);
  QCOMPARE(fixture.failed.size(), std::size_t{2});
}

void RunsQueueTest::newsAreThrottled() {
  EngineFixture fixture;
  const std::string id = fixture.add(shellSpec());
  QTRY_COMPARE(fixture.world.starts.size(), std::size_t{1});
  QElapsedTimer clock;
  clock.start();
  fixture.changes = 0;
  for (int i = 0; clock.elapsed() < 1000; ++i) {
    fixture.engine->setPriority(id, i);
    QTest::qWait(0);
  }
  QVERIFY2(fixture.changes >= 5 && fixture.changes <= 11, std::to_string(fixture.changes).c_str());
  // The last word always comes.
  fixture.engine->setPriority(id, -1);
  QTRY_COMPARE(fixture.run(id).spec.priority, -1);
}

void RunsQueueTest::sharesWhatDidNotChange() {
  EngineFixture fixture;
  const std::string a = fixture.add(shellSpec()), b = fixture.add(shellSpec());
  QTRY_COMPARE(fixture.state(a), RunState::Preparing);
  QTRY_COMPARE(qs(fixture.task(a).handle), QStringLiteral("h1"));
  const QueuePtr before = fixture.queue;
  fixture.engine->setPaused(b, true);
  QTRY_VERIFY(fixture.run(b).isPaused);
  QVERIFY(fixture.queue->number > before->number);
  QCOMPARE(findRun(*fixture.queue, a), findRun(*before, a));  // the very object
  QVERIFY(!findRun(*before, b)->isPaused);
}

void RunsQueueTest::manyRuns() {
  EngineFixture fixture;
  constexpr int kRuns = 500;
  QElapsedTimer clock;
  clock.start();
  std::string last;
  for (int i = 0; i < kRuns; ++i) last = *fixture.engine->add(repeated(10));
  const qint64 added = clock.restart();
  QTRY_COMPARE_WITH_TIMEOUT(fixture.queue->runs.size(), std::size_t{kRuns}, 20'000);
  QTRY_COMPARE(fixture.world.starts.size(), std::size_t{1});
  // A change of one run while 500 wait: decide, journal, snapshot.
  clock.restart();
  const std::uint64_t number = fixture.queue->number;
  fixture.engine->setPaused(last, true);
  QTRY_VERIFY(fixture.run(last).isPaused);
  const qint64 changed = clock.restart();
  QVERIFY(fixture.queue->number <= number + 2);
  fixture.begin();
  const qint64 found = clock.restart();
  QTRY_COMPARE_WITH_TIMEOUT(fixture.queue->runs.size(), std::size_t{kRuns}, 20'000);
  qInfo("%d runs of 10 tasks: queued in %lld ms, one changed in %lld ms, found again in %lld ms", kRuns, added, changed, found);
  QVERIFY2(changed < 1000, std::to_string(changed).c_str());
}
