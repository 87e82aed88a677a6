// SPDX-License-Identifier: GPL-3.0-or-later
// Runs and their values, in a file and on a server: stored once, kept apart, asked for by model; and what a kill leaves.
#include <QDateTime>
#include <QDir>
#include <QFile>
#include <QTemporaryDir>
#include <QTest>

#include "core/history/run_intake.h"
#include "core/history/show_report.h"
#include "core/history/store.h"
#include "core/history/upkeep/pruning.h"
#include "tests/support/kill_runs.h"
#include "tests/support/postgres_server.h"

using namespace plumbline;
using history::RunRecord;
using history::Store;

namespace {

/// kFullDisk lets a server answer as one without room does.
constexpr const char* kFullDisk[] = {
    "CREATE FUNCTION no_room() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RAISE EXCEPTION ''no room'' USING ERRCODE = ''53100''; END'",
    "CREATE TRIGGER full_disk BEFORE INSERT ON series FOR EACH ROW WHEN (NEW.id > 1000) EXECUTE FUNCTION no_room()"};

RunRecord recordOf(const std::string& hash, std::int64_t time, std::vector<history::Sample> samples) {
  RunRecord record;
  record.info.contentHash = hash;
  record.info.measuredAt = time;
  record.samples = std::move(samples);
  return record;
}

history::SeriesKey key(const std::string& model, const std::string& metric) { return {"torchbench", "inductor_torchbench_training", model, metric, ""}; }

}  // namespace

class RunStoreTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void initTestCase_data() { support::HistoryEngines::addRows(); }
  void initTestCase() { m_engines.start(); }
  void init() {
    if (const QString why = m_engines.missing(); !why.isEmpty()) QSKIP(qPrintable(why));
    m_folder = std::make_unique<QTemporaryDir>();
    m_file = m_engines.emptyStore(*m_folder);
    auto store = Store::open(file(), Store::Access::ReadWrite);
    if (!store) qCritical("%s", base::describe(store.error()).c_str());
    QVERIFY(store);
    m_store = *std::move(store);
  }
  void cleanup() { m_store.reset(); }
  void storesOnce();
  void asksForSeries();
  void keepsNothingOfABatchThatFails();
  void readsSources();
  void cutsLongWords();
  void keepsRepeatedRunsApart();
  void hidesOldRuns();
  void redSince_data();
  void redSince();
  void survivesKills();

 private:
  const std::string& file() const { return m_file; }
  void write(const QString& name, const QByteArray& bytes) const {
    QDir().mkpath(QFileInfo(m_folder->filePath(name)).path());
    QFile out(m_folder->filePath(name));
    QVERIFY(out.open(QIODevice::WriteOnly) && out.write(bytes) == bytes.size());
  }
  support::HistoryEngines m_engines;
  std::unique_ptr<QTemporaryDir> m_folder;
  std::string m_file;
  std::unique_ptr<Store> m_store;
};

void RunStoreTest::storesOnce() {
  const std::vector<RunRecord> records = {
      recordOf("a", 10, {{key("moco", "accuracy"), {}, "pass"}, {key("moco", "speedup"), 1.5, ""}, {key("moco", "speedup"), 2.5, ""}}),
      recordOf("a", 10, {{key("vgg16", "accuracy"), {}, "pass"}})};
  const auto added = m_store->runs().add(records);
  QCOMPARE(added->runs, std::size_t{1});
  QCOMPARE(added->knownRuns, std::size_t{1});
  QCOMPARE(added->values, std::size_t{2});
  QCOMPARE(added->repeated, std::size_t{1});
  const auto again = m_store->runs().add(records);
  QCOMPARE(again->runs + again->values, std::size_t{0});
  auto other = Store::open(file(), Store::Access::ReadWrite);
  QCOMPARE((*other)->runs().add({{recordOf("b", 20, {{key("new", "accuracy"), {}, "pass"}})}})->values, std::size_t{1});
  QCOMPARE(m_store->runs().add({{recordOf("c", 30, {{key("new", "accuracy"), {}, "fail_to_run"}})}})->values, std::size_t{1});
  QCOMPARE(m_store->runs().series({.model = "new"})->series.size(), std::size_t{1});
  QVERIFY(m_store->check());
}

