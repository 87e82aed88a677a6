// SPDX-License-Identifier: GPL-3.0-or-later
// Rows of the store: their last runs, since when they are red, what changed then; whatever the order in which the runs
// came, on a file and on a server.
#include <QTemporaryDir>
#include <QTest>
#include <cmath>
#include <ctime>
#include <unistd.h>

#include "core/history/run_intake.h"
#include "core/history/store.h"
#include "core/history/streaks_report.h"
#include "tests/support/memory_use.h"
#include "tests/support/postgres_server.h"

using namespace plumbline;
using history::RowKey;
using history::RunRecord;
using history::Store;

namespace {

const std::string kConfig = "inductor_torchbench_training";
const RowKey kMoco{kConfig, "moco", "accuracy"};

RunRecord recordOf(std::int64_t day, const std::string& image, std::vector<std::pair<std::string, std::string>> words) {
  RunRecord record;
  record.info.contentHash = image + std::to_string(day) + words.front().first;
  record.info.commit = "c" + std::to_string(day);
  record.info.commitTime = day;
  record.info.branch = "main";
  record.info.image = image;
  record.info.pins = "timm 1\ntransformers " + std::to_string(day / 4);
  for (auto& [model, word] : words)
    record.samples.push_back({{"torchbench", kConfig, model, "accuracy", ""}, std::nullopt, word});
  return record;
}

/// kDays are six runs: moco dies with the new image on day 3, vgg16 on day 5.
std::vector<RunRecord> sixDays() {
  std::vector<RunRecord> records;
  for (std::int64_t day = 1; day <= 6; ++day)
    records.push_back(recordOf(
        day, day < 3 ? "old" : "new",
        {{"moco", day < 3 ? "pass" : "fail_to_run"}, {"vgg16", day < 5 ? "pass" : "timeout"}, {"llama", "pass"}}));
  return records;
}

}  // namespace

class StreaksTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void initTestCase_data() { support::HistoryEngines::addRows(); }
  void initTestCase() { m_engines.start(); }
  void init() {
    if (const QString why = m_engines.missing(); !why.isEmpty()) QSKIP(qPrintable(why));
    m_folder = std::make_unique<QTemporaryDir>();
    m_file = m_engines.emptyStore(*m_folder);
    auto store = Store::open(file(), Store::Access::ReadWrite);
    QVERIFY(store);
    m_store = *std::move(store);
  }
  void cleanup() { m_store.reset(); }
  void redValues_data();
  void redValues();
  void anyOrder_data();
  void anyOrder();
  void chosenRuns();
  void againstTheBaselineOfItsTime();
  void acrossAFileThatMoves();
  void acrossAFileThatMovesWithoutEnd();
  void acrossAFileThatMovesToAndFro();
  void againstTheColumnOfItsDataType();
  void rowsThatAreGone();
  void cellsWithoutAValue();
  void jobsOfOneCommit();
  void jobsOfOneFile();
  void readsLongSeriesToTheEnd();
  void manyRows();
  void namesOnlyWhatChanged();
  void migratesTheFirstVersion();

 private:
  const std::string& file() const { return m_file; }
  support::HistoryEngines m_engines;
  std::string m_file;
  std::unique_ptr<QTemporaryDir> m_folder;
  std::unique_ptr<Store> m_store;
};

void StreaksTest::redValues_data() {
  QTest::addColumn<QString>("metric");
  QTest::addColumn<QString>("value");
  QTest::addColumn<QString>("expected");
  QTest::addColumn<bool>("isRed");
  const auto row = [](const char* metric, const char* value, const char* expected, bool isRed) {
    QTest::addRow("%s %s %s", metric, value, expected)
        << QString::fromUtf8(metric) << QString::fromUtf8(value) << QString::fromUtf8(expected) << isRed;
  };
  row("accuracy", "fail_to_run", "", true);
  row("accuracy", "fail_to_run", "pass", true);
  row("accuracy", "fail_to_run", "fail_to_run", false);
  row("accuracy", "pass", "fail_to_run", false);
  row("accuracy", "odd", "", true);
  row("accuracy", "", "pass", false);
  row("accuracy", "0.5", "pass", false);
  row("amp_bf16", "timeout", "", true);
  row("speedup", "nan", "1", false);
  row("speedup", "2", "1", false);
  row("graph_breaks", "8", "7", true);
  row("graph_breaks", "7", "7", false);
  row("graph_breaks", "6", "7", false);
  row("graph_breaks", "6", "", false);
  row("graph_breaks", "6", "many", false);
}

