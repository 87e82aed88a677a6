// SPDX-License-Identifier: GPL-3.0-or-later
// The parts of the window's frame, each alone: header, rail, status line, drop zones, help.
#include <QAccessible>
#include <QApplication>
#include <QComboBox>
#include <QDropEvent>
#include <QLabel>
#include <QListWidget>
#include <QMimeData>
#include <QRegularExpression>
#include <QSignalSpy>
#include <QTest>
#include <QTextBrowser>
#include <QToolButton>
#include <QUrl>

#include "ui/shell/help_view.h"
#include "ui/shell/nav_rail.h"
#include "ui/shell/pair_header.h"
#include "ui/shell/pair_opener.h"
#include "ui/shell/status_line.h"
#include "ui/support/file_prompt.h"
#include "ui/support/layouts.h"

using namespace Qt::StringLiterals;
using namespace plumbline;
using namespace plumbline::ui;

Q_DECLARE_METATYPE(plumbline::ui::DropSide)

class PartsTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void headerSaysWhichIsWhich();
  void headerOffersRules();
  void wheelDoesNotChangeTheRules();
  void railReportsAndMarks();
  void railIsOneTabStopWithArrows();
  void railIsAListOfTabs();
  void railDropsItsWordsWhereTheyDoNotFit();
  void durations_data();
  void durations();
  void shortWorkShowsNothing();
  void longWorkShowsProgressAndCancel();
  void twoWorksShowProgressUntilBothAreDone();
  void dropGoesToItsSide_data();
  void dropGoesToItsSide();
  void otherDragsAreIgnored();
  void helpHasItsPages();
  void helpLinksLeadSomewhere();
};

void PartsTest::headerSaysWhichIsWhich() {
  PairHeader header;
  header.setPair(u"/tmp/some where/inductor_training.csv"_s, {});
  const SideSlot* actual = header.actualSlot();
  const SideSlot* expected = header.expectedSlot();
  QCOMPARE(actual->accessibleName(), u"actual: inductor_training.csv, choose another"_s);
  QVERIFY(actual->toolTip().contains(u"/tmp/some where/inductor_training.csv"_s));
  QVERIFY(expected->accessibleName().contains(u"no file yet"_s));
  header.setPair(u"relative.csv"_s, u"base.csv"_s);
  QVERIFY2(actual->toolTip().contains(u"/relative.csv"_s), "the tooltip gives the whole path");
  QCOMPARE(expected->accessibleName(), u"expected: base.csv, choose another"_s);
  QSignalSpy wanted(&header, &PairHeader::expectedRequested);
  header.expectedSlot()->click();
  QCOMPARE(wanted.size(), 1);
}

void PartsTest::headerOffersRules() {
  PairHeader header;
  QVERIFY(header.rules()->isHidden());
  auto rules = std::make_shared<verdicts::RuleSet>();
  rules->origin = "Read from this checkout.";
  header.setOffers({{"2025-11", "2025-11 (default)", nullptr}, {"checkout", "this checkout", rules}}, u"checkout"_s);
  QVERIFY(!header.rules()->isHidden());
  QCOMPARE(header.rules()->currentText(), u"this checkout"_s);
  QCOMPARE(header.rules()->toolTip(), u"Read from this checkout."_s);
  QSignalSpy chosen(&header, &PairHeader::rulesChosen);
  header.setOffers({{"2025-11", "2025-11 (default)", nullptr}, {"checkout", "this checkout", rules}}, u"2025-11"_s);
  QVERIFY2(chosen.isEmpty(), "showing what is used is no choice");
  header.show();
  header.rules()->setFocus();
  QTest::keyClick(header.rules(), Qt::Key_Down);
  QCOMPARE(chosen.size(), 1);
  QCOMPARE(chosen.first().first().toString(), u"checkout"_s);
}

void PartsTest::wheelDoesNotChangeTheRules() {
  PairHeader header;
  header.setOffers({{"a", "a", nullptr}, {"b", "b", nullptr}}, u"a"_s);
  header.show();
  QWheelEvent wheel(QPointF(5, 5), QPointF(5, 5), {}, QPoint(0, -120), Qt::NoButton, Qt::NoModifier, Qt::NoScrollPhase,
                    false);
  QCoreApplication::sendEvent(header.rules(), &wheel);
  QCOMPARE(header.rules()->currentText(), u"a"_s);
}

