// SPDX-License-Identifier: GPL-3.0-or-later
#include <QElapsedTimer>
#include <QTest>

#include "core/runs/engine/run_store.h"
#include "tests/core/runs/engine/runs_queue_test.h"

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

EngineFixture::EngineFixture(QueueOptions given) : options(std::move(given)) {
  options.folder = folder.path(QStringLiteral("runs")).toStdString();
  options.resumeOthers = true;
  options.pollIntervalMs = 5;
  options.searchIntervalMs = 300;
  begin();
}

EngineFixture::~EngineFixture() = default;

void EngineFixture::begin() {
  engine.reset();
  queue = std::make_shared<const Queue>();
  engine = std::make_unique<RunEngine>(options, world.maker());
  QObject::connect(engine.get(), &RunEngine::changed, engine.get(), [this](const QueuePtr& now) {
    queue = now;
    ++changes;
  });
  QObject::connect(engine.get(), &RunEngine::added, engine.get(), [this](const std::string& id) { added << qs(id); });
  QObject::connect(engine.get(), &RunEngine::finished, engine.get(), [this](const std::string& id) { finished << qs(id); });
  QObject::connect(engine.get(), &RunEngine::failed, engine.get(), [this](const base::Error& error) { failed.push_back(error); });
  QObject::connect(engine.get(), &RunEngine::probed, engine.get(),
                   [this](const ProbeReport& report) { probed.push_back(report); });
  engine->begin();
}

std::string EngineFixture::add(const RunSpec& spec) {
  auto id = engine->add(spec);
  if (!id) qFatal("cannot add: %s", base::describe(id.error()).c_str());
  if (!QTest::qWaitFor([&] { return findRun(*queue, *id) != nullptr; })) qFatal("never told of the run");
  return *id;
}

const Run& EngineFixture::run(const std::string& id) const {
  static const Run none;
  const Run* found = findRun(*queue, id);
  return found == nullptr ? none : *found;
}

QByteArray EngineFixture::output(const std::string& id, std::size_t number) const {
  return QByteArray::fromStdString(run(id).plan.tasks.at(number).steps.back().output);
}

Run EngineFixture::kept(const std::string& id) const {
  std::vector<base::Error> problems;
  const auto store = RunStore::open(options.folder);
  for (Run& one : store->list(problems))
    if (one.id == id) return std::move(one);
  return {};
}

void RunsQueueTest::goesThrough() {
  EngineFixture fixture;
  RunState keptAtStart = RunState::Waiting;
  std::string keptFolder;
  fixture.world.onStart = [&] {
    std::vector<base::Error> problems;
    const Run kept = RunStore::open(fixture.options.folder)->list(problems).front();
    keptAtStart = kept.tasks[0].state;
    keptFolder = kept.tasks[0].folder;
  };
  const std::string id = fixture.add(shellSpec());
  QCOMPARE(fixture.added, QStringList{qs(id)});
  QTRY_COMPARE(fixture.world.starts.size(), std::size_t{1});
  const std::string folder = fixture.world.folderOf(0);
  QCOMPARE(keptAtStart, RunState::Preparing);  // the journal knew before anything ran
  QCOMPARE(qs(keptFolder), qs(folder));
  QVERIFY(QFile::exists(qs(folder + "/task.json")));
  QCOMPARE(qs(fixture.world.starts[0][0].name), qs(id + "-1-1"));
  QTRY_COMPARE(qs(fixture.task(id).handle), QStringLiteral("h1"));
  QCOMPARE(fixture.state(id), RunState::Preparing);
  beginSupervisor(folder, R"({"torch": "2.1"})");
  beginStep(folder, "run");
  QTRY_COMPARE(fixture.state(id), RunState::Running);
  QCOMPARE(fixture.task(id).began, 1001.0);
  QCOMPARE(qs(fixture.run(id).facts.at("torch")), QStringLiteral("2.1"));
  QCOMPARE(fixture.kept(id).tasks[0].state, RunState::Running);
  QCOMPARE(fixture.kept(id).facts, fixture.run(id).facts);
  endRun(folder, fixture.output(id));
  QTRY_COMPARE(fixture.finished, QStringList{qs(id)});
  QCOMPARE(fixture.state(id), RunState::Done);
  QCOMPARE(fixture.reason(id), QString());
  QCOMPARE(fixture.task(id).ended, 1005.0);
  QCOMPARE(fixture.run(id).results.size(), std::size_t{1});
  QVERIFY(QFile::exists(qs(fixture.run(id).results[0])));
  QVERIFY(QFile::exists(qs(fixture.run(id).folder + "/record.json")));
  QCOMPARE(fixture.world.releases.size(), std::size_t{1});
  const Run kept = fixture.kept(id);
  QVERIFY(kept.isSaved);
  QCOMPARE(kept.results, fixture.run(id).results);
  QCOMPARE(kept.tasks[0].files.size(), std::size_t{1});
  QVERIFY(fixture.failed.empty());
}