void RunStoreTest::asksForSeries() {
  QVERIFY(m_store->runs().add({{recordOf("late", 30, {{key("moco", "accuracy"), {}, "fail_to_run"}, {key("moco", "speedup"), 1.25, ""}})}}));
  QVERIFY(m_store->runs().add({{recordOf("early", 10, {{key("moco", "accuracy"), {}, "pass"}, {key("moco", "speedup"), {}, "nan"}})}}));
  const auto all = m_store->runs().series({.model = "moco"});
  QCOMPARE(all->series.size(), std::size_t{2});
  QCOMPARE(all->series[0].points[0].word, std::string("pass"));
  QCOMPARE(all->series[1].points[0].word, std::string("nan"));
  QCOMPARE(all->series[1].points[1].number.value(), 1.25);
  QCOMPARE(all->runs[all->series[0].points[1].run].contentHash, std::string("late"));
  QCOMPARE(m_store->runs().series({.model = "moco", .config = "*torchbench_train*", .metric = "speedup"})->series.size(), std::size_t{1});
  QVERIFY(m_store->runs().series({.model = "moco", .config = "inductor%"})->series.empty());
  QVERIFY(m_store->runs().series({.model = "%"})->series.empty());
  QCOMPARE(m_store->runs().series({.model = "moco", .config = {}, .metric = "accuracy", .since = 11})->series[0].points.size(), std::size_t{1});
}