void PartsTest::railReportsAndMarks() {
  NavRail rail;
  rail.addPage(u"triage"_s, u"Triage"_s, u"triage"_s, u"What needs a decision"_s);
  rail.addPage(u"help"_s, u"Help"_s, u"help"_s, u"Help"_s, NavRail::Place::Bottom);
  rail.setCurrent(u"triage"_s);
  QSignalSpy chosen(&rail, &NavRail::pageChosen);
  rail.button(u"help"_s)->click();
  QCOMPARE(chosen.first().first().toString(), u"help"_s);
  QVERIFY2(rail.button(u"triage"_s)->isChecked(), "the mark moves when the page does");
  rail.setCurrent(u"help"_s);
  QVERIFY(rail.button(u"help"_s)->isChecked());
  QVERIFY(!rail.button(u"triage"_s)->isChecked());
}

void PartsTest::railIsOneTabStopWithArrows() {
  QWidget window;
  auto* before = new QToolButton(&window);
  auto* rail = new NavRail(&window);
  auto* after = new QToolButton(&window);
  makeColumn(&window, {}, 0, {before, rail, after});
  for (const QString& id : {u"triage"_s, u"review"_s, u"charts"_s}) rail->addPage(id, id, u"triage"_s, id);
  rail->addPage(u"help"_s, u"Help"_s, u"help"_s, u"Help"_s, NavRail::Place::Bottom);
  rail->setCurrent(u"review"_s);
  for (QToolButton* button : {before, after}) button->setFocusPolicy(Qt::StrongFocus);
  rail->followInTabOrder(before);
  window.show();
  window.activateWindow();
  before->setFocus();
  QTRY_VERIFY(before->hasFocus());
  const auto press = [](Qt::Key key) { QTest::keyClick(QApplication::focusWidget(), key); };
  press(Qt::Key_Tab);
  QVERIFY2(rail->button(u"review"_s)->hasFocus(), "Tab comes in at the page in front");
  QSignalSpy chosen(rail, &NavRail::pageChosen);
  press(Qt::Key_Down);
  QVERIFY(rail->button(u"charts"_s)->hasFocus());
  press(Qt::Key_Tab);
  QVERIFY2(after->hasFocus(), "one press leaves the rail");
  press(Qt::Key_Backtab);
  QVERIFY2(rail->button(u"review"_s)->hasFocus(), "the stop is the page in front again");
  press(Qt::Key_End);
  QVERIFY(rail->button(u"help"_s)->hasFocus());
  press(Qt::Key_Down);
  QVERIFY2(rail->button(u"help"_s)->hasFocus(), "the last one stays");
  press(Qt::Key_Home);
  QVERIFY(rail->menuButton()->hasFocus());
  press(Qt::Key_Down);
  QVERIFY2(chosen.isEmpty(), "walking chooses nothing");
  press(Qt::Key_Return);
  press(Qt::Key_Up);
  press(Qt::Key_Down);
  press(Qt::Key_Space);
  QCOMPARE(chosen.size(), 2);
  QCOMPARE(chosen.last().first().toString(), u"triage"_s);
}

void PartsTest::railIsAListOfTabs() {
  NavRail rail;
  rail.addPage(u"triage"_s, u"Triage"_s, u"triage"_s, u"What needs a decision"_s);
  rail.addPage(u"review"_s, u"Review"_s, u"review"_s, u"What is edited"_s);
  rail.setCurrent(u"triage"_s);
  rail.show();
  QAccessibleInterface* list = QAccessible::queryAccessibleInterface(&rail);
  QCOMPARE(list->role(), QAccessible::PageTabList);
  QCOMPARE(list->text(QAccessible::Name), u"Pages"_s);
  const auto tab = [&](const QString& id) { return QAccessible::queryAccessibleInterface(rail.button(id)); };
  QCOMPARE(tab(u"triage"_s)->role(), QAccessible::PageTab);
  QCOMPARE(tab(u"triage"_s)->text(QAccessible::Name), u"Triage"_s);
  QVERIFY(tab(u"triage"_s)->state().selected);
  QVERIFY(!tab(u"review"_s)->state().selected);
  QVERIFY(tab(u"review"_s)->state().focusable);
  QCOMPARE(QAccessible::queryAccessibleInterface(rail.menuButton())->role(), QAccessible::ButtonMenu);
  QSignalSpy chosen(&rail, &NavRail::pageChosen);
  QAccessibleActionInterface* actions = tab(u"review"_s)->actionInterface();
  QVERIFY(actions->actionNames().contains(QAccessibleActionInterface::pressAction()));
  actions->doAction(QAccessibleActionInterface::pressAction());
  QCOMPARE(chosen.size(), 1);
  rail.show();
  rail.activateWindow();
  QVERIFY(QTest::qWaitForWindowActive(&rail));
  QVERIFY(actions->actionNames().contains(QAccessibleActionInterface::setFocusAction()));
  actions->doAction(QAccessibleActionInterface::setFocusAction());
  QVERIFY(rail.button(u"review"_s)->hasFocus());
  QCOMPARE(chosen.size(), 1);
}

