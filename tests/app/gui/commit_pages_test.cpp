// SPDX-License-Identifier: GPL-3.0-or-later
// From what CI left to saved baselines: a folder of results and a tree are opened as one, the overview comes first, and
// every page leads to every other.
#include <QDir>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QSignalSpy>
#include <QTest>
#include <QToolButton>

#include <algorithm>

#include "tests/app/gui/desk.h"
#include "ui/support/labels.h"
#include "ui/support/utf8_text.h"
#include "tests/support/test_folder.h"
#include "ui/artifacts/config_causes.h"
#include "ui/artifacts/matrix_model.h"
#include "ui/shell/status_line.h"
#include "ui/overview/overview_page.h"
#include "ui/support/notice_strip.h"
#include "ui/triage/filter_bar.h"
#include "ui/triage/triage_page.h"

using namespace Qt::StringLiterals;
using namespace plumbline;
using namespace plumbline::tests;

namespace {

constexpr auto kHead = "name,accuracy,graph_breaks\n";
constexpr auto kTraining = "inductor_torchbench_training.csv";
constexpr auto kDynamic = "dynamic_inductor_torchbench_training.csv";

}  // namespace

class CommitPagesTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void init();
  void folderAndTreeFromDrops();
  void groupDecisionReachesTheFiles();
  void theCountNamesAListThatIsNotRead();
  void matrixAndModelLeadToTheTable();
  void pairComesOverTheOverview();
  void recentSourcesKeepTheirSides();
  void lettersAreTextInAField();
  void badSourcesKeepWhatIsOpen();
  void configWithoutARunSaysSo();
  void keyboardBeginsInTheGroups();
  void triageWithoutAPairLeadsToTheOverview();
  void backLeadsToPagesThatWereSeen();
  void aReviewIsNamedAfterItsFiles();
  void worstTableIsOpened();
  void aReadOnlyBaselineIsMarkedBeforeTheWork();
  void theConfigOfTheLastSessionComesBack();
  void rulesAndMatrixCellComeBack();
  void theWayBackHasPairsAndFilters();
  void aRowLeadsToEditorAndBrowser();
  void whatIsDecidedStandsOnTheStartPage();

 private:
  QString path(const QString& name) const { return m_folder->path(name); }
  void write(const QString& name, const QByteArray& bytes) const { m_folder->write(name, bytes); }
  QByteArray read(const QString& name) const { return m_folder->read(name); }
  void open(Desk& desk) const {
    QVERIFY(QTest::qWaitForWindowActive(&desk.window));
    QSignalSpy shown(&desk.commit, &session::CommitSession::snapshotChanged);
    desk.commitPages.openSources({path(u"run"_s)}, {path(u"tree"_s)});
    QVERIFY(shown.wait());
    QCOMPARE(desk.window.currentPage(), u"overview"_s);
  }
  static bool hasWords(const Desk& desk, const QString& words) {
    for (const QLabel* label : desk.window.findChildren<QLabel*>())
      if (label->isVisible() && label->text().contains(words)) return true;
    return false;
  }
  static void press(Qt::Key key, Qt::KeyboardModifiers modifiers = Qt::NoModifier) {
    QTest::keyClick(QApplication::focusWidget(), key, modifiers);
  }

  std::unique_ptr<support::TestFolder> m_folder;
};

void CommitPagesTest::init() {
  m_folder = std::make_unique<support::TestFolder>();
  for (const char* name : {kTraining, kDynamic}) {
    const QString file = QString::fromLatin1(name);
    write(u"tree/"_s + file, QByteArray(kHead) + "\n\n\nalpha,pass,0\n\n\n\nbeta,fail_to_run,0\n\n\n\ngamma,pass,1\n");
    write(u"run/"_s + file, QByteArray(kHead) + "alpha,pass,0\nbeta,pass,0\ngamma,pass,1\n");
  }
  write(u"tree/dynamo_eager_torchbench_training.csv"_s, QByteArray(kHead) + "\n\n\nalpha,pass,0\n");
}

