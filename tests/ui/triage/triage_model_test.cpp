// SPDX-License-Identifier: GPL-3.0-or-later
// The triage table as text: rows before and after filters, sorts and a new snapshot; the words of its cells; the
// clipboard; both raw rows.
#include <QAbstractItemModelTester>
#include <QRegularExpression>
#include <QSignalSpy>
#include <QTest>
#include <cmath>

#include "tests/ui/triage/triage_pairs.h"
#include "ui/support/clipboard_text.h"
#include "ui/triage/script_outputs.h"
#include "ui/triage/triage_model.h"
#include "ui/triage/triage_text.h"

using namespace Qt::StringLiterals;
using namespace plumbline;
using namespace plumbline::ui;
using verdicts::VerdictClass;

namespace {

const char* const kExpected =
    "name,accuracy,graph_breaks,compression_ratio\n"
    "llama,pass,7,1.10\nmoco,pass,11,0.97\nx10,pass,2,1.25\nx2,pass,2,1.25\nyolov3,pass,8,1\n"
    "T5,fail_to_run,5,1\ngone,pass,1,1\nOOMs,eager_1st_run_OOM,0,0\n";
const char* const kActual =
    "name,accuracy,graph_breaks,compression_ratio\n"
    "x10,pass,2,1.25\nx2,pass,2,1.25\nllama,fail_accuracy,9,1.10\nmoco,timeout,0,0\nyolov3,fail_accuracy,8,1\n"
    "T5,pass,5,1\nfresh,pass,3,1\nOOMs,eager_1st_run_OOM,0,0\n";

QString dump(const TriageModel& model, const QStringList& keys) {
  QStringList lines;
  for (int r = 0; r < model.rowCount(); ++r) {
    QStringList cells;
    for (const QString& key : keys) cells << model.index(r, model.columns().indexOf(key)).data().toString();
    lines << cells.join(u" | "_s);
  }
  return lines.join(u'\n');
}

QString names(const TriageModel& model) { return dump(model, {u"model"_s}).replace(u'\n', u' '); }

verdicts::RowFilter textFilter(const TriageModel& model, const char* text) {
  std::vector<std::string> metrics;
  for (const auto& column : model.comparison()->metrics()) metrics.push_back(column.info.name);
  verdicts::RowFilter filter;
  filter.query = *verdicts::Query::parse(text, metrics);
  return filter;
}

}  // namespace

class TriageModelTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void init() { QTest::failOnWarning(QRegularExpression(u".*"_s)); }

  void passesTheModelTester() {
    TriageModel model;
    QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
    model.setSnapshot(testing::judged(kActual, kExpected));
    model.setFilter({.classes = 0, .changedOnly = true, .query = {}});
    model.sort(1, Qt::DescendingOrder);
    model.setFilter(textFilter(model, "zzz"));
    model.setFilter({});
    model.sort(-1, Qt::AscendingOrder);
    model.setSnapshot(testing::judged("name,accuracy\na,pass\n", "name,accuracy\na,pass\n"));
    model.setSnapshot(nullptr);
    QCOMPARE(model.rowCount(), 0);
    QCOMPARE(model.columnCount(), 0);
  }

  void showsWorstFirst() {
    TriageModel model;
    model.setSnapshot(testing::judged(kActual, kExpected));
    QCOMPARE(dump(model, {u"verdict"_s, u"model"_s, u"metric:accuracy"_s, u"metric:graph_breaks"_s, u"flaky"_s}),
             u"✗ FAIL | llama | pass → fail_accuracy | 7 → 9 (+2) | \n"
             "✗ FAIL | moco | pass → timeout | 11 → 0 (not measured) | \n"
             "∅ MISSING | fresh | – → pass | – → 3 | \n"
             "∅ LOST | gone | pass → – | 1 → – | \n"
             "≈ FLAKY | yolov3 | pass → fail_accuracy | 8 | flaky\n"
             "▲ IMPROVED | T5 | fail_to_run → pass | 5 | \n"
             "◦ XFAIL | OOMs | eager_1st_run_OOM | 0 (not measured) | \n"
             "✓ PASS | x10 | pass | 2 | \n"
             "✓ PASS | x2 | pass | 2 | "_s);
  }

  void filtersAndSorts() {
    TriageModel model;
    model.setSnapshot(testing::judged(kActual, kExpected));
    model.setFilter({.classes = 0, .changedOnly = true, .query = {}});
    QCOMPARE(names(model), u"llama moco fresh gone yolov3 T5"_s);
    model.setFilter(textFilter(model, "x"));
    QCOMPARE(names(model), u"x10 x2"_s);
    model.sort(model.columns().indexOf(u"model"_s), Qt::AscendingOrder);
    QCOMPARE(names(model), u"x2 x10"_s);
    model.setFilter({});
    QCOMPARE(names(model), u"fresh gone llama moco OOMs T5 x2 x10 yolov3"_s);
    model.sort(model.columns().indexOf(u"metric:graph_breaks"_s), Qt::DescendingOrder);
    QCOMPARE(names(model), u"llama yolov3 T5 fresh x10 x2 moco OOMs gone"_s);
    model.sort(-1, Qt::AscendingOrder);
    QCOMPARE(names(model), u"llama moco fresh gone yolov3 T5 OOMs x10 x2"_s);
  }

  void keepsPersistentIndexes() {
    TriageModel model;
    model.setSnapshot(testing::judged(kActual, kExpected));
    const QPersistentModelIndex yolo = model.index(4, 1);
    const QPersistentModelIndex passing = model.index(7, 1);
    QCOMPARE(yolo.data().toString(), u"yolov3"_s);
    model.sort(1, Qt::DescendingOrder);
    QCOMPARE(yolo.row(), 0);
    model.setFilter(textFilter(model, "o"));
    QCOMPARE(yolo.data().toString(), u"yolov3"_s);
    QVERIFY(!passing.isValid());
  }

  void anOrderByMetricGoesOverToTheNextPair() {
    TriageModel model;
    model.setSnapshot(testing::judged(kActual, kExpected));
    model.sort(model.columns().indexOf(u"metric:graph_breaks"_s), Qt::DescendingOrder);
    const char* const other = "name,graph_breaks\na,1\nb,9\nc,5\n";
    model.setSnapshot(testing::judged(other, other));
    QCOMPARE(names(model), u"b c a"_s);
    const char* const without = "name,accuracy\nb,pass\na,pass\n";
    model.setSnapshot(testing::judged(without, without));
    QCOMPARE(names(model), u"b a"_s);
    QCOMPARE(model.order(), verdicts::RowOrder{});
  }

  /// A query names metrics by number: on another pair it would ask for another metric, or for one that is not there.
  void aQueryByMetricEndsWithItsPair() {
    TriageModel model;
    model.setSnapshot(testing::judged(kActual, kExpected));
    model.setFilter(textFilter(model, "compression_ratio>1.2"));
    QCOMPARE(names(model), u"x10 x2"_s);
    const char* const fewer = "name,accuracy\nb,pass\na,pass\n";
    model.setSnapshot(testing::judged(fewer, fewer));
    QCOMPARE(names(model), u"b a"_s);
    QVERIFY(model.filter().query.terms().empty());
    model.setSnapshot(testing::judged(kActual, kExpected));
    QCOMPARE(model.rowCount(), 9);
  }

  void aSmallerPairKeepsNoNumberOfTheOldOne() {
    TriageModel model;
    model.setSnapshot(testing::judged(kActual, kExpected));
    model.sort(model.columns().indexOf(u"metric:compression_ratio"_s), Qt::DescendingOrder);
    const char* const reordered = "name,compression_ratio,accuracy\na,0.5,pass\nb,2,pass\nc,1,pass\n";
    model.setSnapshot(testing::judged(reordered, reordered));
    QCOMPARE(names(model), u"b c a"_s);
    QCOMPARE(model.columns().at(model.columns().columnOf(model.order())).key, u"metric:compression_ratio"_s);
    model.setSnapshot(nullptr);
    model.setSnapshot(testing::judged("name,accuracy\nb,pass\n", "name,accuracy\nb,pass\n"));
    QCOMPARE(model.columns().columnOf(model.order()), 0);
  }

  void answersRoles() {
    TriageModel model;
    model.setSnapshot(testing::judged(kActual, kExpected));
    const QModelIndex breaks = model.index(0, model.columns().indexOf(u"metric:graph_breaks"_s));
    const auto text = breaks.data(TriageModel::MetricTextRole).value<MetricText>();
    QCOMPARE(text.expected, u"7"_s);
    QCOMPARE(text.actual, u"9"_s);
    QCOMPARE(text.delta, u"+2"_s);
    QVERIFY(text.changed);
    QVERIFY(!model.index(0, 0).data(TriageModel::MetricTextRole).isValid());
    QCOMPARE(model.sourceRow(0), 2u);
    QCOMPARE(model.rowOf(2), 0);
    QCOMPARE(model.rowOf(999), -1);
    QVERIFY(model.isOpen(0));
    QVERIFY(!model.isOpen(4));
    QVERIFY(breaks.data(Qt::ToolTipRole).toString().contains(u"change: +2"_s));
    QVERIFY(!breaks.data(Qt::BackgroundRole).isValid());  // never a colour
    QVERIFY(!breaks.data(Qt::ForegroundRole).isValid());
  }

  void speaksWholeThoughts() {
    TriageModel model;
    model.setSnapshot(testing::judged(kActual, kExpected));
    const auto said = [&](int row, const QString& key) {
      return model.index(row, model.columns().indexOf(key)).data(Qt::AccessibleTextRole).toString();
    };
    QCOMPARE(said(0, u"metric:accuracy"_s), u"FAIL llama accuracy expected pass actual fail_accuracy"_s);
    QCOMPARE(said(1, u"metric:graph_breaks"_s), u"FAIL moco graph_breaks expected 11 actual 0 not measured"_s);
    QCOMPARE(said(3, u"metric:accuracy"_s), u"LOST gone accuracy expected pass actual no value"_s);
    QCOMPARE(said(7, u"metric:accuracy"_s), u"PASS x10 accuracy unchanged pass"_s);
    QCOMPARE(said(4, u"flaky"_s), u"FLAKY yolov3 flaky"_s);
  }

  void worksInTheBackgroundOverManyRows() {
    std::string text = "name,accuracy,graph_breaks\n";
    const std::size_t rows = TriageModel::kBackgroundRows + 1000;
    for (std::size_t i = 0; i < rows; ++i) text += "m" + std::to_string(i) + ",pass," + std::to_string(i % 7) + "\n";
    TriageModel model;
    const QByteArray bytes = QByteArray::fromStdString(text);
    model.setSnapshot(testing::judged(bytes, bytes));
    QCOMPARE(model.rowCount(), int(rows));
    QSignalSpy shown(&model, &TriageModel::rowsShown);
    model.setFilter(textFilter(model, "m1"));
    model.setFilter(textFilter(model, "m12"));
    model.setFilter(textFilter(model, "m123"));
    QVERIFY(model.isBusy());
    QCOMPARE(model.rowCount(), int(rows));  // nothing happens on the GUI thread
    QTRY_VERIFY(!model.isBusy());
    QCOMPARE(shown.count(), 1);  // the outdated answers were dropped
    QCOMPARE(model.rowCount(), 1 + 10 + 100 + 0 + 0);
    QCOMPARE(model.modelName(0), u"m123"_s);
    // Stopped: the rows are those from before, and the progress shows the end.
    QSignalSpy busy(&model, &TriageModel::busyChanged);
    QSignalSpy cancelled(&model, &TriageModel::cancelled);
    model.setFilter(textFilter(model, "/m[0-9]*7$/"));
    model.cancel();
    QCOMPARE(busy.count(), 2);
    QCOMPARE(busy.last().first().toBool(), false);
    QCOMPARE(cancelled.count(), 1);
    QCOMPARE(model.modelName(0), u"m123"_s);
    model.cancel();
    QCOMPARE(cancelled.count(), 1);
    // A snapshot that comes while something runs wins.
    model.setFilter({});
    model.setSnapshot(testing::judged("name,accuracy\na,pass\n", "name,accuracy\na,pass\n"));
    QVERIFY(!model.isBusy());
    QCOMPARE(names(model), u"a"_s);
  }

  void writesMetrics_data() {
    QTest::addColumn<double>("value");
    QTest::addColumn<int>("decimals");
    QTest::addColumn<QString>("text");
    QTest::newRow("up") << 2.0 << 0 << u"+2"_s;
    QTest::newRow("down, a true minus") << -2.0 << 0 << u"\u22122"_s;
    QTest::newRow("zero") << 0.0 << 0 << u"0"_s;
    QTest::newRow("decimals") << 0.3149 << 2 << u"+0.31"_s;
    QTest::newRow("too small to show") << -0.0004 << 2 << u"\u2212\u22480"_s;
    QTest::newRow("not whole without decimals") << 1.5 << 0 << u"+1.5"_s;
  }
  void writesMetrics() {
    QFETCH(double, value);
    QFETCH(int, decimals);
    QTEST(signedNumber(value, decimals), "text");
  }

  void copiesTsv() {
    QCOMPARE(toTsv({{u"a"_s, u"b"_s}, {u"x\ty"_s, u"1\n2"_s}}), u"a\tb\nx y\t1 2\n"_s);
  }

  void copiesMarkdown() {
    QCOMPARE(toMarkdown({{u"Model"_s, u"breaks"_s}, {u"a|b_c"_s, u"7"_s}, {u"<x>*"_s, u"12\n"_s}}, {false, true}),
             u"| Model   | breaks |\n"
             "| ------- | -----: |\n"
             "| a\\|b_c  |      7 |\n"
             "| \\<x\\>\\* |     12 |\n"_s);
    QCOMPARE(toMarkdown({}), QString());
  }

  void copiesShownColumns() {
    TriageModel model;
    model.setSnapshot(testing::judged(kActual, kExpected));
    QCOMPARE(cellsText(*model.comparison(), model.columns(), {1, model.columns().indexOf(u"metric:graph_breaks"_s)},
                       {model.sourceRow(0), model.sourceRow(4)}, TableFormat::Tsv),
             u"Model\tgraph breaks\nllama\t7 → 9 (+2)\nyolov3\t8\n"_s);
  }

  void sumsUp() {
    const auto snapshot = testing::judged(kActual, kExpected);
    QCOMPARE(statusText(*snapshot->comparison),
             u"9 models · 2 fail · 2 missing or lost · 1 flaky · 1 improved · 1 expected fail · CI would fail"_s);
    QCOMPARE(shownText(12, 128), u"12 of 128"_s);
    QCOMPARE(shownText(5, 5), u"5"_s);
    QCOMPARE(grouped(1000003), u"1,000,003"_s);
    QCOMPARE(millisecondsText(0.44), u"0.4 ms"_s);
    QCOMPARE(millisecondsText(84.2), u"84 ms"_s);
    QCOMPARE(millisecondsText(1234), u"1.2 s"_s);
  }

  void showsBothRawRows() {
    RawRowsModel rows;
    QAbstractItemModelTester tester(&rows, QAbstractItemModelTester::FailureReportingMode::QtTest);
    const auto snapshot = testing::judged("dev,name,accuracy,graph_breaks\ncuda,llama,fail_accuracy,7.0\nx,\"q,1\",pass,1\n",
                                          "name,accuracy,graph_breaks,note\nllama,pass,7,old\n");
    const auto text = [&rows] {
      QStringList lines;
      for (int r = 0; r < rows.rowCount(); ++r) {
        QStringList cells;
        for (int c = 0; c < rows.columnCount(); ++c) cells << rows.index(r, c).data().toString();
        lines << cells.join(u" | "_s) + (rows.index(r, 0).data(RawRowsModel::ChangedRole).toBool() ? u" changed"_s : QString());
      }
      return lines.join(u'\n');
    };
    rows.show(snapshot, 0);
    QCOMPARE(text(), u"dev | – | cuda\nname | llama | llama\naccuracy | pass | ≠ fail_accuracy changed\n"
                     "graph_breaks | 7 | 7.0\nnote | old | –"_s);
    rows.show(snapshot, 1);
    QCOMPARE(rows.index(1, RawRowsModel::ActualColumn).data().toString(), u"q,1"_s);
    QCOMPARE(rows.index(1, RawRowsModel::ExpectedColumn).data().toString(), u"–"_s);
    rows.show(nullptr, 0);
    QCOMPARE(rows.rowCount(), 0);
  }
};

QTEST_GUILESS_MAIN(TriageModelTest)
#include "triage_model_test.moc"
