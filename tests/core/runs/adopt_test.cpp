// SPDX-License-Identifier: GPL-3.0-or-later
#include <QTest>

#include "core/runs/run_journal.h"
#include "core/runs/run_store.h"
#include "tests/core/runs/runs_queue_test.h"

using namespace plumbline;
using namespace plumbline::runs;

namespace {

/// startedRun is a run whose first task has been started, and whose program is gone now.
std::string startedRun(Desk& desk, int repeats = 1) {
  RunSpec spec = shellSpec();
  spec.repeats = repeats;
  const std::string id = desk.add(spec);
  if (!QTest::qWaitFor([&] { return desk.task(id).handle == "h1"; })) qFatal("never started");
  return id;
}

/// unsureRun is one whose program died between the journal and the answer about its start.
std::string unsureRun(Desk& desk) {
  desk.world.holdsStarts = true;
  const std::string id = desk.add(shellSpec());
  if (!QTest::qWaitFor([&] { return desk.world.held.size() == 1; })) qFatal("never started");
  desk.end();
  desk.world.holdsStarts = false;
  desk.world.held.clear();
  return id;
}

}  // namespace

void RunsQueueTest::joins() {
  Desk desk;
  const std::string id = startedRun(desk, 2);
  desk.end();
  QCOMPARE(desk.kept(id).tasks[0].state, RunState::Preparing);
  beginKeeper(desk.world.folderOf(0));
  beginStep(desk.world.folderOf(0), "run");
  desk.begin();
  QCOMPARE(desk.engine->adopted(), std::vector<std::string>{id});
  QTRY_COMPARE(desk.state(id), RunState::Running);
  QVERIFY(desk.run(id).isFoundAgain);
  QCOMPARE(desk.world.starts.size(), std::size_t{1});  // it was joined, not started
  endRun(desk.world.folderOf(0), desk.output(id));
  QTRY_COMPARE(desk.world.starts.size(), std::size_t{2});
  goodRun(desk.world.folderOf(1), desk.output(id, 1));
  QTRY_COMPARE(desk.finished, QStringList{qs(id)});
  QCOMPARE(desk.state(id), RunState::Done);

  // One that is over is shown, but nothing happens to it.
  desk.finished.clear();
  desk.begin();
  QVERIFY(desk.engine->adopted().empty());
  QTRY_COMPARE(desk.queue->runs.size(), std::size_t{1});
  QVERIFY(desk.finished.isEmpty());
  desk.options.withOver = false;
  desk.begin();
  const std::string other = desk.add(shellSpec());
  QCOMPARE(desk.queue->runs.size(), std::size_t{1});
  desk.options.adoptOthers = false;
  desk.begin();
  QVERIFY(desk.engine->adopted().empty());
  QCOMPARE(desk.kept(other).tasks.size(), std::size_t{1});
}

void RunsQueueTest::findsEnds() {
  Desk desk;
  const std::string id = startedRun(desk);
  desk.end();
  goodRun(desk.world.folderOf(0), desk.output(id));
  desk.begin();
  QTRY_COMPARE(desk.finished, QStringList{qs(id)});
  QCOMPARE(desk.state(id), RunState::Done);
  QCOMPARE(desk.run(id).results.size(), std::size_t{1});

  Desk lost;
  const std::string gone = startedRun(lost);
  lost.end();
  lost.world.lives[gone + "-1-1"] = {TaskLife::Gone, "The machine was switched off."};
  lost.begin();
  QTRY_COMPARE(lost.state(gone), RunState::Lost);
  QCOMPARE(lost.reason(gone), QStringLiteral("The machine was switched off."));
  QCOMPARE(lost.world.starts.size(), std::size_t{1});
}

void RunsQueueTest::unsureStarts() {
  Desk desk({.folder = {}, .birthMs = 300});
  const std::string id = unsureRun(desk);
  QCOMPARE(desk.kept(id).tasks[0].state, RunState::Preparing);
  QCOMPARE(qs(desk.kept(id).tasks[0].handle), QString());
  // Nothing was ever at work there: the same attempt begins, but not before a keeper had its time.
  desk.world.lives[id + "-1-1"] = {TaskLife::Gone, "There is nothing."};
  desk.world.onStart = [&] { desk.world.lives.clear(); };
  desk.begin();
  QTRY_VERIFY(desk.world.looks > 2);
  QCOMPARE(desk.world.starts.size(), std::size_t{1});
  QTRY_COMPARE(desk.world.starts.size(), std::size_t{2});
  QCOMPARE(qs(desk.world.starts[1][0].name), qs(id + "-1-1"));
  goodRun(desk.world.folderOf(1), desk.output(id));
  QTRY_COMPARE(desk.state(id), RunState::Done);
}

