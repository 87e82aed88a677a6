// SPDX-License-Identifier: GPL-3.0-or-later
// Tables that the parts and models of a run wrote, and the same models over repeats.
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QTest>

#include "core/runs/results/repeat_summary.h"
#include "core/runs/results/run_record.h"
#include "core/runs/results/run_summary.h"
#include "tests/core/runs/results/results_test.h"

using namespace plumbline;
using namespace plumbline::runs;

namespace {

QString qs(const std::string& text) { return QString::fromStdString(text); }

constexpr const char* kHeader = "dev,name,batch_size,accuracy,graph_breaks,compilation_latency\n";
std::string row(const std::string& model, const std::string& status, const std::string& rest) {
  return "cuda," + model + ",4," + status + "," + rest + "\n";
}

QString words(const std::vector<std::string>& list) {
  QStringList out;
  for (const std::string& word : list) out += qs(word);
  return out.join(QLatin1Char(' '));
}

/// "pass 2, fail_accuracy 1 | graph_breaks 3: 1 2 3 | failed 2"
QString dump(const ModelRepeats& model) {
  QStringList statuses, metrics, failed;
  for (const StatusCount& count : model.statuses)
    statuses += QStringLiteral("%1 %2").arg(qs(count.status)).arg(count.count);
  for (const MetricSpread& s : model.metrics)
    metrics += QStringLiteral("%1 %2: %3 %4 %5 mean %6 sd %7")
                   .arg(qs(s.metric))
                   .arg(s.count)
                   .arg(s.min)
                   .arg(s.median)
                   .arg(s.max)
                   .arg(s.mean)
                   .arg(s.stddev);
  for (const int repeat : model.failedRepeats) failed += QString::number(repeat);
  return qs(model.model) + QStringLiteral(": ") + statuses.join(QStringLiteral(", ")) + QStringLiteral(" | ") +
         metrics.join(QStringLiteral("; ")) + QStringLiteral(" | ") + failed.join(QLatin1Char(' ')) +
         (model.isStable ? QStringLiteral(" stable") : QString());
}

QString dump(const std::vector<ModelRepeats>& models) {
  QStringList out;
  for (const ModelRepeats& model : models) out += dump(model);
  return out.join(QLatin1Char('\n'));
}

}  // namespace

MadeRun tableRunOf(int repeats) {
  MadeRun made;
  made.run.id = "20261121-234502-k3f9";
  made.run.title = "inductor_torchbench_training";
  made.run.spec.kind = RunKind::Suite;
  made.run.spec.suite = "torchbench";
  made.run.spec.repeats = repeats;
  return made;
}

void MadeRun::tableTask(const std::string& model, int repeat, const std::string& csv, RunState state,
                        const std::string& reason) {
  const std::size_t index = run.plan.tasks.size();
  const bool isPart = model.starts_with("part ");
  run.plan.tasks.push_back({.model = isPart ? std::string() : model,
                            .repeat = repeat,
                            .partition = isPart ? model.back() - '1' : 0,
                            .steps = {{.name = "run",
                                       .words = {{.before = "python3"}, {.before = "--output"}, {.file = "result.csv"}},
                                       .output = "result.csv"}}});
  if (!csv.empty()) outputs[index]["result.csv"] = csv;
  TaskStatus status{.state = state, .folder = {}, .handle = {}, .reason = reason, .steps = {}, .files = {}};
  status.steps = {{.name = "run", .end = StepEnd::Exited, .code = state == RunState::Done ? 0 : 1, .problem = {}}};
  run.tasks.push_back(std::move(status));
}

void ResultsTest::mergesPartsInOrder() {
  MadeRun made = tableRunOf(2);
  made.tableTask("part 1", 1, kHeader + row("a", "pass", "1,2.5") + row("b", "pass", "0,3.0"));
  made.tableTask("part 1", 2, kHeader + row("z", "pass", "1,2.5"));
  made.tableTask("part 2", 1, "dev,name,accuracy\ncuda,c,pass\ncuda,a,fail_accuracy\n");
  const auto table = suiteTable(made.run, 1, made.outputs);
  QVERIFY(table && table->table);
  QCOMPARE(qs(std::string(table->table->bytes())),
           QStringLiteral("dev,name,batch_size,accuracy,graph_breaks,compilation_latency\ncuda,a,4,pass,1,2.5\n"
                          "cuda,b,4,pass,0,3.0\ncuda,c,,pass,,\n"));
  QCOMPARE(table->problems.size(), std::size_t{1});
  QCOMPARE(qs(table->problems[0].text), QStringLiteral("The model a is in part 1/result.csv too, whose row was kept."));
  QCOMPARE(qs(table->problems[0].file), QStringLiteral("part 2/result.csv"));
  QVERIFY(table->lost.empty());
}

