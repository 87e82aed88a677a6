// SPDX-License-Identifier: GPL-3.0-or-later
// Which values may not be replaced without a reason, and how numbers are written in a column's own style.
#include <QTest>

#include "core/baselines/acceptance.h"
#include "core/baselines/baseline_edit.h"
#include "core/verdicts/metric_catalogue.h"

using namespace plumbline;
using baselines::Guard;

Q_DECLARE_METATYPE(plumbline::baselines::Guard)

class GuardsTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void guards_data();
  void guards();
  void statuses();
  void styles_data();
  void styles();
  void sameValues();
};

void GuardsTest::guards_data() {
  QTest::addColumn<QString>("column");
  QTest::addColumn<QString>("from");
  QTest::addColumn<QString>("to");
  QTest::addColumn<Guard>("guard");
  const auto row = [](const char* column, const char* from, const char* to, Guard guard) {
    QTest::addRow("%s %s to %s", column, from, to)
        << QString::fromUtf8(column) << QString::fromUtf8(from) << QString::fromUtf8(to) << guard;
  };
  row("accuracy", "pass", "fail_accuracy", Guard::StatusWorse);
  row("accuracy", "pass", "", Guard::StatusWorse);
  row("accuracy", "pass_due_to_skip", "fail_to_run", Guard::StatusWorse);
  row("accuracy", "eager_variation", "OOM", Guard::StatusWorse);
  row("accuracy", "pass", "pass_due_to_skip", Guard::StatusWorse);  // nothing is held against it any more
  row("accuracy", "pass", "eager_variation", Guard::StatusWorse);
  row("accuracy", "pass_due_to_skip", "pass", Guard::None);
  row("accuracy", "fail_accuracy", "pass", Guard::None);
  row("accuracy", "fail_to_run", "timeout", Guard::None);
  row("accuracy", "passing", "timeout", Guard::None);
  row("float32", "pass", "fail_accuracy", Guard::StatusWorse);
  row("graph_breaks", "7", "9", Guard::MoreGraphBreaks);
  row("graph_breaks", "7.0", "7", Guard::None);
  row("graph_breaks", "9", "10", Guard::MoreGraphBreaks);
  row("graph_breaks", "10", "9", Guard::None);
  row("graph_breaks", "", "9", Guard::None);
  row("graph_breaks", "x", "9", Guard::None);
  row("graph_breaks", "9", "x", Guard::WorseMetric);
  row("unique_graphs", "9", "x", Guard::WorseMetric);
  row("graph_breaks", "nan", "9", Guard::None);
  row("fallbacks_to_eager", "0", "1", Guard::WorseMetric);
  row("calls_captured", "100", "99", Guard::WorseMetric);
  row("calls_captured", "99", "100", Guard::None);
  row("unique_graphs", "5", "1", Guard::None);
  row("compression_ratio", "1.0396", "1.0395", Guard::LowerRatio);
  row("compression_ratio", "1.0396", "1.0400", Guard::None);
  row("speedup", "2", "1.99", Guard::LowerRatio);
  row("abs_latency", "10.5", "11", Guard::WorseMetric);
  row("compilation_latency", "11", "10", Guard::None);
  row("no_such_metric", "1", "2", Guard::None);
}

void GuardsTest::guards() {
  QFETCH(QString, column);
  QFETCH(QString, from);
  QFETCH(QString, to);
  QFETCH(Guard, guard);
  const Guard found = baselines::guardFor(column.toStdString(), from.toStdString(), to.toStdString());
  QCOMPARE(static_cast<int>(found), static_cast<int>(guard));
}

void GuardsTest::statuses() {
  for (const char* word : {"pass", "pass_due_to_skip", "eager_variation"}) QVERIFY2(verdicts::isPassing(word), word);
  for (const char* word : {"", "Pass", "pass ", "bypass", "fail_accuracy"}) QVERIFY2(!verdicts::isPassing(word), word);
  for (const char* word : {"pass", "fail_accuracy", "eager_variation"}) QVERIFY2(verdicts::hasCounters(word), word);
  for (const char* word : {"pass_due_to_skip", "fail_to_run", "OOM", "timeout", "eager_1st_run_OOM"})
    QVERIFY2(!verdicts::hasCounters(word), word);
}

