// SPDX-License-Identifier: GPL-3.0-or-later
#include <QElapsedTimer>
#include <QTest>

#include "core/runs/run_store.h"
#include "tests/core/runs/runs_queue_test.h"

using namespace plumbline;
using namespace plumbline::runs;

RunSpec shellSpec(const std::string& line) {
  const std::string csv = "printf 'dev,name,batch_size,accuracy\\ncpu,m,1,pass\\n' > \"$1\"";
  RunSpec spec;
  spec.kind = RunKind::Command;
  spec.command = {"/bin/sh", "-c", line.empty() ? csv : line + "\n" + csv, "sh", "{output}", "{folder}"};
  spec.device = "cpu";
  spec.grace = std::chrono::seconds(1);
  return spec;
}

Desk::Desk(QueueOptions given) : options(std::move(given)) {
  options.folder = folder.path(QStringLiteral("runs")).toStdString();
  options.lookMs = 5;
  options.searchMs = 300;
  begin();
}

Desk::~Desk() = default;

void Desk::begin() {
  engine.reset();
  QueueNews news{.changed =
                     [this](const QueuePtr& now) {
                       queue = now;
                       ++changes;
                     },
                 .added = [this](const std::string& id) { added << qs(id); },
                 .finished = [this](const std::string& id) { finished << qs(id); },
                 .failed = [this](const base::Error& error) { failed.push_back(error); },
                 .probed = [this](const ProbeReport& report) { probed.push_back(report); }};
  queue = std::make_shared<const Queue>();
  engine = std::make_unique<RunEngine>(options, news, world.maker());
}

std::string Desk::add(const RunSpec& spec) {
  auto id = engine->add(spec);
  if (!id) qFatal("cannot add: %s", base::describe(id.error()).c_str());
  if (!QTest::qWaitFor([&] { return findRun(*queue, *id) != nullptr; })) qFatal("never told of the run");
  return *id;
}

const Run& Desk::run(const std::string& id) const {
  static const Run none;
  const Run* found = findRun(*queue, id);
  return found == nullptr ? none : *found;
}

QByteArray Desk::output(const std::string& id, std::size_t number) const {
  return QByteArray::fromStdString(run(id).plan.tasks.at(number).steps.back().output);
}

Run Desk::kept(const std::string& id) const {
  std::vector<base::Error> problems;
  const auto store = RunStore::open(options.folder);
  for (Run& one : store->list(problems))
    if (one.id == id) return std::move(one);
  return {};
}

void RunsQueueTest::goesThrough() {
  Desk desk;
  RunState keptAtStart = RunState::Waiting;
  std::string keptFolder;
  desk.world.onStart = [&] {
    std::vector<base::Error> problems;
    const Run kept = RunStore::open(desk.options.folder)->list(problems).front();
    keptAtStart = kept.tasks[0].state;
    keptFolder = kept.tasks[0].folder;
  };
  const std::string id = desk.add(shellSpec());
  QCOMPARE(desk.added, QStringList{qs(id)});
  QTRY_COMPARE(desk.world.starts.size(), std::size_t{1});
  const std::string folder = desk.world.folderOf(0);
  QCOMPARE(keptAtStart, RunState::Preparing);  // the journal knew before anything ran
  QCOMPARE(qs(keptFolder), qs(folder));
  QVERIFY(QFile::exists(qs(folder + "/task.json")));
  QCOMPARE(qs(desk.world.starts[0][0].name), qs(id + "-1-1"));
  QTRY_COMPARE(qs(desk.task(id).handle), QStringLiteral("h1"));
  QCOMPARE(desk.state(id), RunState::Preparing);
  beginKeeper(folder, R"({"torch": "2.1"})");
  beginStep(folder, "run");
  QTRY_COMPARE(desk.state(id), RunState::Running);
  QCOMPARE(desk.task(id).began, 1001.0);
  QCOMPARE(qs(desk.run(id).facts.at("torch")), QStringLiteral("2.1"));
  QCOMPARE(desk.kept(id).tasks[0].state, RunState::Running);
  QCOMPARE(desk.kept(id).facts, desk.run(id).facts);
  endRun(folder, desk.output(id));
  QTRY_COMPARE(desk.finished, QStringList{qs(id)});
  QCOMPARE(desk.state(id), RunState::Done);
  QCOMPARE(desk.reason(id), QString());
  QCOMPARE(desk.task(id).ended, 1005.0);
  QCOMPARE(desk.run(id).results.size(), std::size_t{1});
  QVERIFY(QFile::exists(qs(desk.run(id).results[0])));
  QVERIFY(QFile::exists(qs(desk.run(id).folder + "/record.json")));
  QCOMPARE(desk.world.releases.size(), std::size_t{1});
  const Run kept = desk.kept(id);
  QVERIFY(kept.isSaved);
  QCOMPARE(kept.results, desk.run(id).results);
  QCOMPARE(kept.tasks[0].files.size(), std::size_t{1});
  QVERIFY(desk.failed.empty());
}