void RunsQueueTest::unsureButBegun() {
  for (const char* name : {"keeper.lock", "events.jsonl"}) {
    Desk desk({.folder = {}, .birthMs = 50});
    const std::string id = unsureRun(desk);
    writeOutput(desk.world.folderOf(0), name, "");
    desk.world.lives[id + "-1-1"] = {TaskLife::Gone, "It is gone."};
    desk.begin();
    QTRY_COMPARE(desk.state(id), RunState::Lost);  // it may have run: never twice
    QCOMPARE(desk.world.starts.size(), std::size_t{1});
  }
  Desk desk({.folder = {}, .birthMs = 50});
  const std::string id = unsureRun(desk);
  desk.begin();
  beginKeeper(desk.world.folderOf(0));
  beginStep(desk.world.folderOf(0), "run");
  QTRY_COMPARE(desk.state(id), RunState::Running);
  QCOMPARE(desk.world.starts.size(), std::size_t{1});
}

void RunsQueueTest::cancelIsRemembered() {
  Desk desk;
  desk.world.cancelProblem = "No answer from there.";
  const std::string id = startedRun(desk);
  desk.engine->cancel(id);
  QTRY_VERIFY(!desk.world.cancels.empty());
  desk.end();
  desk.world.cancels.clear();
  desk.world.cancelProblem.clear();
  desk.begin();
  QTRY_COMPARE(desk.world.cancels.size(), std::size_t{1});
  desk.world.lives[id + "-1-1"] = {TaskLife::Gone, "It is gone."};
  QTRY_COMPARE(desk.state(id), RunState::Cancelled);
}

void RunsQueueTest::resultsAfterACrash() {
  Desk desk;
  const std::string id = startedRun(desk);
  goodRun(desk.world.folderOf(0), desk.output(id));
  QTRY_COMPARE(desk.finished.size(), 1);
  desk.end();
  // The journal up to the end of the task, as if the program had died before it wrote the results.
  Run run = desk.kept(id);
  QVERIFY(QFile::remove(qs(run.results[0])));
  QVERIFY(QFile::remove(qs(run.folder + "/record.json")));
  run.isSaved = false;
  run.results.clear();
  writeOutput(run.folder, "journal.jsonl", QByteArray::fromStdString(journalQueued(run) + journalTask(run, 0)));
  desk.finished.clear();
  desk.begin();
  QTRY_COMPARE(desk.finished, QStringList{qs(id)});
  QCOMPARE(desk.run(id).results.size(), std::size_t{1});
  QVERIFY(QFile::exists(qs(desk.run(id).results[0])));
  QVERIFY(QFile::exists(qs(run.folder + "/record.json")));
  QVERIFY(desk.kept(id).isSaved);
}

void RunsQueueTest::twoPrograms() {
  Desk first;
  const std::string id = startedRun(first);
  Desk second;
  second.options.folder = first.options.folder;
  second.begin();
  QVERIFY(second.engine->adopted().empty());
  const std::string own = second.add(shellSpec());
  QCOMPARE(second.queue->runs.size(), std::size_t{1});
  QVERIFY(second.failed.empty());
  // The other program dies: its run is taken up within seconds.
  first.end();
  beginStep(first.world.folderOf(0), "run");
  QTRY_COMPARE_WITH_TIMEOUT(second.state(id), RunState::Running, 15'000);
  QCOMPARE(second.queue->runs.size(), std::size_t{2});
  QVERIFY(second.run(id).isFoundAgain);
  QCOMPARE(second.state(own), RunState::Preparing);
}

void RunsQueueTest::damagedJournal() {
  Desk desk;
  const std::string bad = startedRun(desk);
  const QString journal = qs(desk.run(bad).folder + "/journal.jsonl");
  desk.end();
  QFile file(journal);
  QVERIFY(file.open(QIODevice::Append) && file.write("{\"task\": 0}\n") > 0);
  file.close();
  desk.begin();
  const std::string good = desk.add(shellSpec());
  QCOMPARE(desk.failed.size(), std::size_t{1});
  QCOMPARE(desk.failed[0].code, base::ErrorCode::BadFormat);
  QCOMPARE(qs(desk.failed[0].file), journal);
  QVERIFY(desk.failed[0].line > 1);
  QCOMPARE(desk.queue->runs.size(), std::size_t{1});
  QVERIFY(QFile::exists(qs(desk.world.folderOf(0) + "/task.json")));
  QTRY_COMPARE(desk.state(good), RunState::Preparing);
}

void RunsQueueTest::noFolder() {
  Desk desk;
  desk.folder.write(QStringLiteral("file"), "x");
  desk.options.folder = desk.folder.path(QStringLiteral("file/runs")).toStdString();
  desk.begin();
  QCOMPARE(desk.failed.size(), std::size_t{1});
  QCOMPARE(desk.failed[0].code, base::ErrorCode::NotWritable);
  const auto id = desk.engine->add(shellSpec());
  QVERIFY(!id);
  QCOMPARE(id.error().code, base::ErrorCode::NotWritable);
  desk.engine->cancelAll();
}