void RunsQueueTest::coldThenWarm() {
  EngineFixture fixture;
  RunSpec spec;
  spec.checkout = "/src/pytorch";
  spec.suite = torchCacheSuites().front();
  spec.models = {"one"};
  const std::string id = fixture.add(spec);
  QTRY_COMPARE(fixture.world.starts.size(), std::size_t{1});
  const std::string folder = fixture.world.folderOf(0);
  beginSupervisor(folder);
  beginStep(folder, "cold");
  QTRY_COMPARE(fixture.state(id), RunState::Cold);
  endStep(folder, "cold", 0);
  beginStep(folder, "warm");
  QTRY_COMPARE(fixture.state(id), RunState::Warm);
  // What it prints after its events, the executor still fetches.
  fixture.world.lives[fixture.world.starts[0][0].name] = {TaskLife::Alive, {}};
  endStep(folder, "warm", 2);
  finish(folder);
  QTRY_COMPARE(fixture.state(id), RunState::Reading);
  fixture.world.lives.clear();
  QTRY_COMPARE(fixture.state(id), RunState::Failed);
  QCOMPARE(fixture.reason(id), QStringLiteral("exit code 2 in the warm run"));
  QTRY_COMPARE(fixture.finished.size(), 1);
  QVERIFY(fixture.run(id).results.empty());
  QVERIFY(qs(fixture.run(id).problem).contains(QStringLiteral("exit code 2")));
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
  EngineFixture fixture;
  const std::string id = fixture.add(shellSpec());
  QTRY_COMPARE(fixture.world.starts.size(), std::size_t{1});
  beginSupervisor(fixture.world.folderOf(0));
  beginStep(fixture.world.folderOf(0), "run");
  endStepHow(fixture.world.folderOf(0), "run", how, 11);
  finish(fixture.world.folderOf(0));
  QTRY_COMPARE(fixture.finished.size(), 1);
  QTEST(fixture.state(id), "state");
  QTEST(fixture.reason(id), "reason");
  QCOMPARE(fixture.kept(id).tasks[0].state, fixture.state(id));
}

void RunsQueueTest::startFails() {
  EngineFixture fixture;
  fixture.world.startProblem = "There is no python3.";
  const std::string id = fixture.add(shellSpec());
  QTRY_COMPARE(fixture.finished.size(), 1);
  QCOMPARE(fixture.state(id), RunState::Failed);
  QCOMPARE(fixture.reason(id), QStringLiteral("There is no python3."));
  QVERIFY(fixture.world.releases.empty());
}

void RunsQueueTest::retries() {
  EngineFixture fixture;
  RunSpec spec = shellSpec();
  spec.retries = 2;
  const std::string id = fixture.add(spec);
  QTRY_COMPARE(fixture.world.starts.size(), std::size_t{1});
  beginSupervisor(fixture.world.folderOf(0));
  beginStep(fixture.world.folderOf(0), "run");
  endStep(fixture.world.folderOf(0), "run", 1);
  finish(fixture.world.folderOf(0));
  QTRY_COMPARE(fixture.world.starts.size(), std::size_t{2});
  QVERIFY(fixture.world.folderOf(1) != fixture.world.folderOf(0));
  QCOMPARE(qs(fixture.world.starts[1][0].name), qs(id + "-1-2"));
  QTRY_COMPARE(fixture.reason(id), QStringLiteral("attempt 1: exit code 1"));
  fixture.world.lives[id + "-1-2"] = {TaskLife::Gone, "The machine was switched off."};
  QTRY_COMPARE(fixture.world.starts.size(), std::size_t{3});
  goodRun(fixture.world.folderOf(2), fixture.output(id));
  QTRY_COMPARE(fixture.finished.size(), 1);
  QCOMPARE(fixture.state(id), RunState::Done);
  QCOMPARE(fixture.task(id).attempt, 3);
  QCOMPARE(fixture.reason(id), QString());
  QCOMPARE(fixture.world.releases.size(), std::size_t{3});
}

void RunsQueueTest::noRetry_data() {
  QTest::addColumn<QByteArray>("how");
  QTest::newRow("timeout") << QByteArray("timed_out");
  QTest::newRow("cancel") << QByteArray("cancelled");
}