void RunsQueueTest::coldThenWarm() {
  Desk desk;
  RunSpec spec;
  spec.checkout = "/src/pytorch";
  spec.suite = torchCacheSuites().front();
  spec.models = {"one"};
  const std::string id = desk.add(spec);
  QTRY_COMPARE(desk.world.starts.size(), std::size_t{1});
  const std::string folder = desk.world.folderOf(0);
  beginKeeper(folder);
  beginStep(folder, "cold");
  QTRY_COMPARE(desk.state(id), RunState::Cold);
  endStep(folder, "cold", 0);
  beginStep(folder, "warm");
  QTRY_COMPARE(desk.state(id), RunState::Warm);
  // What it prints after its events, the executor still fetches.
  desk.world.lives[desk.world.starts[0][0].name] = {TaskLife::Alive, {}};
  endStep(folder, "warm", 2);
  finish(folder);
  QTRY_COMPARE(desk.state(id), RunState::Reading);
  desk.world.lives.clear();
  QTRY_COMPARE(desk.state(id), RunState::Failed);
  QCOMPARE(desk.reason(id), QStringLiteral("exit code 2 in the warm run"));
  QTRY_COMPARE(desk.finished.size(), 1);
  QVERIFY(desk.run(id).results.empty());
  QVERIFY(qs(desk.run(id).problem).contains(QStringLiteral("exit code 2")));
}

void RunsQueueTest::fails_data() {
  QTest::addColumn<QByteArray>("how");
  QTest::addColumn<RunState>("state");
  QTest::addColumn<QString>("reason");
  QTest::newRow("signal") << QByteArray("signalled") << RunState::Failed << "killed by SIGSEGV";
  QTest::newRow("timeout") << QByteArray("timed_out") << RunState::TimedOut << "not done after 2000 s";
  QTest::newRow("cancelled there") << QByteArray("cancelled") << RunState::Cancelled << "";
  QTest::newRow("no result") << QByteArray("exited") << RunState::Failed << "exit code 11";
}

void RunsQueueTest::fails() {
  QFETCH(QByteArray, how);
  Desk desk;
  const std::string id = desk.add(shellSpec());
  QTRY_COMPARE(desk.world.starts.size(), std::size_t{1});
  beginKeeper(desk.world.folderOf(0));
  beginStep(desk.world.folderOf(0), "run");
  endStepHow(desk.world.folderOf(0), "run", how, 11);
  finish(desk.world.folderOf(0));
  QTRY_COMPARE(desk.finished.size(), 1);
  QTEST(desk.state(id), "state");
  QTEST(desk.reason(id), "reason");
  QCOMPARE(desk.kept(id).tasks[0].state, desk.state(id));
}

void RunsQueueTest::startFails() {
  Desk desk;
  desk.world.startProblem = "There is no python3.";
  const std::string id = desk.add(shellSpec());
  QTRY_COMPARE(desk.finished.size(), 1);
  QCOMPARE(desk.state(id), RunState::Failed);
  QCOMPARE(desk.reason(id), QStringLiteral("There is no python3."));
  QVERIFY(desk.world.releases.empty());
}

void RunsQueueTest::retries() {
  Desk desk;
  RunSpec spec = shellSpec();
  spec.retries = 2;
  const std::string id = desk.add(spec);
  QTRY_COMPARE(desk.world.starts.size(), std::size_t{1});
  beginKeeper(desk.world.folderOf(0));
  beginStep(desk.world.folderOf(0), "run");
  endStep(desk.world.folderOf(0), "run", 1);
  finish(desk.world.folderOf(0));
  QTRY_COMPARE(desk.world.starts.size(), std::size_t{2});
  QVERIFY(desk.world.folderOf(1) != desk.world.folderOf(0));
  QCOMPARE(qs(desk.world.starts[1][0].name), qs(id + "-1-2"));
  QTRY_COMPARE(desk.reason(id), QStringLiteral("attempt 1: exit code 1"));
  desk.world.lives[id + "-1-2"] = {TaskLife::Gone, "The machine was switched off."};
  QTRY_COMPARE(desk.world.starts.size(), std::size_t{3});
  goodRun(desk.world.folderOf(2), desk.output(id));
  QTRY_COMPARE(desk.finished.size(), 1);
  QCOMPARE(desk.state(id), RunState::Done);
  QCOMPARE(desk.task(id).attempt, 3);
  QCOMPARE(desk.reason(id), QString());
  QCOMPARE(desk.world.releases.size(), std::size_t{3});
}

