// SPDX-License-Identifier: GPL-3.0-or-later
// From a row of the table to a run, and from the run's result back to the table.
#include <QAbstractButton>
#include <QDir>
#include <QLineEdit>
#include <QSignalSpy>
#include <QTest>
#include <algorithm>

#include "core/runs/engine/run_store.h"
#include "core/runs/repro/repro_options.h"
#include "core/runs/spec/run_plan.h"
#include "tests/app/gui/desk.h"
#include "tests/support/test_folder.h"
#include "ui/runs/form/start_panel.h"
#include "ui/runs/runs_page.h"
#include "ui/support/notice_strip.h"
#include "ui/triage/triage_page.h"

using namespace Qt::StringLiterals;
using namespace plumbline;
using namespace plumbline::tests;

class RunPagesTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void init();
  void rowFillsTheForm();
  void elsewhereTheKeyOnlyLeadsThere();
  void resultOpensAgainstItsBaseline();
  void resultsAreRemembered();
  void whatWasLeftBehindIsShown();
  void nothingIsResumedUnasked();
  void theEndIsToldThoughNobodyLooked();
  void aModelsRowFillsTheForm();
  void whyFillsTheForm();
  void whyAsksOnlyAboutWhatItShows();
  void whyNeedsARow();
  void bisectIsInTheRail();

 private:
  QString path(const QString& name) const { return m_folder->path(name); }
  void open(Desk& desk) const {
    QVERIFY(QTest::qWaitForWindowActive(&desk.window));
    QSignalSpy shown(&desk.session, &session::Session::snapshotChanged);
    desk.session.open(path(u"actual.csv"_s), baseline());
    QVERIFY(shown.wait());
  }
  QString baseline() const {
    return path(u"pytorch/benchmarks/dynamo/ci_expected_accuracy/dynamic_inductor_torchbench_training.csv"_s);
  }
  /// spec is a run that writes a table of one model in no time.
  runs::RunSpec spec() const {
    runs::RunSpec wanted;
    wanted.kind = runs::RunKind::Command;
    wanted.command = {"/bin/sh", "-c", "printf 'name,accuracy\\nalpha,fail_accuracy\\n' > \"$1\"", "sh", "{output}", "{model}"};
    wanted.models = {"alpha"};
    wanted.baseline = baseline().toStdString();
    return wanted;
  }

  std::unique_ptr<support::TestFolder> m_folder;
};

void RunPagesTest::init() {
  m_folder = std::make_unique<support::TestFolder>();
  QDir().mkpath(QFileInfo(baseline()).path());
  m_folder->write(u"actual.csv"_s, "name,accuracy\nalpha,pass\nbeta,fail_accuracy\n");
  QFile expected(baseline());
  QVERIFY(expected.open(QIODevice::WriteOnly));
  expected.write("name,accuracy\nalpha,pass\nbeta,pass\n");
  expected.close();
  QFile script(path(u"pytorch/benchmarks/dynamo/check_accuracy.py"_s));
  QVERIFY(script.open(QIODevice::WriteOnly));
  script.write("flaky_models = set()\n");
}

void RunPagesTest::bisectIsInTheRail() {
  Desk desk(path(u"state"_s));
  open(desk);
  desk.window.resize(900, 600);
  auto* button = desk.window.findChild<QAbstractButton*>(u"rail.bisect"_s);
  QVERIFY(button);
  QTRY_VERIFY(desk.window.height() == 600 && desk.window.rect().contains(QRect(button->mapTo(&desk.window, QPoint()), button->size())));
  const auto* help = desk.window.findChild<QAbstractButton*>(u"rail.help"_s);  // nothing lies over it, and the last is whole, too
  QVERIFY(desk.window.rect().contains(QRect(help->mapTo(&desk.window, QPoint()), help->size())));
  QTest::mouseClick(button, Qt::LeftButton);
  QCOMPARE(desk.window.currentPage(), u"bisect"_s);
  QVERIFY(button->isChecked());
}

