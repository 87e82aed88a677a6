// SPDX-License-Identifier: GPL-3.0-or-later
#include <unistd.h>

#include <QTest>
#include <array>
#include <atomic>
#include <filesystem>
#include <thread>

#include "core/runs/engine/run_state.h"
#include "core/runs/engine/run_store.h"
#include "tests/core/runs/engine/runs_queue_test.h"

using namespace plumbline;
using namespace plumbline::runs;

namespace {

/// startedRun is a run whose first task has been started, and whose program is gone now.
std::string startedRun(EngineFixture& fixture, int repeats = 1) {
  RunSpec spec = shellSpec();
  spec.repeats = repeats;
  const std::string id = fixture.add(spec);
  if (!QTest::qWaitFor([&] { return fixture.task(id).handle == "h1"; })) qFatal("never started");
  return id;
}

/// unsureRun is one whose program died between the journal and the answer about its start.
std::string unsureRun(EngineFixture& fixture) {
  fixture.world.holdsStarts = true;
  const std::string id = fixture.add(shellSpec());
  if (!QTest::qWaitFor([&] { return fixture.world.held.size() == 1; })) qFatal("never started");
  fixture.end();
  fixture.world.holdsStarts = false;
  fixture.world.held.clear();
  return id;
}

}  // namespace

void RunsQueueTest::joins() {
  EngineFixture fixture;
  const std::string id = startedRun(fixture, 2);
  fixture.end();
  QCOMPARE(fixture.kept(id).tasks[0].state, RunState::Preparing);
  beginSupervisor(fixture.world.folderOf(0));
  beginStep(fixture.world.folderOf(0), "run");
  fixture.begin();
  QCOMPARE(fixture.engine->adopted(), std::vector<std::string>{id});
  QTRY_COMPARE(fixture.state(id), RunState::Running);
  QVERIFY(fixture.run(id).isAdopted);
  QCOMPARE(fixture.world.starts.size(), std::size_t{1});  // it was joined, not started
  endRun(fixture.world.folderOf(0), fixture.output(id));
  QTRY_COMPARE(fixture.world.starts.size(), std::size_t{2});
  goodRun(fixture.world.folderOf(1), fixture.output(id, 1));
  QTRY_COMPARE(fixture.finished, QStringList{qs(id)});
  QCOMPARE(fixture.state(id), RunState::Done);

  // One that is over is shown, but nothing happens to it.
  fixture.finished.clear();
  fixture.begin();
  QVERIFY(fixture.engine->adopted().empty());
  QTRY_COMPARE(fixture.queue->runs.size(), std::size_t{1});
  QVERIFY(fixture.finished.isEmpty());
  fixture.options.includeFinished = false;
  fixture.begin();
  const std::string other = fixture.add(shellSpec());
  QCOMPARE(fixture.queue->runs.size(), std::size_t{1});
  fixture.options.adoptOthers = false;
  fixture.begin();
  QVERIFY(fixture.engine->adopted().empty());
  QCOMPARE(fixture.kept(other).tasks.size(), std::size_t{1});
}

void RunsQueueTest::findsEnds() {
  EngineFixture fixture;
  const std::string id = startedRun(fixture);
  fixture.end();
  goodRun(fixture.world.folderOf(0), fixture.output(id));
  fixture.begin();
  QTRY_COMPARE(fixture.finished, QStringList{qs(id)});
  QCOMPARE(fixture.state(id), RunState::Done);
  QCOMPARE(fixture.run(id).results.size(), std::size_t{1});

  EngineFixture lost;
  const std::string gone = startedRun(lost);
  lost.end();
  lost.world.lives[gone + "-1-1"] = {TaskLife::Gone, "The machine was switched off."};
  lost.begin();
  QTRY_COMPARE(lost.state(gone), RunState::Lost);
  QCOMPARE(lost.reason(gone), QStringLiteral("The machine was switched off."));
  QCOMPARE(lost.world.starts.size(), std::size_t{1});
}

