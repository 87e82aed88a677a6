// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/runs/engine/run_store.h"

#include <QCryptographicHash>
#include <QRegularExpression>
#include <QTest>
#include <sys/stat.h>

#include "core/runs/engine/run_state.h"
#include "tests/core/runs/engine/runs_state_test.h"
#include "tests/support/test_folder.h"

using namespace plumbline;
using namespace plumbline::runs;
using support::TestFolder;

namespace {

/// Kept is a store with one run of `repeats` tasks.
struct Kept {
  explicit Kept(RunSpec given = commandSpec())
      : spec(std::move(given)), store(*RunStore::open(folder.path(QStringLiteral("state")).toStdString())) {
    const auto plan = planRun(spec);
    if (!plan) qFatal("no plan: %s", plan.error().text.c_str());
    auto made = store.create(spec, *plan, 1795304702);
    if (!made) qFatal("no run: %s", made.error().text.c_str());
    run = std::move(made->run);
    journal.emplace(std::move(made->journal));
  }

  /// ended makes a task over, with these bytes as what its last step wrote; empty: nothing.
  void ended(std::size_t task, RunState state, const QByteArray& wrote) {
    TaskStatus& status = run.tasks.at(task);
    status.folder = *RunStore::prepareTask(run, task);
    status.state = state;
    if (wrote.isEmpty()) return;
    const std::string name = run.plan.tasks[task].steps.back().output;
    write(task, name, wrote);
  }
  void write(std::size_t task, const std::string& name, const QByteArray& bytes) {
    QFile file(qs(run.tasks[task].folder + "/" + name));
    if (!file.open(QIODevice::WriteOnly) || file.write(bytes) != bytes.size()) qFatal("cannot write");
    run.tasks[task].files.push_back({name, static_cast<std::uint64_t>(bytes.size()),
                                     QCryptographicHash::hash(bytes, QCryptographicHash::Sha256).toHex().toStdString()});
  }
  /// tell writes the present state into the journal and unlocks it.
  void tell() {
    for (std::size_t i = 0; i < run.tasks.size(); ++i) (void)journal->append(journalTask(run, i));
    (void)journal->append(journalRun(run));
    journal.reset();
  }
  QByteArray inRun(const std::string& name) const { return bytesOf(run.folder + "/" + name); }
  static QByteArray bytesOf(const std::string& path) {
    QFile file(qs(path));
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray("(no file)");
  }

  TestFolder folder;
  RunSpec spec;
  RunStore store;
  Run run;
  std::optional<files::LockedLog> journal;
};

QByteArray csv(const char* model, const char* status) {
  return QByteArray("dev,name,batch_size,accuracy\ncpu,") + model + ",1," + status + "\n";
}

}  // namespace

void RunsStateTest::folders() {
  QVERIFY(!RunStore::open(""));
  QCOMPARE(RunStore::open("").error().code, base::ErrorCode::BadArgument);
  const TestFolder folder;
  folder.write(QStringLiteral("file"), "x");
  const auto onFile = RunStore::open(folder.path(QStringLiteral("file/runs")).toStdString());
  QVERIFY(!onFile);
  QCOMPARE(onFile.error().code, base::ErrorCode::NotWritable);
  const mode_t mask = ::umask(0002);  // where every user has a group of their own
  const std::string own = folder.path(QStringLiteral("own/runs")).toStdString();
  QVERIFY(RunStore::open(own));
  (void)::umask(mask);
  struct stat made {};
  QVERIFY(::stat(own.c_str(), &made) == 0 && (made.st_mode & 0777U) == 0700U);
  qputenv("XDG_STATE_HOME", "/some/where");
  QCOMPARE(qs(defaultRunFolder()), QStringLiteral("/some/where/plumbline/runs"));
  qputenv("XDG_STATE_HOME", "relative");
  QVERIFY(qs(defaultRunFolder()).endsWith(QStringLiteral("/.local/state/plumbline/runs")));
  qunsetenv("XDG_STATE_HOME");
}