void RunPagesTest::rowFillsTheForm() {
  Desk desk(path(u"state"_s));
  open(desk);
  QVERIFY(desk.pages->triage().showModel(u"beta"_s));
  QTest::keyClick(QApplication::focusWidget(), Qt::Key_E);
  QCOMPARE(desk.window.currentPage(), u"runs"_s);
  auto* page = desk.window.findChild<ui::RunsPage*>();
  QVERIFY(page != nullptr);
  const runs::RunSpec shown = page->spec();
  QCOMPARE(shown.kind, runs::RunKind::Suite);
  QCOMPARE(shown.config, std::string("dynamic_inductor_torchbench_training"));
  QCOMPARE(shown.models, std::vector<std::string>{"beta"});
  QCOMPARE(QString::fromStdString(shown.checkout), path(u"pytorch"_s));
  QCOMPARE(QString::fromStdString(shown.baseline), baseline());
}

void RunPagesTest::elsewhereTheKeyOnlyLeadsThere() {
  Desk desk(path(u"state"_s));
  open(desk);
  desk.window.showPage(u"runs"_s);
  const runs::RunSpec before = desk.window.findChild<ui::RunsPage*>()->spec();
  desk.window.showPage(u"charts"_s);
  QTest::keyClick(QApplication::focusWidget(), Qt::Key_E);
  QCOMPARE(desk.window.currentPage(), u"runs"_s);
  QVERIFY(desk.window.findChild<ui::RunsPage*>()->spec() == before);
}