void RunsQueueTest::noRetry_data() {
  QTest::addColumn<QByteArray>("how");
  QTest::newRow("timeout") << QByteArray("timed_out");
  QTest::newRow("cancel") << QByteArray("cancelled");
}

void RunsQueueTest::noRetry() {
  QFETCH(QByteArray, how);
  Desk desk;
  RunSpec spec = shellSpec();
  spec.retries = 2;
  desk.add(spec);
  QTRY_COMPARE(desk.world.starts.size(), std::size_t{1});
  beginStep(desk.world.folderOf(0), "run");
  endStepHow(desk.world.folderOf(0), "run", how);
  finish(desk.world.folderOf(0));
  QTRY_COMPARE(desk.finished.size(), 1);
  QCOMPARE(desk.world.starts.size(), std::size_t{1});
}

void RunsQueueTest::gone_data() {
  QTest::addColumn<QString>("text");
  QTest::addColumn<bool>("timeout");
  QTest::addColumn<bool>("finished");
  QTest::addColumn<RunState>("state");
  QTest::addColumn<QString>("reason");
  QTest::newRow("lost") << "Its keeper was ended from outside." << false << false << RunState::Lost << "Its keeper was ended from outside.";
  QTest::newRow("lost without a word") << "" << false << false << RunState::Lost << "its keeper is gone without a word";
  QTest::newRow("the cluster's time limit") << "" << true << false << RunState::TimedOut << "ended for the cluster's time limit";
  QTest::newRow("it had finished after all") << "?" << false << true << RunState::Done << "";
}

void RunsQueueTest::gone() {
  QFETCH(QString, text);
  QFETCH(bool, timeout);
  QFETCH(bool, finished);
  Desk desk;
  const std::string id = desk.add(shellSpec());
  QTRY_COMPARE(desk.world.starts.size(), std::size_t{1});
  beginKeeper(desk.world.folderOf(0));
  QDir(qs(desk.world.folderOf(0))).mkpath(QStringLiteral("cache/inner"));
  desk.world.lives[id + "-1-1"] = {TaskLife::Gone, text.toStdString(), timeout};
  if (finished) goodRun(desk.world.folderOf(0), desk.output(id));
  QTRY_COMPARE(desk.finished.size(), 1);
  QTEST(desk.state(id), "state");
  QTEST(desk.reason(id), "reason");
  QVERIFY(!QFile::exists(qs(desk.world.folderOf(0) + "/cache")));
}

void RunsQueueTest::asksAgain() {
  Desk desk;
  const std::string id = desk.add(shellSpec());
  QTRY_COMPARE(desk.world.starts.size(), std::size_t{1});
  beginKeeper(desk.world.folderOf(0));
  beginStep(desk.world.folderOf(0), "run");
  QTRY_COMPARE(desk.state(id), RunState::Running);
  desk.world.lives[id + "-1-1"] = {TaskLife::Unknown, "No answer from there."};
  QTRY_COMPARE(desk.reason(id), QStringLiteral("No answer from there."));
  QCOMPARE(desk.state(id), RunState::Running);
  QCOMPARE(qs(desk.kept(id).tasks[0].reason), QStringLiteral("No answer from there."));
  // The pauses grow: 5, 10, 20, 40, 80, 160, 320 ms.
  const int before = desk.world.looks;
  QElapsedTimer clock;
  clock.start();
  QTRY_VERIFY(clock.elapsed() > 500);
  QVERIFY2(desk.world.looks - before <= 8, std::to_string(desk.world.looks - before).c_str());
  QVERIFY(desk.world.looks > before);
  desk.world.lives.clear();
  QTRY_COMPARE(desk.reason(id), QString());
  QCOMPARE(desk.state(id), RunState::Running);
  endRun(desk.world.folderOf(0), desk.output(id));
  QTRY_COMPARE(desk.state(id), RunState::Done);
}

void RunsQueueTest::damagedEvents() {
  Desk desk;
  const std::string id = desk.add(shellSpec());
  QTRY_COMPARE(desk.world.starts.size(), std::size_t{1});
  writeOutput(desk.world.folderOf(0), "events.jsonl", "{\"event\": \"keeper\"\n\"finished\"\n");
  QTRY_COMPARE(desk.finished.size(), 1);
  QCOMPARE(desk.state(id), RunState::Lost);
  QVERIFY2(desk.reason(id).contains(QStringLiteral("events.jsonl")), desk.reason(id).toUtf8());
}