void CommitPagesTest::folderAndTreeFromDrops() {
  Desk desk(m_folder->path());
  QVERIFY(QTest::qWaitForWindowActive(&desk.window));
  QSignalSpy shown(&desk.commit, &session::CommitSession::snapshotChanged);
  desk.window.opener().openDropped({path(u"run"_s)}, ui::DropSide::Actual);
  QVERIFY(shown.wait());
  QCOMPARE(desk.window.currentPage(), u"overview"_s);
  QCOMPARE(desk.commit.snapshot()->view->configs().size(), std::size_t(2));
  QVERIFY(desk.commit.snapshot()->view->configs()[0].baseline == nullptr);
  QTRY_VERIFY(hasWords(desk, u"Only results are open."_s));
  // A tree completes what had no baselines.
  QVERIFY(QDir().rename(path(u"tree"_s), path(u"ci_expected_accuracy"_s)));
  desk.window.opener().openDropped({path(u"ci_expected_accuracy"_s)}, ui::DropSide::Actual);
  QVERIFY(shown.wait());
  QCOMPARE(desk.commit.sources().size(), 2);
  QCOMPARE(desk.commit.snapshot()->view->configs().size(), std::size_t(3));
  QCOMPARE(desk.commit.snapshot()->view->ciExit(), 1);
}

void CommitPagesTest::triageWithoutAPairLeadsToTheOverview() {
  Desk desk(m_folder->path());
  desk.window.showPage(u"triage"_s);
  auto* next = desk.window.findChild<QPushButton*>(u"start.open"_s);
  QVERIFY(next && next->isVisible());
  QCOMPARE(next->accessibleName(), u"Open two files"_s);
  QVERIFY(!desk.commitPages.openWorstTable());
  open(desk);
  desk.window.showPage(u"triage"_s);
  QCOMPARE(next->accessibleName(), u"Go to the overview"_s);
  QCOMPARE(desk.window.status().message(), u"Choose a config of the commit that is open"_s);
  next->click();
  QCOMPARE(desk.window.currentPage(), u"overview"_s);
}

void CommitPagesTest::backLeadsToPagesThatWereSeen() {
  Desk desk(m_folder->path());
  QVERIFY(QTest::qWaitForWindowActive(&desk.window));
  open(desk);
  QCOMPARE(desk.window.currentPage(), u"overview"_s);
  QCOMPARE(desk.window.windowTitle(), u"tree + run[*] - Plumbline"_s);  // as the line above the page
  QCOMPARE(desk.window.findChild<ui::ElidedLabel*>(u"commitSources"_s)->text(), u"tree + run"_s);
  press(Qt::Key_Left, Qt::AltModifier);
  QCOMPARE(desk.window.currentPage(), u"overview"_s);  // the window began with an empty table
  desk.window.showPage(u"matrix"_s);
  desk.window.showPage(u"triage"_s);  // without a pair
  desk.window.showPage(u"compare"_s);
  press(Qt::Key_Left, Qt::AltModifier);
  QCOMPARE(desk.window.currentPage(), u"matrix"_s);
  press(Qt::Key_Right, Qt::AltModifier);
  QCOMPARE(desk.window.currentPage(), u"compare"_s);
}

