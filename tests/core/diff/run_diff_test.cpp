// SPDX-License-Identifier: GPL-3.0-or-later
// Runs joined by model: what each has to tell, and what is padding.
#include <QTest>
#include <cmath>

#include "tests/core/diff/diff_maker.h"
#include "tests/core/diff/diff_test.h"

using namespace plumbline;
using namespace Qt::StringLiterals;
using diff::RunDiff;
using support::diffOf;
using support::readingText;
using support::runOf;

namespace {

QStringList modelsOf(const RunDiff& diff) {
  QStringList out;
  for (std::size_t row = 0; row < diff.rowCount(); ++row) out += QString::fromStdString(diff.model(row));
  return out;
}

QString metricsOf(const RunDiff& diff) {
  QStringList out;
  for (const auto& metric : diff.metrics()) out += QString::fromStdString(metric.name);
  return out.join(QLatin1Char(' '));
}

}  // namespace

void DiffTest::joinsByName() {
  const auto diff = diffOf({"name,speedup\nb,1\na,2\nb,9\n", "name,speedup\nc,3\na,4\n"});
  QVERIFY(diff);
  QCOMPARE(modelsOf(*diff), (QStringList{u"b"_s, u"a"_s, u"c"_s}));
  QCOMPARE(readingText(*diff, 0, "b", "speedup"), u"number 1"_s);  // the first row of a name that comes twice
  QCOMPARE(readingText(*diff, 1, "b", "speedup"), u"no row"_s);
  QCOMPARE(readingText(*diff, 1, "a", "speedup"), u"number 4"_s);
  QVERIFY(diff->hasModel(0, 0) && !diff->hasModel(1, 0) && diff->hasModel(1, 2));
  QCOMPARE(diff->doubled(), (std::vector<std::pair<std::size_t, std::size_t>>{{0, 0}}));
  QVERIFY(!diff->rowOf("d") && !diff->metricOf("name"));
  QVERIFY(std::isnan(diff->numbers(1, 0)[0]));
}

void DiffTest::metricsInOrder() {
  const auto diff = diffOf({"dev,name,batch_size,tag,mine,speedup,accuracy,note\ncuda,a,4,,7,1.5,pass,hello\n",
                            "name,graph_breaks,other\na,3,1.5\n"});
  QVERIFY(diff);
  // Catalogue order; then unknown columns, if they are numbers. What identifies a row is no metric, nor is a note.
  QCOMPARE(metricsOf(*diff), u"accuracy graph_breaks speedup mine other"_s);
  QCOMPARE(readingText(*diff, 0, "a", "graph_breaks"), u"no column"_s);
  QCOMPARE(readingText(*diff, 0, "a", "mine"), u"number 7"_s);
}