void RunsQueueTest::oneCallForACluster() {
  Desk desk;
  RunSpec spec = shellSpec();
  spec.repeats = 5;
  spec.jobs = 2;
  spec.retries = 1;
  spec.place.kind = PlaceKind::Slurm;
  const std::string id = desk.add(spec);
  QTRY_COMPARE(desk.world.starts.size(), std::size_t{1});
  QCOMPARE(desk.world.starts[0].size(), std::size_t{5});
  desk.world.lives[id + "-1-1"] = {TaskLife::Pending, "Waits for a node."};
  QTRY_COMPARE(desk.reason(id), QStringLiteral("Waits for a node."));
  QCOMPARE(desk.task(id).state, RunState::Preparing);
  goodRun(desk.world.folderOf(0, 1), desk.output(id, 1));
  QTRY_COMPARE(desk.task(id, 1).state, RunState::Done);
  QCOMPARE(desk.world.starts.size(), std::size_t{1});
  desk.world.lives[id + "-3-1"] = {TaskLife::Gone, "The node failed."};
  QTRY_COMPARE(desk.world.starts.size(), std::size_t{2});
  QCOMPARE(desk.world.starts[1].size(), std::size_t{1});
  QCOMPARE(qs(desk.world.starts[1][0].name), qs(id + "-3-2"));
}

void RunsQueueTest::placesForThemselves() {
  Desk desk;
  RunSpec spec = shellSpec();
  const std::string a = desk.add(spec), b = desk.add(spec);
  spec.place = *placeOf("ssh:one");
  const std::string c = desk.add(spec), d = desk.add(spec);
  spec.place = *placeOf("ssh:two");
  const std::string e = desk.add(spec);
  QTRY_COMPARE(desk.world.starts.size(), std::size_t{3});
  QTRY_COMPARE(desk.state(e), RunState::Preparing);
  QCOMPARE(desk.state(a), RunState::Preparing);
  QCOMPARE(desk.state(b), RunState::Waiting);
  QCOMPARE(desk.state(c), RunState::Preparing);
  QCOMPARE(desk.state(d), RunState::Waiting);
  QCOMPARE(desk.world.made, (std::map<std::string, int>{{"local", 1}, {"ssh:one", 1}, {"ssh:two", 1}}));
  desk.engine->setLimits({2, 1, 2});
  QTRY_COMPARE(desk.state(d), RunState::Preparing);
  QCOMPARE(desk.world.made.at("ssh:one"), 1);
}

void RunsQueueTest::priorities() {
  Desk desk;
  RunSpec spec = shellSpec();
  const std::string a = desk.add(spec), b = desk.add(spec), c = desk.add(spec);
  const auto order = [&] {
    QStringList ids;
    for (const RunPtr& run : desk.queue->runs) ids << qs(run->id);
    return ids;
  };
  QCOMPARE(order(), (QStringList{qs(a), qs(b), qs(c)}));
  desk.engine->setPriority(c, 5);
  QTRY_COMPARE(order(), (QStringList{qs(c), qs(a), qs(b)}));
  QTRY_COMPARE(desk.world.starts.size(), std::size_t{1});
  goodRun(desk.world.folderOf(0), desk.output(a));
  QTRY_COMPARE(desk.world.starts.size(), std::size_t{2});
  QVERIFY(qs(desk.world.starts[1][0].name).startsWith(qs(c)));
  desk.begin();  // the journal knows it
  QTRY_COMPARE(order(), (QStringList{qs(c), qs(a), qs(b)}));
}

void RunsQueueTest::pauses() {
  Desk desk;
  RunSpec spec = shellSpec();
  spec.repeats = 2;
  const std::string a = desk.add(spec), b = desk.add(spec);
  QTRY_COMPARE(desk.world.starts.size(), std::size_t{1});
  desk.engine->setPaused(a, true);
  QTRY_VERIFY(desk.run(a).isPaused);
  goodRun(desk.world.folderOf(0), desk.output(a));
  QTRY_COMPARE(desk.world.starts.size(), std::size_t{2});
  QVERIFY(qs(desk.world.starts[1][0].name).startsWith(qs(b)));
  QVERIFY(desk.kept(a).isPaused);
  desk.engine->setPaused(a, false);
  goodRun(desk.world.folderOf(1), desk.output(b));
  QTRY_COMPARE(desk.world.starts.size(), std::size_t{3});
  QVERIFY(qs(desk.world.starts[2][0].name).startsWith(qs(a)));
}

QTEST_GUILESS_MAIN(RunsQueueTest)