void StreaksTest::redValues() {
  QFETCH(QString, metric);
  QFETCH(QString, value);
  QFETCH(QString, expected);
  QFETCH(bool, isRed);
  QVERIFY(!std::signbit(*history::finiteNumber("-0.0")));  // one engine would keep it, the other not
  const auto number = history::finiteNumber(value.toStdString());
  QCOMPARE(history::isRedValue(metric.toStdString(), number, number ? "" : value.toStdString(),
                               expected.isEmpty() ? std::nullopt : std::optional(expected.toStdString())),
           isRed);
}

void StreaksTest::anyOrder_data() {
  QTest::addColumn<QList<int>>("order");
  QTest::newRow("as they ran") << QList<int>{0, 1, 2, 3, 4, 5};
  QTest::newRow("backwards") << QList<int>{5, 4, 3, 2, 1, 0};
  QTest::newRow("mixed") << QList<int>{2, 0, 5, 1, 4, 3};
}

void StreaksTest::anyOrder() {
  QFETCH(QList<int>, order);
  const auto records = sixDays();
  for (const int at : order) QVERIFY(m_store->runs().add({&records[static_cast<std::size_t>(at)], 1}));
  const std::vector<RowKey> rows = {
      kMoco, {kConfig, "vgg16", "accuracy"}, {kConfig, "llama", "accuracy"}, {kConfig, "none", "accuracy"}};
  const auto red = m_store->rows().redSince(rows);
  QVERIFY(red);
  QCOMPARE(red->rows.size(), std::size_t{4});
  QCOMPARE(red->rows[0].length, std::size_t{4});
  QCOMPARE(red->runs[*red->rows[0].first].commit, std::string("c3"));
  QCOMPARE(red->runs[*red->rows[0].lastGood].commit, std::string("c2"));
  QCOMPARE(red->rows[1].length, std::size_t{2});
  QCOMPARE(red->rows[1].value, std::string("timeout"));
  QVERIFY(red->rows[2].length == 0 && red->rows[2].latest && !red->rows[3].latest);
  QCOMPARE(m_store->rows().redNow()->rows.size(), std::size_t{2});
  const auto strips = m_store->rows().lastRuns(rows, 5);
  QCOMPARE(strips->rows[0].points.size(), std::size_t{5});
  for (std::size_t i = 0; i < 5; ++i) {
    QCOMPARE(strips->runs[strips->rows[0].points[i].run].commit, "c" + std::to_string(i + 2));
    QCOMPARE(strips->rows[0].points[i].isRed, i > 0);
  }
  QVERIFY(strips->rows[3].points.empty());
  QCOMPARE(m_store->rows().lastRuns(rows, 100)->rows[0].points.size(), std::size_t{6});
  QVERIFY(m_store->rows().lastRuns(rows, 0)->rows[0].points.empty());
}

void StreaksTest::chosenRuns() {
  QVERIFY(m_store->runs().add(sixDays()));
  auto other = recordOf(9, "new", {{"moco", "pass"}});
  other.info.branch = "topic";
  QVERIFY(m_store->runs().add({&other, 1}));
  const std::vector<RowKey> rows = {kMoco};
  QCOMPARE(m_store->rows().redSince(rows)->rows[0].length, std::size_t{0});
  QCOMPARE(m_store->rows().redSince(rows, {.branch = "main"})->rows[0].length, std::size_t{4});
  QCOMPARE(m_store->rows().redSince(rows, {.branch = {}, .until = 4})->rows[0].length, std::size_t{2});
  QCOMPARE(m_store->rows().redSince(rows, {.branch = {}, .until = 2})->rows[0].length, std::size_t{0});
  QVERIFY(!m_store->rows().redSince(rows, {.branch = {}, .until = 0})->rows[0].latest);
}

