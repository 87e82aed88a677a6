// SPDX-License-Identifier: GPL-3.0-or-later
// A baseline with conflict markers, settled on the review page by keys and by buttons.
#include <QPushButton>
#include <QRegularExpression>
#include <QTest>

#include "tests/ui/review/review_desk.h"
#include "ui/review/conflict_view.h"

using namespace Qt::StringLiterals;
using namespace plumbline;
using test::ReviewDesk;

namespace {

QByteArray conflicted() {
  return "name,accuracy\na,pass\n<<<<<<< HEAD\nb,OOM\n=======\nb,timeout\n>>>>>>> other\nc,pass\n"
         "<<<<<<< HEAD\nd,pass\n=======\ne,pass\n>>>>>>> other\n";
}

struct Settling : ReviewDesk {
  Settling() {
    path = folder.write(u"e.csv"_s, conflicted());
    page.resize(900, 600);
    page.show();
    if (!QTest::qWaitForWindowActive(&page)) qFatal("the page does not show");
    page.settleConflicts(path);
  }
  ui::ConflictView* view() { return page.findChild<ui::ConflictView*>(); }
  QPushButton* button(const QString& name) { return page.findChild<QPushButton*>(name); }
  QByteArray pending() { return QByteArray::fromStdString(edits.drafts().find(path.toStdString())->pending); }
  QString path;
};

}  // namespace

class ConflictViewTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void init() { QTest::failOnWarning(QRegularExpression(u"^(?!This plugin does not support propagateSizeHints)"_s)); }

  void keysAlone_data() {
    QTest::addColumn<QString>("keys");
    QTest::addColumn<QByteArray>("settled");
    QTest::newRow("ours, theirs") << u"12"_s << QByteArray("name,accuracy\na,pass\nb,OOM\nc,pass\ne,pass\n");
    QTest::newRow("theirs, both") << u"23"_s << QByteArray("name,accuracy\na,pass\nb,timeout\nc,pass\nd,pass\ne,pass\n");
    QTest::newRow("backwards") << u"j2k1"_s << QByteArray("name,accuracy\na,pass\nb,OOM\nc,pass\ne,pass\n");
    QTest::newRow("changed my mind") << u"1k2j1"_s << QByteArray("name,accuracy\na,pass\nb,timeout\nc,pass\nd,pass\n");
  }
  void keysAlone() {
    QFETCH(QString, keys);
    QFETCH(QByteArray, settled);
    Settling desk;
    QVERIFY(desk.view()->isVisible());
    QWidget* area = desk.view()->blocks();
    QVERIFY(area->hasFocus());
    QVERIFY(!desk.button(u"apply"_s)->isEnabled());
    QTest::keyClick(area, Qt::Key_Return);  // too early: nothing happens
    QCOMPARE(desk.pending(), conflicted());
    QTest::keyClicks(area, keys);
    QCOMPARE(desk.view()->blocks()->openCount(), std::size_t{0});
    QTest::keyClick(area, Qt::Key_Return);
    QCOMPARE(desk.pending(), settled);
    QVERIFY(!desk.view()->isVisible());
    QCOMPARE(desk.stack.undoText(), u"Settle 2 conflicts in e.csv"_s);
    desk.stack.undo();
    QCOMPARE(desk.pending(), conflicted());
  }

  void buttonsForAll() {
    Settling desk;
    desk.button(u"allTheirs"_s)->click();
    QVERIFY(desk.view()->blocks()->accessibleDescription().contains(u"theirs is taken"_s));
    desk.button(u"allOurs"_s)->click();
    desk.button(u"apply"_s)->click();
    QCOMPARE(desk.pending(), QByteArray("name,accuracy\na,pass\nb,OOM\nc,pass\nd,pass\n"));
  }

  void theMouseChoosesASide() {
    Settling desk;
    QWidget* area = desk.view()->blocks()->viewport();
    const int row = QFontMetrics(desk.view()->blocks()->font()).height() + 6;
    QTest::mouseClick(area, Qt::LeftButton, {}, {area->width() - 40, 2 * row + row / 2});
    QCOMPARE(desk.view()->blocks()->openCount(), std::size_t{1});
    QCOMPARE(int(desk.view()->choices().front()), int(baselines::ConflictChoice::Theirs));
  }

  void leavingChangesNothing() {
    Settling desk;
    desk.button(u"allOurs"_s)->click();
    desk.button(u"leave"_s)->click();
    QCOMPARE(desk.pending(), conflicted());
    QVERIFY(!desk.stack.canUndo());
    QVERIFY(!desk.view()->isVisible());
  }

  void badFilesAreSaid() {
    Settling desk;
    desk.button(u"leave"_s)->click();
    desk.page.settleConflicts(desk.folder.path(u"none.csv"_s));
    QVERIFY(!desk.view()->isVisible());
    desk.page.settleConflicts(desk.folder.write(u"half.csv"_s, "name\n<<<<<<< HEAD\na\n"));
    QVERIFY(!desk.view()->isVisible());
    desk.page.settleConflicts(desk.folder.write(u"fine.csv"_s, "name\na\n"));
    QVERIFY(!desk.view()->isVisible());
    QVERIFY(desk.page.statusText().contains(u"fine.csv has no conflicts"_s));
  }
};

QTEST_MAIN(ConflictViewTest)
#include "conflict_view_test.moc"
