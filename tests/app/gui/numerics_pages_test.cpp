// SPDX-License-Identifier: GPL-3.0-or-later
// The page of numerics in the whole window: how one gets there, what stands above it, its notices, what is remembered, the
// options of the command line that open it.
#include <QDragEnterEvent>
#include <QMimeData>
#include <QSignalSpy>
#include <QTest>
#include <QUrl>
#include <algorithm>

#include "app/gui/options.h"
#include "tests/app/gui/desk.h"
#include "tests/ui/numerics/numerics_fixture.h"
#include "ui/numerics/answer_strip.h"
#include "ui/numerics/file_strip.h"
#include "ui/shell/pair_header.h"
#include "ui/shell/pair_opener.h"
#include "ui/shell/status_line.h"
#include "ui/support/notice_strip.h"

using namespace Qt::StringLiterals;
using namespace plumbline;
using tests::Desk;

class NumericsPagesTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void aLetterAndANumberLeadThere() {
    const support::TestFolder folder;
    Desk desk(folder.path());
    QVERIFY(QTest::qWaitForWindowActive(&desk.window));
    QVERIFY(!desk.window.isMade(u"numerics"_s));
    QTest::keyClick(&desk.window, Qt::Key_Q);
    QCOMPARE(desk.window.currentPage(), u"numerics"_s);
    auto* strip = desk.window.findChild<ui::NumericsStrip*>();
    QVERIFY(strip->isVisible());
    QVERIFY(!desk.window.findChild<ui::PairHeader*>()->isVisible());
    QTest::keyClick(&desk.window, Qt::Key_3, Qt::ControlModifier);
    QVERIFY(desk.window.currentPage() != u"numerics"_s);
    QVERIFY(!strip->isVisible());
    QTest::keyClick(&desk.window, Qt::Key_9, Qt::ControlModifier);
    QCOMPARE(desk.window.currentPage(), u"numerics"_s);
    desk.window.showPage(u"keys"_s);  // makes every page
    for (const auto& conflict : desk.window.registry().conflicts()) QFAIL(qPrintable(conflict.firstId + u" and "_s + conflict.secondId));
    for (const auto& entry : desk.window.registry().entries())
      for (const QKeySequence& key : entry.spec.shortcuts) QVERIFY2(!key.toString().contains(u':'), qPrintable(entry.spec.id));  // '9' + 1
    const auto& entries = desk.window.registry().entries();
    const auto sources = std::ranges::find_if(entries, [](const auto& entry) { return entry.spec.id == u"page.sources"_s; });
    QVERIFY(sources != entries.end());
    QVERIFY(!sources->spec.shortcuts.contains(QKeySequence(Qt::CTRL | Qt::Key_0)));
  }

  void answersAndNotices() {
    const support::TestFolder folder;
    testing::writeSides(folder, u"a"_s, 0.5);
    folder.write(u"bad.pt"_s, "no archive");
    Desk desk(folder.path(u"state"_s));
    QSignalSpy settled(&desk.numericsPages, &app::NumericsPages::settled);
    desk.numericsPages.openFiles({folder.path(u"ref"_s), folder.path(u"bad.pt"_s)});
    QVERIFY(settled.wait(30000));
    QVERIFY(desk.window.notices().ids().contains(u"numerics"_s));
    QVERIFY2(desk.window.windowTitle().startsWith(u"bad.pt"_s), qPrintable(desk.window.windowTitle()));
    desk.numericsPages.openFiles({folder.path()});  // a folder that holds the sides
    QTRY_VERIFY(desk.window.findChild<ui::AnswerStrip*>()->text().startsWith(u"Differs"_s));
    QVERIFY(!desk.window.notices().ids().contains(u"numerics"_s));
    QCOMPARE(desk.window.findChild<ui::NumericsStrip*>()->files().fp64, folder.path(u"fp64"_s));
    QTRY_VERIFY(!desk.window.status().isBusy());
    desk.host.saveState();
    Desk next(folder.path(u"state"_s));
    next.window.showPage(u"numerics"_s);
    QCOMPARE(next.window.findChild<ui::NumericsStrip*>()->recent().size(), 2);
  }

  void whatIsDroppedIsForThePage() {
    const support::TestFolder folder;
    Desk desk(folder.path());
    desk.window.showPage(u"numerics"_s);
    QMimeData data;
    data.setUrls({QUrl::fromLocalFile(folder.write(u"ref.npy"_s, testing::npy<float>({1, 2})))});
    auto* zones = desk.window.findChild<ui::DropZones*>();
    QDragEnterEvent onPage(QPoint(5, 300), Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
    QCoreApplication::sendEvent(&desk.window, &onPage);
    QVERIFY(!zones->isVisible());
    desk.window.showPage(u"triage"_s);
    QDragEnterEvent elsewhere(QPoint(5, 300), Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
    QCoreApplication::sendEvent(&desk.window, &elsewhere);
    QVERIFY(zones->isVisible());
  }

  void optionsOpenIt_data() {
    QTest::addColumn<QStringList>("arguments");
    QTest::addColumn<QStringList>("same");
    QTest::addColumn<QStringList>("margins");
    QTest::addColumn<bool>("isGood");
    const auto row = [](const char* name, const QStringList& arguments, const QStringList& same, const QStringList& margins, bool isGood) {
      QTest::newRow(name) << arguments << same << margins << isGood;
    };
    row("two", {u"--same"_s, u"a.pt"_s, u"b.pt"_s}, {u"a.pt"_s, u"b.pt"_s}, {}, true);
    row("three", {u"--same"_s, u"a.pt"_s, u"b.pt"_s, u"--fp64"_s, u"c.pt"_s}, {u"a.pt"_s, u"b.pt"_s}, {}, true);
    row("folder", {u"--same"_s, u"dump"_s}, {u"dump"_s}, {}, true);
    row("logs", {u"--margins"_s, u"1.log"_s, u"2.log"_s, u"3.log"_s}, {}, {u"1.log"_s, u"2.log"_s, u"3.log"_s}, true);
    row("none", {u"--same"_s}, {}, {}, false);
    row("many", {u"--same"_s, u"a"_s, u"b"_s, u"c"_s}, {}, {}, false);
    row("no log", {u"--margins"_s}, {}, {}, false);
    row("both", {u"--same"_s, u"--margins"_s, u"a"_s}, {}, {}, false);
    row("fp64 alone", {u"--fp64"_s, u"c.pt"_s}, {}, {}, false);
  }
  void optionsOpenIt() {
    QFETCH(QStringList, arguments);
    QFETCH(QStringList, same);
    QFETCH(QStringList, margins);
    QFETCH(bool, isGood);
    const app::Options options = app::readOptions(QStringList{u"plumbline"_s} + arguments);
    QCOMPARE(options.error.isEmpty(), isGood);
    if (!isGood) return;
    QCOMPARE(options.same, same);
    QCOMPARE(options.margins, margins);
    QCOMPARE(options.page, u"numerics"_s);
    QVERIFY(options.actual.isEmpty() && options.sources.isEmpty());
  }
};

QTEST_MAIN(NumericsPagesTest)
#include "numerics_pages_test.moc"