void StreaksTest::againstTheBaselineOfItsTime() {
  QVERIFY(m_store->runs().add(sixDays()));
  history::BaselineHistory baselines;
  baselines.files = {"ci_expected_accuracy/inductor_torchbench_training.csv"};
  baselines.commits.push_back({"b1", "1970-01-01", "A", "Add", 0, std::nullopt, history::ChangeKind::Code});
  baselines.commits.push_back({"b2", "1970-01-01", "A", "Refresh", 5, std::nullopt, history::ChangeKind::Refresh});
  baselines.changes.push_back({0, 0, "moco", "accuracy", std::nullopt, std::string("pass")});
  baselines.changes.push_back({0, 1, "moco", "accuracy", std::string("pass"), std::string("fail_to_run")});
  QVERIFY(m_store->baselines().add(baselines));
  const std::vector<RowKey> rows = {kMoco};
  const auto now = m_store->rows().redSince(rows);
  QCOMPARE(now->rows[0].length, std::size_t{0});
  QCOMPARE(now->rows[0].expected.value(), std::string("fail_to_run"));
  QCOMPARE(m_store->rows().redSince(rows, {.branch = {}, .until = 4})->rows[0].length, std::size_t{2});
  QCOMPARE(m_store->rows().redNow()->rows.size(), std::size_t{1});
  const std::vector<RowKey> given = {{kConfig, "vgg16", "accuracy", "timeout"}};
  QCOMPARE(m_store->rows().redSince(given)->rows[0].length, std::size_t{0});
}

/// The history begins behind what the file said first: that comes from the caller, then from what the next change replaces.
void StreaksTest::acrossAFileThatMoves() {
  QVERIFY(m_store->runs().add(sixDays()));
  history::BaselineHistory baselines;
  baselines.files = {"old/ci_expected_accuracy/inductor_torchbench_training.csv", "new/ci_expected_accuracy/inductor_torchbench_training.csv"};
  baselines.commits.push_back({"b1", "1970-01-01", "A", "Move", 1, std::nullopt, history::ChangeKind::Code});
  baselines.renames.push_back({0, 0, 1});
  QVERIFY(m_store->baselines().add(baselines));
  const std::vector<RowKey> given = {{kConfig, "moco", "accuracy", "fail_to_run"}};
  QCOMPARE(m_store->rows().redSince(given)->rows[0].length, std::size_t{0});
  baselines.commits.push_back({"b2", "1970-01-01", "A", "Refresh", 5, std::nullopt, history::ChangeKind::Refresh});
  baselines.changes.push_back({1, 1, "moco", "accuracy", std::string("fail_to_run"), std::string("pass")});
  QVERIFY(m_store->baselines().add(baselines));
  const std::vector<RowKey> rows = {kMoco};
  QCOMPARE(m_store->rows().redSince(rows)->rows[0].length, std::size_t{2});
  const auto before = m_store->rows().redSince(rows, {.branch = {}, .until = 4});
  QCOMPARE(before->rows[0].expected, std::optional<std::string>("fail_to_run"));
  QCOMPARE(before->rows[0].length, std::size_t{0});
}

/// A baseline that is moved by each of a thousand commits: 360 kB of a repository.
void StreaksTest::acrossAFileThatMovesWithoutEnd() {
  QVERIFY(m_store->runs().add(sixDays()));
  history::BaselineHistory baselines;
  constexpr std::size_t kMoves = 1'000;
  for (std::size_t i = 0; i <= kMoves; ++i) {
    baselines.files.push_back("d" + std::to_string(i) + "/ci_expected_accuracy/inductor_torchbench_training.csv");
    baselines.commits.push_back({"b" + std::to_string(i), "1970-01-01", "A", "Move", 1, std::nullopt, history::ChangeKind::Code});
    if (i > 0) baselines.renames.push_back({i, i - 1, i});
  }
  std::vector<RowKey> rows;
  for (int i = 0; i < 10; ++i) rows.push_back({kConfig, i == 0 ? "moco" : "m" + std::to_string(i), "accuracy"});
  for (const RowKey& row : rows) baselines.changes.push_back({0, 0, row.model, "accuracy", std::nullopt, std::string("fail_to_run")});
  QVERIFY(m_store->baselines().add(baselines));
  const std::clock_t before = std::clock();
  const auto red = m_store->rows().redSince(rows);
  QVERIFY(support::isSanitized() || std::clock() - before < 3 * CLOCKS_PER_SEC);
  QCOMPARE(red->rows[0].expected, std::optional<std::string>("fail_to_run"));
  QCOMPARE(red->rows[0].length, std::size_t{0});
}