void RunsQueueTest::unsureStarts() {
  EngineFixture fixture({.folder = {}, .startTimeoutMs = 300});
  const std::string id = unsureRun(fixture);
  QCOMPARE(fixture.kept(id).tasks[0].state, RunState::Preparing);
  QCOMPARE(qs(fixture.kept(id).tasks[0].handle), QString());
  // Nothing was ever at work there: the same attempt begins, but not before a supervisor had its time.
  fixture.world.lives[id + "-1-1"] = {TaskLife::Gone, "There is nothing."};
  fixture.world.onStart = [&] { fixture.world.lives.clear(); };
  fixture.begin();
  QTRY_VERIFY(fixture.world.results > 2);
  QCOMPARE(fixture.world.starts.size(), std::size_t{1});
  QTRY_COMPARE(fixture.world.starts.size(), std::size_t{2});
  QCOMPARE(qs(fixture.world.starts[1][0].name), qs(id + "-1-1"));
  goodRun(fixture.world.folderOf(1), fixture.output(id));
  QTRY_COMPARE(fixture.state(id), RunState::Done);
}

void RunsQueueTest::unsureButBegun() {
  for (const char* name : {"supervisor.lock", "events.jsonl"}) {
    EngineFixture fixture({.folder = {}, .startTimeoutMs = 50});
    const std::string id = unsureRun(fixture);
    writeOutput(fixture.world.folderOf(0), name, "");
    fixture.world.lives[id + "-1-1"] = {TaskLife::Gone, "It is gone."};
    fixture.begin();
    QTRY_COMPARE(fixture.state(id), RunState::Lost);  // it may have run: never twice
    QCOMPARE(fixture.world.starts.size(), std::size_t{1});
  }
  EngineFixture fixture({.folder = {}, .startTimeoutMs = 60'000});
  const std::string id = unsureRun(fixture);
  // Its lock's file is there, its lock is not yet: the supervisor begins at this moment.
  writeOutput(fixture.world.folderOf(0), "supervisor.lock", "");
  fixture.world.lives[id + "-1-1"] = {TaskLife::Gone, "It did not start."};
  fixture.begin();
  QTRY_VERIFY(fixture.world.results > 2);
  QCOMPARE(fixture.state(id), RunState::Preparing);
  fixture.world.lives.clear();
  beginSupervisor(fixture.world.folderOf(0));
  beginStep(fixture.world.folderOf(0), "run");
  QTRY_COMPARE(fixture.state(id), RunState::Running);
  QCOMPARE(fixture.world.starts.size(), std::size_t{1});
}

void RunsQueueTest::cancelIsRemembered() {
  EngineFixture fixture;
  fixture.world.cancelProblem = "No answer from there.";
  const std::string id = startedRun(fixture);
  fixture.engine->cancel(id);
  QTRY_VERIFY(!fixture.world.cancels.empty());
  fixture.end();
  fixture.world.cancels.clear();
  fixture.world.cancelProblem.clear();
  fixture.begin();
  QTRY_COMPARE(fixture.world.cancels.size(), std::size_t{1});
  fixture.world.lives[id + "-1-1"] = {TaskLife::Gone, "It is gone."};
  QTRY_COMPARE(fixture.state(id), RunState::Cancelled);
}

void RunsQueueTest::resultsAfterACrash() {
  EngineFixture fixture;
  const std::string id = startedRun(fixture);
  goodRun(fixture.world.folderOf(0), fixture.output(id));
  QTRY_COMPARE(fixture.finished.size(), 1);
  fixture.end();
  // The journal up to the end of the task, as if the program had died before it wrote the results.
  Run run = fixture.kept(id);
  QVERIFY(QFile::remove(qs(run.results[0])));
  QVERIFY(QFile::remove(qs(run.folder + "/record.json")));
  run.isSaved = false;
  run.results.clear();
  writeOutput(run.folder, "journal.jsonl", QByteArray::fromStdString(journalQueued(run) + journalTask(run, 0)));
  fixture.finished.clear();
  fixture.begin();
  QTRY_COMPARE(fixture.finished, QStringList{qs(id)});
  QCOMPARE(fixture.run(id).results.size(), std::size_t{1});
  QVERIFY(QFile::exists(qs(fixture.run(id).results[0])));
  QVERIFY(QFile::exists(qs(run.folder + "/record.json")));
  QVERIFY(fixture.kept(id).isSaved);
}

void RunsQueueTest::twoPrograms() {
  EngineFixture first;
  const std::string id = startedRun(first);
  EngineFixture second;
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
  QVERIFY(second.run(id).isAdopted);
  QCOMPARE(second.state(own), RunState::Preparing);
}

void RunsQueueTest::damagedJournal() {
  EngineFixture fixture;
  const std::string bad = startedRun(fixture);
  const QString journal = qs(fixture.run(bad).folder + "/journal.jsonl");
  fixture.end();
  QFile file(journal);
  QVERIFY(file.open(QIODevice::Append) && file.write("{\"task\": 0}\n") > 0);
  file.close();
  fixture.begin();
  const std::string good = fixture.add(shellSpec());
  QCOMPARE(fixture.failed.size(), std::size_t{1});
  QCOMPARE(fixture.failed[0].code, base::ErrorCode::BadFormat);
  QCOMPARE(qs(fixture.failed[0].file), journal);
  QVERIFY(fixture.failed[0].line > 1);
  QCOMPARE(fixture.queue->runs.size(), std::size_t{1});
  QVERIFY(QFile::exists(qs(fixture.world.folderOf(0) + "/task.json")));
  QTRY_COMPARE(fixture.state(good), RunState::Preparing);
}

void RunsQueueTest::noFolder() {
  EngineFixture fixture;
  fixture.folder.write(QStringLiteral("file"), "x");
  fixture.options.folder = fixture.folder.path(QStringLiteral("file/runs")).toStdString();
  fixture.begin();
  QCOMPARE(fixture.failed.size(), std::size_t{1});
  QCOMPARE(fixture.failed[0].code, base::ErrorCode::NotWritable);
  const auto id = fixture.engine->add(shellSpec());
  QVERIFY(!id);
  QCOMPARE(id.error().code, base::ErrorCode::NotWritable);
  fixture.engine->cancelAll();
}

void RunsQueueTest::shownUntilResumed() {
  EngineFixture fixture;
  const std::string id = startedRun(fixture, 2);
  fixture.end();
  fixture.options.resumeOthers = false;
  fixture.options.searchIntervalMs = 10;
  fixture.options.limits = {4, 4, 4};
  fixture.begin();
  QTRY_COMPARE(fixture.queue->runs.size(), std::size_t{1});
  QCOMPARE(fixture.run(id).access, RunAccess::Abandoned);
  QVERIFY(fixture.engine->adopted().empty());
  // A run that was begun in the meantime starts; the other one is not even asked for.
  fixture.add(shellSpec());
  QTRY_COMPARE(fixture.world.starts.size(), std::size_t{2});
  QTRY_VERIFY(fixture.world.results > 2);
  QCOMPARE(fixture.task(id).handle, std::string("h1"));
  QCOMPARE(fixture.run(id).access, RunAccess::Abandoned);

  // Another process resumes it: it goes from the list.
  {
    EngineFixture other;
    other.options.folder = fixture.options.folder;
    other.options.only = id;
    other.begin();
    QCOMPARE(other.engine->adopted(), std::vector<std::string>{id});
    QTRY_COMPARE(fixture.queue->runs.size(), std::size_t{1});
  }
  QTRY_COMPARE(fixture.queue->runs.size(), std::size_t{2});
  goodRun(fixture.world.folderOf(0), fixture.output(id));
  fixture.engine->resume({});
  QCOMPARE(fixture.engine->adopted(), std::vector<std::string>{id});
  QTRY_COMPARE(fixture.world.starts.size(), std::size_t{3});
  goodRun(fixture.world.folderOf(2), fixture.output(id, 1));
  QTRY_COMPARE(fixture.state(id), RunState::Done);
  QCOMPARE(fixture.run(id).access, RunAccess::Full);
  QVERIFY(fixture.failed.empty());
}

void RunsQueueTest::resumesWhatWasLockedForAMoment() {
  EngineFixture fixture;
  constexpr std::size_t kRuns = 40;
  for (std::size_t i = 0; i < kRuns; ++i) fixture.add(shellSpec());
  std::vector<std::string> journals;
  for (const RunPtr& run : fixture.queue->runs) journals.push_back(RunStore::journalOf(*run));
  fixture.end();
  fixture.options.searchIntervalMs = 10;
  // Another program locks half of the journals, then the other half, again and again while this one tries to adopt them.
  std::atomic<bool> isLocking = true;
  std::atomic<int> rounds = 0;
  std::thread other([&] {
    std::array<std::vector<base::Result<files::LockedLog>>, 2> halves;
    for (std::size_t half = 0; isLocking; half = 1 - half, ++rounds) {
      for (std::size_t i = half; i < kRuns; i += 2) halves[half].push_back(files::LockedLog::adopt(journals[i]));
      halves[1 - half].clear();
    }
  });
  fixture.begin();
  const bool wasLocked = QTest::qWaitFor([&] { return rounds > 1000; }, 60'000);
  isLocking = false;
  other.join();
  QVERIFY(wasLocked);
  QTRY_COMPARE(fixture.engine->adopted().size(), kRuns);
  QTRY_COMPARE(fixture.queue->runs.size(), kRuns);
}

void RunsQueueTest::cancelResumesFirst() {
  EngineFixture fixture;
  const std::string id = startedRun(fixture, 2);
  fixture.end();
  fixture.options.resumeOthers = false;
  fixture.begin();
  fixture.world.lives[id + "-1-1"] = {TaskLife::Gone, "It is gone."};
  fixture.engine->cancel(id);
  QTRY_COMPARE(fixture.finished, QStringList{qs(id)});
  QCOMPARE(fixture.state(id), RunState::Cancelled);
  QCOMPARE(fixture.world.starts.size(), std::size_t{1});
}

void RunsQueueTest::foreignRunsAreShownAndNeverRun_data() {
  QTest::addColumn<QString>("file");  // below the run's folder
  QTest::addColumn<bool>("isGiven");  // to another user; otherwise others may write to it
  QTest::newRow("folder that others may write to") << QString() << false;
  QTest::newRow("journal that others may write to") << QStringLiteral("/journal.jsonl") << false;
  QTest::newRow("store that others may write to") << QStringLiteral("/..") << false;
  QTest::newRow("journal behind a link") << QStringLiteral("link") << false;
  if (::geteuid() != 0) return;  // only root can give a file away
  QTest::newRow("folder of another user") << QString() << true;
  QTest::newRow("journal of another user") << QStringLiteral("/journal.jsonl") << true;
  QTest::newRow("store of another user") << QStringLiteral("/..") << true;
}

void RunsQueueTest::foreignRunsAreShownAndNeverRun() {
  QFETCH(QString, file);
  QFETCH(bool, isGiven);
  namespace fs = std::filesystem;
  EngineFixture fixture;
  const std::string id = startedRun(fixture, 2);
  const std::string folder = fixture.run(id).folder, journal = folder + "/journal.jsonl";
  fixture.end();
  if (file == QStringLiteral("link")) {
    fs::rename(journal, folder + "/theirs");
    fs::create_symlink("theirs", journal);
  } else if (isGiven) {
    QCOMPARE(::chown((folder + file.toStdString()).c_str(), 4321, 4321), 0);
  } else {
    fs::permissions(folder + file.toStdString(), fs::perms::others_write, fs::perm_options::add);
  }
  const auto before = files::readFile(journal);
  QVERIFY(before);
  fixture.begin();
  QTRY_COMPARE(fixture.queue->runs.size(), std::size_t{1});
  QCOMPARE(fixture.run(id).access, RunAccess::Foreign);
  QVERIFY(fixture.engine->adopted().empty());
  QVERIFY(fixture.failed.empty());
  fixture.engine->resume(id);
  fixture.engine->resume({});
  fixture.engine->cancelAll();
  fixture.engine->setPaused(id, true);
  fixture.engine->setPriority(id, 3);
  QVERIFY(fixture.failed.empty());
  fixture.engine->cancel(id);
  fixture.engine->cancelTask(id, 0);
  fixture.engine->again(id);
  QCOMPARE(fixture.failed.size(), std::size_t{3});
  for (const base::Error& error : fixture.failed) QCOMPARE(qs(error.text), qs(foreignRun(fixture.run(id)).text));
  QCOMPARE(fixture.queue->runs.size(), std::size_t{1});
  QCOMPARE(fixture.world.starts.size(), std::size_t{1});
  QVERIFY(fixture.world.cancels.empty());
  const auto after = files::readFile(journal);
  QVERIFY(after);
  QCOMPARE(after->bytes, before->bytes);

  const auto store = RunStore::open(fixture.options.folder);
  QVERIFY(store && !store->lockJournal(fixture.run(id)) && !RunStore::requestCancel(fixture.run(id)));
  QVERIFY(!store->remove(fixture.run(id)));
}
