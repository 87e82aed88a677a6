// SPDX-License-Identifier: GPL-3.0-or-later
// The tables of the page: rows change in place, nothing is reset, and the words say what is.
#include <QAbstractItemModelTester>
#include <QElapsedTimer>
#include <QItemSelectionModel>
#include <QRegularExpression>
#include <QTimeZone>

#include "tests/ui/runs/runs_fixture.h"
#include "ui/runs/queue_model.h"
#include "ui/runs/run_text.h"
#include "ui/runs/task_model.h"
#include "ui/support/clipboard_text.h"

using namespace Qt::StringLiterals;
using namespace plumbline;
using runs::RunPtr;
using runs::RunState;
using testing::kNow;
using testing::made;
using testing::queueOf;
using ui::QueueModel;
using ui::TaskModel;

namespace {

QStringList dump(const QAbstractItemModel& model) {
  QStringList lines;
  for (int row = 0; row < model.rowCount(); ++row) {
    QStringList cells;
    for (int column = 0; column < model.columnCount(); ++column) cells << model.index(row, column).data().toString();
    lines << cells.join(u" | "_s);
  }
  return lines;
}

QStringList ids(const QueueModel& model) {
  QStringList all;
  for (int row = 0; row < model.rowCount(); ++row) all << QString::fromStdString(model.run(row)->id);
  return all;
}

std::vector<RunPtr> many(int count) {
  std::vector<RunPtr> all;
  for (int i = 0; i < count; ++i)
    all.push_back(
        made({.id = "run-" + std::to_string(i), .states = {i % 3 == 0 ? RunState::Done : RunState::Waiting}}));
  return all;
}

}  // namespace

class QueueModelTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void init() { QTest::failOnWarning(QRegularExpression(u"^(?!This plugin does not support propagateSizeHints).*"_s)); }

  void rowsSayWhatIs() {
    QueueModel model;
    QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
    auto going = made({.id = "a", .title = "going", .states = {RunState::Done, RunState::Cold}});
    auto failed = made({.id = "b",
                        .title = "failed",
                        .states = {RunState::Done, RunState::Failed, RunState::Done, RunState::Done, RunState::Done},
                        .results = {"/tmp/out.json"}});
    auto paused = made({.id = "c", .title = "paused"});
    paused->isPaused = true;
    paused->spec.priority = 2;
    paused->spec.target = {.kind = runs::TargetKind::Ssh, .host = "gpu1"};
    model.setQueue(queueOf({going, failed, paused}), kNow);
    const QStringList lines = dump(model);
    QVERIFY2(lines[0].startsWith(u"cold | going | 1 of 5 tasks | local | "_s), qPrintable(lines[0]));
    QVERIFY2(lines[0].contains(u" | 1:00:00 | "_s), qPrintable(lines[0]));
    QVERIFY2(lines[1].startsWith(u"failed | failed | 5 of 5 tasks, 1 failed | local"_s), qPrintable(lines[1]));
    QVERIFY2(lines[1].endsWith(u"out.json \u00b7 exit code 1 in the cold run"_s), qPrintable(lines[1]));
    QVERIFY2(lines[2].startsWith(u"paused | paused | 0 of 5 tasks | ssh:gpu1 |  |  |  | "_s), qPrintable(lines[2]));
    QCOMPARE(model.index(2, QueueModel::Title).data(static_cast<int>(ui::RunRole::Detail)).toString(),
             u"priority +2"_s);
    QCOMPARE(model.index(1, QueueModel::Progress).data(static_cast<int>(ui::RunRole::FailedShare)).toDouble(), 0.2);
    QVERIFY(!model.index(0, QueueModel::Left).data().toString().isEmpty());
    QVERIFY(model.hasActive());
    QCOMPARE(ui::rowTexts(model, {0, 2}).size(), 3);
  }

  void onlyWhatDiffersIsTold() {
    QueueModel model;
    QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
    std::vector<RunPtr> all = many(500);
    model.setQueue(queueOf(all), kNow);
    QSignalSpy reset(&model, &QAbstractItemModel::modelReset), layout(&model, &QAbstractItemModel::layoutChanged);
    QSignalSpy inserted(&model, &QAbstractItemModel::rowsInserted), removed(&model, &QAbstractItemModel::rowsRemoved);
    QSignalSpy changed(&model, &QAbstractItemModel::dataChanged);
    model.setQueue(queueOf(all), kNow + 1);
    QCOMPARE(changed.count(), 0);
    all[7] = made({.id = "run-7", .states = {RunState::Cold}});
    all[8] = made({.id = "run-8", .states = {RunState::Cold}});
    all[300] = made({.id = "run-300", .states = {RunState::Failed}});
    model.setQueue(queueOf(all), kNow + 2);
    QCOMPARE(changed.count(), 2);
    QCOMPARE(changed[0][0].toModelIndex().row(), 7);
    QCOMPARE(changed[0][1].toModelIndex().row(), 8);
    QCOMPARE(changed[1][0].toModelIndex().row(), 300);
    changed.clear();
    model.tick(kNow + 3);
    QCOMPARE(changed.count(), 2);
    for (const auto& each : changed) QCOMPARE(each[0].toModelIndex().column(), int(QueueModel::Elapsed));
    QCOMPARE(reset.count() + layout.count() + inserted.count() + removed.count(), 0);
  }

  void addedRemovedAndMoved_data() {
    QTest::addColumn<QStringList>("before");
    QTest::addColumn<QStringList>("after");
    QTest::addColumn<int>("layouts");
    QTest::newRow("first") << QStringList{} << QStringList{u"a"_s, u"b"_s} << 0;
    QTest::newRow("front") << QStringList{u"a"_s, u"b"_s} << QStringList{u"n"_s, u"a"_s, u"b"_s} << 0;
    QTest::newRow("middle") << QStringList{u"a"_s, u"b"_s} << QStringList{u"a"_s, u"n"_s, u"m"_s, u"b"_s} << 0;
    QTest::newRow("end") << QStringList{u"a"_s} << QStringList{u"a"_s, u"b"_s, u"c"_s} << 0;
    QTest::newRow("gone") << QStringList{u"a"_s, u"b"_s, u"c"_s, u"d"_s} << QStringList{u"b"_s} << 0;
    QTest::newRow("none") << QStringList{u"a"_s, u"b"_s} << QStringList{} << 0;
    QTest::newRow("moved") << QStringList{u"a"_s, u"b"_s, u"c"_s} << QStringList{u"c"_s, u"a"_s, u"b"_s} << 1;
    QTest::newRow("all at once") << QStringList{u"a"_s, u"b"_s, u"c"_s, u"d"_s}
                                 << QStringList{u"n"_s, u"d"_s, u"m"_s, u"b"_s, u"o"_s} << 1;
  }
  void addedRemovedAndMoved() {
    QFETCH(QStringList, before);
    QFETCH(QStringList, after);
    QFETCH(int, layouts);
    const auto queue = [](const QStringList& names) {
      std::vector<RunPtr> all;
      for (const QString& name : names) all.push_back(made({.id = name.toStdString()}));
      return queueOf(all);
    };
    QueueModel model;
    QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
    model.setQueue(queue(before), kNow);
    QCOMPARE(ids(model), before);
    QHash<QString, QPersistentModelIndex> places;
    for (int row = 0; row < model.rowCount(); ++row) places.insert(before[row], model.index(row, 1));
    QSignalSpy reset(&model, &QAbstractItemModel::modelReset), layout(&model, &QAbstractItemModel::layoutChanged);
    model.setQueue(queue(after), kNow);
    QCOMPARE(ids(model), after);
    QCOMPARE(reset.count(), 0);
    QCOMPARE(layout.count(), layouts);
    for (const QString& name : before)
      QCOMPARE(places[name].isValid() ? places[name].row() : -1, int(after.indexOf(name)));
  }

  void fiveHundredRunsAreQuick() {
    QueueModel model;
    std::vector<RunPtr> all = many(500);
    model.setQueue(queueOf(all), kNow);
    QSignalSpy reset(&model, &QAbstractItemModel::modelReset);
    QElapsedTimer timer;
    timer.start();
    constexpr int kRounds = 200;
    for (int round = 0; round < kRounds; ++round) {
      const auto place = static_cast<std::size_t>(round % 500);
      all[place] = made({.id = all[place]->id, .states = {RunState::Cold}});
      model.setQueue(queueOf(all), kNow + round);
      model.tick(kNow + round + 0.5);
    }
    const double each = static_cast<double>(timer.nsecsElapsed()) / 1e6 / kRounds;
    qInfo("%.3f ms for a snapshot of 500 runs", each);
    QCOMPARE(reset.count(), 0);
  }

  void tasksSayWhatIs() {
    TaskModel model;
    QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
    auto run = made({.id = "a", .states = {RunState::Done, RunState::Failed, RunState::Warm}});
    model.setRun(run, kNow);
    QCOMPARE(model.activeTask(), 2);
    QCOMPARE(model.firstFailed(), 1);
    QVERIFY(model.isUseful(TaskModel::Cold));
    QVERIFY(!model.isUseful(TaskModel::Repeat));
    model.setReading(
        {.run = "a", .tasks = {{0, {.cold = 12.345, .warm = 1.5, .status = {}, .problem = {}}}}, .summary = {}});
    const QStringList lines = dump(model);
    QCOMPARE(lines[0].section(u" | "_s, 3, 4), u"12.3 | 1.50"_s);
    QVERIFY2(lines[1].endsWith(u"exit code 1 in the cold run"_s), qPrintable(lines[1]));
    QSignalSpy reset(&model, &QAbstractItemModel::modelReset), changed(&model, &QAbstractItemModel::dataChanged);
    auto next = made({.id = "a", .states = {RunState::Done, RunState::Failed, RunState::Done, RunState::Cold}});
    model.setRun(next, kNow + 1);
    QCOMPARE(reset.count(), 0);
    QCOMPARE(changed.count(), 2);
    QCOMPARE(changed[0][0].toModelIndex().row(), 2);
    model.setReading(
        {.run = "another", .tasks = {{1, {.cold = 1, .warm = 1, .status = {}, .problem = {}}}}, .summary = {}});
    QCOMPARE(model.index(1, TaskModel::Cold).data().toString(), QString());
    model.setRun(made({.id = "b"}), kNow);
    QCOMPARE(reset.count(), 1);
    QCOMPARE(model.index(0, TaskModel::Cold).data().toString(), QString());
    model.setRun(nullptr, kNow);
    QCOMPARE(model.rowCount(), 0);
  }

  void words_data() {
    QTest::addColumn<QString>("got");
    QTest::addColumn<QString>("wanted");
    QTest::newRow("none") << ui::spanText(-1) << QString();
    QTest::newRow("nan") << ui::spanText(std::nan("")) << QString();
    QTest::newRow("seconds") << ui::spanText(59.9) << u"59 s"_s;
    QTest::newRow("minutes") << ui::spanText(185) << u"3:05"_s;
    QTest::newRow("hours") << ui::spanText(7384) << u"2:03:04"_s;
    QTest::newRow("small") << ui::secondsText(0.4211) << u"0.42"_s;
    QTest::newRow("below nothing") << ui::secondsText(-12.34) << u"-12.3"_s;
    QTest::newRow("large") << ui::secondsText(1240.4) << u"1240"_s;
    QTest::newRow("never") << ui::momentText(0, kNow) << QString();
  }
  void words() {
    QFETCH(QString, got);
    QTEST(got, "wanted");
  }

  /// No state shows by its colour alone.
  void everyStateHasGlyphAndWord() {
    QSet<QString> words;
    for (int i = 0; i <= static_cast<int>(RunState::Lost); ++i) {
      const ui::RunStyle look = ui::runStyle(static_cast<RunState>(i));
      QCOMPARE(look.glyph.size(), 1);
      QVERIFY(!look.word.isEmpty());
      words.insert(look.word);
    }
    QCOMPARE(words.size(), static_cast<int>(RunState::Lost) + 1);
  }
};

QTEST_GUILESS_MAIN(QueueModelTest)
#include "queue_model_test.moc"