void RunsStateTest::creates() {
  Kept kept;
  QVERIFY(QRegularExpression(QStringLiteral("^20261121-234502-[a-z0-9]{4}$")).match(qs(kept.run.id)).hasMatch());
  QCOMPARE(qs(kept.run.folder), qs(kept.store.folder() + "/" + kept.run.id));
  QCOMPARE(kept.run.tasks.size(), kept.run.plan.tasks.size());
  std::vector<base::Error> problems;
  const std::vector<Run> all = kept.store.list(problems);
  QCOMPARE(all.size(), std::size_t{1});
  QCOMPARE(all[0].spec, kept.spec);
  QCOMPARE(all[0].queued, 1795304702.0);
  QVERIFY(problems.empty());
  // Others of the same second have other names, and the newest is listed first.
  QVERIFY(kept.store.create(kept.spec, kept.run.plan, 1795304702));
  const auto later = kept.store.create(kept.spec, kept.run.plan, 1795304799);
  QVERIFY(later);
  QCOMPARE(kept.store.list(problems).size(), std::size_t{3});
  QCOMPARE(qs(kept.store.list(problems).front().id), qs(later->run.id));
}

/// In a folder of runs that others may write to they could put their run in the place of ours.
void RunsStateTest::sharedStores() {
  Kept kept;
  kept.journal.reset();
  for (const mode_t mode : {0777U, 0775U, 02775U, 01777U, 0755U}) {
    QCOMPARE(::chmod(kept.store.folder().c_str(), mode), 0);
    const bool isGuarded = mode == 01777U || mode == 0755U;
    QCOMPARE(kept.store.lockJournal(kept.run).has_value(), isGuarded);
    QCOMPARE(kept.store.create(kept.spec, kept.run.plan, 1795304702).has_value(), isGuarded);
    std::vector<base::Error> problems;
    QVERIFY(!kept.store.list(problems).empty() && problems.empty());
    QCOMPARE(kept.store.adoptAbandoned(true, problems).empty(), !isGuarded);
  }
}

void RunsStateTest::takes() {
  Kept kept;
  std::vector<base::Error> problems;
  QVERIFY(kept.store.adoptAbandoned(true, problems).empty());  // we have it
  kept.journal.reset();
  {
    const auto found = kept.store.adoptAbandoned(false, problems);
    QCOMPARE(found.size(), std::size_t{1});
    QVERIFY(found[0].run.isAdopted);
    QVERIFY(kept.store.adoptAbandoned(false, problems).empty());  // now it has an owner again
    QVERIFY(!kept.store.lockJournal(kept.run));
  }
  QVERIFY(kept.store.adoptAbandoned(false, problems, {kept.run.id}).empty());
  // A saved run is not adopted; a finished one without saved results is.
  kept.journal.emplace(*kept.store.lockJournal(kept.run));
  kept.ended(0, RunState::Done, csv("m", "pass"));
  kept.tell();
  QCOMPARE(kept.store.adoptAbandoned(false, problems).size(), std::size_t{1});
  kept.journal.emplace(*kept.store.lockJournal(kept.run));
  kept.run.isSaved = true;
  kept.tell();
  QVERIFY(kept.store.adoptAbandoned(false, problems).empty());
  const auto over = kept.store.adoptAbandoned(true, problems);
  QCOMPARE(over.size(), std::size_t{1});
  QVERIFY(!over[0].run.isAdopted);
  QVERIFY(problems.empty());
}

void RunsStateTest::untold() {
  // A program was killed before its first line was whole: nothing of it is left, and there is no error.
  const TestFolder folder;
  folder.write(QStringLiteral("20261121-234502-aaaa/journal.jsonl"), "");
  folder.write(QStringLiteral("20261121-234502-bbbb/journal.jsonl"), "{\"journal\": \"plumbl");
  folder.write(QStringLiteral("notes/journal.jsonl"), "");
  const auto store = RunStore::open(folder.path().toStdString());
  std::vector<base::Error> problems;
  QVERIFY(store->list(problems).empty());
  QVERIFY(store->adoptAbandoned(true, problems).empty());
  QVERIFY(problems.empty());
  QCOMPARE(QDir(folder.path()).entryList(QDir::Dirs | QDir::NoDotAndDotDot), QStringList{QStringLiteral("notes")});
}

void RunsStateTest::damagedRunsStay() {
  Kept kept;
  kept.ended(0, RunState::Done, csv("m", "pass"));
  QVERIFY(kept.journal->append("{half\n"));
  kept.tell();
  std::vector<base::Error> problems;
  QVERIFY(kept.store.adoptAbandoned(true, problems).empty());
  QCOMPARE(problems.size(), std::size_t{1});
  QCOMPARE(problems[0].line, std::size_t{2});
  QVERIFY(kept.store.list(problems).empty());
  QVERIFY(!kept.store.remove(kept.run));
  QCOMPARE(kept.inRun("1-1/" + kept.run.plan.tasks[0].steps[0].output), csv("m", "pass"));
}