void PartsTest::railDropsItsWordsWhereTheyDoNotFit() {
  NavRail rail;
  for (int i = 0; i < 8; ++i) rail.addPage(QString::number(i), u"Triage"_s, u"triage"_s, u"What needs a decision"_s);
  rail.resize(rail.sizeHint());
  rail.show();
  const RailButton* last = rail.button(u"7"_s);
  const int withWord = last->sizeHint().height();
  const int width = last->sizeHint().width();
  QVERIFY2(rail.minimumSizeHint().height() < rail.height() * 3 / 4, "a low window needs only the icons");
  rail.resize(rail.width(), rail.minimumSizeHint().height());
  QTRY_VERIFY(last->sizeHint().height() < withWord);
  QCOMPARE(last->sizeHint().width(), width);
  QTRY_VERIFY(last->geometry().bottom() <= rail.height());
  QCOMPARE(last->accessibleName(), u"Triage"_s);
  rail.resize(rail.width(), 1000);
  QTRY_COMPARE(last->sizeHint().height(), withWord);
}

void PartsTest::durations_data() {
  QTest::addColumn<double>("milliseconds");
  QTest::addColumn<QString>("text");
  QTest::newRow("fraction") << 0.84 << u"0.8 ms"_s;
  QTest::newRow("small") << 1.23 << u"1.2 ms"_s;
  QTest::newRow("rounds to ten") << 9.96 << u"10 ms"_s;
  QTest::newRow("whole") << 84.4 << u"84 ms"_s;
  QTest::newRow("seconds") << 1240.0 << u"1.24 s"_s;
}

void PartsTest::durations() {
  QFETCH(double, milliseconds);
  QFETCH(QString, text);
  QCOMPARE(durationText(milliseconds), text);
}

void PartsTest::shortWorkShowsNothing() {
  StatusLine status;
  status.show();
  status.showMessage(u"62 models in 1.2 ms"_s);
  status.setBusy(StatusLine::Work::Pair, true);
  QVERIFY(!status.progressShown());
  status.setBusy(StatusLine::Work::Pair, false);
  QVERIFY(!status.progressShown());
  QCOMPARE(status.message(), u"62 models in 1.2 ms"_s);
}

void PartsTest::longWorkShowsProgressAndCancel() {
  StatusLine status;
  status.show();
  QElapsedTimer clock;
  clock.start();
  status.setBusy(StatusLine::Work::Pair, true);
  QTRY_VERIFY(status.progressShown());
  QVERIFY(clock.elapsed() >= StatusLine::kShowAfterMs - 20);
  status.setProgress(1, 2);
  QSignalSpy wanted(&status, &StatusLine::cancelRequested);
  QTest::mouseClick(status.findChild<QToolButton*>(u"cancelButton"_s), Qt::LeftButton);
  QCOMPARE(wanted.size(), 1);
  status.setBusy(StatusLine::Work::Pair, false);
  QVERIFY(!status.progressShown());
}

void PartsTest::twoWorksShowProgressUntilBothAreDone() {
  StatusLine status;
  status.show();
  status.setBusy(StatusLine::Work::Pair, true);
  status.setBusy(StatusLine::Work::Rows, true);
  QTRY_VERIFY(status.progressShown());
  status.setBusy(StatusLine::Work::Rows, false);
  QVERIFY2(status.progressShown(), "the pair is still being read");
  status.setBusy(StatusLine::Work::Pair, false);
  QVERIFY(!status.progressShown());
}

void PartsTest::dropGoesToItsSide_data() {
  QTest::addColumn<QStringList>("files");
  QTest::addColumn<double>("x");
  QTest::addColumn<DropSide>("side");
  QTest::newRow("left") << QStringList{u"/x/a.csv"_s} << 100.0 << DropSide::Actual;
  QTest::newRow("right") << QStringList{u"/x/a.csv"_s} << 700.0 << DropSide::Expected;
  QTest::newRow("two") << QStringList{u"/x/a.csv"_s, u"/x/b c.csv"_s} << 100.0 << DropSide::Actual;
}