/// A review is of the files with edits, whatever pair was looked at last.
void CommitPagesTest::aReviewIsNamedAfterItsFiles() {
  Desk desk(m_folder->path());
  QVERIFY(QTest::qWaitForWindowActive(&desk.window));
  desk.window.showPage(u"overview"_s);
  QCOMPARE(desk.window.findChild<ui::ElidedLabel*>(u"commitSources"_s)->text(), u"No commit is open"_s);
  open(desk);
  auto* overview = desk.window.findChild<ui::OverviewPage*>();
  Q_EMIT overview->tableRequested(0, u"beta"_s);
  QTRY_VERIFY(desk.session.snapshot() != nullptr);
  const QString table = QFileInfo(ui::pathText(desk.session.snapshot()->expected.path)).fileName();
  QTRY_VERIFY2(desk.window.windowTitle().contains(table), qPrintable(desk.window.windowTitle()));
  desk.window.showPage(u"overview"_s);
  press(Qt::Key_X);
  desk.window.showPage(u"review"_s);
  const auto* review = qobject_cast<const ui::Page*>(&desk.window.pageWidget());
  QTRY_COMPARE(review->files().size(), 2);
  QTRY_COMPARE(desk.window.windowTitle(), u"2 files[*] - Plumbline"_s);
  QVERIFY(desk.window.findChild<ui::ElidedLabel*>(u"commitSources"_s)->isVisible());
  desk.window.showPage(u"triage"_s);
  QVERIFY(desk.window.windowTitle().contains(table));
  QVERIFY(!desk.window.findChild<ui::ElidedLabel*>(u"commitSources"_s)->isVisible());
}

void CommitPagesTest::worstTableIsOpened() {
  write(u"run/"_s + QString::fromLatin1(kTraining), QByteArray(kHead) + "alpha,fail_accuracy,0\nbeta,pass,0\ngamma,pass,1\n");
  Desk desk(m_folder->path());
  open(desk);
  QSignalSpy shown(&desk.session, &session::Session::snapshotChanged);
  QVERIFY(desk.commitPages.openWorstTable());
  QVERIFY(shown.wait());
  QCOMPARE(desk.window.currentPage(), u"triage"_s);
  QVERIFY(QString::fromStdString(desk.session.snapshot()->expected.path).endsWith(u'/' + QString::fromLatin1(kTraining)));
}

void CommitPagesTest::theConfigOfTheLastSessionComesBack() {
  const auto name = [](const Desk& desk) { return QString::fromStdString(desk.session.snapshot()->expected.path).section(u'/', -1); };
  const QString dynamic = QString::fromLatin1(kDynamic);
  {
    Desk desk(m_folder->path());
    open(desk);
    const auto& configs = desk.commit.snapshot()->view->configs();
    const auto at = std::ranges::find_if(configs, [](const auto& config) { return config.baselinePath.ends_with(kDynamic); });
    Q_EMIT desk.window.findChild<ui::OverviewPage*>()->tableRequested(quint32(at - configs.begin()), u"beta"_s);
    QTRY_VERIFY(desk.session.snapshot() != nullptr);
    QCOMPARE(name(desk), dynamic);
    QTRY_COMPARE(desk.pages->triage().place(), u"beta"_s);
    desk.lastSession.save();
  }
  Desk desk(m_folder->path());
  QVERIFY(QTest::qWaitForWindowActive(&desk.window));
  QVERIFY(desk.lastSession.restore());
  QTRY_VERIFY(desk.commit.snapshot() != nullptr);
  QTRY_VERIFY(desk.session.snapshot() != nullptr);
  QCOMPARE(name(desk), dynamic);
  QTRY_COMPARE(desk.window.currentPage(), u"triage"_s);
  QTRY_COMPARE(desk.pages->triage().place(), u"beta"_s);
}

void CommitPagesTest::rulesAndMatrixCellComeBack() {
  const QString cell = u"dynamic_inductor_torchbench_training"_s;
  std::string rules;
  {
    Desk desk(m_folder->path());
    open(desk);
    for (const session::RuleOffer& offer : desk.commit.snapshot()->offers)
      if (offer.id != desk.commit.snapshot()->ruleId) rules = offer.id;
    desk.commit.useRules(QString::fromStdString(rules));
    QTRY_COMPARE(desk.commit.snapshot()->ruleId, rules);
    desk.window.showPage(u"matrix"_s);
    qobject_cast<ui::Page*>(&desk.window.pageWidget())->showPlace(cell);
    desk.lastSession.save();
  }
  Desk desk(m_folder->path());
  QVERIFY(QTest::qWaitForWindowActive(&desk.window));
  QVERIFY(desk.lastSession.restore());
  QTRY_COMPARE(desk.window.currentPage(), u"matrix"_s);
  QTRY_COMPARE(qobject_cast<ui::Page*>(&desk.window.pageWidget())->place(), cell);
  QCOMPARE(desk.commit.snapshot()->ruleId, rules);
}