void RunsStateTest::journalsOfOtherRuns() {
  Kept kept;
  kept.tell();
  const std::string other = "20261121-234502-aaaa";
  QVERIFY(QFile::rename(qs(kept.run.folder), qs(kept.store.folder() + "/" + other)));
  std::vector<base::Error> problems;
  QVERIFY(kept.store.adoptAbandoned(true, problems).empty() && kept.store.list(problems).empty());
  QCOMPARE(problems.size(), std::size_t{2});
  QCOMPARE(problems[0].code, base::ErrorCode::BadFormat);
}

void RunsStateTest::prepares() {
  Kept kept;
  const auto folder = RunStore::prepareTask(kept.run, 0);
  QVERIFY2(folder, folder ? "" : folder.error().text.c_str());
  QCOMPARE(qs(*folder), qs(kept.run.folder + "/1-1"));
  QCOMPARE(qs(RunStore::nameOf(kept.run, 0)), qs(kept.run.id + "-1-1"));
  QVERIFY(kept.inRun("1-1/task.json").contains("\"steps\""));
  QVERIFY(kept.inRun("1-1/supervisor.py").contains("events.jsonl"));
  QVERIFY(kept.inRun("1-1/probe.py").contains("python"));
  QVERIFY(RunStore::prepareTask(kept.run, 0));  // once more into the same folder
  // One copy of the scripts per run; one that is not this program's is left to the task it belongs to.
  const QString common = qs(kept.run.folder + "/supervisor.py"), mine = qs(kept.run.folder + "/1-1/supervisor.py");
  struct stat first {}, second {};
  QVERIFY(::stat(qPrintable(common), &first) == 0 && ::stat(qPrintable(mine), &second) == 0);
  QCOMPARE(first.st_ino, second.st_ino);
  QVERIFY(QFile::remove(common));
  QFile older(common);
  QVERIFY(older.open(QIODevice::WriteOnly) && older.write("an older one") > 0);
  older.close();
  QVERIFY(RunStore::prepareTask(kept.run, 0));
  QVERIFY(kept.inRun("1-1/supervisor.py") == QByteArray(supervisorScript().data(), qsizetype(supervisorScript().size())));
  kept.run.tasks[0].attempt = 2;
  QCOMPARE(qs(*RunStore::prepareTask(kept.run, 0)), qs(kept.run.folder + "/1-2"));
}

void RunsStateTest::outputs() {
  RunSpec spec = commandSpec();
  spec.repeats = 5;
  Kept kept(spec);
  kept.ended(0, RunState::Done, csv("m", "pass"));
  kept.ended(1, RunState::Failed, csv("m", "fail_to_run"));
  kept.ended(2, RunState::Done, csv("m", "pass"));
  kept.write(2, "other.csv", "not asked for");
  kept.ended(3, RunState::Done, csv("m", "pass"));
  kept.run.tasks[3].files[0].sha256[0] ^= 1;
  kept.ended(4, RunState::Done, csv("m", "pass"));
  QVERIFY(QFile(qs(kept.run.tasks[4].folder + "/" + kept.run.tasks[4].files[0].name)).remove());
  std::vector<base::Error> problems;
  const Outputs outputs = RunStore::outputsOf(kept.run, problems);
  QCOMPARE(outputs.size(), std::size_t{3});
  QCOMPARE(outputs.at(2).size(), std::size_t{1});
  QCOMPARE(qs(outputs.at(1).begin()->second), QString::fromUtf8(csv("m", "fail_to_run")));
  QCOMPARE(problems.size(), std::size_t{2});
  QCOMPARE(problems[0].code, base::ErrorCode::Changed);
  QCOMPARE(problems[1].code, base::ErrorCode::NotFound);
}