void GuardsTest::styles_data() {
  QTest::addColumn<QString>("column");
  QTest::addColumn<QString>("cells");  // separated by blanks, "-" is an empty cell
  QTest::addColumn<QString>("text");
  QTest::addColumn<QString>("wanted");
  const auto row = [](const char* column, const char* cells, const char* text, const char* wanted) {
    QTest::addRow("%s [%s] %s", column, cells, text) << QString::fromUtf8(column) << QString::fromUtf8(cells)
                                                     << QString::fromUtf8(text) << QString::fromUtf8(wanted);
  };
  row("graph_breaks", "7 8", "2.0", "2");
  row("graph_breaks", "7 8", "2.000000", "2");
  row("graph_breaks", "7 8", " 2", "2");
  row("graph_breaks", "7 8", "2.5", "2.5");
  row("graph_breaks", "7 8", "1e1", "10");
  row("graph_breaks", "7 8", "-3.0", "-3");
  row("graph_breaks", "7 -", "2.0", "2");
  row("graph_breaks", "7.0 8.0", "2", "2.0");
  row("graph_breaks", "7.0 8", "2.0", "2");
  row("graph_breaks", "- -", "2.0", "2");
  row("graph_breaks", "7 8", "12345678901234567890", "12345678901234567890");
  row("graph_breaks", "7 8", "inf", "inf");
  row("speedup", "2.6028 1.1296", "2.014039", "2.0140");
  row("speedup", "2.6028 1.1296", "2", "2.0000");
  row("speedup", "2.6028 1.1296", "-0.000001", "0.0000");
  row("speedup", "2.6028 1.1296", "1.99996", "2.0000");
  row("speedup", "2.6028 1.1296", "inf", "inf");
  row("speedup", "2.6028 1.13", "2.014039", "2.014039");
  row("speedup", "- -", "2.014039", "2.014039");
  row("speedup", "# 2.6028", "2.014039", "2.0140");
  row("accuracy", "pass pass", "fail_accuracy", "fail_accuracy");
  row("accuracy", "pass pass", "0.0000", "0.0000");
  row("accuracy", "- -", "2.0", "2.0");
  row("other", "1 2", "2.0", "2");
  row("other", "1 x", "2.0", "2.0");
}

void GuardsTest::styles() {
  QFETCH(QString, column);
  QFETCH(QString, cells);
  QFETCH(QString, text);
  QFETCH(QString, wanted);
  std::string file = "name," + column.toStdString() + '\n';
  int line = 0;
  for (const QString& cell : cells.split(QLatin1Char(' '))) {
    const bool comment = cell == QLatin1String("#");
    file += (comment ? "#c,word"
                     : "m" + std::to_string(line) + ',' +
                           (cell == QLatin1String("-") ? std::string() : cell.toStdString())) +
            '\n';
    ++line;
  }
  const auto table = baselines::BaselineTable::of(file, "t.csv");
  QVERIFY(table);
  const auto style = baselines::styleOf(*table, column.toStdString());
  QCOMPARE(QString::fromStdString(baselines::styled(style, text.toStdString())), wanted);
}

void GuardsTest::sameValues() {
  QVERIFY(baselines::sameValue("graph_breaks", "7", "7.0"));
  QVERIFY(baselines::sameValue("graph_breaks", " 7", "7"));
  QVERIFY(!baselines::sameValue("graph_breaks", "7", "8"));
  QVERIFY(!baselines::sameValue("graph_breaks", "", "0"));
  QVERIFY(!baselines::sameValue("accuracy", "0.0", "0.0000"));
  QVERIFY(baselines::sameValue("accuracy", "pass", "pass"));
}

QTEST_GUILESS_MAIN(GuardsTest)
#include "guards_test.moc"