void ResultsTest::namesLostModels() {
  MadeRun made = tableRunOf(1);
  made.tableTask("a", 1, kHeader + row("a", "pass", "1,2.5"));
  made.tableTask("b", 1, kHeader);
  made.tableTask("c", 1, "", RunState::Failed, "signal 11");
  made.tableTask("123", 1, kHeader + row("123", "pass", "1,2.5"));  // pandas would make a number of it
  made.tableTask("d", 1, "", RunState::Running);                    // not lost before it is over
  const auto table = suiteTable(made.run, 1, made.outputs);
  QVERIFY(table);
  QCOMPARE(words(table->lost), QStringLiteral("b c"));
  const auto none = suiteTable(made.run, 7, made.outputs);
  QVERIFY(none && !none->table && none->lost.empty());
}

void ResultsTest::badTables_data() {
  QTest::addColumn<QByteArray>("csv");
  QTest::newRow("no name") << QByteArray("dev,model\ncuda,b\n");
  QTest::newRow("half a line in quotes") << QByteArray("dev,name\ncuda,\"b");
  QTest::newRow("not UTF-8") << QByteArray("dev,name\ncuda,\xff\n");
  QTest::newRow("a row too long") << QByteArray("dev,name\ncuda,b\ncuda,c,1,2,3\n");
  QTest::newRow("NULs") << QByteArray("\0\0\0\0", 4);
}

void ResultsTest::badTables() {
  QFETCH(QByteArray, csv);
  MadeRun made = tableRunOf(1);
  made.tableTask("a", 1, kHeader + row("a", "pass", "1,2.5"));
  made.tableTask("b", 1, csv.toStdString());
  const auto table = suiteTable(made.run, 1, made.outputs);
  QVERIFY(table && table->table);
  QCOMPARE(table->table->rowCount(), std::size_t{1});
  QCOMPARE(table->problems.size(), std::size_t{1});
  QCOMPARE(qs(table->problems[0].file), QStringLiteral("b/result.csv"));
  QCOMPARE(words(table->lost), QStringLiteral("b"));
  QVERIFY(!outputProblem(made.run, 1, made.outputs).empty());
  QVERIFY(outputProblem(made.run, 0, made.outputs).empty());
}

void ResultsTest::countsStatuses() {
  MadeRun made = tableRunOf(4);
  made.tableTask("a", 1, kHeader + row("a", "pass", "1,2"));
  made.tableTask("b", 1, kHeader + row("b", "pass", "1,2"));
  made.tableTask("a", 2, kHeader + row("a", "fail_accuracy", "2,4"));
  made.tableTask("b", 2, "", RunState::Failed, "signal 11");
  made.tableTask("a", 3, kHeader + row("a", "pass", "3,6"));
  made.tableTask("b", 3, "", RunState::Cancelled);
  made.tableTask("a", 4, kHeader + row("a", "OOM", "0,0") + row("extra", "pass", "0,9"));
  made.tableTask("b", 4, "", RunState::Waiting);
  QCOMPARE(dump(repeatSummary(made.run, made.outputs)),
           QStringLiteral("a: pass 2, fail_accuracy 1, OOM 1 | graph_breaks 3: 1 2 3 mean 2 sd 1; "
                          "compilation_latency 3: 2 4 6 mean 4 sd 2; batch_size 4: 4 4 4 mean 4 sd 0 | 2 4\n"
                          "b: pass 1, lost 1, cancelled 1 | graph_breaks 1: 1 1 1 mean 1 sd 0; "
                          "compilation_latency 1: 2 2 2 mean 2 sd 0; batch_size 1: 4 4 4 mean 4 sd 0 | 2\n"
                          "extra: lost 3, pass 1 | graph_breaks 1: 0 0 0 mean 0 sd 0; "
                          "compilation_latency 1: 9 9 9 mean 9 sd 0; batch_size 1: 4 4 4 mean 4 sd 0 | 1 2 3"));
}

void ResultsTest::spreadsLeaveOutPadding() {
  MadeRun made = tableRunOf(3);
  const std::string zeros =
      "dev,name,batch_size,accuracy,graph_breaks,compilation_latency\ncuda,a,0,eager_fail_to_run,0,0\n";
  made.tableTask("a", 1, zeros);
  made.tableTask("a", 2, kHeader + row("a", "pass", "0,inf"));
  made.tableTask("a", 3, kHeader + row("a", "", "0,1.5"));
  QCOMPARE(dump(repeatSummary(made.run, made.outputs)),
           QStringLiteral("a: eager_fail_to_run 1, pass 1, no status 1 | graph_breaks 2: 0 0 0 mean 0 sd 0; "
                          "compilation_latency 1: 1.5 1.5 1.5 mean 1.5 sd 0; batch_size 2: 4 4 4 mean 4 sd 0 | 1 3"));
}