/// A baseline that each of ten thousand commits moves to the other of two folders.
void StreaksTest::acrossAFileThatMovesToAndFro() {
  QVERIFY(m_store->runs().add(sixDays()));
  history::BaselineHistory baselines;
  baselines.files = {"old/ci_expected_accuracy/inductor_torchbench_training.csv", "new/ci_expected_accuracy/inductor_torchbench_training.csv"};
  constexpr std::size_t kMoves = 10'000;
  for (std::size_t i = 0; i <= kMoves; ++i) {
    baselines.commits.push_back({"b" + std::to_string(i), "1970-01-01", "A", "Move", 1, std::nullopt, history::ChangeKind::Code});
    if (i > 0) baselines.renames.push_back({i, (i + 1) % 2, i % 2});
  }
  std::vector<RowKey> rows;
  for (int i = 0; i < 100; ++i) rows.push_back({kConfig, i == 0 ? "moco" : "m" + std::to_string(i), "accuracy"});
  for (const RowKey& row : rows) baselines.changes.push_back({0, 0, row.model, "accuracy", std::nullopt, std::string("fail_to_run")});
  QVERIFY(m_store->baselines().add(baselines));
  const long peak = support::peakKilobytes();
  const auto red = m_store->rows().redSince(rows);
  QVERIFY(support::peakGrewBelow(60'000, peak));
  QCOMPARE(red->rows[0].expected, std::optional<std::string>("fail_to_run"));
  QCOMPARE(red->rows[0].length, std::size_t{0});
}

void StreaksTest::againstTheColumnOfItsDataType() {
  const std::string wide = "xpu/inductor_huggingface_inference";
  std::vector<RunRecord> records;
  for (std::int64_t day = 1; day <= 6; ++day) {
    records.push_back(recordOf(day, "i", {{"Albert", day < 3 ? "pass" : "fail_accuracy"}}));
    history::SeriesKey key = *records.back().samples[0].series;
    key.config = wide + ".bfloat16";
    records.back().samples[0].series = key;
  }
  QVERIFY(m_store->runs().add(records));
  history::BaselineHistory baselines;
  baselines.files = {".github/ci_expected_accuracy/rolling/inductor_huggingface_inference.csv"};
  baselines.commits.push_back({"b1", "1970-01-01", "A", "Add", 0, std::nullopt, history::ChangeKind::Code});
  baselines.commits.push_back({"b2", "1970-01-01", "A", "Refresh", 5, std::nullopt, history::ChangeKind::Refresh});
  for (const char* dtype : {"float32", "bfloat16"}) baselines.changes.push_back({0, 0, "Albert", dtype, std::nullopt, std::string("pass")});
  baselines.changes.push_back({0, 1, "Albert", "bfloat16", std::string("pass"), std::string("fail_accuracy")});
  QVERIFY(m_store->baselines().add(baselines));
  const std::vector<RowKey> rows = {{wide + ".bfloat16", "Albert", "accuracy"}};
  QCOMPARE(m_store->rows().redSince(rows)->rows[0].expected, std::optional<std::string>("fail_accuracy"));
  QVERIFY(m_store->rows().redNow()->rows.empty());
  const auto before = m_store->rows().redSince(rows, {.branch = {}, .until = 4});
  QCOMPARE(before->rows[0].length, std::size_t{2});
  QCOMPARE(before->rows[0].expected, std::optional<std::string>("pass"));
}

void StreaksTest::rowsThatAreGone() {
  QVERIFY(m_store->runs().add(sixDays()));
  auto shard = recordOf(7, "new", {{"other", "fail_to_run"}});
  shard.info.shard = 2;
  QVERIFY(m_store->runs().add({&shard, 1}));
  QCOMPARE(m_store->rows().redNow()->rows.size(), std::size_t{3});  // another shard leaves the first one as it is
  const auto without = recordOf(8, "new", {{"vgg16", "timeout"}});
  QVERIFY(m_store->runs().add({&without, 1}));
  const auto red = m_store->rows().redNow();
  QCOMPARE(red->rows.size(), std::size_t{2});  // moco is not run any more
  QCOMPARE(red->rows[0].row.model, std::string("other"));
}

/// A cell that nobody measured is neither red nor good: the row stays red since then for as long as its model is run.
void StreaksTest::cellsWithoutAValue() {
  QVERIFY(m_store->runs().add(sixDays()));
  const auto empty = recordOf(7, "new", {{"moco", ""}, {"vgg16", ""}, {"llama", "pass"}});
  auto other = recordOf(8, "new", {{"llama", "pass"}});
  other.samples.push_back({{"torchbench", kConfig, "moco", "speedup", ""}, 1.5, {}});
  QVERIFY(m_store->runs().add({&empty, 1}));
  const auto red = m_store->rows().redNow();
  QCOMPARE(red->rows.size(), std::size_t{2});
  QCOMPARE(red->rows[0].length, std::size_t{4});
  QCOMPARE(red->rows[0].value, std::string("fail_to_run"));
  QCOMPARE(red->runs[*red->rows[0].first].commit, std::string("c3"));
  QCOMPARE(red->runs[*red->rows[0].latest].commit, std::string("c6"));
  QVERIFY(m_store->runs().add({&other, 1}));
  const auto measured = m_store->rows().redNow();
  QCOMPARE(measured->rows.size(), std::size_t{1});  // vgg16 is not run any more
  QCOMPARE(measured->rows[0].row.model, std::string("moco"));
  QCOMPARE(m_store->rows().redNow({.branch = "main", .until = 7})->rows.size(), std::size_t{2});
  QCOMPARE(m_store->rows().lastRuns(std::vector{kMoco}, 1)->rows[0].points[0].word, std::string());
}

/// Several jobs of a commit share the models of a config; without the time of the commit they have different times.
void StreaksTest::jobsOfOneCommit() {
  auto first = recordOf(7, "i", {{"moco", "fail_to_run"}}), second = recordOf(8, "i", {{"vgg16", "timeout"}});
  for (RunRecord* record : {&first, &second}) {
    record->info.measuredAt = std::exchange(record->info.commitTime, 0);
    record->info.commit = "c7";
  }
  QVERIFY(m_store->runs().add(std::vector{first, second}));
  QCOMPARE(m_store->rows().redNow()->rows.size(), std::size_t{2});
}

/// Without a commit the jobs of a file stay together.
void StreaksTest::jobsOfOneFile() {
  std::vector<RunRecord> records = {recordOf(7, "i", {{"moco", "fail_to_run"}}), recordOf(8, "i", {{"vgg16", "timeout"}})};
  for (RunRecord& record : records) {
    record.info.measuredAt = std::exchange(record.info.commitTime, 0);
    record.info.commit.clear();
    record.info.origin = "hud.json";
  }
  QVERIFY(m_store->runs().add(records));
  QCOMPARE(m_store->rows().redNow()->rows.size(), std::size_t{2});
}

void StreaksTest::readsLongSeriesToTheEnd() {
  // A series is read 2, 16 and 128 samples at a time: streaks that end at, before and behind those.
  const std::vector<std::int64_t> lengths = {1, 2, 3, 16, 17, 18, 19, 51};
  std::vector<RunRecord> records;
  std::vector<RowKey> rows;
  for (const std::int64_t length : lengths) rows.push_back({kConfig, "model" + std::to_string(length), "accuracy"});
  for (std::int64_t day = 1; day <= 60; ++day) {
    std::vector<std::pair<std::string, std::string>> words;
    for (std::size_t i = 0; i < rows.size(); ++i) words.emplace_back(rows[i].model, day <= 60 - lengths[i] ? "pass" : "timeout");
    records.push_back(recordOf(day, "i", std::move(words)));
  }
  QVERIFY(m_store->runs().add(records));
  const auto red = m_store->rows().redSince(rows);
  QCOMPARE(red->rows.size(), lengths.size());
  for (std::size_t i = 0; i < rows.size(); ++i) {
    QCOMPARE(static_cast<std::int64_t>(red->rows[i].length), lengths[i]);
    QCOMPARE(red->runs[*red->rows[i].lastGood].commit, "c" + std::to_string(60 - lengths[i]));
  }
  for (const std::size_t count : {1, 2, 16, 59, 60, 100}) {
    const auto strips = m_store->rows().lastRuns(rows, count);
    for (const history::RowStrip& strip : strips->rows) {
      QCOMPARE(strip.points.size(), std::min(count, std::size_t{60}));
      QCOMPARE(strips->runs[strip.points.back().run].commit, std::string("c60"));
    }
  }
}

/// More rows than one statement asks for: each answer is that of the row asked for alone.
void StreaksTest::manyRows() {
  constexpr std::size_t kRows = 1'100;
  std::vector<RowKey> rows;
  for (std::size_t i = 0; i < kRows; ++i) rows.push_back({"config" + std::to_string(i % 7), "model" + std::to_string(i), "accuracy"});
  std::vector<RunRecord> records;
  for (std::int64_t day = 1; day <= 5; ++day) {
    RunRecord& record = records.emplace_back(recordOf(day, "i", {{"first", "pass"}}));
    for (std::size_t i = 0; i < kRows; ++i)
      record.samples.push_back({{"torchbench", rows[i].config, rows[i].model, "accuracy", ""}, std::nullopt,
                                static_cast<std::int64_t>(i % 6) < day ? "pass" : "timeout"});
  }
  QVERIFY(m_store->runs().add(records));
  const auto red = m_store->rows().redSince(rows);
  const auto strips = m_store->rows().lastRuns(rows, 3);
  QCOMPARE(red->rows.size(), kRows);
  QCOMPARE(strips->rows.size(), kRows);
  for (std::size_t i = 0; i < kRows; ++i) {
    QCOMPARE(red->rows[i].row.model, rows[i].model);
    QCOMPARE(red->rows[i].length, std::size_t{i % 6 == 5 ? 5U : 0U});
    QCOMPARE(strips->rows[i].points.size(), std::size_t{3});
    for (std::size_t at = 0; at < 3; ++at) QCOMPARE(strips->rows[i].points[at].isRed, at + 3 <= i % 6);
  }
}

void StreaksTest::namesOnlyWhatChanged() {
  QVERIFY(m_store->runs().add(sixDays()));
  const auto red = m_store->rows().redNow();
  const auto clusters = history::clustersOf(*red);
  QCOMPARE(clusters.size(), std::size_t{2});
  QVERIFY(clusters[0].changes.empty());  // vgg16: of one image on both days, and transformers moved the day before
  QCOMPARE(clusters[1].changes, (std::vector<history::FieldChange>{{"image", "old", "new", 1}}));
  const std::string text = streaksReport(*red, clusters, history::ReportForm::Text);
  QVERIFY2(text.find("  changed: image: old -> new\n") != std::string::npos, text.c_str());
  history::RunInfo one, other;
  one.pins = "timm 1\ntransformers 4.38\ntorchao 1";
  other.pins = "timm 1\ntransformers 4.40";
  one.machine = "a10g";
  QCOMPARE(history::changedFields(one, other),
           (std::vector<history::FieldChange>{{"pin transformers", "4.38", "4.40", 1}}));
  QVERIFY(history::clustersOf({}).empty());
}

void StreaksTest::migratesTheFirstVersion() {
  QVERIFY(m_store->runs().add(sixDays()));
  m_store.reset();
  {
    const auto connection = history::SqlConnection::open(file(), Store::Access::ReadWrite);
    for (const char* column : {"pins", "pruned", "newest_before"})
      QVERIFY((*connection)->run(std::string("ALTER TABLE run DROP COLUMN ") + column));
    for (const char* column : {"first_author", "first_subject", "last_author", "last_subject"})
      QVERIFY((*connection)->run(std::string("ALTER TABLE flaky_episode DROP COLUMN ") + column));
    for (const char* statement : {"DROP TABLE last_run", "DROP TABLE baseline_repository", "INSERT INTO baseline_commit VALUES (1, 'c', 0, '', '', '', 7, 'code')",
                                  "UPDATE plumbline_schema SET version = 1"})
      QVERIFY((*connection)->run(statement));
  }
  if (!support::HistoryEngines::isServer() && ::geteuid() != 0) {
    const QString path = QString::fromStdString(file());
    QVERIFY(QFile::setPermissions(path, QFileDevice::ReadOwner));
    const base::Error error = Store::open(file(), Store::Access::ReadOnly).error();
    QVERIFY2(error.code == base::ErrorCode::NotWritable && error.text.find("cannot be brought up to date: ") != std::string::npos, error.text.c_str());
    QVERIFY(QFile::setPermissions(path, QFileDevice::ReadOwner | QFileDevice::WriteOwner));
  }
  const auto reader = Store::open(file(), Store::Access::ReadOnly);
  QVERIFY2(reader, reader ? "" : reader.error().text.c_str());
  QCOMPARE((*reader)->migratedFrom(), 1);
  QCOMPARE(*(*reader)->baselines().repository(), std::optional<std::string>(""));  // which one its commits are of is not known
  QCOMPARE((*reader)->rows().redNow()->rows.size(), std::size_t{2});
  QVERIFY(!(*reader)->connection().run("DELETE FROM run"));
  m_store = *Store::open(file(), Store::Access::ReadWrite);
  QCOMPARE(m_store->migratedFrom(), 0);
  QCOMPARE(m_store->rows().redNow()->rows.size(), std::size_t{2});
  QVERIFY(m_store->check());
}

QTEST_GUILESS_MAIN(StreaksTest)
#include "streaks_test.moc"