void RunsStateTest::savesTable() {
  RunSpec spec = commandSpec();
  const TestFolder elsewhere;
  spec.output = elsewhere.path(QStringLiteral("out.csv")).toStdString();
  Kept kept(spec);
  kept.ended(0, RunState::Done, csv("m", "pass"));
  QVERIFY(RunStore::saveResults(kept.run));
  QCOMPARE(qs(kept.run.problem), QString());
  QCOMPARE(kept.run.results.size(), std::size_t{1});
  QCOMPARE(Kept::bytesOf(kept.run.results[0]), csv("m", "pass"));
  QCOMPARE(elsewhere.read(QStringLiteral("out.csv")), csv("m", "pass"));
  QVERIFY(qs(kept.run.results[0]).startsWith(qs(kept.run.folder)));
  QVERIFY(kept.inRun("record.json").contains(kept.run.id.c_str()));
}

void RunsStateTest::savesRepeats() {
  RunSpec spec = commandSpec();
  const TestFolder elsewhere;
  spec.output = elsewhere.path(QStringLiteral("out.json")).toStdString();
  spec.repeats = 3;
  Kept kept(spec);
  kept.ended(0, RunState::Done, csv("m", "pass"));
  kept.ended(1, RunState::Done, csv("m", "fail_accuracy"));
  kept.ended(2, RunState::Lost, "");
  QVERIFY(RunStore::saveResults(kept.run));
  QCOMPARE(kept.run.results.size(), std::size_t{3});  // two tables and what they say together
  QCOMPARE(Kept::bytesOf(kept.run.results[1]), csv("m", "fail_accuracy"));
  QVERIFY(Kept::bytesOf(kept.run.results[2]).contains("fail_accuracy"));
  QCOMPARE(elsewhere.read(QStringLiteral("out.json")), Kept::bytesOf(kept.run.results[2]));

  spec.form = ResultForm::CacheJson;
  Kept json(spec);
  json.ended(0, RunState::Done, "[1]");
  json.ended(1, RunState::Failed, "");
  json.ended(2, RunState::Done, "[3]");
  QVERIFY(RunStore::saveResults(json.run));
  QCOMPARE(json.run.results.size(), std::size_t{2});
  QCOMPARE(Kept::bytesOf(json.run.results[1]), QByteArray("[3]"));
}

void RunsStateTest::savesCacheTimes() {
  RunSpec spec;
  spec.checkout = "/src/pytorch";
  spec.suite = torchCacheSuites().front();
  spec.models = {"one", "two"};
  const TestFolder elsewhere;
  spec.output = elsewhere.path(QStringLiteral("out.json")).toStdString();
  Kept kept(spec);
  const auto times = [](const char* seconds) { return QByteArray("dev,name,compilation_latency\ncpu,m,") + seconds + "\n"; };
  kept.ended(0, RunState::Done, times("5.0"));
  kept.write(0, "cold.csv", times("10.0"));
  kept.ended(1, RunState::Failed, "");
  kept.run.tasks[1].reason = "exit code 1 in the cold run";
  QVERIFY(RunStore::saveResults(kept.run));
  QCOMPARE(kept.run.results.size(), std::size_t{1});
  const QByteArray json = elsewhere.read(QStringLiteral("out.json"));
  QVERIFY(json.contains("\"benchmark_values\": [50.0]"));
  QVERIFY(!json.contains("two"));
  QCOMPARE(json, Kept::bytesOf(kept.run.results[0]));
}

void RunsStateTest::staleOutputs() {
  RunSpec spec = commandSpec();
  const TestFolder elsewhere;
  spec.output = elsewhere.write(QStringLiteral("out.csv"), csv("old", "pass")).toStdString();
  Kept kept(spec);
  kept.ended(0, RunState::Failed, "");
  kept.run.tasks[0].reason = "exit code 1";
  QVERIFY(RunStore::saveResults(kept.run));
  QVERIFY(!QFile::exists(qs(spec.output)));
  QVERIFY(kept.run.results.empty());
  QVERIFY2(qs(kept.run.problem).contains(QStringLiteral("exit code 1")), kept.run.problem.c_str());
  QVERIFY(kept.inRun("record.json").contains(kept.run.id.c_str()));
}