void ResultsTest::repeatsOfTimedRuns() {
  MadeRun made = tableRunOf(3);
  const std::string header = "dev,name,batch_size,speedup,abs_latency\n";
  made.tableTask("a", 1, header + "cuda,a,4,1.5,10\n");
  made.tableTask("a", 2, header + "cuda,a,0,0.0,0.0\n");
  made.tableTask("a", 3, header + "cuda,a,4,2.5,20\n");
  QCOMPARE(dump(repeatSummary(made.run, made.outputs)),
           QStringLiteral("a: measured 2, not measured 1 | speedup 2: 1.5 2 2.5 mean 2 sd 0.707107; "
                          "abs_latency 2: 10 15 20 mean 15 sd 7.07107; batch_size 2: 4 4 4 mean 4 sd 0 | 2"));
}

void ResultsTest::outputProblems_data() {
  QTest::addColumn<bool>("isCache");
  QTest::addColumn<QByteArray>("first");
  QTest::addColumn<QByteArray>("second");
  QTest::addColumn<QString>("problem");
  const auto row = [](const char* title, bool isCache, const std::string& first, const std::string& second,
                      const char* problem) {
    QTest::newRow(title) << isCache << QByteArray::fromStdString(first) << QByteArray::fromStdString(second)
                         << QString::fromLatin1(problem);
  };
  row("both times", true, latencyCsv("1"), latencyCsv("2"), "");
  row("no warm file", true, latencyCsv("1"), "", "the warm run wrote no warm.csv");
  row("no time", true, latencyCsv(""), latencyCsv("1"), "cold.csv: The compilation_latency \"\" is not a number");
  row("a row", false, "name,accuracy\nm,pass\n", "", "");
  row("no file", false, "", "", "the run run wrote no result.csv");
  row("no row", false, "name,accuracy\n", "", "result.csv has no row");
  row("another model", false, "name,accuracy\nmm,pass\n", "", "result.csv has no row of m");
  row("no name", false, "accuracy\npass\n", "", "result.csv: The table has no column \"name\"");
}

void ResultsTest::outputProblems() {
  QFETCH(bool, isCache);
  QFETCH(QByteArray, first);
  QFETCH(QByteArray, second);
  QFETCH(QString, problem);
  MadeRun made = isCache ? cacheRunOf("torchbench") : tableRunOf(1);
  if (isCache)
    made.cacheTask("m", 1, first.toStdString(), second.toStdString());
  else
    made.tableTask("m", 1, first.toStdString());
  QCOMPARE(qs(outputProblem(made.run, 0, made.outputs)), problem);
}

void ResultsTest::repeatReports() {
  MadeRun made = tableRunOf(3);
  for (int repeat = 1; repeat <= 3; ++repeat) {
    made.tableTask("steady", repeat, kHeader + row("steady", "pass", "1,2"));
    made.tableTask("flips", repeat,
                   kHeader + row("flips", repeat == 2 ? "fail_accuracy" : "pass", "1," + std::to_string(repeat)));
  }
  const auto models = repeatSummary(made.run, made.outputs);
  QCOMPARE(qs(repeatText(models)),
           QStringLiteral("MODEL   STATUSES\n"
                          "steady  pass 3\n"
                          "flips   pass 2, fail_accuracy 1  changes, failed in repeat 2\n"
                          "Numbers that differ between repeats:\n"
                          "  flips compilation_latency: median 2, 1 to 3, standard deviation 1, 3 repeats.\n"
                          "1 of 2 models ended the same way in all repeats.\n"));
  const QJsonObject json = QJsonDocument::fromJson(QByteArray::fromStdString(repeatJson(made.run, models))).object();
  QCOMPARE(json[QStringLiteral("format")].toString(), QStringLiteral("plumbline-repeat"));
  QCOMPARE(json[QStringLiteral("repeats")].toInt(), 3);
  const QJsonObject flips = json[QStringLiteral("models")].toArray().at(1).toObject();
  QCOMPARE(flips[QStringLiteral("statuses")].toObject()[QStringLiteral("pass")].toInt(), 2);
  QCOMPARE(flips[QStringLiteral("stable")].toBool(), false);
  QCOMPARE(flips[QStringLiteral("failed_repeats")].toArray(), QJsonArray{2});
  QCOMPARE(flips[QStringLiteral("metrics")]
               .toObject()[QStringLiteral("compilation_latency")]
               .toObject()[QStringLiteral("median")]
               .toDouble(),
           2.0);
}