void DiffTest::readings_data() {
  QTest::addColumn<QString>("csv");
  QTest::addColumn<QString>("metric");
  QTest::addColumn<QString>("reading");
  const auto row = [](const char* tag, const char* csv, const char* metric, const char* reading) {
    QTest::newRow(tag) << QString::fromLatin1(csv) << QString::fromLatin1(metric) << QString::fromLatin1(reading);
  };
  row("number", "name,speedup\na,1.50\n", "speedup", "number 1.50");
  row("spaces around a number", "name,speedup\na, 1.5\n", "speedup", "number  1.5");
  row("empty", "name,speedup\na,\n", "speedup", "empty");
  row("short row", "name,speedup\na\n", "speedup", "empty");
  row("nan", "name,speedup\na,nan\n", "speedup", "empty nan");
  row("inf", "name,speedup\na,inf\n", "speedup", "not finite inf");
  row("minus inf", "name,speedup\na,-inf\n", "speedup", "not finite -inf");
  row("a word among numbers", "name,speedup\nb,1.5\na,broken\n", "speedup", "word broken");
  row("a number among words", "name,speedup\na,1.5\nb,broken\n", "speedup", "number 1.5");
  row("too large for a float", "name,speedup\na,1e400\n", "speedup", "word 1e400");
  row("huge", "name,speedup\na,1e300\n", "speedup", "number 1e300");
  row("word", "name,accuracy\na,pass\n", "accuracy", "word pass");
  row("quoted word", "name,accuracy\na,\"pa\"\"ss\"\n", "accuracy", "word pa\"ss");
  row("numeric status", "name,accuracy\na,0.0000\n", "accuracy", "word 0.0000");
  row("no status", "name,accuracy,speedup\na,,1\n", "accuracy", "empty");
  row("boolean", "name,graph_breaks\na,True\n", "graph_breaks", "word True");
  // Padding: zeros of a failed row.
  row("failed: counter", "name,accuracy,graph_breaks\na,fail_to_run,0\n", "graph_breaks", "padded 0");
  row("failed: speedup", "name,accuracy,speedup\na,eager_fail_to_run,0\n", "speedup", "padded 0");
  row("failed, yet it counted", "name,accuracy,graph_breaks,calls_captured\na,fail_to_run,0,12\n", "graph_breaks",
      "number 0");
  row("compared: its zero is a count", "name,accuracy,graph_breaks\na,fail_accuracy,0\n", "graph_breaks", "number 0");
  row("passed: its zero is a count", "name,accuracy,graph_breaks\na,pass,0\n", "graph_breaks", "number 0");
  row("no word: nobody says that it failed", "name,accuracy,graph_breaks\na,,0\nb,pass,1\n", "graph_breaks",
      "number 0");
  row("timed run died: speedup", "name,accuracy,speedup,graph_breaks\na,pass,0.0,0\n", "speedup", "padded 0.0");
  row("timed run died: its counter stays", "name,accuracy,speedup,graph_breaks\na,pass,0.0,0\n", "graph_breaks",
      "number 0");
  row("performance row", "name,speedup,abs_latency,graph_breaks\na,0.0,0.0,0\n", "abs_latency", "padded 0.0");
  row("performance row: counter", "name,speedup,abs_latency,graph_breaks\na,0.0,0.0,0\n", "graph_breaks", "padded 0");
  row("performance row: a count stays", "name,speedup,graph_breaks\na,0.0,3\n", "graph_breaks", "number 3");
  row("measured: a ratio of 0 stays", "name,speedup,compression_ratio\na,1.2,0.0\n", "compression_ratio", "number 0.0");
  // One word makes a text of the column; its zeros are padding all the same.
  row("a word below: speedup", "name,accuracy,speedup\na,pass,0.0\nb,pass,broken\n", "speedup", "padded 0.0");
  row("a word below: failed row", "name,accuracy,graph_breaks\na,fail_to_run,0\nb,pass,many\n", "graph_breaks",
      "padded 0");
  row("a word below: performance row", "name,speedup,abs_latency\na,0.0,0.0\nb,1.2,slow\nc,odd,1\n", "abs_latency",
      "padded 0.0");
  row("a word below: it counted", "name,accuracy,graph_breaks,calls_captured\na,fail_to_run,0,3\nb,pass,many,odd\n",
      "graph_breaks", "number 0");
  row("no speedup: all zero", "name,compilation_latency,eager_peak_mem\na,0,0\n", "eager_peak_mem", "padded 0");
  row("no speedup: not all zero", "name,compilation_latency,eager_peak_mem\na,3,0\n", "eager_peak_mem", "number 0");
  row("counters alone never pad", "name,graph_breaks\na,0\n", "graph_breaks", "number 0");
  row("unknown column", "name,mine,speedup\na,0,0\n", "mine", "number 0");
}

void DiffTest::readings() {
  QFETCH(QString, csv);
  QFETCH(QString, metric);
  const auto diff = diffOf({csv.toStdString()});
  QVERIFY(diff);
  QTEST(readingText(*diff, 0, "a", metric.toStdString()), "reading");
}

void DiffTest::agreesWithNotMeasured_data() {
  QTest::addColumn<QString>("word");
  QTest::addColumn<QString>("counters");
  for (const char* word :
       {"pass", "pass_due_to_skip", "eager_variation", "fail_to_run", "fail_accuracy", "OOM", "timeout",
        "eager_1st_run_fail", "infra_error", "not_bitwise_equivalent", "nobody_knows", ""})
    for (const char* counters : {"0,0", "0,3", ",0", "0,x"})
      QTest::addRow("%s %s", word, counters) << QString::fromLatin1(word) << QString::fromLatin1(counters);
}