void RunStoreTest::keepsNothingOfABatchThatFails() {
  {
    const auto connection = history::SqlConnection::open(file(), Store::Access::ReadWrite);
    // Each engine's own answer to a store that is full.
    if (support::HistoryEngines::isServer())
      for (const char* statement : kFullDisk) QVERIFY((*connection)->run(statement));
    else
      QVERIFY((*connection)->run("PRAGMA max_page_count = 60"));
    history::RunStore small(**connection);
    std::vector<RunRecord> records(1);
    records[0].info.contentHash = "big";
    for (int i = 0; i < 20'000; ++i) records[0].samples.push_back({key("m" + std::to_string(i), "accuracy"), {}, "word" + std::to_string(i)});
    QVERIFY(small.add(records).error().code == base::ErrorCode::NotWritable);
    QCOMPARE(small.add({{recordOf("ok", 1, {{key("m1", "accuracy"), {}, "word1"}})}})->values, std::size_t{1});
  }
  QCOMPARE((*m_store->rowCounts())[1].second, std::uint64_t{1});
  QVERIFY(m_store->check());
}

/// A store of others may name one long word in thousands of values.
void RunStoreTest::cutsLongWords() {
  std::vector<history::Sample> samples;
  for (int i = 0; i < 100; ++i) samples.push_back({key("m" + std::to_string(i), "accuracy"), {}, std::string(100'000, 'w')});
  QVERIFY(m_store->runs().add({{recordOf("a", 10, std::move(samples))}}));
  const auto series = m_store->runs().series({});
  QCOMPARE(series->series.size(), std::size_t{100});
  for (const history::Series& one : series->series) QCOMPARE(one.points[0].word.size(), std::size_t{1'000});
}

void RunStoreTest::readsSources() {
  const QByteArray rows = "dev,name,batch_size,accuracy,graph_breaks\ncuda,moco,4,pass,3\ncuda,vgg16,4,fail_to_run,\n";
  write(QStringLiteral("a/inductor_torchbench_training.csv"), rows);
  write(QStringLiteral("b/inductor_torchbench_training.csv"), rows + "cuda,alexnet,4,pass,0\n");
  write(QStringLiteral("b/unknown.csv"), rows);
  write(QStringLiteral("ci_expected_accuracy/inductor_torchbench_training.csv"), "name,accuracy\nmoco,pass\n");
  const auto path = [&](const char* name) { return m_folder->filePath(QString::fromUtf8(name)).toStdString(); };
  const auto opened = sources::open({{path("a")}, {path("b")}, {path("ci_expected_accuracy")}});
  QVERIFY(opened.isValue());
  const history::Intake intake = history::runsOf(opened.value(), {.commit = std::string(40, 'c'), .branch = "main", .commitTime = 77});
  QCOMPARE(intake.runs.size(), std::size_t{2});
  QCOMPARE(intake.baselines, std::size_t{1});
  QCOMPARE(intake.skipped.size(), std::size_t{1});
  QCOMPARE(intake.runs[0].info.commitTime, 77);
  QCOMPARE(m_store->runs().add(intake.runs)->values, std::size_t{10});
  QCOMPARE(m_store->runs().add(history::runsOf(opened.value(), {.commit = std::string(40, 'c')}).runs)->runs, std::size_t{0});
  const auto moco = m_store->runs().series({.model = "moco", .config = {}, .metric = "graph_breaks"});
  QCOMPARE(moco->series[0].points.size(), std::size_t{2});
  QCOMPARE(moco->series[0].points[0].number.value(), 3.0);
  QCOMPARE(m_store->runs().series({.model = "vgg16", .config = {}, .metric = "graph_breaks"})->series[0].points[0].word, std::string());
}

void RunStoreTest::keepsRepeatedRunsApart() {
  const QByteArray rows = "dev,name,batch_size,accuracy\ncuda,moco,4,pass\n";
  write(QStringLiteral("1/inductor_torchbench_training.csv"), rows);
  write(QStringLiteral("2/inductor_torchbench_training.csv"), rows);
  const auto added = [&](const char* name) {
    const auto opened = sources::open({{m_folder->filePath(QString::fromUtf8(name)).toStdString()}});
    const auto stored = m_store->runs().add(history::runsOf(opened.value(), {}).runs);
    return stored ? stored->runs : std::size_t{99};
  };
  QCOMPARE(added("1"), std::size_t{1});
  QCOMPARE(added("2"), std::size_t{1});
  QCOMPARE(added("1"), std::size_t{0});
  QCOMPARE(added("1/../2/inductor_torchbench_training.csv"), std::size_t{0});
  QFile again(m_folder->filePath(QStringLiteral("1/inductor_torchbench_training.csv")));
  QVERIFY(again.open(QIODevice::ReadWrite) && again.setFileTime(QDateTime::fromSecsSinceEpoch(1'772'366'400), QFileDevice::FileModificationTime));
  again.close();
  QCOMPARE(added("1"), std::size_t{1});
}

void RunStoreTest::hidesOldRuns() {
  const history::SeriesKey series = key("moco", "accuracy");
  for (const auto& [hash, time] : {std::pair("unknown", 0), std::pair("a", 10), std::pair("b", 20), std::pair("c", 30)})
    QVERIFY(m_store->runs().add({{recordOf(hash, time, {{series, {}, "pass"}, {key("moco", "speedup"), 1.5, ""}})}}));
  history::Pruning pruning(m_store->connection());
  const auto points = [&] {
    return m_store->runs().series({.model = "moco", .metric = "accuracy"})->series[0].points.size();
  };
  QCOMPARE(pruning.olderThan(10)->runs, std::uint64_t{0});
  QVERIFY(*pruning.olderThan(30) == (history::RunCounts{2, 4}));
  QVERIFY(*pruning.hide(20) == (history::RunCounts{1, 2}));
  QVERIFY(*pruning.hide(30) == (history::RunCounts{1, 2}));
  QCOMPARE(points(), std::size_t{2});
  QVERIFY(*pruning.hidden() == (history::RunCounts{2, 4}));
  QVERIFY(*pruning.visible() == (history::RunCounts{2, 4}));
  // A step back for each hide.
  QVERIFY(*pruning.undo() == (history::RunCounts{1, 2}));
  QCOMPARE(points(), std::size_t{3});
  QVERIFY(*pruning.undo() == (history::RunCounts{1, 2}));
  QVERIFY(*pruning.undo() == history::RunCounts{});
  QVERIFY(*pruning.hide(30) == (history::RunCounts{2, 4}));
  // A stop removes nothing.
  std::stop_source stop;
  stop.request_stop();
  m_store->connection().stopWith(stop.get_token());
  QVERIFY(!pruning.vacuum({}));
  m_store->connection().stopWith({});
  QVERIFY(*pruning.vacuum({}) == (history::RunCounts{2, 4}));
  QVERIFY(*pruning.hidden() == history::RunCounts{});
  QVERIFY(*pruning.undo() == history::RunCounts{});
  QCOMPARE(points(), std::size_t{2});
  QVERIFY(m_store->check());
  QCOMPARE(m_store->runs().add({{recordOf("a", 10, {{series, {}, "pass"}})}})->runs, std::size_t{1});
  QCOMPARE(points(), std::size_t{3});
  auto reader = Store::open(file(), Store::Access::ReadOnly);
  QVERIFY(history::Pruning((*reader)->connection()).hide(30).error().code == base::ErrorCode::NotWritable);
}

void RunStoreTest::redSince_data() {
  QTest::addColumn<QString>("metric");
  QTest::addColumn<QByteArrayList>("words");
  QTest::addColumn<int>("first");
  QTest::newRow("green") << QStringLiteral("accuracy") << QByteArrayList{"fail_to_run", "pass"} << -1;
  QTest::newRow("red") << QStringLiteral("accuracy") << QByteArrayList{"pass", "fail_to_run", "timeout"} << 1;
  QTest::newRow("always red") << QStringLiteral("accuracy") << QByteArrayList{"timeout"} << 0;
  QTest::newRow("skipped passes") << QStringLiteral("accuracy") << QByteArrayList{"fail_to_run", "pass_due_to_skip"} << -1;
  QTest::newRow("not run") << QStringLiteral("accuracy") << QByteArrayList{"fail_to_run", ""} << -1;
  QTest::newRow("words of accuracy") << QStringLiteral("accuracy") << QByteArrayList{"pass", "different"} << 1;
  QTest::newRow("status elsewhere") << QStringLiteral("amp_bf16") << QByteArrayList{"pass", "fail_to_run"} << 1;
  QTest::newRow("no status") << QStringLiteral("speedup") << QByteArrayList{"nan", "inf"} << -1;
  QTest::newRow("none") << QStringLiteral("accuracy") << QByteArrayList{} << -1;
}

void RunStoreTest::redSince() {
  QFETCH(QString, metric);
  QFETCH(QByteArrayList, words);
  QFETCH(int, first);
  history::Series series;
  series.key.metric = metric.toStdString();
  for (const QByteArray& word : words) series.points.push_back({0, std::nullopt, word.toStdString()});
  const auto found = history::firstBadPoint(series);
  QCOMPARE(found ? static_cast<int>(*found) : -1, first);
}

void RunStoreTest::survivesKills() {
  m_store.reset();
  const QString program = QStringLiteral(PLUMBLINE_BINARY_DIR "/tests/bin/history_add_loop");
  for (int i = 0; i < tests::killCount(24); ++i) {
    const auto killed = tests::killedRun(program, {QString::fromStdString(file())}, 1 + i % 3, (i * 379) % 4000);
    QVERIFY2(killed, "the program ended by itself");
    QVERIFY2(killed->complaint.isEmpty(), killed->complaint.constData());
    auto store = Store::open(file(), Store::Access::ReadWrite);
    QVERIFY2(store, store ? "" : base::describe(store.error()).c_str());
    QVERIFY((*store)->runs().add({}));  // waits for what a server still does for the killed program
    QVERIFY((*store)->check());
    const auto counts = (*store)->rowCounts();
    const std::uint64_t said = killed->lines.last().toULongLong(), runs = counts->front().second;
    QVERIFY2(runs == said || runs == said + 1, qPrintable(QString::number(runs)));
    QCOMPARE((*counts)[2].second, runs * 200);
  }
}

QTEST_GUILESS_MAIN(RunStoreTest)
#include "run_store_test.moc"