void RunsQueueTest::noRetry() {
  QFETCH(QByteArray, how);
  EngineFixture fixture;
  RunSpec spec = shellSpec();
  spec.retries = 2;
  fixture.add(spec);
  QTRY_COMPARE(fixture.world.starts.size(), std::size_t{1});
  beginStep(fixture.world.folderOf(0), "run");
  endStepHow(fixture.world.folderOf(0), "run", how);
  finish(fixture.world.folderOf(0));
  QTRY_COMPARE(fixture.finished.size(), 1);
  QCOMPARE(fixture.world.starts.size(), std::size_t{1});
}

void RunsQueueTest::gone_data() {
  QTest::addColumn<QString>("text");
  QTest::addColumn<bool>("timeout");
  QTest::addColumn<bool>("finished");
  QTest::addColumn<RunState>("state");
  QTest::addColumn<QString>("reason");
  QTest::newRow("lost") << "Its supervisor was ended from outside." << false << false << RunState::Lost << "Its supervisor was ended from outside.";
  QTest::newRow("lost without a word") << "" << false << false << RunState::Lost << "its supervisor ended without a result";
  QTest::newRow("the cluster's time limit") << "" << true << false << RunState::TimedOut << "ended for the cluster's time limit";
  QTest::newRow("it had finished after all") << "?" << false << true << RunState::Done << "";
}

void RunsQueueTest::gone() {
  QFETCH(QString, text);
  QFETCH(bool, timeout);
  QFETCH(bool, finished);
  EngineFixture fixture;
  const std::string id = fixture.add(shellSpec());
  QTRY_COMPARE(fixture.world.starts.size(), std::size_t{1});
  beginSupervisor(fixture.world.folderOf(0));
  QDir(qs(fixture.world.folderOf(0))).mkpath(QStringLiteral("cache/inner"));
  fixture.world.lives[id + "-1-1"] = {TaskLife::Gone, text.toStdString(), timeout};
  if (finished) goodRun(fixture.world.folderOf(0), fixture.output(id));
  QTRY_COMPARE(fixture.finished.size(), 1);
  QTEST(fixture.state(id), "state");
  QTEST(fixture.reason(id), "reason");
  QVERIFY(!QFile::exists(qs(fixture.world.folderOf(0) + "/cache")));
}

void RunsQueueTest::asksAgain() {
  EngineFixture fixture;
  const std::string id = fixture.add(shellSpec());
  QTRY_COMPARE(fixture.world.starts.size(), std::size_t{1});
  beginSupervisor(fixture.world.folderOf(0));
  beginStep(fixture.world.folderOf(0), "run");
  QTRY_COMPARE(fixture.state(id), RunState::Running);
  fixture.world.lives[id + "-1-1"] = {TaskLife::Unknown, "No answer from there."};
  QTRY_COMPARE(fixture.reason(id), QStringLiteral("No answer from there."));
  QCOMPARE(fixture.state(id), RunState::Running);
  QCOMPARE(qs(fixture.kept(id).tasks[0].reason), QStringLiteral("No answer from there."));
  // The pauses grow: 5, 10, 20, 40, 80, 160, 320 ms.
  const int before = fixture.world.results;
  QElapsedTimer clock;
  clock.start();
  QTRY_VERIFY(clock.elapsed() > 500);
  QVERIFY2(fixture.world.results - before <= 8, std::to_string(fixture.world.results - before).c_str());
  QVERIFY(fixture.world.results > before);
  fixture.world.lives.clear();
  QTRY_COMPARE(fixture.reason(id), QString());
  QCOMPARE(fixture.state(id), RunState::Running);
  endRun(fixture.world.folderOf(0), fixture.output(id));
  QTRY_COMPARE(fixture.state(id), RunState::Done);
}

void RunsQueueTest::damagedEvents() {
  EngineFixture fixture;
  const std::string id = fixture.add(shellSpec());
  QTRY_COMPARE(fixture.world.starts.size(), std::size_t{1});
  writeOutput(fixture.world.folderOf(0), "events.jsonl", "{\"event\": \"supervisor\"\n\"finished\"\n");
  QTRY_COMPARE(fixture.finished.size(), 1);
  QCOMPARE(fixture.state(id), RunState::Lost);
  QVERIFY2(fixture.reason(id).contains(QStringLiteral("events.jsonl")), fixture.reason(id).toUtf8());
}