/// The same rows, judged by core/verdicts: a zero that it calls not measured is padding here, and no other one.
void DiffTest::agreesWithNotMeasured() {
  QFETCH(QString, word);
  QFETCH(QString, counters);
  const std::string csv = "name,accuracy,graph_breaks,calls_captured\na," + word.toStdString() + ',' +
                          counters.toStdString() + "\nb,pass,1,1\n";
  const auto comparison = support::compare(csv, "name,accuracy,graph_breaks,calls_captured\na,pass,1,1\nb,pass,1,1\n");
  QVERIFY(comparison);
  const auto diff = diffOf({csv});
  QVERIFY(diff);
  for (std::size_t i = 0; i < comparison->metrics().size(); ++i) {
    const std::string& name = comparison->metrics()[i].info.name;
    const verdicts::MetricCell cell = comparison->cell(support::rowOf(*comparison, "a"), i);
    const bool isZero = cell.actual && cell.actual->isNumber() && cell.actual->asDouble() == 0;
    const bool isPadded =
        diff->reading(0, *diff->rowOf("a"), *diff->metricOf(name)).state == diff::ReadingState::Padded;
    QVERIFY2(isPadded == (isZero && cell.notMeasured), name.c_str());
  }
}

void DiffTest::severalTables() {
  diff::Run run = runOf("dev,name,batch_size,speedup,abs_latency,graph_breaks\ncuda,a,4,1.5,7,2\ncuda,b,0,0.0,0.0,0\n");
  run.tables.push_back(
      support::table("name,accuracy,graph_breaks,compilation_latency\nb,pass,5,8\na,pass,4,9\nc,pass,6,1\n"));
  const auto made = RunDiff::make({run});
  QVERIFY(made.isValue());
  const RunDiff& diff = *made.value();
  QCOMPARE(modelsOf(diff), (QStringList{u"a"_s, u"b"_s, u"c"_s}));
  QCOMPARE(readingText(diff, 0, "a", "accuracy"), u"word pass"_s);
  QCOMPARE(readingText(diff, 0, "a", "graph_breaks"), u"number 2"_s);  // both have it: the first table
  QCOMPARE(readingText(diff, 0, "b", "graph_breaks"), u"number 5"_s);  // the first one is padding there
  QCOMPARE(readingText(diff, 0, "a", "compilation_latency"), u"number 9"_s);
  QCOMPARE(readingText(diff, 0, "b", "speedup"), u"padded 0.0"_s);
  QCOMPARE(readingText(diff, 0, "c", "speedup"), u"empty"_s);  // the run has the model and the metric, not both at once
  QVERIFY(diff.doubled().empty());
}

void DiffTest::deltas_data() {
  QTest::addColumn<QString>("before");
  QTest::addColumn<QString>("after");
  QTest::addColumn<bool>("isNumeric");
  QTest::addColumn<double>("absolute");
  QTest::addColumn<double>("relative");
  const auto row = [](const char* tag, const char* before, const char* after, bool isNumeric, double absolute,
                      double relative) {
    QTest::newRow(tag) << QString::fromLatin1(before) << QString::fromLatin1(after) << isNumeric << absolute
                       << relative;
  };
  const double nan = std::numeric_limits<double>::quiet_NaN();
  row("up", "2", "3", true, 1, 0.5);
  row("down", "4", "3", true, -1, -0.25);
  row("same", "4", "4", true, 0, 0);
  row("against a negative one", "-4", "-3", true, 1, 0.25);
  row("from zero", "0", "3", true, 3, nan);
  row("from nothing", "", "3", false, 0, 0);
  row("to inf", "3", "inf", false, 0, 0);
  row("words", "x", "y", false, 0, 0);
}

void DiffTest::deltas() {
  QFETCH(QString, before);
  QFETCH(QString, after);
  const auto csv = [](const QString& cell) {
    return "name,compilation_latency,speedup\na," + cell.toStdString() + ",1\n";
  };
  const auto diff = diffOf({csv(before), csv(after)});
  QVERIFY(diff);
  const diff::Delta delta = deltaOf(*diff, 0, 1, 0, *diff->metricOf("compilation_latency"));
  QTEST(delta.isNumeric, "isNumeric");
  QTEST(delta.absolute, "absolute");
  QFETCH(double, relative);
  QVERIFY(std::isnan(relative) ? std::isnan(delta.relative) : delta.relative == relative);
  QCOMPARE(delta.isWordChange, before == QLatin1String("x"));
}