void RunsStateTest::unwritableOutput() {
  RunSpec spec = commandSpec();
  const TestFolder elsewhere;
  QDir(elsewhere.path()).mkdir(QStringLiteral("out.csv"));  // a folder in the file's place: not even root can write it
  spec.output = elsewhere.path(QStringLiteral("out.csv")).toStdString();
  Kept kept(spec);
  kept.ended(0, RunState::Done, csv("m", "pass"));
  QVERIFY(RunStore::saveResults(kept.run));
  QCOMPARE(kept.run.results.size(), std::size_t{1});
  QCOMPARE(Kept::bytesOf(kept.run.results[0]), csv("m", "pass"));
  QVERIFY2(qs(kept.run.problem).contains(qs(spec.output)), kept.run.problem.c_str());
  QVERIFY(qs(kept.run.problem).contains(qs(kept.run.results[0])));
  QVERIFY(QFileInfo(qs(spec.output)).isDir());
  // An older one that cannot be removed is reported, too.
  Kept nothing(spec);
  nothing.ended(0, RunState::Failed, "");
  QVERIFY(RunStore::saveResults(nothing.run));
  QVERIFY2(qs(nothing.run.problem).contains(qs(spec.output)), nothing.run.problem.c_str());
}

void RunsStateTest::leftovers() {
  RunSpec spec = commandSpec();
  spec.repeats = 2;
  spec.freshCache = true;
  Kept kept(spec);
  kept.run.tasks[0].attempt = 2;
  const auto fill = [&](const std::string& folder) {
    QDir(qs(kept.run.folder)).mkpath(qs(folder + "/cache/inner"));
    QFile file(qs(kept.run.folder + "/" + folder + "/cache/inner/kernel"));
    QVERIFY(file.open(QIODevice::WriteOnly));
  };
  kept.ended(0, RunState::Lost, "");
  fill("1-2");
  QDir(qs(kept.run.folder)).mkpath(QStringLiteral("1-1/cache"));  // without task.json it is not ours
  kept.ended(1, RunState::Done, "");
  fill("2-1");
  kept.run.tasks[1].state = RunState::Warm;
  RunStore::removeLeftovers(kept.run);
  QVERIFY(!QFile::exists(qs(kept.run.folder + "/1-2/cache")));
  QVERIFY(QFile::exists(qs(kept.run.folder + "/1-2/task.json")));
  QVERIFY(QFile::exists(qs(kept.run.folder + "/1-1/cache")));
  QVERIFY(QFile::exists(qs(kept.run.folder + "/2-1/cache/inner/kernel")));  // it goes on
  kept.run.tasks[1].state = RunState::Cancelled;
  kept.run.spec.keepCache = true;
  RunStore::removeLeftovers(kept.run);
  QVERIFY(QFile::exists(qs(kept.run.folder + "/2-1/cache/inner/kernel")));
  kept.run.spec.keepCache = false;
  RunStore::removeLeftovers(kept.run);
  QVERIFY(!QFile::exists(qs(kept.run.folder + "/2-1/cache")));
}

void RunsStateTest::removes() {
  Kept kept;
  QCOMPARE(kept.store.remove(kept.run).error().code, base::ErrorCode::BadArgument);  // it waits
  kept.ended(0, RunState::Done, csv("m", "pass"));
  const TestFolder other;
  other.write(QStringLiteral("keep"), "x");
  QFile::link(other.path(), qs(kept.run.folder + "/link"));
  Run wrong = kept.run;
  wrong.folder = other.path().toStdString();
  QVERIFY(!kept.store.remove(wrong));
  wrong.id = "..";
  wrong.folder = kept.store.folder() + "/..";
  QVERIFY(!kept.store.remove(wrong));
  QVERIFY(kept.store.remove(kept.run));
  QVERIFY(!QFile::exists(qs(kept.run.folder)));
  QCOMPARE(other.read(QStringLiteral("keep")), QByteArray("x"));  // links are not followed
  QVERIFY(!kept.store.remove(kept.run));
}

void RunsStateTest::trash() {
  Kept kept;
  kept.ended(0, RunState::Done, csv("m", "pass"));
  std::vector<base::Error> problems;
  QVERIFY(kept.store.moveToTrash(kept.run));
  QVERIFY(kept.store.list(problems).empty());
  kept.store.emptyTrash();  // we still hold its journal
  QVERIFY(kept.store.restoreFromTrash(kept.run));
  QCOMPARE(kept.store.list(problems).size(), std::size_t{1});
  QCOMPARE(kept.inRun("1-1/" + kept.run.tasks[0].files[0].name), csv("m", "pass"));
  QVERIFY(kept.store.moveToTrash(kept.run));
  kept.journal.reset();
  kept.store.emptyTrash();
  QVERIFY(!kept.store.restoreFromTrash(kept.run));
  QCOMPARE(QDir(qs(kept.store.folder())).entryList(QDir::AllEntries | QDir::NoDotAndDotDot), QStringList());
}