void PartsTest::dropGoesToItsSide() {
  QFETCH(QStringList, files);
  QFETCH(double, x);
  QFETCH(DropSide, side);
  QWidget window;
  window.resize(800, 600);
  auto* zones = new DropZones(&window);
  window.show();
  QMimeData mime;
  QList<QUrl> urls;
  for (const QString& file : files) urls.append(QUrl::fromLocalFile(file));
  mime.setUrls(urls);
  QSignalSpy dropped(zones, &DropZones::dropped);
  QDragEnterEvent enter(QPoint(400, 300), Qt::CopyAction, &mime, Qt::LeftButton, Qt::NoModifier);
  QCoreApplication::sendEvent(&window, &enter);
  QVERIFY(enter.isAccepted());
  QVERIFY(zones->isVisible());
  // The zones lie over the window now, so the platform enters them next.
  QDragEnterEvent enterZones(QPoint(400, 300), Qt::CopyAction, &mime, Qt::LeftButton, Qt::NoModifier);
  QCoreApplication::sendEvent(zones, &enterZones);
  QVERIFY(enterZones.isAccepted());
  QDragMoveEvent move(QPoint(static_cast<int>(x), 300), Qt::CopyAction, &mime, Qt::LeftButton, Qt::NoModifier);
  QCoreApplication::sendEvent(zones, &move);
  QVERIFY(!zones->grab().isNull());
  QDropEvent drop(QPointF(x, 300), Qt::CopyAction, &mime, Qt::LeftButton, Qt::NoModifier);
  QCoreApplication::sendEvent(zones, &drop);
  QVERIFY(!zones->isVisible());
  QCOMPARE(dropped.size(), 1);
  QCOMPARE(dropped.first().at(0).toStringList(), files);
  QCOMPARE(dropped.first().at(1).value<DropSide>(), side);
}

void PartsTest::otherDragsAreIgnored() {
  QWidget window;
  auto* zones = new DropZones(&window);
  window.show();
  QMimeData mime;
  mime.setText(u"only text"_s);
  QDragEnterEvent text(QPoint(10, 10), Qt::CopyAction, &mime, Qt::LeftButton, Qt::NoModifier);
  QCoreApplication::sendEvent(&window, &text);
  QVERIFY(!zones->isVisible());
  mime.setUrls({QUrl(u"https://example.org/a.csv"_s)});
  QVERIFY(localFiles(&mime).isEmpty());
  mime.setUrls({QUrl::fromLocalFile(u"/x/a.csv"_s)});
  QDragEnterEvent file(QPoint(10, 10), Qt::CopyAction, &mime, Qt::LeftButton, Qt::NoModifier);
  QCoreApplication::sendEvent(&window, &file);
  QVERIFY(zones->isVisible());
  QDragEnterEvent enterZones(QPoint(10, 10), Qt::CopyAction, &mime, Qt::LeftButton, Qt::NoModifier);
  QCoreApplication::sendEvent(zones, &enterZones);
  QDragLeaveEvent leave;
  QCoreApplication::sendEvent(zones, &leave);
  QVERIFY(!zones->isVisible());
}

void PartsTest::helpHasItsPages() {
  const QStringList pages = HelpView::pages();
  QCOMPARE(pages.first(), u"index"_s);
  for (const QString& page : {u"triage"_s, u"verdicts"_s, u"command-line"_s, u"files"_s}) QVERIFY(pages.contains(page));
  HelpView help;
  QCOMPARE(help.currentPage(), u"index"_s);
  auto* list = help.findChild<QListWidget*>(u"helpPages"_s);
  auto* text = help.findChild<QTextBrowser*>(u"helpText"_s);
  QCOMPARE(list->count(), pages.size());
  for (int row = 0; row < list->count(); ++row) {
    list->setCurrentRow(row);
    QCOMPARE(help.currentPage(), pages.at(row));
    QVERIFY(text->toPlainText().size() > 200);
  }
  help.showPage(u"verdicts"_s);
  QCOMPARE(list->currentRow(), pages.indexOf(u"verdicts"_s));
}

void PartsTest::helpLinksLeadSomewhere() {
  static const QRegularExpression link(u"\\]\\(([^)]+)\\)"_s);
  const QStringList pages = HelpView::pages();
  for (const QString& page : pages) {
    QFile file(u":/plumbline/help/%1.md"_s.arg(page));
    QVERIFY(file.open(QIODevice::ReadOnly));
    const QString text = QString::fromUtf8(file.readAll());
    for (auto found = link.globalMatch(text); found.hasNext();) {
      const QString target = found.next().captured(1);
      if (target.startsWith(u"http"_s)) continue;
      const bool isThere = target.endsWith(u".png"_s) ? QFile::exists(u":/plumbline/help/"_s + target) : pages.contains(target.chopped(3));
      QVERIFY2(isThere, qPrintable(page + u" -> "_s + target));
    }
  }
}

QTEST_MAIN(PartsTest)
#include "parts_test.moc"