void CommitPagesTest::theWayBackHasPairsAndFilters() {
  Desk desk(m_folder->path());
  open(desk);
  auto& page = desk.pages->triage();
  auto* bar = page.findChild<ui::FilterBar*>();
  const auto expected = [&] { return QString::fromStdString(desk.session.snapshot()->expected.path).section(u'/', -1); };
  const auto current = [&] { return page.place(); };
  QSignalSpy shown(&desk.session, &session::Session::snapshotChanged);
  const auto& configs = desk.commit.snapshot()->view->configs();
  const auto drill = [&](const char* file, const QString& model) {
    const auto at = std::ranges::find_if(configs, [&](const auto& config) { return config.baselinePath.ends_with(std::string("/") + file); });
    Q_EMIT desk.window.findChild<ui::OverviewPage*>()->tableRequested(quint32(at - configs.begin()), model);
    QVERIFY(shown.wait());
    QTRY_COMPARE(current(), model);
  };
  auto* overviewBar = desk.window.findChild<ui::OverviewBar*>();
  overviewBar->setText(u"beta"_s);
  drill(kTraining, u"beta"_s);
  bar->setChangedOnly(false);
  press(Qt::Key_Slash);
  QTest::keyClicks(QApplication::focusWidget(), u"a"_s);
  press(Qt::Key_Return);
  QVERIFY(page.showModel(u"gamma"_s));
  press(Qt::Key_G);
  QCOMPARE(desk.window.currentPage(), u"overview"_s);
  overviewBar->setText(u"accuracy"_s);
  drill(kDynamic, u"beta"_s);
  bar->setText(u"beta"_s);
  page.setFocus();
  press(Qt::Key_Left, Qt::AltModifier);
  QCOMPARE(desk.window.currentPage(), u"overview"_s);
  QCOMPARE(overviewBar->text(), u"accuracy"_s);
  press(Qt::Key_Left, Qt::AltModifier);
  QCOMPARE(desk.window.currentPage(), u"triage"_s);
  QVERIFY(shown.wait());
  QCOMPARE(expected(), QString::fromLatin1(kTraining));
  QTRY_COMPARE(bar->text(), u"a"_s);
  QVERIFY(!bar->changedOnly());
  QTRY_COMPARE(current(), u"gamma"_s);
  QTest::mouseClick(desk.window.windowHandle(), Qt::BackButton, {}, QPoint(300, 300));
  QCOMPARE(desk.window.currentPage(), u"overview"_s);
  QCOMPARE(overviewBar->text(), u"beta"_s);
  QTest::mouseClick(desk.window.windowHandle(), Qt::ForwardButton, {}, QPoint(300, 300));
  QCOMPARE(desk.window.currentPage(), u"triage"_s);
  QCOMPARE(bar->text(), u"a"_s);
  press(Qt::Key_Right, Qt::AltModifier);
  QCOMPARE(overviewBar->text(), u"accuracy"_s);
  press(Qt::Key_Right, Qt::AltModifier);
  QVERIFY(shown.wait());
  QCOMPARE(expected(), QString::fromLatin1(kDynamic));
  QTRY_COMPARE(bar->text(), u"beta"_s);
}

