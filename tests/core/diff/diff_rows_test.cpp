// SPDX-License-Identifier: GPL-3.0-or-later
// Rows of a diff: what is shown and in what order, the flips under other thresholds and their sentence.
#include <QTest>

#include "core/diff/diff_rows.h"

using namespace plumbline::diff;
using namespace Qt::StringLiterals;

namespace {

Run run(const std::string& label, std::string csv) {
  auto table = plumbline::tables::CsvTable::scan(std::move(csv), label + ".csv");
  if (!table.isValue()) qFatal("not a table");
  return {.label = label, .origin = label, .tables = {table.value()}, .config = {}, .commit = {}, .isBaseline = false};
}

/// made joins two runs in which each kind of row occurs once.
RunDiffPtr made() {
  auto diff = RunDiff::make(
      {run("a",
           "name,accuracy,speedup,abs_latency\nsame,pass,1.00,10\nup,pass,1.00,10\ndown,pass,1.00,10\nmuch,pass,2.00,"
           "10\n"
           "gone,pass,1,10\nbroke,pass,1,10\nhealed,fail_to_run,0,0\nnudge,pass,1.00,10\nhidden,pass,1.50,10\n"),
       run("b",
           "name,accuracy,speedup,abs_latency\nsame,pass,1.00,10\nup,pass,1.20,8\ndown,pass,0.90,10\nmuch,pass,1.00,"
           "10\n"
           "broke,fail_accuracy,1,10\nhealed,pass,1,10\nnudge,pass,0.97,10\nhidden,pass,1.51,14\nnew,pass,1,10\n")});
  if (!diff.isValue()) qFatal("no diff");
  return diff.value();
}

DiffRows rowsOf(const RunDiffPtr& diff, const Thresholds& now = defaultThresholds(), Sides sides = {}) {
  return DiffRows(WhatIf(diff, sides.before, sides.after), diff, sides, now, defaultThresholds());
}

QStringList names(const DiffRows& rows, const DiffRowFilter& filter, const RowSort& sort = {}) {
  QStringList found;
  for (const std::uint32_t row : rows.shown(filter, sort)) found << QString::fromStdString(rows.diff()->model(row));
  return found;
}

Thresholds with(const char* text) {
  Thresholds thresholds = defaultThresholds();
  if (!setThreshold(thresholds, text)) qFatal("no threshold");
  return thresholds;
}

}  // namespace

class DiffRowsTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  /// A value that is equal to its floor is not below it.
  void floorsBeginBelow() {
    const RunDiffPtr diff =
        RunDiff::make({run("a", "name,speedup\nx,2\ny,2\n"), run("b", "name,speedup\nx,1.5\ny,1.49\n")}).value();
    const Thresholds now = with("speedup>=1.5");
    const DiffRows rows = rowsOf(diff, now);
    QVERIFY(!rows.isBelowFloor(0, 0));
    QVERIFY(rows.isBelowFloor(1, 0));
    QCOMPARE(WhatIf(diff, 0, 1).counts(now).belowFloor, 1U);
  }

  void worstFirst() {
    const DiffRows rows = rowsOf(made());
    // hidden: latency rose by 40 %, more than speedup of "down" fell; "much" lost half its speedup.
    QCOMPARE(names(rows, {.changedOnly = true}),
             (QStringList{u"broke"_s, u"gone"_s, u"much"_s, u"hidden"_s, u"down"_s, u"healed"_s, u"up"_s, u"new"_s}));
    QCOMPARE(names(rows, {}).size(), qsizetype(10));
    QCOMPARE(rows.count(Move::Worse), std::size_t{3});
    QCOMPARE(rows.count(Move::Same), std::size_t{2});
  }

  void filters_data() {
    QTest::addColumn<int>("which");
    QTest::addColumn<QStringList>("expected");
    QTest::newRow("a move by name") << 0 << QStringList{u"healed"_s};
    QTest::newRow("same by name, though only changed ones are requested") << 1 << QStringList{u"same"_s, u"nudge"_s};
    QTest::newRow("words, any case") << 2 << QStringList{u"down"_s};
    QTest::newRow("two words") << 3 << QStringList{u"nudge"_s};
    QTest::newRow("alarms") << 4 << QStringList{u"hidden"_s};
    QTest::newRow("no flips") << 5 << QStringList{};
  }
  void filters() {
    QFETCH(int, which);
    QFETCH(QStringList, expected);
    const DiffRowFilter filters[] = {{.moves = moveBit(Move::Healed)},
                                    {.moves = moveBit(Move::Same), .changedOnly = true},
                                    {.words = {"DOW"}},
                                    {.words = {"nu", "DGE"}},
                                    {.alarmsOnly = true},
                                    {.flipsOnly = true}};
    QCOMPARE(names(rowsOf(made()), filters[which]), expected);
  }

  void orders_data() {
    QTest::addColumn<QString>("metric");
    QTest::addColumn<bool>("descending");
    QTest::addColumn<QStringList>("first");
    QTest::newRow("largest drop") << u"speedup"_s << false << QStringList{u"much"_s, u"down"_s, u"nudge"_s};
    QTest::newRow("largest rise") << u"speedup"_s << true << QStringList{u"up"_s, u"hidden"_s, u"same"_s};
    QTest::newRow("words that changed first") << u"accuracy"_s << false << QStringList{u"broke"_s, u"healed"_s};
  }
  void orders() {
    QFETCH(QString, metric);
    QFETCH(bool, descending);
    QFETCH(QStringList, first);
    const DiffRows rows = rowsOf(made());
    const RowSort sort{RowSort::By::Change, *rows.diff()->metricOf(metric.toStdString()), 0, descending};
    const QStringList all = names(rows, {}, sort);
    QCOMPARE(all.first(first.size()), first);
    if (metric == u"speedup"_s)
      QVERIFY(QStringList({u"gone"_s, u"new"_s, u"healed"_s}).contains(all.last()));  // no two numbers: last
    QCOMPARE(names(rows, {}, {RowSort::By::Model, 0, 0, false}).first(), u"broke"_s);
    QCOMPARE(names(rows, {}, {RowSort::By::Model, 0, 0, true}).first(), u"up"_s);
    QCOMPARE(names(rows, {}, {RowSort::By::Value, *rows.diff()->metricOf("speedup"), 0, true}).first(), u"much"_s);
  }

  void flips_data() {
    QTest::addColumn<QByteArray>("threshold");
    QTest::addColumn<QString>("sentence");
    QTest::newRow("usual") << QByteArray("speedup=5%") << QString();
    QTest::newRow("stricter") << QByteArray("speedup=2%") << u"1 row becomes worse"_s;
    QTest::newRow("looser") << QByteArray("speedup=60%") << u"2 rows no longer worse, 1 no longer better"_s;
    QTest::newRow("floor") << QByteArray("speedup>=0.98") << u"1 row falls below its floor"_s;
    QTest::newRow("no floor to speak of") << QByteArray("speedup>=0.5") << u"1 row no longer below its floor"_s;
  }
  void flips() {
    QFETCH(QByteArray, threshold);
    QFETCH(QString, sentence);
    const DiffRows rows = rowsOf(made(), with(threshold.constData()));
    QCOMPARE(QString::fromStdString(flipSentence(rows.flipCounts())), sentence);
    const QStringList turned = names(rows, {.flipsOnly = true});
    QCOMPARE(static_cast<std::size_t>(turned.size()), rows.flipCounts().rows);
    QCOMPARE(turned.isEmpty(), sentence.isEmpty());
    // Rows that turn over stay on screen, whatever they are now.
    for (const QString& name : turned) QVERIFY(names(rows, {.changedOnly = true}).contains(name));
    for (std::uint32_t row = 0; row < rows.diff()->rowCount(); ++row)
      QCOMPARE(rows.flipsOf(row).empty(), !turned.contains(QString::fromStdString(rows.diff()->model(row))));
  }

  void rowsCountOnceHoweverManyMetricsTurn() {
    const Flip flips[] = {{1, 0, Move::Same, Move::Worse, false, false}, {1, 1, Move::Same, Move::Worse, false, true},
                          {2, 0, Move::Worse, Move::Same, false, false}};
    FlipCounts counts = countFlips(flips);
    QCOMPARE(counts.rows, std::size_t{2});
    QCOMPARE(counts.becomeWorse, std::size_t{1});
    QCOMPARE(QString::fromStdString(flipSentence(counts)),
             u"1 row becomes worse, 1 no longer worse, 1 falls below its floor"_s);
    QCOMPARE(countFlips(flips, 1).rows, std::size_t{1});
  }

  void alarmsAreFound() {
    const DiffRows rows = rowsOf(made());
    const auto hidden = rows.diff()->rowOf("hidden"), same = rows.diff()->rowOf("same"), up = rows.diff()->rowOf("up");
    QVERIFY(rows.alarmOf(*hidden) != nullptr);
    QVERIFY(rows.alarmOf(*same) == nullptr && rows.alarmOf(*up) == nullptr);
    QVERIFY(rows.hasMoved(*hidden) && rows.hasMoved(*up) && !rows.hasMoved(*same));
  }

  void oneRunAloneShowsAllOfIt() {
    auto diff = RunDiff::make({run("a", "name,speedup\nx,1\ny,2\n")});
    QVERIFY(diff.isValue());
    const DiffRows rows = rowsOf(diff.value(), defaultThresholds(), {0, 0});
    QCOMPARE(names(rows, {.changedOnly = true}), (QStringList{u"x"_s, u"y"_s}));
    QVERIFY(DiffRows().shown({}, {}).empty());
  }
};

QTEST_GUILESS_MAIN(DiffRowsTest)
#include "diff_rows_test.moc"
