// SPDX-License-Identifier: GPL-3.0-or-later
// The page of runs: keys do what they say, nothing jumps when the queue changes, results open, runs come back.
#include <QAbstractItemModelTester>
#include <QApplication>
#include <QClipboard>
#include <QComboBox>
#include <QFile>
#include <QLabel>
#include <QLineEdit>
#include <QPlainTextEdit>
#include <QRegularExpression>
#include <QScrollBar>
#include <QSpinBox>
#include <QTabBar>
#include <QToolButton>

#include "tests/ui/runs/page_parts.h"
#include "ui/runs/log/log_view.h"
#include "ui/runs/queue_model.h"
#include "ui/runs/run_details.h"
#include "ui/runs/runs_page.h"
#include "ui/runs/task_model.h"
#include "ui/shell/action_registry.h"
#include "ui/support/empty_state.h"
#include "ui/support/notice_strip.h"

using namespace Qt::StringLiterals;
using namespace plumbline;
using runs::RunKind;
using runs::RunState;
using testing::answer;
using testing::fieldsOf;
using testing::formOf;
using testing::made;
using testing::Shown;
using testing::startOf;
using testing::tableOf;

namespace {

std::vector<runs::RunPtr> many(int count) {
  std::vector<runs::RunPtr> all;
  for (int i = 0; i < count; ++i)
    all.push_back(made({.id = "run-" + std::to_string(i), .title = "run " + std::to_string(i)}));
  return all;
}

}  // namespace

class RunsPageTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void init() { QTest::failOnWarning(QRegularExpression(u"^(?!This plugin does not support propagateSizeHints).*"_s)); }

  void anEmptyPageSaysWhatToDo() {
    Shown shown;
    QCOMPARE(shown.page.statusText(), u"No run yet"_s);
    auto* empty = shown.page.findChild<ui::EmptyState*>();
    QVERIFY(empty->isVisible());
    QCOMPARE(empty->title(), u"No run yet"_s);
    QVERIFY(fieldsOf(shown)->checkout->hasFocus());
    QVERIFY(!startOf(shown)->isEnabled());
    QVERIFY2(startOf(shown)->toolTip().startsWith(u"Cannot start: "_s), qPrintable(startOf(shown)->toolTip()));
    shown.show({made({})});
    QVERIFY(!empty->isVisible());
    QVERIFY(tableOf(shown)->isVisible());
  }

  void aRightClickAndShiftF10OnARunRequestItsMenu() {
    Shown shown;
    shown.show(many(3));
    tableOf(shown)->setFocus();
    QSignalSpy menu(&shown.page, &ui::Page::menuRequested);
    QTest::keyClick(tableOf(shown), Qt::Key_F10, Qt::ShiftModifier);
    QCOMPARE(menu.count(), 1);
    const QModelIndex run = tableOf(shown)->model()->index(1, 0);
    QTest::mouseClick(shown.page.windowHandle(), Qt::RightButton, {},
                      tableOf(shown)->viewport()->mapTo(&shown.page, tableOf(shown)->visualRect(run).center()));
    QCOMPARE(menu.count(), 2);
    QCOMPARE(tableOf(shown)->currentIndex().row(), 1);
    QVERIFY(!shown.page.menuActions().isEmpty());
  }

  void startQueuesARun() {
    Shown shown;
    answer(shown, {});
    QSignalSpy added(&shown.queue, &runs::RunQueue::added);
    QObject::connect(&shown.queue, &runs::RunQueue::changed, &shown.page, &ui::RunsPage::showQueue);
    QVERIFY(formOf(shown)->canStart());
    auto spec = shown.page.spec();
    QTemporaryDir none;
    shown.run(u"runs.start"_s);
    QVERIFY(added.wait(20000));
    auto* model = shown.page.findChild<ui::QueueModel*>();
    QTRY_COMPARE(model->rowCount(), 1);
    QCOMPARE(model->run(0)->spec, spec);
    QTRY_COMPARE(tableOf(shown)->currentIndex().row(), 0);
    QTRY_VERIFY2(tableOf(shown)->hasFocus(), "who starts a run watches it next");
    // there is no such checkout: the run fails, and says so
    QSignalSpy ended(shown.page.findChild<ui::RunEndNotifier*>(), &ui::RunEndNotifier::ended);
    QTRY_VERIFY_WITH_TIMEOUT(!ended.isEmpty(), 60000);
    QCOMPARE(ended[0][2].toBool(), false);
    QVERIFY2(ended[0][1].toString().contains(u"failed"_s), qPrintable(ended[0][1].toString()));
  }

  void aRealRunComesThrough() {
    const QString python = u"/usr/bin/python3"_s;
    if (!QFile::exists(python)) QSKIP("no /usr/bin/python3 here");
    Shown shown;
    QObject::connect(&shown.queue, &runs::RunQueue::changed, &shown.page, &ui::RunsPage::showQueue);
    runs::RunSpec spec;
    spec.kind = RunKind::Command;
    spec.python = python.toStdString();
    spec.models = {"a"};
    spec.command = {"{python}", "-c",
                    "import sys\nprint('this is printed')\n"
                    "open(sys.argv[1], 'w').write('dev,name,batch_size,accuracy\\ncpu,a,1,pass\\n')",
                    "{output}", "{model}"};
    shown.page.showSpec(spec);
    QVERIFY2(!formOf(shown)->error(), formOf(shown)->error() ? formOf(shown)->error()->text.c_str() : "");
    QTRY_VERIFY_WITH_TIMEOUT(formOf(shown)->canStart(), 30000);  // this machine answers itself
    auto* model = shown.page.findChild<ui::QueueModel*>();
    QSignalSpy ended(shown.page.findChild<ui::RunEndNotifier*>(), &ui::RunEndNotifier::ended),
    pair(&shown.page, &ui::RunsPage::pairRequested);
    shown.run(u"runs.start"_s);
    QTRY_VERIFY_WITH_TIMEOUT(!ended.isEmpty(), 60000);
    QVERIFY2(ended[0][2].toBool(), qPrintable(ended[0][1].toString()));
    QCOMPARE(model->state(0), RunState::Done);
    auto* details = shown.page.findChild<ui::RunDetails*>();
    QTRY_COMPARE(details->model()->index(0, ui::TaskModel::Status).data().toString(), u"pass"_s);
    QVERIFY(!details->isLogShown());  // what came of it stands first
    QTRY_VERIFY(!details->summary().isEmpty());
    shown.run(u"runs.step.1"_s);
    QVERIFY(details->isLogShown());
    QFile log(details->log()->file());
    QVERIFY(log.open(QIODevice::ReadOnly));
    QVERIFY(log.readAll().contains("this is printed"));
    details->log()->copySelection();
    QVERIFY2(shown.page.statusText().endsWith(u"no line is selected"_s), qPrintable(shown.page.statusText()));
    tableOf(shown)->setFocus();
    QTest::keyClick(tableOf(shown), Qt::Key_Return);
    QCOMPARE(pair.count(), 1);
    QVERIFY2(QFile::exists(pair[0][0].toString()), qPrintable(pair[0][0].toString()));
  }

  void keysInFieldsAreText() {
    Shown shown;
    answer(shown, {});
    QObject::disconnect(formOf(shown), &ui::RunForm::startRequested, &shown.queue, nullptr);
    ui::ActionRegistry registry(&shown.page);
    registry.add(shown.page.actions(), u"runs"_s);
    registry.setActiveScope(u"runs"_s);
    formOf(shown)->setMore(true);
    auto* fields = fieldsOf(shown);
    const QWidgetList places{fields->models, fields->target, fields->repeats, fields->environment};
    for (QWidget* place : places) {
      place->setFocus();
      QVERIFY(place->hasFocus());
      for (const Qt::Key key : {Qt::Key_X, Qt::Key_N, Qt::Key_H, Qt::Key_1, Qt::Key_Slash})
        QTest::keyClick(QApplication::focusWidget(), key);
      QVERIFY2(place->hasFocus() && place->isVisible(), place->metaObject()->className());
    }
    QVERIFY(fields->models->text().endsWith(u"xnh1/"_s));
    QCOMPARE(fields->environment->toPlainText(), u"xnh1/"_s);
    shown.page.showSpec(testing::cacheSpec(2));
    fields->environment->setFocus();
    formOf(shown)->acceptProbe({});
    QSignalSpy asked(formOf(shown), &ui::RunForm::probeRequested);
    if (!formOf(shown)->canStart()) {
      QVERIFY(asked.wait(5000));
      formOf(shown)->acceptProbe({});
    }
    QVERIFY(formOf(shown)->canStart());
    QSignalSpy start(formOf(shown), &ui::RunForm::startRequested);
    QTest::keyClick(fields->environment, Qt::Key_Return, Qt::ControlModifier);
    QCOMPARE(start.count(), 1);
    QCOMPARE(fields->environment->toPlainText(), QString());
  }

  void nothingJumps() {
    Shown shown;
    std::vector<runs::RunPtr> all = many(500);
    shown.show(all);
    auto* table = tableOf(shown);
    auto* model = shown.page.findChild<ui::QueueModel*>();
    QAbstractItemModelTester tester(model, QAbstractItemModelTester::FailureReportingMode::QtTest);
    QSignalSpy reset(model, &QAbstractItemModel::modelReset);
    table->goTo(250);
    const int scroll = table->verticalScrollBar()->value();
    QVERIFY(scroll > 0);
    for (int i = 0; i < 50; ++i) {
      const auto place = static_cast<std::size_t>(i * 10);
      all[place] = made({.id = all[place]->id, .title = all[place]->title, .states = {RunState::Cold}});
      shown.show(all);
    }
    all.push_back(made({.id = "new"}));
    shown.show(all);
    QCOMPARE(reset.count(), 0);
    QCOMPARE(table->verticalScrollBar()->value(), scroll);
    QCOMPARE(table->selectedRows(), QList<int>{250});
    QCOMPARE(QString::fromStdString(model->run(table->currentIndex().row())->id), u"run-250"_s);
  }

  void theRunningTaskIsFollowedUntilOneIsChosen() {
    Shown shown;
    auto* details = shown.page.findChild<ui::RunDetails*>();
    shown.show({made({.states = {RunState::Cold}})});
    QCOMPARE(details->currentTask(), 0);
    shown.show({made({.states = {RunState::Done, RunState::Cold}})});
    QCOMPARE(details->currentTask(), 1);
    details->table()->setFocus();
    QTest::keyClick(details->table(), Qt::Key_Up);
    QCOMPARE(details->currentTask(), 0);
    shown.show({made({.states = {RunState::Done, RunState::Done, RunState::Cold}})});
    QCOMPARE(details->currentTask(), 0);
    QVERIFY(details->isLogShown());
    shown.run(u"runs.step.3"_s);
    QVERIFY(!details->isLogShown());
    shown.run(u"runs.step.2"_s);
    QVERIFY(details->isLogShown());
  }

  void aSuiteShowsItsModels() {
    Shown shown;
    const auto write = [&](const QString& name, const QByteArray& bytes) {
      QFile file(shown.folder.filePath(name));
      QVERIFY(file.open(QIODevice::WriteOnly) && file.write(bytes) == bytes.size());
    };
    write(u"base.csv"_s, "name,accuracy\na,pass\nb,pass\nc,pass\n");
    write(u"run.log"_s, "cuda train a                                  pass\ncuda train b                                  ");
    runs::RunSpec spec;
    spec.kind = RunKind::Suite;
    spec.checkout = "/src/pytorch";
    spec.config = "inductor_torchbench_training";
    spec.baseline = shown.folder.filePath(u"base.csv"_s).toStdString();
    const auto run = made({.states = {RunState::Running}, .spec = spec});
    run->tasks[0].folder = shown.folder.path().toStdString();
    run->tasks[0].steps = {{.name = "run"}};
    shown.show({run});
    const auto outcome = [&] { return tableOf(shown)->model()->index(0, ui::QueueModel::Outcome).data().toString(); };
    QTRY_VERIFY2(outcome().startsWith(u"1 of 3 models, about "_s), qPrintable(outcome()));
    QVERIFY2(outcome().endsWith(u" left, b"_s), qPrintable(outcome()));
  }

  void resultsOpenByOneKey() {
    Shown shown;
    QSignalSpy pair(&shown.page, &ui::RunsPage::pairRequested), charts(&shown.page, &ui::RunsPage::chartsRequested);
    runs::RunSpec spec = testing::cacheSpec();
    spec.kind = RunKind::Suite;
    spec.models = {"a"};
    spec.baseline = "/base/expected.csv";
    auto csv =
        made({.id = "csv", .states = {RunState::Done}, .spec = spec, .results = {"/r/record.json", "/r/actual.csv"}});
    auto json = made({.id = "json", .states = std::vector<RunState>(5, RunState::Done), .results = {"/r/cache.json"}});
    auto waits = made({.id = "waits"});
    shown.show({csv, json, waits});
    tableOf(shown)->goTo(0);
    QTest::keyClick(tableOf(shown), Qt::Key_Return);
    QCOMPARE(pair.count(), 1);
    QCOMPARE(pair[0], (QVariantList{u"/r/actual.csv"_s, u"/base/expected.csv"_s, QStringList{u"a"_s}}));
    shown.run(u"runs.charts"_s);
    QCOMPARE(charts[0][0].toStringList(), QStringList{u"/r/actual.csv"_s});
    tableOf(shown)->goTo(1);
    QVERIFY(ui::canRunNow(shown.action(u"runs.open"_s)));
    shown.run(u"runs.open"_s);
    QCOMPARE(charts[1][0].toStringList(), QStringList{u"/r/cache.json"_s});
    tableOf(shown)->goTo(2);
    QVERIFY(!ui::canRunNow(shown.action(u"runs.open"_s)));
    QTest::keyClick(tableOf(shown), Qt::Key_Return);
    QCOMPARE(pair.count(), 1);
    QVERIFY(shown.page.statusText().endsWith(u"The run is not over yet"_s));
  }

  void actionsAreOnWhereTheyCanDoSomething_data() {
    QTest::addColumn<int>("state");
    QTest::addColumn<QStringList>("on");
    const QStringList going{u"runs.cancel"_s, u"runs.pause"_s, u"runs.sooner"_s, u"runs.later"_s};
    QTest::newRow("waiting") << int(RunState::Waiting) << going;
    QTest::newRow("cold") << int(RunState::Cold) << going;
    QTest::newRow("done") << int(RunState::Done) << QStringList{u"runs.remove"_s};
    QTest::newRow("failed") << int(RunState::Failed) << QStringList{u"runs.remove"_s, u"runs.retry"_s};
    QTest::newRow("cancelled") << int(RunState::Cancelled) << QStringList{u"runs.remove"_s, u"runs.retry"_s};
    QTest::newRow("lost") << int(RunState::Lost) << QStringList{u"runs.remove"_s, u"runs.retry"_s};
  }
  void actionsAreOnWhereTheyCanDoSomething() {
    QFETCH(int, state);
    QFETCH(QStringList, on);
    Shown shown;
    shown.show({made({.states = std::vector<RunState>(5, static_cast<RunState>(state))})});
    tableOf(shown)->setFocus();
    for (const QString& id :
         {u"runs.cancel"_s, u"runs.pause"_s, u"runs.sooner"_s, u"runs.later"_s, u"runs.remove"_s, u"runs.retry"_s})
      QVERIFY2(ui::canRunNow(shown.action(id)) == on.contains(id), qPrintable(id));
    QVERIFY(ui::canRunNow(shown.action(u"runs.again"_s)));
    QVERIFY(!ui::canRunNow(shown.action(u"runs.bringBack"_s)));
  }

  void theFilterHidesAndNothingHiddenIsTouched() {
    Shown shown;
    shown.show({made({.id = "a", .states = {RunState::Cold}}),
                made({.id = "b", .states = std::vector<RunState>(5, RunState::TimedOut)}),
                made({.id = "c", .states = std::vector<RunState>(5, RunState::Done)})});
    auto* table = tableOf(shown);
    table->goTo(0);
    shown.run(u"runs.only.failed"_s);
    QVERIFY(table->isRowHidden(0) && !table->isRowHidden(1) && table->isRowHidden(2));
    QVERIFY2(!ui::canRunNow(shown.action(u"runs.cancel"_s)), "the selected run is hidden");
    shown.run(u"runs.nextWrong"_s);
    QCOMPARE(table->currentIndex().row(), 1);
    QVERIFY(ui::canRunNow(shown.action(u"runs.all"_s)));
    shown.run(u"runs.all"_s);
    for (int row = 0; row < 3; ++row) QVERIFY(!table->isRowHidden(row));
    QCOMPARE(table->currentIndex().row(), 1);
    shown.run(u"runs.only.running"_s);
    shown.show({made({.id = "a", .states = std::vector<RunState>(5, RunState::Done)}),
                made({.id = "b", .states = {RunState::Warm}})});
    QVERIFY2(table->isRowHidden(0) && !table->isRowHidden(1), "states that change move with the filter");
  }

  void theRunningStepIsFollowedUntilOneIsChosen() {
    Shown shown;
    auto* details = shown.page.findChild<ui::RunDetails*>();
    auto* tabs = details->findChild<QTabBar*>();
    const auto at = [&](RunState state, const std::vector<std::string>& steps) {
      auto run = made({.states = {state}});
      for (const std::string& name : steps) run->tasks[0].steps.push_back({.name = name});
      shown.show({run});
      return tabs->currentIndex();
    };
    QCOMPARE(at(RunState::Cold, {"cold"}), 0);
    QCOMPARE(at(RunState::Warm, {"cold", "warm"}), 1);
    shown.run(u"runs.step.1"_s);
    QCOMPARE(at(RunState::Warm, {"cold", "warm"}), 0);
    auto done = made({.id = "old", .states = std::vector<RunState>(5, RunState::Done)});
    auto fresh = made({.id = "new", .states = {RunState::Cold}});
    shown.show({done, fresh});
    tableOf(shown)->goTo(0);
    QVERIFY(!details->isLogShown());
    tableOf(shown)->goTo(1);
    QVERIFY2(details->isLogShown(), "of a run that goes on the log is shown, whatever was looked at before");
  }

  void startSaysWhyNot() {
    Shown shown;
    shown.run(u"runs.start"_s);
    QVERIFY2(shown.page.statusText().contains(u"Cannot start: "_s), qPrintable(shown.page.statusText()));
    runs::ProbeReport report;
    report.findings.push_back({.blocks = true, .text = "No device.", .hint = "Choose another device (--device cpu)."});
    answer(shown, report);
    shown.run(u"runs.start"_s);
    QVERIFY2(shown.page.statusText().contains(u"(Device cpu)"_s), qPrintable(shown.page.statusText()));
    QCOMPARE(shown.queue.queue()->runs.size(), std::size_t(0));
  }

  void removedRunsComeBack() {
    Shown shown;
    answer(shown, {});
    QObject::connect(&shown.queue, &runs::RunQueue::changed, &shown.page, &ui::RunsPage::showQueue);
    shown.run(u"runs.start"_s);
    auto* model = shown.page.findChild<ui::QueueModel*>();
    QTRY_VERIFY_WITH_TIMEOUT(model->rowCount() == 1 && runs::isFinished(model->state(0)) && model->run(0)->isSaved,
                             60000);
    tableOf(shown)->setFocus();
    const std::string id = model->run(0)->id;
    shown.run(u"runs.remove"_s);
    QTRY_COMPARE(model->rowCount(), 0);
    auto* notices = shown.page.findChild<ui::NoticeStrip*>();
    QCOMPARE(notices->ids(), QStringList{u"runs:removed"_s});
    QVERIFY(ui::canRunNow(shown.action(u"runs.bringBack"_s)));
    shown.run(u"runs.bringBack"_s);
    QTRY_COMPARE(model->rowCount(), 1);
    QCOMPARE(model->run(0)->id, id);
    QVERIFY(notices->ids().isEmpty());
    QVERIFY(!ui::canRunNow(shown.action(u"runs.bringBack"_s)));
  }

  void copiesAndSteps() {
    Shown shown;
    shown.show({made({.id = "a", .title = "one"}),
                made({.id = "b",
                      .title = "two",
                      .states = {RunState::Failed, RunState::Done, RunState::Done, RunState::Done, RunState::Done}}),
                made({.id = "c", .title = "three"})});
    auto* table = tableOf(shown);
    table->setFocus();
    table->goTo(0);
    shown.run(u"runs.nextWrong"_s);
    QCOMPARE(table->currentIndex().row(), 1);
    shown.run(u"runs.nextWrong"_s);
    QCOMPARE(table->currentIndex().row(), 1);
    shown.run(u"runs.copy"_s);
    const QStringList lines = QGuiApplication::clipboard()->text().split(u'\n', Qt::SkipEmptyParts);
    QCOMPARE(lines.size(), 2);
    QVERIFY(lines[1].startsWith(u"failed\ttwo\t5 of 5 tasks, 1 failed"_s));
    shown.run(u"runs.copyCommands"_s);
    QVERIFY(QGuiApplication::clipboard()->text().contains(u"--only="_s));
    shown.run(u"runs.change"_s);
    QCOMPARE(shown.page.spec(), testing::cacheSpec());
  }

  void everyControlHasANameAndNoKeyTwoMeanings() {
    Shown shown;
    shown.show({made({.states = {RunState::Cold}})});
    formOf(shown)->setMore(true);
    for (const QWidget* widget : shown.page.findChildren<QWidget*>()) {
      if (widget->focusPolicy() == Qt::NoFocus || widget->objectName().startsWith(u"qt_"_s)) continue;
      if (qobject_cast<const QLabel*>(widget) != nullptr) continue;
      const auto* button = qobject_cast<const QAbstractButton*>(widget);
      if (widget->parentWidget()->inherits("QComboBoxPrivateContainer")) continue;
      QVERIFY2(!widget->accessibleName().isEmpty() || (button != nullptr && !button->text().isEmpty()),
               qPrintable(QString::fromLatin1(widget->metaObject()->className()) + u' ' + widget->objectName() +
                          u" in "_s + QString::fromLatin1(widget->parentWidget()->metaObject()->className())));
    }
    ui::ActionRegistry registry(&shown.page);
    registry.add(shown.page.actions(), u"runs"_s);
    QVERIFY(registry.conflicts().isEmpty());
    for (const ui::ActionSpec& spec : shown.page.actions()) QCOMPARE(spec.group, u"Runs"_s);
  }
};

QTEST_MAIN(RunsPageTest)
#include "runs_page_test.moc"
