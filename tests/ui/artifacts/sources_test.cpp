// SPDX-License-Identifier: GPL-3.0-or-later
// The page of sources as a person at the keyboard meets it.
#include <QAccessible>
#include <QApplication>
#include <QCheckBox>
#include <QClipboard>
#include <QComboBox>
#include <QFileDialog>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QRegularExpression>
#include <QSpinBox>
#include <QToolButton>

#include "tests/ui/artifacts/sources_fixture.h"
#include "ui/artifacts/assign_form.h"
#include "ui/artifacts/fetch_bar.h"
#include "ui/artifacts/sources_model.h"
#include "ui/artifacts/sources_page.h"
#include "ui/shell/action_registry.h"
#include "ui/support/empty_state.h"
#include "ui/support/notice_strip.h"

using namespace Qt::StringLiterals;
using namespace plumbline;
using namespace plumbline::testing;
using namespace plumbline::ui;
using session::FileState;

class SourcesTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void init() {
    QTest::failOnWarning(QRegularExpression(u"^(?!This plugin does not support propagateSizeHints)"_s));
    m_folder = std::make_unique<SourcesFolder>();
    m_folder->fillSmall();
    m_desk = std::make_unique<SourcesPageFixture>();
    m_registry = std::make_unique<ActionRegistry>(&m_desk->page);
    m_registry->add(m_desk->page.actions(), {});
    QObject::connect(&m_desk->page, &SourcesPage::actionsChanged, m_registry.get(), &ActionRegistry::refresh);
    m_desk->show();
    m_bar = m_desk->page.findChild<SourcesBar*>();
    m_form = m_desk->page.findChild<AssignForm*>();
    m_fetch = m_desk->page.findChild<FetchBar*>();
    m_paths = m_desk->page.findChild<OpenedPathsTable*>();
  }
  void cleanup() {
    m_registry.reset();
    m_desk.reset();
  }

  void noShortcutMeansTwoThings() { QVERIFY(m_registry->conflicts().isEmpty()); }

  void emptyStateSaysWhatToDo() {
    auto* state = m_desk->page.findChild<EmptyState*>();
    QVERIFY(state->isVisible());
    QCOMPARE(m_desk->page.statusText(), u"Nothing is open"_s);
    auto buttons = state->findChildren<QPushButton*>();
    QCOMPARE(buttons.size(), 3);
    QVERIFY(buttons[0]->hasFocus());
    for (QPushButton* button : buttons) button->click();  // the person cancels each time
    const auto& asked = m_desk->prompt.questions;
    QCOMPARE(asked.size(), 3);
    QVERIFY(asked[0].wantsFolder && !asked[1].wantsFolder && asked[2].wantsFolder);
    QVERIFY(asked[1].several);
    for (const Qt::Key key : {Qt::Key_Delete, Qt::Key_F2, Qt::Key_X, Qt::Key_U, Qt::Key_1, Qt::Key_0, Qt::Key_Slash})
      press(key);
    m_desk->prompt.answer = {m_folder->results()};
    press(Qt::Key_F);
    m_desk->settle();
    QVERIFY(m_desk->table()->hasFocus());  // the keyboard goes where the files are
    m_desk->prompt.answer = {m_folder->tree()};
    press(Qt::Key_T);
    m_desk->settle();
    QCOMPARE(m_desk->session.snapshot()->view->opened().paths.back().role, sources::Role::Expected);
    QCOMPARE(asked.last().folder, QFileInfo(m_folder->results()).path());  // beside what was opened last
  }

  void theSystemsDialogAsksForAFolder() {
    DialogFilePrompt dialogs;
    QStringList chosen;
    dialogs.request(&m_desk->page, {.title = u"Open"_s, .folder = m_folder->path(u"."_s), .wantsFolder = true},
                [&](const QStringList& paths) { chosen = paths; });
    auto* dialog = m_desk->page.findChild<QFileDialog*>();
    QVERIFY(dialog);  // open, and nobody waits for it
    QCOMPARE(dialog->fileMode(), QFileDialog::Directory);
    Q_EMIT dialog->filesSelected({m_folder->results()});
    QCOMPARE(chosen, QStringList{m_folder->results()});
    dialog->close();
  }

  void readingIsSaidAfterAWhile() {
    auto* state = m_desk->page.findChild<EmptyState*>();
    QVERIFY(QMetaObject::invokeMethod(&m_desk->session, "busyChanged", Q_ARG(bool, true)));
    QCOMPARE(state->title(), u"Nothing is open"_s);
    m_desk->open(*m_folder);
    QVERIFY(!state->isVisible());
  }

  void spaceSwitchesTheAttempt() {
    m_desk->open(*m_folder);
    m_desk->table()->setFocus();
    QCOMPARE(m_desk->model()->rowCount(), 5);
    QCOMPARE(m_desk->model()->index(0, 0).data().toString(), u"no name"_s);  // what asks for a person comes first
    m_desk->goTo(kFirst);
    const int top = m_desk->table()->rowViewportPosition(m_desk->table()->currentIndex().row());
    QCOMPARE(m_desk->stateOf(kFirst), u"not used"_s);
    press(Qt::Key_Space);
    QTRY_COMPARE(m_desk->stateOf(kFirst), u"used by hand"_s);
    QCOMPARE(m_desk->stateOf(kLast), u"not used"_s);
    QCOMPARE(m_desk->table()->currentIndex().data(SourcesModel::OriginRole).toString().contains(kFirst), true);
    QCOMPARE(m_desk->table()->rowViewportPosition(m_desk->table()->currentIndex().row()), top);  // nothing jumps
    QVERIFY(m_desk->page.statusText().contains(u"chosen by hand"_s));
    press(Qt::Key_Return);  // and back to the rule
    QTRY_COMPARE(m_desk->stateOf(kLast), u"used"_s);
    press(Qt::Key_X);
    QTRY_COMPARE(m_desk->stateOf(kFirst), u"used by hand"_s);
    QVERIFY(m_desk->run("sources.giveBack"));
    QTRY_COMPARE(m_desk->stateOf(kLast), u"used"_s);
    QVERIFY(!m_desk->run("sources.giveBack"));
    m_desk->goTo(kLast);
    press(Qt::Key_Space);  // it is used already: said, not done
    QVERIFY(m_desk->page.statusText().contains(u"used already"_s));
    QVERIFY(!m_desk->session.isBusy());
    QVERIFY(m_desk->run("sources.firstAttempt"));
    QTRY_COMPARE(m_desk->stateOf(kFirst), u"used"_s);
    auto* rule = m_bar->findChild<QComboBox*>();
    QCOMPARE(rule->currentIndex(), 1);
    rule->setCurrentIndex(0);
    Q_EMIT rule->activated(0);
    QTRY_COMPARE(m_desk->stateOf(kLast), u"used"_s);
    m_desk->goTo(u"broken.zip"_s);
    press(Qt::Key_Space);
    QVERIFY(m_desk->page.statusText().contains(u"web page"_s));
  }

  void spaceShowsTheOtherCommit() {
    const QString other = u"1111111111111111111111111111111111111111"_s;
    m_folder->write(
        u"%1/%2/18201445099/1/test-reports-test-inductor_torchbench-1-1-linux.g5.4xlarge_9/test/test-reports/"
        "training_torchbench.csv"_s.arg(kSha, other),
        SourcesFolder::csv(1, 1));
    m_desk->open(*m_folder);
    const QString shown = QString::fromStdString(m_desk->session.snapshot()->view->commit());
    const QString hidden = shown == other ? kSha + u"/18201445021"_s : other;
    m_desk->goTo(hidden);
    QCOMPARE(m_desk->stateOf(hidden), u"other commit"_s);
    m_desk->table()->setFocus();
    press(Qt::Key_Space);
    QTRY_VERIFY(QString::fromStdString(m_desk->session.snapshot()->view->commit()) != shown);
    QVERIFY(m_desk->stateOf(hidden) != u"other commit"_s);
  }

  void namesAFileByHand() {
    m_folder->write(kSha + u"/odder.csv"_s, SourcesFolder::csv(700, 1));
    m_desk->open(*m_folder);
    m_desk->table()->setFocus();
    m_desk->goTo(u"odd.csv"_s);
    press(Qt::Key_Return);  // a file without a name: the form
    QVERIFY(m_form->isVisible());
    auto* test = combo(u"Test"_s);
    QVERIFY(test->hasFocus());
    QCOMPARE(combo(u"Suite"_s)->findText(u"torchbench"_s) >= 0, true);  // filled from what is open
    QVERIFY(m_form->message().contains(u"test and suite"_s));
    QTest::keyClick(QApplication::focusWidget(), Qt::Key_Return);  // too early
    QVERIFY(m_form->isVisible());
    QVERIFY(m_form->message().contains(u"needed"_s));
    QTest::keyClicks(QApplication::focusWidget(), u"1 inductor"_s);  // letters and digits are text here
    QCOMPARE(test->currentText(), u"1 inductor"_s);
    combo(u"Suite"_s)->setEditText(u"timm"_s);
    test->setEditText(u"inductor"_s);
    QCOMPARE(m_form->message(), u"inductor_timm_training: no other file is of this config"_s);
    combo(u"Mode"_s)->setCurrentText(u"inference"_s);
    combo(u"Platform"_s)->setEditText(u"rocm"_s);
    auto* numbers = m_form->findChild<QSpinBox*>();
    numbers->setValue(2);
    QCOMPARE(m_form->message(), u"rocm/inductor_timm_inference, shard 2: no other file is of this config"_s);
    test->setEditText(u"%%%"_s);
    QVERIFY(!m_form->message().contains(u"shard"_s));
    QTest::keyClick(numbers, Qt::Key_Return);
    QVERIFY(m_form->isVisible());  // the problem stays on screen
    test->setEditText(u"inductor"_s);
    numbers->setFocus();
    QTest::keyClick(numbers, Qt::Key_Return);
    QVERIFY(!m_form->isVisible());
    QTRY_COMPARE(m_desk->stateOf(u"odd.csv"_s), u"used"_s);
    QVERIFY(m_desk->table()->hasFocus());
    QVERIFY(m_desk->table()->currentIndex().data(SourcesModel::OriginRole).toString().contains(u"odder.csv"_s));
    m_desk->goTo(u"odd.csv"_s);
    QVERIFY(m_desk->table()->currentIndex().siblingAtColumn(1).data().toString().contains(u"by hand"_s));
    press(Qt::Key_U);
    QTRY_COMPARE(m_desk->stateOf(u"odd.csv"_s), u"no name"_s);
    QVERIFY(!m_desk->run("sources.forget"));
    m_desk->goTo(kLast);
    press(Qt::Key_A);  // a file that has a name: the form begins with it
    QCOMPARE(combo(u"Test"_s)->currentText(), u"inductor"_s);
    QCOMPARE(combo(u"Suite"_s)->currentText(), u"torchbench"_s);
    QCOMPARE(m_form->shard(), 2);
    QTest::keyClick(QApplication::focusWidget(), Qt::Key_Escape);
    QVERIFY(!m_form->isVisible());
    QVERIFY(m_desk->table()->hasFocus());
    m_desk->goTo(u"broken.zip"_s);
    QVERIFY(!m_desk->run("sources.assign"));
  }

  void filtersAndSortsFromTheKeyboard() {
    m_desk->open(*m_folder);
    m_desk->table()->setFocus();
    press(Qt::Key_Slash);
    QVERIFY(m_bar->hasTextFocus());
    QTest::keyClicks(QApplication::focusWidget(), u"x0u"_s);  // plain letters are text in a field
    QCOMPARE(m_desk->model()->rowCount(), 0);
    QTest::keyClick(QApplication::focusWidget(), Qt::Key_Return);
    QVERIFY(qobject_cast<QPushButton*>(QApplication::focusWidget()));  // Clear the filter
    press(Qt::Key_0);
    QCOMPARE(m_desk->model()->rowCount(), 5);
    QVERIFY(m_desk->table()->hasFocus());
    press(Qt::Key_1);
    QCOMPARE(m_desk->model()->rowCount(), 1);
    press(Qt::Key_2);
    QCOMPARE(m_desk->model()->rowCount(), 2);
    press(Qt::Key_0);
    m_desk->goTo(kLast);
    m_desk->table()->setCurrentIndex(m_desk->table()->currentIndex().siblingAtColumn(4));
    press(Qt::Key_O);
    QCOMPARE(m_desk->model()->index(0, 4).data().toString(), u"1"_s);
    QVERIFY(m_desk->table()->currentIndex().data(SourcesModel::OriginRole).toString().contains(kLast));
    QTest::keyClick(m_desk->table(), Qt::Key_C, Qt::ControlModifier);
    QVERIFY(QGuiApplication::clipboard()->text().contains(u"inductor_torchbench_training\t2 of 2\t2\t3\t"_s));
    press(Qt::Key_Slash);
    QTest::keyClick(QApplication::focusWidget(), Qt::Key_Escape);
    QVERIFY(m_desk->table()->hasFocus());
  }

  void takesAPathAway() {
    m_desk->open(*m_folder);
    m_desk->table()->setFocus();
    press(Qt::Key_Delete);  // in the table of files it takes no path away
    QCOMPARE(m_desk->session.sources().size(), 2);
    m_paths->setFocus();
    m_paths->goTo(1);
    press(Qt::Key_Delete);
    m_desk->settle();
    QCOMPARE(m_desk->session.sources(), QStringList{m_folder->tree()});
    QVERIFY(m_paths->hasFocus());
    QCOMPARE(m_paths->currentIndex().row(), 0);
    QVERIFY(m_desk->page.statusText().contains(u"0 results from 1 path"_s));
    press(Qt::Key_Delete);
    QVERIFY(!m_desk->session.snapshot());
    QTRY_VERIFY(qobject_cast<QPushButton*>(QApplication::focusWidget()));
  }

  void fetchesACommit() {
    QSignalSpy failed(&m_desk->page, &SourcesPage::failed);
    press(Qt::Key_H);
    QVERIFY(m_fetch->hasTextFocus());
    QCOMPARE(m_fetch->findChild<QLabel*>(u"fetchToken"_s)->text(), u"no token: 60 requests an hour"_s);
    QTest::keyClicks(QApplication::focusWidget(), u"what is this"_s);
    QTest::keyClick(QApplication::focusWidget(), Qt::Key_Return);
    QVERIFY(m_desk->fetch.targets.isEmpty());
    QVERIFY(!m_fetch->message().isEmpty());
    QTest::keyClicks(QApplication::focusWidget(), u"?"_s);
    QVERIFY(m_fetch->message().isEmpty());  // what was wrong is being mended
    m_fetch->findChild<QCheckBox*>()->setChecked(true);
    const int height = m_fetch->height();
    m_desk->page.fetchCommit(u" %1 "_s.arg(kSha));
    QCOMPARE(m_desk->fetch.targets.size(), 1);
    QCOMPARE(QString::fromStdString(m_desk->fetch.targets[0].sha), kSha);
    QVERIFY(m_desk->fetch.wasOffline);
    QVERIFY(m_fetch->isBusy());
    m_desk->page.fetchCommit(kSha);  // it is under way
    QCOMPARE(m_desk->fetch.targets.size(), 1);
    Q_EMIT m_desk->fetch.statusMessage(u"Rate limit: 12 minutes to wait"_s);
    Q_EMIT m_desk->fetch.progress(12, 150, 34'000'000);
    QCOMPARE(m_fetch->message(), u"Rate limit: 12 minutes to wait"_s);
    QCOMPARE(m_fetch->findChild<QLabel*>(u"fetchNumbers"_s)->text(), u"12 of 150 \u00b7 34 MB"_s);
    QCOMPARE(m_fetch->height(), height);
    QVERIFY(m_desk->run("sources.cancelFetch"));
    QCOMPARE(m_desk->fetch.cancels, 1);
    QVERIFY(!m_fetch->isBusy());
    QVERIFY(!m_desk->run("sources.cancelFetch"));

    m_desk->page.fetchCommit(kSha);
    m_desk->fetch.token = u"token from GITHUB_TOKEN: 5,000 requests an hour"_s;
    Q_EMIT m_desk->fetch.tokenChanged();
    QVERIFY(m_fetch->findChild<QLabel*>(u"fetchToken"_s)->text().contains(u"GITHUB_TOKEN"_s));
    Q_EMIT m_desk->fetch.failed({.code = base::ErrorCode::NotFound, .text = "There is no such commit."});
    QCOMPARE(failed.count(), 1);
    QCOMPARE(m_fetch->message(), u"There is no such commit."_s);
    QVERIFY(!m_fetch->isBusy());

    m_desk->page.fetchCommit(kSha);
    fetch::FetchReport report;
    report.folder = m_folder->results().toStdString();
    report.files.resize(2);
    report.files[0].path = report.folder + "/a.zip";
    report.files[1].artifact.path = "b.zip";
    report.files[1].problem = "expired (410)";
    report.notes = {u"2 jobs still run"_s};
    Q_EMIT m_desk->fetch.finished(report);
    QVERIFY(m_fetch->message().contains(u"2 jobs still run"_s));
    auto* notices = m_desk->page.findChild<NoticeStrip*>();
    QCOMPARE(notices->ids(), QStringList{u"sources:fetch"_s});
    QVERIFY(notices->row(u"sources:fetch"_s)->notice().details.contains(u"b.zip: expired (410)"_s));
    m_desk->settle();
    QCOMPARE(m_desk->session.sources(), QStringList{m_folder->results()});

    m_desk->page.fetchCommit(kSha);
    QVERIFY(notices->ids().isEmpty());
    report.files.erase(report.files.begin());  // nothing came: nothing is opened
    m_desk->session.remove(m_folder->results());
    Q_EMIT m_desk->fetch.finished(report);
    QVERIFY(!m_desk->session.isBusy());
  }

  void everythingHasANameAndIsReached() {
    m_desk->open(*m_folder);
    m_desk->goTo(u"odd.csv"_s);
    m_desk->run("sources.assign");
    for (QWidget* widget : m_desk->page.findChildren<QWidget*>()) {
      if (widget->focusPolicy() == Qt::NoFocus || !widget->isVisible()) continue;
      QAccessibleInterface* said = QAccessible::queryAccessibleInterface(widget);
      QVERIFY2(said && !said->text(QAccessible::Name).isEmpty(), widget->metaObject()->className());
      if (qobject_cast<QAbstractButton*>(widget))
        QVERIFY2(!widget->toolTip().isEmpty(), qPrintable(widget->objectName()));
    }
    m_form->focusFirst();
    QTest::keyClick(QApplication::focusWidget(), Qt::Key_Escape);
    QSet<QWidget*> reached;
    m_desk->table()->setFocus();
    for (int i = 0; i < 40; ++i) {
      QTest::keyClick(QApplication::focusWidget(), Qt::Key_Tab);
      reached.insert(QApplication::focusWidget());
    }
    QVERIFY(reached.contains(m_desk->table()));
    QVERIFY(reached.contains(m_paths));
    m_desk->page.setTheme(Theme::load(Scheme::Dark));
    QVERIFY(m_desk->table()->currentIndex().isValid());
  }

  void keepsItsHeights() {
    m_desk->open(*m_folder);
    const int before = m_desk->table()->y();
    m_desk->session.add({m_folder->path(u"pytorch/benchmarks"_s)});
    m_desk->settle();
    QCOMPARE(m_desk->table()->y(), before);
    m_desk->page.resize(800, 500);
    QVERIFY(m_desk->table()->height() > 150);
    QVERIFY(m_desk->page.minimumSizeHint().width() <= 800);
  }

 private:
  void press(Qt::Key key) { QTest::keyClick(QApplication::focusWidget(), key); }
  QComboBox* combo(const QString& name) const {
    for (auto* box : m_form->findChildren<QComboBox*>())
      if (box->accessibleName() == name) return box;
    return nullptr;
  }

  const QString kFirst = u"/1/test-reports-test-inductor_torchbench-2-2"_s;  ///< attempt 1 of shard 2
  const QString kLast = u"/2/test-reports-test-inductor_torchbench-2-2"_s;
  std::unique_ptr<SourcesFolder> m_folder;
  std::unique_ptr<SourcesPageFixture> m_desk;
  std::unique_ptr<ActionRegistry> m_registry;
  SourcesBar* m_bar = nullptr;
  AssignForm* m_form = nullptr;
  FetchBar* m_fetch = nullptr;
  OpenedPathsTable* m_paths = nullptr;
};

QTEST_MAIN(SourcesTest)
#include "sources_test.moc"
