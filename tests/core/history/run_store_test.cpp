// SPDX-License-Identifier: GPL-3.0-or-later
// Runs and their values, in a file and on a server: stored once, kept apart, asked for by model; and what a kill leaves.
#include <QDateTime>
#include <QDir>
#include <QFile>
#include <QTemporaryDir>
#include <QTest>
#include <algorithm>

#include "core/history/run_intake.h"
#include "core/history/store.h"
#include "core/history/transfer/stored_runs.h"
#include "core/history/upkeep/pruning.h"
#include "tests/support/kill_runs.h"
#include "tests/support/postgres_server.h"
#include "tests/support/zip_maker.h"

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
  void readsCompileTimes();
  void tellsCachesApart();
  void readsSources();
  void cutsLongWords();
  void keepsRepeatedRunsApart();
  void tellsRunsWithoutCommitByTime();
  void keepsJobsApart();
  void learnsWhenCommitsWereMade();
  void hidesOldRuns();
  void removesOnlyWhatWasShown();
  void reportsSpaceThatIsNotGivenBack();
  void givesNoIdTwice();
  void readsOneState();
  void survivesKills();

 private:
  const std::string& file() const { return m_file; }
  void write(const QString& name, const QByteArray& bytes) const {
    QDir().mkpath(QFileInfo(m_folder->filePath(name)).path());
    QFile out(m_folder->filePath(name));
    QVERIFY(out.open(QIODevice::WriteOnly) && out.write(bytes) == bytes.size());
  }
  /// addRuns adds a run with one value for each of these times.
  void addRuns(const std::vector<std::int64_t>& times) const {
    for (const std::int64_t time : times)
      QVERIFY(m_store->runs().add(
          {{recordOf("at " + std::to_string(time), time, {{key("moco", "accuracy"), {}, "pass"}})}}));
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
  // What is known of runs that were read stays right when another program adds one.
  auto other = Store::open(file(), Store::Access::ReadWrite);
  QVERIFY((*other)->runs().add({{recordOf("last", 40, {{key("moco", "accuracy"), {}, "pass"}})}}));
  const auto more = m_store->runs().series({.model = "moco", .config = {}, .metric = "accuracy"});
  std::vector<std::string> hashes;
  for (const auto& point : more->series[0].points) hashes.push_back(more->runs[point.run].contentHash);
  QCOMPARE(hashes, (std::vector<std::string>{"early", "late", "last"}));
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

/// The mean of repeats is no measurement: each repeat is a run.
void RunStoreTest::readsCompileTimes() {
  const auto record = [](const char* metric, const char* values, const char* mode) {
    return QByteArray(R"({"benchmark": {"name": "TorchCache Benchmark", "mode": ")") + mode + R"(", "extra_info": {"is_dynamic": true, "device": "cpu"}}, )" +
           R"("model": {"name": "Bert", "backend": "inductor", "origins": ["huggingface"]}, "metric": {"name": ")" + metric + R"(", "benchmark_values": )" + values + "}}";
  };
  write(QStringLiteral("cachebench.json"), '[' + record("Cold compile time (s)", "[18.5, 19.5]", "inference") + ',' +
                                               record("Warm compile time (s)", "[4.5]", "inference") + ']');
  write(QStringLiteral("same mean.json"), '[' + record("Cold compile time (s)", "[18.0, 20.0]", "inference") + ',' +
                                                 record("Warm compile time (s)", "[4.5]", "inference") + ']');
  write(QStringLiteral("odd.json"), '[' + record("Cold compile time (s)", "[1.0]", "guessing") + ']');
  const auto opened = sources::open({{m_folder->filePath(QStringLiteral("cachebench.json")).toStdString()}, {m_folder->filePath(QStringLiteral("odd.json")).toStdString()}});
  QVERIFY(opened.isValue());
  const history::Intake intake = history::runsOf(opened.value(), {.commit = std::string(40, 'c')});
  QCOMPARE(intake.runs.size(), std::size_t{2});
  QCOMPARE(intake.skipped.size(), std::size_t{1});
  QVERIFY2(intake.skipped[0].file.ends_with("odd.json"), intake.skipped[0].file.c_str());
  QCOMPARE(m_store->runs().add(intake.runs)->values, std::size_t{3});
  QCOMPARE(m_store->runs().add(history::runsOf(opened.value(), {.commit = std::string(40, 'c')}).runs)->runs, std::size_t{0});
  const auto same = sources::open({{m_folder->filePath(QStringLiteral("same mean.json")).toStdString()}});
  QCOMPARE(m_store->runs().add(history::runsOf(same.value(), {.commit = std::string(40, 'c')}).runs)->runs, std::size_t{2});
  const auto cold = m_store->runs().series({.model = "Bert", .config = "dynamic_cpu_inductor_cachebench_huggingface_inference", .metric = std::string(sources::kColdCompileTime)});
  QCOMPARE(cold->series.size(), std::size_t{1});
  QCOMPARE(cold->series[0].key.unit, std::string("s"));
  std::vector<double> seconds;
  for (const history::SeriesPoint& point : cold->series[0].points) seconds.push_back(point.number.value());
  std::ranges::sort(seconds);
  QCOMPARE(seconds, (std::vector<double>{18.0, 18.5, 19.5, 20.0}));
  QCOMPARE(cold->runs[cold->series[0].points[1].run].device, std::string("cpu"));
}

/// Compile times with a filled cache are a series of their own; a table without notes has an empty one.
void RunStoreTest::tellsCachesApart() {
  const auto add = [&](const char* folder, const char* cache) {
    const QString at = QString::fromUtf8(folder) + QStringLiteral("/inductor_torchbench_training");
    write(at + QStringLiteral(".csv"), QByteArray("name,speedup,compilation_latency\nmoco,1.1,") + folder + "\n");
    sources::RunNotes known{.cache = sources::cacheOfName(cache)};
    known.details.torchVersion = "2.11.0";
    const std::string notes = sources::notesText(known, "1", "t");
    if (*cache != '\0') write(at + QStringLiteral(".run.json"), QByteArray::fromStdString(notes));
    const auto opened = sources::open({{m_folder->filePath(at + QStringLiteral(".csv")).toStdString()}});
    QVERIFY(opened.isValue());
    const history::Intake intake = history::runsOf(opened.value(), {.commit = std::string(40, 'c')});
    QCOMPARE(intake.runs.at(0).info.torchVersion, std::string(*cache == '\0' ? "" : "2.11.0"));
    QCOMPARE(m_store->runs().add(intake.runs)->values, std::size_t{2});
  };
  for (const auto& [folder, cache] : {std::pair("18", "cold"), std::pair("19", ""), std::pair("4", "warm"), std::pair("7", "unknown")}) add(folder, cache);
  const auto count = [&](const char* metric) {
    const auto found = m_store->runs().series({.model = "moco", .config = {}, .metric = metric});
    return found->series.empty() ? std::size_t{0} : found->series[0].points.size();
  };
  QCOMPARE(count("compilation_latency"), std::size_t{2});
  QCOMPARE(count("compilation_latency (warm cache)"), std::size_t{1});
  QCOMPARE(count("compilation_latency (unknown cache)"), std::size_t{1});
  QCOMPARE(count("speedup"), std::size_t{4});
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
  QCOMPARE(history::runsOf(opened.value(), {.commitTime = 78}).runs[0].info.commitTime, 78);
  QCOMPARE(m_store->runs().add(intake.runs)->values, std::size_t{10});
  QCOMPARE(m_store->runs().add(history::runsOf(opened.value(), {.commit = std::string(40, 'c')}).runs)->runs, std::size_t{0});
  const auto moco = m_store->runs().series({.model = "moco", .config = {}, .metric = "graph_breaks"});
  QCOMPARE(moco->series[0].points.size(), std::size_t{2});
  QCOMPARE(moco->series[0].points[0].number.value(), 3.0);
  QCOMPARE(m_store->runs().series({.model = "vgg16", .config = {}, .metric = "graph_breaks"})->series[0].points[0].word, std::string());
}

/// Where a result lies makes no other run of it: not a copy, a zip or a new time of the file. Equal tables side by side are repeats.
void RunStoreTest::keepsRepeatedRunsApart() {
  const QByteArray rows = "dev,name,batch_size,accuracy\ncuda,moco,4,pass\n";
  const QString table = QStringLiteral("/inductor_torchbench_training.csv");
  const auto added = [&](const QStringList& names, const std::string& commit) {
    std::vector<sources::SourcePath> paths;
    for (const QString& name : names) paths.push_back({m_folder->filePath(name).toStdString()});
    const auto opened = sources::open(paths);
    if (!opened.isValue()) return std::size_t{99};
    const auto stored = m_store->runs().add(history::runsOf(opened.value(), {.commit = commit}).runs);
    return stored ? stored->runs : std::size_t{99};
  };
  const auto touch = [&](const QString& name, qint64 time) {
    QFile file(m_folder->filePath(name));
    return file.open(QIODevice::ReadWrite) && file.setFileTime(QDateTime::fromSecsSinceEpoch(time), QFileDevice::FileModificationTime);
  };
  const std::string commit(40, 'c');
  for (const char* folder : {"1", "2", "both/1", "both/2"}) write(QString::fromUtf8(folder) + table, rows);
  write(QStringLiteral("1.zip"), support::zipOf({{"1" + table.toStdString(), rows.toStdString()}}));
  QVERIFY(touch(QStringLiteral("1") + table, 1'772'366'400) && touch(QStringLiteral("2") + table, 1'772'366'500));
  QCOMPARE(added({QStringLiteral("1"), QStringLiteral("1.zip"), QStringLiteral("2")}, commit), std::size_t{1});
  QVERIFY(touch(QStringLiteral("1") + table, 1'772'366'600));
  for (const char* again : {"1", "2", "1.zip", "1/../2/inductor_torchbench_training.csv"}) QCOMPARE(added({QString::fromUtf8(again)}, commit), std::size_t{0});
  QCOMPARE(added({QStringLiteral("both")}, commit), std::size_t{1});  // the first of the two is there
  QCOMPARE(added({QStringLiteral("both")}, commit), std::size_t{0});
  QCOMPARE(added({QStringLiteral("1") + table, QStringLiteral("2") + table}, commit), std::size_t{0});
  QCOMPARE(added({QStringLiteral("both")}, std::string(40, 'd')), std::size_t{2});
  QCOMPARE(added({QStringLiteral("both/1") + table, QStringLiteral("both/2") + table}, std::string(40, 'e')), std::size_t{2});
  // The runs of one's own have an id beside their tables.
  for (const char* id : {"20260301-120000-abcd", "20260301-120000-efgh"}) {
    write(QStringLiteral("1/inductor_torchbench_training.run.json"), QByteArray::fromStdString(sources::notesText({}, id, "t")));
    QCOMPARE(added({QStringLiteral("1")}, commit), std::size_t{1});
    QCOMPARE(added({QStringLiteral("1") + table}, commit), std::size_t{0});
  }
}

/// Without a commit, the time of the file says which run it is.
void RunStoreTest::tellsRunsWithoutCommitByTime() {
  const QString table = QStringLiteral("/inductor_torchbench_training.csv");
  const auto added = [&](const char* folder, qint64 ms) {
    write(QString::fromUtf8(folder) + table, "name,accuracy\nmoco,pass\n");
    QFile file(m_folder->filePath(QString::fromUtf8(folder) + table));
    if (!file.open(QIODevice::ReadWrite) || !file.setFileTime(QDateTime::fromMSecsSinceEpoch(ms), QFileDevice::FileModificationTime)) return std::size_t{99};
    file.close();
    const auto stored = m_store->runs().add(history::runsOf(sources::open({{m_folder->filePath(QString::fromUtf8(folder)).toStdString()}}).value()).runs);
    return stored ? stored->runs : std::size_t{99};
  };
  QCOMPARE(added("1", 1'772'366'400'250), std::size_t{1});
  QCOMPARE(added("2", 1'772'366'400'250), std::size_t{0});
  QCOMPARE(added("3", 1'772'366'401'000), std::size_t{0});  // a zip keeps every other second
  QCOMPARE(added("1", 1'772'366'402'000), std::size_t{1});
}

/// Jobs, machines, images and repeats in one file of HUD's records are runs of their own; the mean is no measurement.
void RunStoreTest::keepsJobsApart() {
  const auto record = [](int job, const char* machine, const QByteArray& image, const char* metric, const QByteArray& numbers, const QByteArray& word) {
    return R"({"head_sha": ")" + QByteArray(40, 'a') + R"(", "workflow_id": 1, "run_attempt": 1, "job_id": )" + QByteArray::number(job) + R"(, "timestamp": 1700000000, "runners": [{"name": "cuda", "type": ")" +
           machine + R"("}], "benchmark": {"name": "TorchInductor", "mode": "training", "dtype": "amp", "extra_info": {"device": "cuda", "image": ")" + image +
           R"("}}, "model": {"name": "moco", "backend": "inductor", "origins": ["torchbench"]}, "metric": {"name": ")" + metric + R"(", "benchmark_values": [)" + numbers +
           R"(], "extra_info": {"benchmark_values": [)" + word + "]}}}\n";
  };
  const QByteArray eleven = record(11, "a100", "img1", "accuracy", "", R"("pass")") + record(11, "a100", "img1", "speedup", "1, 2, 6", "");
  write(QStringLiteral("hud.json"), eleven + record(13, "a100", "img2", "accuracy", "", R"("timeout")") + record(14, "h100", "img1", "speedup", "9", "") +
                                        record(14, "h100", "img1", "speedup", "9", ""));
  write(QStringLiteral("eleven.json"), eleven);
  const auto intakeOf = [&](const char* name) {
    return history::runsOf(sources::open({{m_folder->filePath(QString::fromUtf8(name)).toStdString()}}).value());
  };
  const history::Intake intake = intakeOf("hud.json");
  QVERIFY(intake.skipped.empty());
  QCOMPARE(m_store->runs().add(intake.runs)->values, std::size_t{7});
  QCOMPARE(m_store->runs().add(intakeOf("hud.json").runs)->runs, std::size_t{0});
  QCOMPARE(m_store->runs().add(intakeOf("eleven.json").runs)->runs, std::size_t{0});  // a part of them
  const auto listed = [&](const char* metric) {
    QStringList lines;
    const auto found = m_store->runs().series({.model = "moco", .config = {}, .metric = metric});
    for (const history::Series& series : found->series)
      for (const history::SeriesPoint& point : series.points) {
        const history::RunInfo& run = found->runs[point.run];
        lines << QString::fromStdString(run.jobId + ' ' + run.machine + ' ' + run.image + ' ' + point.word) + (point.number ? QString::number(*point.number) : QString());
      }
    lines.sort();
    return lines.join(QLatin1Char('\n'));
  };
  QCOMPARE(listed("accuracy"), QStringLiteral("11 a100 img1 pass\n13 a100 img2 timeout"));
  QCOMPARE(listed("speedup"), QStringLiteral("11 a100 img1 1\n11 a100 img1 2\n11 a100 img1 6\n14 h100 img1 9\n14 h100 img1 9"));
  // Alone or beside another job, in this or that order, a run is the same one.
  const QByteArray pass = record(20, "b200", "", "accuracy", "", R"("pass")"), fast = record(20, "b200", "", "speedup", "3", "");
  write(QStringLiteral("twenty.json"), fast + pass);
  write(QStringLiteral("both.json"), record(21, "b200", "", "accuracy", "", R"("pass")") + pass + fast);
  QCOMPARE(m_store->runs().add(intakeOf("twenty.json").runs)->runs, std::size_t{1});
  QCOMPARE(m_store->runs().add(intakeOf("both.json").runs)->runs, std::size_t{1});
}

/// Runs that came without the time of their commit get it from the baselines' history or from another run, and stand in its place from then on.
void RunStoreTest::learnsWhenCommitsWereMade() {
  const auto run = [](const char* hash, const char* commit, std::int64_t time, const char* word) {
    RunRecord record = recordOf(hash, time, {{key("moco", "accuracy"), {}, word}});
    record.info.commit = commit;
    return record;
  };
  const std::vector<RunRecord> runs = {run("1", "old", 100, "pass"), run("2", "new", 200, "fail_to_run"), run("3", "old", 300, "pass")};
  QVERIFY(m_store->runs().add(runs));
  const auto hashes = [&] {
    const auto found = m_store->runs().series({.model = "moco"});
    std::string all;
    for (const history::SeriesPoint& point : found->series[0].points) all += found->runs[point.run].contentHash;
    return all;
  };
  QCOMPARE(hashes(), std::string("123"));
  QCOMPARE(m_store->rows().redNow()->rows.size(), std::size_t{0});
  history::BaselineHistory moves;
  moves.commits.push_back({"old", "1970-01-01", "A", "Add", 90, std::nullopt, history::ChangeKind::Code});
  moves.commits.push_back({"new", "1970-01-01", "A", "Refresh", 400, std::nullopt, history::ChangeKind::Refresh});
  QVERIFY(m_store->baselines().add(moves));
  QCOMPARE(hashes(), std::string("132"));
  const auto red = m_store->rows().redNow();
  QCOMPARE(red->rows.size(), std::size_t{1});
  QCOMPARE(red->runs[*red->rows[0].first].commitTime, std::int64_t{400});
  QCOMPARE(m_store->connection().number("SELECT newest_before FROM run WHERE content_hash = '3'").value(), std::int64_t{400});
  QVERIFY(m_store->runs().add(std::vector{run("4", "old", 500, "pass")}));  // its commit is known by now
  QCOMPARE(hashes(), std::string("1342"));
  QVERIFY(m_store->runs().add(std::vector{run("5", "other", 50, "pass")}));
  RunRecord told = run("6", "other", 60, "timeout");
  told.info.commitTime = 450;
  QVERIFY(m_store->runs().add({&told, 1}));
  QCOMPARE(hashes(), std::string("134256"));
  QCOMPARE(m_store->connection().number("SELECT count(*) FROM run WHERE commit_hash = 'other' AND commit_time = 450").value(), std::int64_t{2});
  QCOMPARE(m_store->rows().redNow()->rows[0].value, std::string("timeout"));
  QVERIFY(m_store->check());
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
  QVERIFY(pruning.hidden()->counts == (history::RunCounts{2, 4}));
  QVERIFY(*pruning.visible() == (history::RunCounts{2, 4}));
  // A step back for each hide.
  QVERIFY(*pruning.undo() == (history::RunCounts{1, 2}));
  QCOMPARE(points(), std::size_t{3});
  QVERIFY(*pruning.undo() == (history::RunCounts{1, 2}));
  QVERIFY(*pruning.undo() == history::RunCounts{});
  QVERIFY(*pruning.hide(30) == (history::RunCounts{2, 4}));
  // A stop removes nothing.
  const history::HiddenRuns shown = *pruning.hidden();
  std::stop_source stop;
  stop.request_stop();
  m_store->connection().stopWith(stop.get_token());
  QVERIFY(!pruning.vacuum(shown, {}));
  m_store->connection().stopWith({});
  QVERIFY(pruning.vacuum(shown, {})->counts == (history::RunCounts{2, 4}));
  QVERIFY(pruning.hidden()->counts == history::RunCounts{});
  QVERIFY(*pruning.undo() == history::RunCounts{});
  QCOMPARE(points(), std::size_t{2});
  QVERIFY(m_store->check());
  QCOMPARE(m_store->runs().add({{recordOf("a", 10, {{series, {}, "pass"}})}})->runs, std::size_t{1});
  QCOMPARE(points(), std::size_t{3});
  auto reader = Store::open(file(), Store::Access::ReadOnly);
  QVERIFY(history::Pruning((*reader)->connection()).hide(30).error().code == base::ErrorCode::NotWritable);
}

void RunStoreTest::removesOnlyWhatWasShown() {
  addRuns({10, 20, 30});
  auto other = Store::open(file(), Store::Access::ReadWrite);
  history::Pruning pruning(m_store->connection()), others((*other)->connection());
  QCOMPARE(pruning.hide(20)->runs, std::uint64_t{1});
  const history::HiddenRuns shown = *pruning.hidden();
  QCOMPARE(others.hide(30)->runs, std::uint64_t{1});
  const auto more = pruning.vacuum(shown, {});
  QVERIFY(!more);
  QCOMPARE(more.error().code, base::ErrorCode::Changed);
  QCOMPARE(more.error().text, std::string("Other runs are hidden now than were shown: 2 runs with 2 values instead of "
                                          "1 run with 1 value; nothing was removed."));
  QCOMPARE(others.undo()->runs, std::uint64_t{1});
  QCOMPARE(others.undo()->runs, std::uint64_t{1});
  QVERIFY(!pruning.vacuum(shown, {}));
  // As many runs, but not those.
  QVERIFY((*other)->connection().run("UPDATE run SET pruned = 1 WHERE measured_at = 30"));
  QVERIFY(!pruning.vacuum(shown, {}));
  QCOMPARE(pruning.undo()->runs, std::uint64_t{1});
  QCOMPARE(pruning.visible()->runs, std::uint64_t{3});
  QCOMPARE(others.hide(20)->runs, std::uint64_t{1});
  QCOMPARE(pruning.vacuum(shown, {})->counts.runs, std::uint64_t{1});
  QVERIFY(m_store->check());
}

void RunStoreTest::reportsSpaceThatIsNotGivenBack() {
  addRuns({10, 20});
  history::Pruning pruning(m_store->connection());
  QVERIFY(pruning.hide(20));
  auto other = Store::open(file(), Store::Access::ReadOnly);
  {
    // A reader stands in the way: on a server that of another program, of a file one of this connection.
    const bool isServer = support::HistoryEngines::isServer();
    QVERIFY((*other)->connection().run("BEGIN"));
    auto rows = (isServer ? (*other)->connection() : m_store->connection()).query("SELECT run FROM sample");
    QVERIFY(rows && rows->next());
    if (isServer) QVERIFY(m_store->connection().run("SET lock_timeout = 100"));
    const auto removed = pruning.vacuum(*pruning.hidden(), {});
    QVERIFY2(removed, removed ? "" : base::describe(removed.error()).c_str());
    QVERIFY(removed->counts == (history::RunCounts{1, 1}));
    QVERIFY(removed->reclaimError);
    QVERIFY(removed->reclaimError->text.starts_with("The runs are removed, but their space is not given back yet: "));
  }
  QVERIFY((*other)->connection().run("ROLLBACK"));
  QCOMPARE(pruning.visible()->runs, std::uint64_t{1});
  const auto again = pruning.vacuum(*pruning.hidden(), {});
  QVERIFY(again->counts == history::RunCounts{} && !again->reclaimError);
}

void RunStoreTest::givesNoIdTwice() {
  const auto ids = [&] {
    auto rows = m_store->connection().query("SELECT id FROM run ORDER BY id");
    std::vector<qlonglong> found;
    while (rows->next()) found.push_back(rows->value(0).toLongLong());
    return found;
  };
  const auto removeAll = [&] {
    history::Pruning pruning(m_store->connection());
    return pruning.hide(1'000) && pruning.vacuum(*pruning.hidden(), {});
  };
  addRuns({10, 20});
  QVERIFY(removeAll());
  addRuns({30});
  QCOMPARE(ids(), std::vector<qlonglong>{3});
  // A store of the version before, which did not keep the number.
  for (const char* statement : {"DROP TABLE last_run", "DROP TABLE baseline_repository", "ALTER TABLE flaky_episode DROP COLUMN first_author", "ALTER TABLE flaky_episode DROP COLUMN first_subject",
                                "ALTER TABLE flaky_episode DROP COLUMN last_author", "ALTER TABLE flaky_episode DROP COLUMN last_subject",
                                "UPDATE plumbline_schema SET version = 2"})
    QVERIFY(m_store->connection().run(statement));
  m_store = *Store::open(file(), Store::Access::ReadWrite);
  QVERIFY(removeAll());
  addRuns({40});
  QCOMPARE(ids(), std::vector<qlonglong>{4});
}

void RunStoreTest::readsOneState() {
  addRuns({10, 20, 30});
  auto other = Store::open(file(), Store::Access::ReadWrite);
  if (support::HistoryEngines::isServer())
    QVERIFY((*other)->connection().run("SET lock_timeout = 100"));
  else
    QVERIFY((*other)->connection().run("PRAGMA busy_timeout = 0"));
  history::Pruning others((*other)->connection());
  const auto removeOlderThan = [&](std::int64_t time) {
    return others.hide(time) && others.vacuum(*others.hidden(), {});
  };
  const auto counted = [&](const char* table) {
    return *m_store->connection().number(std::string("SELECT count(*) FROM ") + table);
  };
  const auto done = m_store->connection().snapshot([&]() -> base::Result<void> {
    const auto runs = counted("run");
    const bool isRemoved = removeOlderThan(20);
    const auto values = counted("sample");
    if (isRemoved && runs == 3 && values == 3) return {};
    return base::fail(base::ErrorCode::Internal, std::to_string(runs) + ' ' + std::to_string(values));
  });
  QVERIFY2(done, done ? "" : done.error().text.c_str());
  QCOMPARE(counted("sample"), 2);
  // Whole runs, also when they are removed meanwhile.
  std::size_t runs = 0, values = 0;
  const auto read = history::eachRun(m_store->connection(), {}, [&](history::RunRecord&& run) -> base::Result<void> {
    if (++runs == 1 && !removeOlderThan(1'000)) return base::fail(base::ErrorCode::Internal, "not removed");
    values += run.samples.size();
    return {};
  });
  QVERIFY2(read, read ? "" : read.error().text.c_str());
  QCOMPARE(runs, std::size_t{2});
  QCOMPARE(values, std::size_t{2});
  QCOMPARE(counted("run"), 0);
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