void RunsQueueTest::oneCallForACluster() {
  EngineFixture fixture;
  RunSpec spec = shellSpec();
  spec.repeats = 5;
  spec.jobs = 2;
  spec.retries = 1;
  spec.target.kind = TargetKind::Slurm;
  const std::string id = fixture.add(spec);
  QTRY_COMPARE(fixture.world.starts.size(), std::size_t{1});
  QCOMPARE(fixture.world.starts[0].size(), std::size_t{5});
  fixture.world.lives[id + "-1-1"] = {TaskLife::Pending, "Waits for a node."};
  QTRY_COMPARE(fixture.reason(id), QStringLiteral("Waits for a node."));
  QCOMPARE(fixture.task(id).state, RunState::Preparing);
  goodRun(fixture.world.folderOf(0, 1), fixture.output(id, 1));
  QTRY_COMPARE(fixture.task(id, 1).state, RunState::Done);
  QCOMPARE(fixture.world.starts.size(), std::size_t{1});
  fixture.world.lives[id + "-3-1"] = {TaskLife::Gone, "The node failed."};
  QTRY_COMPARE(fixture.world.starts.size(), std::size_t{2});
  QCOMPARE(fixture.world.starts[1].size(), std::size_t{1});
  QCOMPARE(qs(fixture.world.starts[1][0].name), qs(id + "-3-2"));
}

void RunsQueueTest::placesForThemselves() {
  EngineFixture fixture;
  RunSpec spec = shellSpec();
  const std::string a = fixture.add(spec), b = fixture.add(spec);
  spec.target = *parseTarget("ssh:one");
  const std::string c = fixture.add(spec), d = fixture.add(spec);
  spec.target = *parseTarget("ssh:two");
  const std::string e = fixture.add(spec);
  QTRY_COMPARE(fixture.world.starts.size(), std::size_t{3});
  QTRY_COMPARE(fixture.state(e), RunState::Preparing);
  QCOMPARE(fixture.state(a), RunState::Preparing);
  QCOMPARE(fixture.state(b), RunState::Waiting);
  QCOMPARE(fixture.state(c), RunState::Preparing);
  QCOMPARE(fixture.state(d), RunState::Waiting);
  QCOMPARE(fixture.world.made, (std::map<std::string, int>{{"local", 1}, {"ssh:one", 1}, {"ssh:two", 1}}));
  fixture.engine->setLimits({2, 1, 2});
  QTRY_COMPARE(fixture.state(d), RunState::Preparing);
  QCOMPARE(fixture.world.made.at("ssh:one"), 1);
}

void RunsQueueTest::priorities() {
  EngineFixture fixture;
  RunSpec spec = shellSpec();
  const std::string a = fixture.add(spec), b = fixture.add(spec), c = fixture.add(spec);
  const auto order = [&] {
    QStringList ids;
    for (const RunPtr& run : fixture.queue->runs) ids << qs(run->id);
    return ids;
  };
  QCOMPARE(order(), (QStringList{qs(a), qs(b), qs(c)}));
  fixture.engine->setPriority(c, 5);
  QTRY_COMPARE(order(), (QStringList{qs(c), qs(a), qs(b)}));
  QTRY_COMPARE(fixture.world.starts.size(), std::size_t{1});
  goodRun(fixture.world.folderOf(0), fixture.output(a));
  QTRY_COMPARE(fixture.world.starts.size(), std::size_t{2});
  QVERIFY(qs(fixture.world.starts[1][0].name).startsWith(qs(c)));
  fixture.begin();  // the journal knows it
  QTRY_COMPARE(order(), (QStringList{qs(c), qs(a), qs(b)}));
}

void RunsQueueTest::pauses() {
  EngineFixture fixture;
  RunSpec spec = shellSpec();
  spec.repeats = 2;
  const std::string a = fixture.add(spec), b = fixture.add(spec);
  QTRY_COMPARE(fixture.world.starts.size(), std::size_t{1});
  fixture.engine->setPaused(a, true);
  QTRY_VERIFY(fixture.run(a).isPaused);
  goodRun(fixture.world.folderOf(0), fixture.output(a));
  QTRY_COMPARE(fixture.world.starts.size(), std::size_t{2});
  QVERIFY(qs(fixture.world.starts[1][0].name).startsWith(qs(b)));
  QVERIFY(fixture.kept(a).isPaused);
  fixture.engine->setPaused(a, false);
  goodRun(fixture.world.folderOf(1), fixture.output(b));
  QTRY_COMPARE(fixture.world.starts.size(), std::size_t{3});
  QVERIFY(qs(fixture.world.starts[2][0].name).startsWith(qs(a)));
}

QTEST_GUILESS_MAIN(RunsQueueTest)