void DiffTest::damaged_data() {
  QTest::addColumn<QByteArray>("csv");
  QTest::addColumn<QStringList>("models");
  const auto row = [](const char* tag, const QByteArray& csv, const QStringList& models) {
    QTest::newRow(tag) << csv << models;
  };
  row("no rows", "name,speedup\n", {});
  row("no rows and no line end", "name", {});
  row("conflict markers", "name,speedup\n<<<<<<< HEAD\na,1\n=======\na,2\n>>>>>>> other\nb,3\n", {u"a"_s, u"b"_s});
  row("comments", "name,speedup\n#b,1\na,1\n", {u"a"_s});
  row("no name in the row", "name,speedup\n,1\nnan,2\na,1\n", {u"a"_s});
  row("numbers for names", "name,speedup\n007,1\n12,2\n", {u"7"_s, u"12"_s});
  row("numbers, one missing", "name,speedup\n007,1\n,2\n1.5,3\n", {u"7"_s, u"1.5"_s});
  row("quote never closed", "name,speedup\na,1\n\"b,2\n", {u"a"_s, u"b,2\n"_s});
  row("rows of all lengths", "name,speedup\na\nb,1\nc,1,2,3\n", {u"a"_s, u"b"_s, u"c"_s});
  row("not UTF-8", QByteArray("name,speedup\n\xff\xfe,1\na,1\n"), {});
  row("NUL", QByteArray("name,speedup\na\0b,1\n", 20), {u"a"_s});
  row("twice the same column", "name,speedup,speedup\na,1,2\n", {u"a"_s});
}

void DiffTest::damaged() {
  QFETCH(QByteArray, csv);
  QFETCH(QStringList, models);
  const auto diff = diffOf({csv.toStdString(), "name,speedup\n"});
  QVERIFY(diff);
  if (!models.isEmpty() || diff->rowCount() == 0) QCOMPARE(modelsOf(*diff), models);
  // Whatever the file holds: every cell can be asked for, and every model is found again.
  for (std::size_t row = 0; row < diff->rowCount(); ++row) {
    QCOMPARE(diff->rowOf(diff->model(row)), std::optional(row));
    for (std::size_t metric = 0; metric < diff->metrics().size(); ++metric) {
      const diff::Reading reading = diff->reading(0, row, metric);
      QCOMPARE(reading.state == diff::ReadingState::Number, !std::isnan(diff->numbers(0, metric)[row]));
      QVERIFY(deltaOf(*diff, 0, 1, row, metric).isNumeric == false);
    }
  }
}

void DiffTest::refused() {
  QCOMPARE(RunDiff::make({}).error().code, base::ErrorCode::BadArgument);
  QCOMPARE(RunDiff::make(std::vector<diff::Run>(7, runOf("name\na\n"))).error().code, base::ErrorCode::BadArgument);
  QVERIFY(RunDiff::make(std::vector<diff::Run>(6, runOf("name\na\n"))).isValue());
  QVERIFY(RunDiff::make(std::vector<diff::Run>(7, runOf("name\na\n")), {}, diff::kMaxTrendRuns).isValue());
  for (const char* csv : {"model,speedup\na,1\n", "", "\n\n"}) {
    const auto made = RunDiff::make({runOf(csv, "odd")});
    QVERIFY(made.isError());
    QCOMPARE(made.error().code, base::ErrorCode::BadFormat);
    QCOMPARE(made.error().file, "odd.csv");
  }
  QVERIFY(RunDiff::make({diff::Run{}}).isValue());  // a run without a table has nothing to say
  std::stop_source stop;
  stop.request_stop();
  QVERIFY(RunDiff::make({runOf("name\na\n")}, base::Progress(stop.get_token())).isCancelled());
}

void DiffTest::wideHeader() {
  std::string csv = "name";
  for (int i = 0; i < 5000; ++i) csv += ",c" + std::to_string(i);
  csv += "\n";
  for (int i = 0; i < 50; ++i) csv += "m" + std::to_string(i) + "\n";
  const auto diff = diffOf({csv});
  QVERIFY(diff);
  QVERIFY(diff->metrics().size() <= 100);  // nobody reads thousands; they would cost memory for every row
  QCOMPARE(diff->rowCount(), std::size_t(50));
}

QTEST_GUILESS_MAIN(DiffTest)