void RunPagesTest::resultOpensAgainstItsBaseline() {
  Desk desk(path(u"state"_s));
  QVERIFY(QTest::qWaitForWindowActive(&desk.window));
  desk.window.showPage(u"runs"_s);
  desk.runPages.queue().add(spec());
  const auto isOver = [&] {
    const auto queue = desk.runPages.queue().queue();
    return !queue->runs.empty() && runs::isFinished(runs::stateOf(*queue->runs.front())) &&
        !queue->runs.front()->results.empty();
  };
  QTRY_VERIFY_WITH_TIMEOUT(isOver(), 20'000);
  QTRY_COMPARE(desk.notified.size(), 1);
  QSignalSpy shown(&desk.session, &session::Session::snapshotChanged);
  desk.window.registry().run(u"runs.open"_s);
  QVERIFY(shown.wait());
  QCOMPARE(desk.window.currentPage(), u"triage"_s);
  const session::SnapshotPtr snapshot = desk.session.snapshot();
  QCOMPARE(QString::fromStdString(snapshot->expected.path), baseline());
  QCOMPARE(snapshot->actual.table->rowCount(), std::size_t(1));
  auto* filter = desk.window.findChild<ui::TriagePage*>()->findChild<QLineEdit*>();
  QCOMPARE(filter->text(), u"/^(alpha)$/"_s);  // beta was not asked for, so that it is lost is no news
}

void RunPagesTest::resultsAreRemembered() {
  Desk desk(path(u"state"_s));
  QVERIFY(!desk.preferences.setValue(session::Setting::FillHistory, u"yes"_s));
  QVERIFY(QTest::qWaitForWindowActive(&desk.window));
  QSignalSpy added(&desk.filler, &session::HistoryFiller::added);
  desk.runPages.queue().add(spec());
  QTRY_COMPARE_WITH_TIMEOUT(added.size(), 1, 20'000);
  QCOMPARE(added.front().front().toULongLong(), 1U);
  QVERIFY(desk.history.hasStore());
}

void RunPagesTest::whatWasLeftBehindIsShown() {
  {
    Desk desk(path(u"state"_s));
    QVERIFY(QTest::qWaitForWindowActive(&desk.window));
    desk.window.showPage(u"runs"_s);
    QSignalSpy ended(&desk.runPages.queue(), &runs::RunQueue::finished);
    desk.runPages.queue().add(spec());
    QVERIFY(ended.wait(20'000));
  }
  Desk desk(path(u"state"_s));
  QVERIFY(QTest::qWaitForWindowActive(&desk.window));
  desk.window.showPage(u"runs"_s);
  QTRY_COMPARE(desk.runPages.queue().queue()->runs.size(), std::size_t(1));
  QVERIFY2(desk.notified.isEmpty(), "the end of an old run is no news");
}

void RunPagesTest::nothingIsResumedUnasked() {
  // Two runs of programs that are gone: one of this user, one in a folder that others may write to.
  const auto store = runs::RunStore::open(path(u"state/runs"_s).toStdString());
  QVERIFY(store);
  const auto leave = [&](const QString& mark) {
    runs::RunSpec wanted = spec();
    wanted.command = {"/bin/sh", "-c", "touch \"$3\"; echo name >\"$1\"", "sh", "{output}", "{model}", path(mark).toStdString()};
    const auto made = store->create(wanted, *runs::planRun(wanted), 1795304702);
    return made ? QString::fromStdString(made->run.folder) : QString();
  };
  QVERIFY(!leave(u"own"_s).isEmpty());
  QFile theirs(leave(u"theirs"_s));
  QVERIFY(theirs.setPermissions(theirs.permissions() | QFile::WriteOther));

  Desk desk(path(u"state"_s));
  QVERIFY(QTest::qWaitForWindowActive(&desk.window));
  desk.runPages.begin();
  const QString id = u"runs:abandoned"_s;
  QTRY_VERIFY_WITH_TIMEOUT(desk.window.notices().row(id) != nullptr, 20'000);
  const ui::Notice notice = desk.window.notices().row(id)->notice();
  QCOMPARE(notice.text, u"1 run can be resumed."_s);
  QCOMPARE(notice.actionText, u"Resume"_s);
  desk.window.showPage(u"runs"_s);
  QTRY_COMPARE(desk.runPages.queue().queue()->runs.size(), std::size_t(2));
  QVERIFY(!QFile::exists(path(u"own"_s)));

  QSignalSpy ended(&desk.runPages.queue(), &runs::RunQueue::finished);
  notice.action();
  QTRY_COMPARE_WITH_TIMEOUT(ended.size(), 1, 20'000);
  QTRY_VERIFY(desk.window.notices().row(id) == nullptr);
  QVERIFY(QFile::exists(path(u"own"_s)));
  QVERIFY(!QFile::exists(path(u"theirs"_s)));
  QCOMPARE(ended.size(), 1);
}

void RunPagesTest::theEndIsToldThoughNobodyLooked() {
  Desk desk(path(u"state"_s));
  QVERIFY(QTest::qWaitForWindowActive(&desk.window));
  desk.runPages.begin();
  desk.runPages.queue().add(spec());
  QTRY_COMPARE_WITH_TIMEOUT(desk.notified.size(), 1, 20'000);
  QVERIFY2(desk.notified[0].contains(u"done: 1 of 1"_s), qPrintable(desk.notified[0]));
  QVERIFY(desk.window.findChild<ui::RunsPage*>() == nullptr);
}

void RunPagesTest::aModelsRowFillsTheForm() {
  Desk desk(path(u"state"_s));
  QVERIFY(QTest::qWaitForWindowActive(&desk.window));
  QDir().mkpath(path(u"results"_s));
  QVERIFY(QFile::copy(path(u"actual.csv"_s), path(u"results/dynamic_inductor_torchbench_training.csv"_s)));
  QSignalSpy read(&desk.commit, &session::CommitSession::snapshotChanged);
  desk.commitPages.openSources({path(u"results"_s)}, {path(u"pytorch"_s)});
  QTRY_VERIFY_WITH_TIMEOUT(desk.commit.snapshot() != nullptr, 20'000);
  desk.commitPages.showModel(u"beta"_s);
  QCOMPARE(desk.window.currentPage(), u"model"_s);
  QVERIFY(desk.commitPages.modelRow().has_value());
  desk.window.registry().run(u"runs.row"_s);
  QCOMPARE(desk.window.currentPage(), u"runs"_s);
  const runs::RunSpec shown = desk.window.findChild<ui::RunsPage*>()->spec();
  QCOMPARE(shown.config, std::string("dynamic_inductor_torchbench_training"));
  QCOMPARE(shown.models, std::vector<std::string>{"beta"});
  QCOMPARE(QString::fromStdString(shown.checkout), path(u"pytorch"_s));
}

void RunPagesTest::whyFillsTheForm() {
  Desk desk(path(u"state"_s));
  open(desk);
  QVERIFY(desk.pages->triage().showModel(u"beta"_s));
  QTest::keyClick(QApplication::focusWidget(), Qt::Key_E, Qt::ShiftModifier);
  QCOMPARE(desk.window.currentPage(), u"runs"_s);
  auto* page = desk.window.findChild<ui::RunsPage*>();
  QVERIFY(page != nullptr);
  const runs::RunSpec shown = page->spec();
  QCOMPARE(shown.kind, runs::RunKind::Suite);
  QCOMPARE(shown.models, std::vector<std::string>{"beta"});
  runs::RunSpec wanted =
      runs::specForWhy(runs::specForPair(path(u"actual.csv"_s).toStdString(), baseline().toStdString(), "beta"));
  wanted.suite.clear();  // the config says it
  wanted.mode = runs::RunSpec().mode;
  wanted.dynamic = false;
  QCOMPARE(QString::fromStdString(runs::specText(shown)), QString::fromStdString(runs::specText(wanted)));
  QVERIFY(std::ranges::find(shown.environment, std::pair<std::string, std::string>("TORCHDYNAMO_REPRO_LEVEL", "4")) !=
          shown.environment.end());
  QVERIFY2(desk.runPages.queue().queue()->runs.empty(), "nothing starts by itself");
  // One key asks, the next one confirms.
  auto* button = qobject_cast<QAbstractButton*>(QApplication::focusWidget());
  QVERIFY(button != nullptr);
  QCOMPARE(button->text(), u"Find out"_s);
  QTest::keyClick(button, Qt::Key_Return);
  QVERIFY(desk.window.notices().ids().isEmpty());
  const QString state = desk.window.findChild<ui::StartPanel*>()->findingsText();
  QVERIFY2(state.contains(u"the run starts when that ends"_s), qPrintable(state));
}

void RunPagesTest::whyAsksOnlyAboutWhatItShows() {
  Desk desk(path(u"state"_s));
  open(desk);
  QVERIFY(desk.pages->triage().showModel(u"beta"_s));
  QTest::keyClick(QApplication::focusWidget(), Qt::Key_E, Qt::ShiftModifier);
  auto* page = desk.window.findChild<ui::RunsPage*>();
  runs::RunSpec other = page->spec();
  other.models = {"alpha"};
  page->showSpec(other);
  desk.window.notices().focusNewest();
  QTest::keyClick(QApplication::focusWidget(), Qt::Key_Return);
  QVERIFY(desk.window.notices().ids().isEmpty());
  QVERIFY(!desk.window.findChild<ui::StartPanel*>()->findingsText().contains(u"the run starts when that ends"_s));
  QVERIFY(desk.runPages.queue().queue()->runs.empty());
}

void RunPagesTest::whyNeedsARow() {
  Desk desk(path(u"state"_s));
  open(desk);
  desk.window.showPage(u"charts"_s);
  desk.window.registry().run(u"runs.why"_s);
  QCOMPARE(desk.window.currentPage(), u"charts"_s);
}

QTEST_MAIN(RunPagesTest)
#include "run_pages_test.moc"