void CommitPagesTest::aReadOnlyBaselineIsMarkedBeforeTheWork() {
  const QString name = u"tree/"_s + QString::fromLatin1(kTraining);
  QVERIFY(QDir().mkdir(path(u"real"_s)) && QFile::rename(path(name), path(u"real/e.csv"_s)));
  QVERIFY(QFile::link(u"../real/e.csv"_s, path(name)));
  Desk desk(m_folder->path());
  QSignalSpy pair(&desk.session, &session::Session::snapshotChanged);
  desk.session.open(path(u"run/"_s + QString::fromLatin1(kTraining)), path(name));
  QVERIFY(pair.wait());
  const auto* slot = desk.window.findChild<QWidget*>(u"expectedSlot"_s);
  QVERIFY2(slot->accessibleName().startsWith(u"expected, read-only: "_s), qPrintable(slot->accessibleName()));
  QVERIFY2(slot->toolTip().contains(u"is a link to ../real/e.csv"_s), qPrintable(slot->toolTip()));
  desk.session.open(path(u"run/"_s + QString::fromLatin1(kDynamic)), path(u"tree/"_s + QString::fromLatin1(kDynamic)));
  QVERIFY(pair.wait());
  QVERIFY(!slot->accessibleName().contains(u"read-only"_s));
  QVERIFY(!slot->toolTip().contains(u"cannot be saved"_s));
}

void CommitPagesTest::aRowLeadsToEditorAndBrowser() {
  const QString sha(40, u'b');
  QVERIFY(QDir(path(u"run"_s)).removeRecursively());
  write(u"run/"_s + sha + u"/test-reports-test-inductor_torchbench-1-1-linux.g5.4xlarge.nvidia.gpu_345/training_torchbench.csv"_s,
        QByteArray(kHead) + "alpha,pass,0\nbeta,pass,0\ngamma,pass,1\n");
  Desk desk(m_folder->path());
  for (const char* id : {"go.editor", "go.job", "go.commit", "go.pullRequest"})
    QVERIFY2(!desk.window.registry().run(QString::fromLatin1(id)), id);  // nothing is open
  open(desk);
  press(Qt::Key_J, Qt::ControlModifier);
  QCOMPARE(desk.opened, QUrl(u"https://github.com/pytorch/pytorch/runs/345"_s));
  QVERIFY(desk.window.registry().run(u"go.commit"_s));
  QCOMPARE(desk.opened, QUrl(u"https://github.com/pytorch/pytorch/commit/"_s + sha));
  QVERIFY(desk.window.registry().run(u"go.pullRequest"_s));
  QVERIFY(desk.opened.path().endsWith(u"/pulls"_s) && desk.opened.query().endsWith(sha));
  QVERIFY(!desk.preferences.setValue(session::Setting::Editor, u"sh --at %l %f"_s));
  const QStringList call{u"sh"_s, u"--at"_s, u"9"_s, path(u"tree/"_s + QString::fromLatin1(kTraining))};  // beta
  press(Qt::Key_E, Qt::ControlModifier);
  QCOMPARE(desk.started, QList<QStringList>{call});
  press(Qt::Key_A);
  desk.window.showPage(u"review"_s);
  QVERIFY(desk.window.registry().run(u"go.editor"_s));
  QCOMPARE(desk.started.last(), call);
  desk.refusesToOpen = true;
  QVERIFY(desk.window.registry().run(u"go.editor"_s));
  const auto* row = desk.window.notices().row(u"desktop"_s);
  QVERIFY(row != nullptr && row->notice().text.contains(u"\"sh\" cannot be started"_s));
  row->notice().action();
  QCOMPARE(desk.window.currentPage(), u"settings"_s);
}

void CommitPagesTest::whatIsDecidedStandsOnTheStartPage() {
  Desk desk(m_folder->path());
  open(desk);
  QCOMPARE(desk.recent.pairs().first().progress, u"0 of 1 group decided"_s);
  press(Qt::Key_A);
  QCOMPARE(desk.recent.pairs().first().progress, u"The only group is decided"_s);
  QVERIFY(desk.recent.pairs().first().when.isValid());
}

