// SPDX-License-Identifier: GPL-3.0-or-later
// The view of a log as a person uses it: it appears, grows, is searched, copied from, and never goes into memory.
#include "ui/runs/log_view.h"

#include <QClipboard>
#include <QElapsedTimer>
#include <QGuiApplication>
#include <QMouseEvent>
#include <QScrollBar>
#include <QSignalSpy>
#include <QTest>
#include <QTimer>

#include "tests/support/kept_picture.h"
#include "tests/support/large_log.h"
#include "tests/ui/runs/log_desk.h"

using namespace Qt::StringLiterals;
using namespace plumbline;
using namespace plumbline::testing;
using ui::LogCanvas;
using ui::LogView;

class LogViewTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void states() {
    LogDesk desk;
    QCOMPARE(desk.nothing(), u"No log is chosen."_s);
    QVERIFY(!desk.button(u"First error"_s)->isEnabled());
    desk.view.showFile({}, u"Choose a task."_s);
    QCOMPARE(desk.nothing(), u"Choose a task."_s);
    desk.view.showFile(desk.path);
    QCOMPARE(desk.view.file(), desk.path);
    QTRY_COMPARE_WITH_TIMEOUT(desk.nothing(), u"Nothing printed yet."_s, kLimit);
    desk.append("");
    desk.view.grown();
    QTRY_COMPARE_WITH_TIMEOUT(desk.nothing(), u"Nothing printed yet."_s, kLimit);
    desk.append("first\n");
    QTRY_VERIFY_WITH_TIMEOUT(desk.canvas->isVisible(), kLimit);  // seen without being told
    QCOMPARE(desk.canvas->lineCount(), 1U);
    QVERIFY(desk.says(u"1 line, 6 bytes"_s));
    QVERIFY(desk.says(u"cold.log"_s));
    QVERIFY(desk.button(u"First error"_s)->isEnabled());
    desk.view.showFile(desk.folder.path());
    QTRY_VERIFY_WITH_TIMEOUT(desk.nothing().contains(u"not a regular file"_s), kLimit);
    QCOMPARE(desk.canvas->lineCount(), 0U);
    desk.view.showFile({});
    QCOMPARE(desk.nothing(), u"No log is chosen."_s);
  }

  void followsTheEnd() {
    LogDesk desk;
    desk.show(numbered(0, 500));
    QVERIFY(desk.isAtEnd());
    QVERIFY(desk.button(u"Follow"_s)->isChecked());
    desk.append(numbered(500, 700));
    desk.view.grown();
    QTRY_COMPARE_WITH_TIMEOUT(desk.canvas->lineCount(), 700U, kLimit);
    QVERIFY(desk.isAtEnd());
    QCOMPARE(desk.canvas->rows().back().text, u"line 699"_s);
    // Scrolled away it stays where it is.
    desk.canvas->verticalScrollBar()->setValue(100);
    QCOMPARE(desk.canvas->shown().first, 100U);
    QVERIFY(!desk.button(u"Follow"_s)->isChecked());
    desk.append(numbered(700, 900));
    desk.view.grown();
    QTRY_COMPARE_WITH_TIMEOUT(desk.canvas->lineCount(), 900U, kLimit);
    QCOMPARE(desk.canvas->shown().first, 100U);
    QCOMPARE(desk.canvas->rows().front().text, u"line 100"_s);
    // Back at the end it follows again.
    desk.canvas->verticalScrollBar()->setValue(desk.canvas->verticalScrollBar()->maximum());
    QVERIFY(desk.isAtEnd() && desk.button(u"Follow"_s)->isChecked());
    desk.button(u"Follow"_s)->click();
    desk.append(numbered(900, 950));
    QTRY_COMPARE_WITH_TIMEOUT(desk.canvas->lineCount(), 950U, kLimit);
    QVERIFY(!desk.isAtEnd());
    desk.view.goToEnd();
    QVERIFY(desk.isAtEnd() && desk.button(u"Follow"_s)->isChecked());
  }

  void beginsAnew() {
    LogDesk desk;
    desk.show(numbered(0, 500));
    desk.canvas->goTo(100);
    QVERIFY(desk.canvas->selection());
    desk.folder.replace(u"cold.log"_s, numbered(0, 40));
    desk.view.grown();
    QTRY_COMPARE_WITH_TIMEOUT(desk.canvas->lineCount(), 40U, kLimit);
    QVERIFY(!desk.canvas->selection());
    QVERIFY(desk.isAtEnd());
    // Gone: what was read is still shown.
    QVERIFY(QFile::remove(desk.path));
    desk.view.grown();
    desk.folder.write(u"other.log"_s, numbered(0, 7));
    desk.view.showFile(desk.folder.path(u"other.log"_s));
    QTRY_COMPARE_WITH_TIMEOUT(desk.canvas->lineCount(), 7U, kLimit);
  }

  void looksAtMostFourTimesASecond() {
    LogDesk desk;
    desk.show(numbered(0, 10));
    QSignalSpy spy(desk.canvas, &LogCanvas::moved);
    QElapsedTimer clock;
    clock.start();
    int seen = 0;
    quint64 before = desk.canvas->lineCount();
    for (int i = 10; clock.elapsed() < 1000; ++i) {
      desk.append(numbered(i, i + 1));
      desk.view.grown();
      QTest::qWait(0);
      if (desk.canvas->lineCount() != before) ++seen;
      before = desk.canvas->lineCount();
    }
    QVERIFY2(seen >= 1 && seen <= 6, qPrintable(QString::number(seen)));
  }

  void finds() {
    LogDesk desk;
    QByteArray bytes = numbered(0, 300);
    bytes += "a \x1B[31mneed\x1B[0mle here\n" + numbered(300, 600) + "another Needle\n" + numbered(600, 900);
    desk.show(bytes);
    QSignalSpy status(&desk.view, &LogView::statusChanged);
    QTest::keyClick(desk.canvas, Qt::Key_Slash);
    QVERIFY(desk.field()->hasFocus());
    QTest::keyClicks(desk.field(), u"needle"_s);
    QTest::keyClick(desk.field(), Qt::Key_Return);  // from the end on: round to the first one
    QTRY_COMPARE_WITH_TIMEOUT(desk.canvas->current(), std::optional<quint64>(300), kLimit);
    QTRY_VERIFY_WITH_TIMEOUT(desk.says(u"from the other end"_s), kLimit);
    QVERIFY(!desk.canvas->follows());
    QVERIFY(desk.canvas->shown().first < 300 && desk.canvas->shown().last > 300);
    QTest::keyClick(desk.field(), Qt::Key_Return);
    QTRY_COMPARE_WITH_TIMEOUT(desk.canvas->current(), std::optional<quint64>(601), kLimit);
    QTRY_VERIFY_WITH_TIMEOUT(status.last().at(0).toString().startsWith(u"line 602 of 902"_s), kLimit);
    QTest::keyClick(desk.field(), Qt::Key_Return, Qt::ShiftModifier);
    QTRY_COMPARE_WITH_TIMEOUT(desk.canvas->current(), std::optional<quint64>(300), kLimit);
    QTest::keyClick(desk.field(), Qt::Key_Escape);
    QVERIFY(desk.canvas->hasFocus());
    QTest::keyClick(desk.canvas, Qt::Key_F3, Qt::ShiftModifier);
    QTRY_COMPARE_WITH_TIMEOUT(desk.canvas->current(), std::optional<quint64>(601), kLimit);
    desk.field()->setText(u"Needle"_s);  // a capital: case counts
    desk.canvas->goTo(0);
    desk.button(u"Next match"_s)->click();
    QTRY_COMPARE_WITH_TIMEOUT(desk.canvas->current(), std::optional<quint64>(601), kLimit);
    desk.button(u"Previous match"_s)->click();
    QTRY_VERIFY_WITH_TIMEOUT(desk.says(u"from the other end"_s), kLimit);
    QCOMPARE(desk.canvas->current(), std::optional<quint64>(601));
    desk.field()->setText(u"nowhere"_s);
    desk.view.findNext();
    QTRY_VERIFY_WITH_TIMEOUT(desk.says(u"no match"_s), kLimit);
    QCOMPARE(desk.canvas->current(), std::optional<quint64>(601));
  }

  void searchesCanBeStopped() {
    LogDesk desk;
    const auto log = support::writeLargeLog(desk.path.toStdString(), 60);
    QVERIFY(log.bytes > 0);
    desk.view.showFile(desk.path);
    QTRY_VERIFY_WITH_TIMEOUT(desk.canvas->lineCount() > 0, kLimit);
    QSignalSpy status(&desk.view, &LogView::statusChanged);
    desk.view.goToFirstError();
    QTest::keyClick(desk.canvas, Qt::Key_Escape);
    QCOMPARE(status.last().at(0).toString(), u"search stopped"_s);
    desk.canvas->goTo(3);
    desk.field()->setText(u"nowhere"_s);
    desk.view.findNext();
    desk.field()->setFocus();
    QTest::keyClick(desk.field(), Qt::Key_Escape);
    QCOMPARE(status.last().at(0).toString(), u"search stopped"_s);
    QCOMPARE(desk.canvas->current(), std::optional<quint64>(3));
    // And the next one goes its way, through a log that is there as a whole by now.
    QTRY_COMPARE_WITH_TIMEOUT(desk.canvas->lineCount(), log.lines, kLimit);
    desk.field()->setText(u"the last line"_s);
    desk.view.findNext();
    QTRY_COMPARE_WITH_TIMEOUT(desk.canvas->current(), std::optional(desk.last()), kLimit);
  }

  void findsNothingWithoutText() {
    LogDesk desk;
    desk.show(numbered(0, 5));
    desk.view.findNext();
    QVERIFY(desk.field()->hasFocus());
    desk.view.showFile({});
    desk.field()->setText(u"x"_s);
    desk.view.findNext();
    desk.view.goToFirstError();
    desk.view.copySelection();
    QCOMPARE(desk.canvas->lineCount(), 0U);
  }

  void firstError() {
    LogDesk desk;
    desk.show(numbered(0, 200) + "Traceback (most recent call last):\n" + numbered(0, 50) + "\x1B[31mKeyError\x1B[0m: 'x'\n" +
              numbered(0, 200));
    desk.view.goToFirstError();
    QTRY_COMPARE_WITH_TIMEOUT(desk.canvas->current(), std::optional<quint64>(200), kLimit);
    const auto& rows = desk.canvas->rows();
    QVERIFY(std::any_of(rows.begin(), rows.end(), [](const ui::LogRow& row) { return row.isError && row.number == 200; }));
    QVERIFY(std::count_if(rows.begin(), rows.end(), [](const ui::LogRow& row) { return row.isError; }) == 1);
    QTest::keyClick(desk.canvas, Qt::Key_I);
    QTRY_COMPARE_WITH_TIMEOUT(desk.canvas->current(), std::optional<quint64>(251), kLimit);
    desk.button(u"First error"_s)->click();
    QTRY_COMPARE_WITH_TIMEOUT(desk.canvas->current(), std::optional<quint64>(200), kLimit);
    QTRY_VERIFY_WITH_TIMEOUT(desk.says(u"first error again"_s), kLimit);
    desk.show(numbered(0, 20));
    desk.view.goToFirstError();
    QTRY_VERIFY_WITH_TIMEOUT(desk.says(u"no error found"_s), kLimit);
  }

  void selectsAndCopies() {
    LogDesk desk;
    desk.show(numbered(0, 100) + "\x1B[31mred\x1B[0m\ttab\n" + QByteArray(9000, 'x') + "\n");
    desk.canvas->goTo(50);
    QTest::keyClick(desk.canvas, Qt::Key_Down, Qt::ShiftModifier);
    QTest::keyClick(desk.canvas, Qt::Key_Down, Qt::ShiftModifier);
    QTest::keyClick(desk.canvas, Qt::Key_C, Qt::ControlModifier);
    QCOMPARE(QGuiApplication::clipboard()->text(), u"line 50\nline 51\nline 52\n"_s);
    QTest::keyClick(desk.canvas, Qt::Key_Up, Qt::ShiftModifier);
    QCOMPARE(desk.canvas->selection(), std::optional(LogCanvas::Lines{50, 51}));
    QTest::keyClick(desk.canvas, Qt::Key_Escape);
    QVERIFY(!desk.canvas->selection());
    QSignalSpy status(&desk.view, &LogView::statusChanged);
    desk.view.copySelection();
    QCOMPARE(status.last().at(0).toString(), u"no line is selected"_s);
    // With the mouse, and shown text only.
    desk.canvas->goTo(100);
    const quint64 first = desk.canvas->shown().first;
    const int height = desk.canvas->rowHeight();
    const auto at = [&](quint64 line) { return QPoint(200, static_cast<int>(line - first) * height + height); };
    QTest::mousePress(desk.canvas->viewport(), Qt::LeftButton, {}, at(100));
    QTest::mouseMove(desk.canvas->viewport(), at(101));
    QMouseEvent drag(QEvent::MouseMove, at(101), desk.canvas->viewport()->mapToGlobal(at(101)), Qt::NoButton, Qt::LeftButton, {});
    QCoreApplication::sendEvent(desk.canvas->viewport(), &drag);
    QTest::mouseRelease(desk.canvas->viewport(), Qt::LeftButton, {}, at(101));
    QCOMPARE(desk.canvas->selection(), std::optional(LogCanvas::Lines{100, 101}));
    desk.view.copySelection();
    QCOMPARE(QGuiApplication::clipboard()->text(),
             u"red     tab\n"_s + QString(4096, u'x') + u" \u2026 4\u202F904 bytes more\n"_s);
    QTest::mouseClick(desk.canvas->viewport(), Qt::LeftButton, Qt::ShiftModifier, at(98));
    QCOMPARE(desk.canvas->selection(), std::optional(LogCanvas::Lines{98, 100}));
    QTest::keyClick(desk.canvas, Qt::Key_A, Qt::ControlModifier);
    QCOMPARE(desk.canvas->selection(), std::optional(LogCanvas::Lines{0, 101}));
    desk.view.copySelection();
    QCOMPARE(status.last().at(0).toString(), u"copied 102 lines"_s);
  }

  void copyHasALimit() {
    LogDesk desk;
    desk.show(QByteArray(1000, 'x').append('\n').repeated(6000));
    QTest::keyClick(desk.canvas, Qt::Key_A, Qt::ControlModifier);
    QSignalSpy status(&desk.view, &LogView::statusChanged);
    desk.view.copySelection();
    QVERIFY2(status.last().at(0).toString().startsWith(u"copied the first 4"_s), qPrintable(status.last().at(0).toString()));
    QVERIFY(static_cast<std::size_t>(QGuiApplication::clipboard()->text().size()) < LogCanvas::kMostCopied + 2000);
    QGuiApplication::clipboard()->clear();
  }

  void keysMove() {
    LogDesk desk;
    desk.show(numbered(0, 1000));
    const auto page = desk.canvas->shown().last - desk.canvas->shown().first + 1;
    QTest::keyClick(desk.canvas, Qt::Key_Home);
    QCOMPARE(desk.canvas->shown().first, 0U);
    QTest::keyClick(desk.canvas, Qt::Key_PageDown);
    QCOMPARE(desk.canvas->current(), std::optional(page));
    QTest::keyClick(desk.canvas, Qt::Key_Up);
    QCOMPARE(desk.canvas->current(), std::optional(page - 1));
    QTest::keyClick(desk.canvas, Qt::Key_End);
    QVERIFY(desk.isAtEnd() && desk.canvas->follows());
    QTest::keyClick(desk.canvas, Qt::Key_PageUp);
    QVERIFY(!desk.canvas->follows());
    QTest::keyClick(desk.canvas, Qt::Key_L);
    QVERIFY(desk.isAtEnd() && desk.canvas->follows());
  }

  void longLinesScrollSideways() {
    LogDesk desk;
    desk.show("short\n" + QByteArray(100'000, 'y') + "\n" + QByteArray(5000, '\0') + "\n\xE4\xB8\xAD\xE6\x96\x87 wide \xF0\x9F\x98\x80\n");
    QScrollBar* bar = desk.canvas->horizontalScrollBar();
    QVERIFY(bar->maximum() > 4096 * 5);
    bar->setValue(bar->maximum());
    QVERIFY(!desk.view.grab().isNull());
    QCOMPARE(desk.canvas->rows()[3].width(), 2 + 2 + 6 + 2);
    desk.view.showFile({});
    QCOMPARE(bar->value(), 0);
  }

  void speaks() {
    LogDesk desk;
    desk.show(numbered(0, 100) + "RuntimeError: no\n");
    QTRY_VERIFY_WITH_TIMEOUT(desk.canvas->accessibleDescription().contains(u"Error: RuntimeError: no"_s), kLimit);
    QVERIFY(desk.canvas->accessibleDescription().contains(u"of 101."_s));
    QVERIFY(!desk.canvas->accessibleName().isEmpty() && !desk.field()->accessibleName().isEmpty());
    for (const auto* button : desk.view.findChildren<QToolButton*>())
      QVERIFY(!button->accessibleName().isEmpty() || !button->text().isEmpty());
    for (const char* name : {"First error", "Follow", "Next match", "Previous match"})
      QVERIFY(!desk.button(QString::fromLatin1(name))->toolTip().isEmpty());
  }

  void largeLog() {
    const int megabytes = support::largeLogMegabytes();
    LogDesk desk({1100, 700});
    const support::LargeLog wanted = support::writeLargeLog(desk.path.toStdString(), megabytes);
    QVERIFY2(wanted.bytes > 0, "the disk has no room for the log");
    QElapsedTimer clock, beat;
    qint64 worst = 0;
    QTimer heart;  // the longest time that the window did not answer
    QObject::connect(&heart, &QTimer::timeout, [&] { worst = std::max(worst, beat.restart()); });
    heart.start(5);
    beat.start();
    clock.start();
    desk.view.showFile(desk.path);
    QTRY_COMPARE_WITH_TIMEOUT(desk.canvas->lineCount(), wanted.lines, 120'000);
    const qint64 indexed = clock.restart();
    QVERIFY(desk.isAtEnd());
    desk.field()->setText(u"is not in this log"_s);
    desk.view.findNext();
    QTRY_VERIFY_WITH_TIMEOUT(desk.says(u"no match"_s), 120'000);
    const qint64 searched = clock.restart();
    desk.view.goToFirstError();
    QTRY_COMPARE_WITH_TIMEOUT(desk.canvas->current(), std::optional(wanted.error), 240'000);
    const qint64 scanned = clock.restart();
    heart.stop();
    for (int i = 0; i < 100; ++i) {
      desk.canvas->verticalScrollBar()->setValue(desk.canvas->verticalScrollBar()->maximum() / 100 * i);
      desk.canvas->repaint();
    }
    const qint64 painted = clock.elapsed();
    qInfo("%d MB: shown whole after %lld ms, searched %lld ms, errors %lld ms, a scrolled frame %.2f ms, longest silence "
          "%lld ms, memory %ld kB", megabytes, indexed, searched, scanned, static_cast<double>(painted) / 100, worst,
          support::residentKilobytes());
    if (!support::isSanitized()) QVERIFY2(support::residentKilobytes() < 200 * 1024, "the log went into memory");
  }

  void pictures_data() {
    QTest::addColumn<bool>("dark");
    QTest::addColumn<QSize>("size");
    for (const bool dark : {false, true})
      for (const QSize size : {QSize(560, 240), QSize(1100, 460)})
        QTest::addRow("%s-%d", dark ? "dark" : "light", size.width()) << dark << size;
  }
  void pictures() {
    QFETCH(bool, dark);
    QFETCH(QSize, size);
    LogDesk desk(size, dark ? ui::Scheme::Dark : ui::Scheme::Light);
    QByteArray bytes = numbered(0, 1190).replace("line", "loading model: ");
    bytes += "cuda train BERT_pytorch                     \x1B[32mpass\x1B[0m\n"
             "cuda train hf_T5                            \x1B[33mskipped\x1B[0m  \x1B[2mfaint words\x1B[0m \x1B[1mbold\x1B[0m \x1B[4munder\x1B[0m \x1B[7minverse\x1B[0m\n"
             "\x1B[31mred \x1B[32mgreen \x1B[33myellow \x1B[34mblue \x1B[35mmagenta \x1B[36mcyan \x1B[37mwhite \x1B[30mblack\x1B[0m "
             "\x1B[91mred \x1B[92mgreen \x1B[93myellow \x1B[94mblue \x1B[95mmagenta \x1B[96mcyan \x1B[97mwhite \x1B[90mblack\x1B[0m\n"
             "\x1B[41m red \x1B[42m green \x1B[44;97m blue \x1B[0m\n"
             "  0%|          | 0/10\r 40%|\xE2\x96\x88\xE2\x96\x88\xE2\x96\x88\xE2\x96\x88      | 4/10\r100%|\xE2\x96\x88\xE2\x96\x88\xE2\x96\x88\xE2\x96\x88\xE2\x96\x88\xE2\x96\x88\xE2\x96\x88\xE2\x96\x88\xE2\x96\x88\xE2\x96\x88| 10/10 [00:12<00:00]\n"
             "ERROR:common:Backend dynamo failed in warmup()\n"
             "Traceback (most recent call last):\n"
             "  File \"/x/common.py\", line 2384, in warmup\n"
             "torch.cuda.OutOfMemoryError: CUDA out of memory. Tried to allocate 20.00 MiB\n" +
             QByteArray("bytes \xFF\x00\x01 and \xE4\xB8\xAD\xE6\x96\x87\n", 21) + "long " + QByteArray(9000, '=') + "\n";
    desk.show(bytes);
    desk.field()->setText(u"memory"_s);
    desk.view.goToFirstError();
    QTRY_VERIFY_WITH_TIMEOUT(desk.canvas->current().has_value(), kLimit);
    desk.canvas->setFocus();
    support::keepPicture(desk.view.grab().toImage(), u"log-view-"_s + QString::fromUtf8(QTest::currentDataTag()));
    desk.view.showFile({}, u"Choose a task to see its log."_s);
    support::keepPicture(desk.view.grab().toImage(), u"log-view-empty-"_s + QString::fromUtf8(QTest::currentDataTag()), 2);
  }
};

QTEST_MAIN(LogViewTest)
#include "log_view_test.moc"