void CommitPagesTest::groupDecisionReachesTheFiles() {
  Desk desk(m_folder->path());
  open(desk);
  const QByteArray before = read(u"tree/"_s + QString::fromLatin1(kTraining));
  press(Qt::Key_A);  // beta has improved in both configs: one answer
  QCOMPARE(desk.edits.drafts().changed().size(), std::size_t(2));
  QVERIFY(desk.window.isWindowModified());
  const QString ci = u"CI passes: 2 \u2192 0 failing rows after 2 edits"_s;
  const auto isSaid = [&] {
    return std::ranges::any_of(desk.window.findChildren<ui::ElidedLabel*>(),
                               [&](const auto* label) { return label->isVisible() && label->text() == ci; });
  };
  QTRY_VERIFY(isSaid());
  QVERIFY(desk.window.findChild<QToolButton*>(u"statusEdits"_s)->text().startsWith(ci));
  press(Qt::Key_M);  // the cells follow the edits, too
  auto* matrix = desk.window.findChild<ui::MatrixModel*>();
  const auto improved = [matrix] {
    std::uint32_t rows = 0;
    for (const overview::MatrixCell& cell : matrix->matrix().cells) rows += cell.improved;
    return rows;
  };
  QTRY_COMPARE(improved(), 0u);
  QVERIFY(desk.window.findChild<ui::CausesTable*>()->model()->rowCount() == 0);  // nor is a cause left
  QVERIFY(!desk.window.status().message().contains(u"CI would fail"_s));
  press(Qt::Key_G);
  press(Qt::Key_Z);
  QTRY_VERIFY(!isSaid());
  QTRY_COMPARE(improved(), 2u);
  press(Qt::Key_Z, Qt::ShiftModifier);
  press(Qt::Key_E, Qt::ControlModifier | Qt::ShiftModifier);
  QTRY_VERIFY(isSaid());
  QSignalSpy shown(&desk.commit, &session::CommitSession::snapshotChanged);
  press(Qt::Key_S, Qt::ControlModifier);
  QTRY_VERIFY(read(u"tree/"_s + QString::fromLatin1(kTraining)) != before);
  QCOMPARE(read(u"tree/"_s + QString::fromLatin1(kTraining)), QByteArray(before).replace("fail_to_run", "pass"));
  QTRY_COMPARE(shown.size(), 1);  // the commit is read anew
  QCOMPARE(desk.commit.snapshot()->view->ciExit(), 0);
}

void CommitPagesTest::theCountNamesAListThatIsNotRead() {
  write(u"benchmarks/dynamo/check_accuracy.py"_s,
        "import os\n\n\ndef check_accuracy(actual_csv, expected_csv, expected_filename):\n    failed = []\n"
        "    flaky_models = {\n        \"yolov3\",  # old\n    }\n");
  Desk desk(m_folder->path());
  open(desk);
  press(Qt::Key_F);
  for (const QChar letter : u"passes now and then"_s) QTest::keyClick(QApplication::focusWidget(), letter.toLatin1());
  press(Qt::Key_Return);
  const auto* edits = desk.window.findChild<QToolButton*>(u"statusEdits"_s);
  QTRY_VERIFY2(edits->text().contains(u"the rules 2025-11 do not read check_accuracy.py"_s), qPrintable(edits->text()));
}

void CommitPagesTest::matrixAndModelLeadToTheTable() {
  Desk desk(m_folder->path());
  open(desk);
  press(Qt::Key_M);
  QCOMPARE(desk.window.currentPage(), u"matrix"_s);
  QSignalSpy shown(&desk.session, &session::Session::snapshotChanged);
  press(Qt::Key_W);  // the worst config
  press(Qt::Key_Return);
  QVERIFY(shown.wait());
  QCOMPARE(desk.window.currentPage(), u"triage"_s);
  QCOMPARE(desk.session.snapshot()->comparison->rowCount(), std::size_t(3));
  press(Qt::Key_G);
  QCOMPARE(desk.window.currentPage(), u"overview"_s);
  press(Qt::Key_V);
  QCOMPARE(desk.window.currentPage(), u"model"_s);
}

/// Opened from the start page, whose button had the keyboard: Enter leads into the rows, and Enter again to the table.
void CommitPagesTest::keyboardBeginsInTheGroups() {
  Desk desk(m_folder->path());
  open(desk);
  QCOMPARE(QApplication::focusWidget()->accessibleName(), u"What fails, grouped by cause"_s);
  press(Qt::Key_Return);
  QSignalSpy shown(&desk.session, &session::Session::snapshotChanged);
  press(Qt::Key_Return);
  QVERIFY(shown.wait());
  QCOMPARE(desk.window.currentPage(), u"triage"_s);
}

void CommitPagesTest::pairComesOverTheOverview() {
  Desk desk(m_folder->path());
  open(desk);
  QSignalSpy shown(&desk.session, &session::Session::snapshotChanged);
  const QString name = u"/"_s + QString::fromLatin1(kTraining);
  desk.window.opener().openDropped({path(u"run"_s + name), path(u"tree"_s + name)}, ui::DropSide::Actual);
  QVERIFY(shown.wait());
  QCOMPARE(desk.window.currentPage(), u"triage"_s);
  QVERIFY(desk.commit.snapshot() != nullptr);
}

void CommitPagesTest::recentSourcesKeepTheirSides() {
  Desk desk(m_folder->path());
  open(desk);
  const QList<ui::RecentPair> pairs = desk.recent.pairs();
  QCOMPARE(pairs.size(), 1);
  QVERIFY(pairs.first().actual.endsWith(u"/run"_s) && pairs.first().expected.endsWith(u"/tree"_s));
  QSignalSpy shown(&desk.commit, &session::CommitSession::snapshotChanged);
  desk.window.opener().openPair(pairs.first().actual, pairs.first().expected);
  QVERIFY(shown.wait());
  QCOMPARE(desk.commit.snapshot()->view->configs().size(), std::size_t(3));
  QVERIFY(desk.commit.snapshot()->view->configs()[0].baseline != nullptr);
}

void CommitPagesTest::lettersAreTextInAField() {
  Desk desk(m_folder->path());
  open(desk);
  press(Qt::Key_Slash);
  auto* field = qobject_cast<QLineEdit*>(QApplication::focusWidget());
  QVERIFY(field != nullptr);
  press(Qt::Key_M);  // elsewhere this leads to the matrix
  QCOMPARE(field->text(), u"m"_s);
  QCOMPARE(desk.window.currentPage(), u"overview"_s);
  press(Qt::Key_2, Qt::ControlModifier);
  QCOMPARE(desk.window.currentPage(), u"matrix"_s);
}

void CommitPagesTest::badSourcesKeepWhatIsOpen() {
  Desk desk(m_folder->path());
  open(desk);
  const auto before = desk.commit.snapshot();
  QSignalSpy failed(&desk.commit, &session::CommitSession::failed);
  desk.commitPages.openSources({path(u"nothing here"_s)}, {});
  QVERIFY(failed.wait());
  QCOMPARE(desk.commit.snapshot(), before);
  QCOMPARE(desk.window.notices().ids().size(), 1);
}

void CommitPagesTest::configWithoutARunSaysSo() {
  Desk desk(m_folder->path());
  open(desk);
  press(Qt::Key_M);
  // The second column holds the config that nobody ran.
  press(Qt::Key_Home, Qt::ControlModifier);
  press(Qt::Key_Right);
  press(Qt::Key_Return);
  QCOMPARE(desk.window.currentPage(), u"matrix"_s);
  QVERIFY2(desk.window.status().message().contains(u"was not run"_s), qPrintable(desk.window.status().message()));
}

QTEST_MAIN(CommitPagesTest)
#include "commit_pages_test.moc"
