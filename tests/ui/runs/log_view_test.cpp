// SPDX-License-Identifier: GPL-3.0-or-later
// The view of a log as a person uses it: it appears, grows, is searched, copied from, and never goes into memory.
#include "ui/runs/log/log_view.h"

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
#include "tests/support/memory_use.h"
#include "tests/ui/runs/log_fixture.h"

using namespace Qt::StringLiterals;
using namespace plumbline;
using namespace plumbline::testing;
using ui::LogCanvas;
using ui::LogView;

class LogViewTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void states() {
    LogFixture shown;
    QCOMPARE(shown.nothing(), u"No log is chosen."_s);
    QVERIFY(!shown.button(u"First error"_s)->isEnabled());
    shown.view.showFile({}, u"Choose a task."_s);
    QCOMPARE(shown.nothing(), u"Choose a task."_s);
    shown.view.showFile(shown.path);
    QCOMPARE(shown.view.file(), shown.path);
    QTRY_COMPARE_WITH_TIMEOUT(shown.nothing(), u"Nothing printed yet."_s, kLimit);
    shown.append("");
    shown.view.poll();
    QTRY_COMPARE_WITH_TIMEOUT(shown.nothing(), u"Nothing printed yet."_s, kLimit);
    shown.append("first\n");
    QTRY_VERIFY_WITH_TIMEOUT(shown.canvas->isVisible(), kLimit);  // seen without being told
    QCOMPARE(shown.canvas->lineCount(), 1U);
    QVERIFY(shown.says(u"1 line, 6 bytes"_s));
    QVERIFY(shown.says(u"cold.log"_s));
    QVERIFY(shown.button(u"First error"_s)->isEnabled());
    shown.view.showFile(shown.folder.path());
    QTRY_VERIFY_WITH_TIMEOUT(shown.nothing().contains(u"not a regular file"_s), kLimit);
    QCOMPARE(shown.canvas->lineCount(), 0U);
    shown.view.showFile({});
    QCOMPARE(shown.nothing(), u"No log is chosen."_s);
  }

  void followsTheEnd() {
    LogFixture shown;
    shown.show(numbered(0, 500));
    QVERIFY(shown.isAtEnd());
    QVERIFY(shown.button(u"Follow"_s)->isChecked());
    shown.append(numbered(500, 700));
    shown.view.poll();
    QTRY_COMPARE_WITH_TIMEOUT(shown.canvas->lineCount(), 700U, kLimit);
    QVERIFY(shown.isAtEnd());
    QCOMPARE(shown.canvas->rows().back().text, u"line 699"_s);
    // Scrolled away it stays where it is.
    shown.canvas->verticalScrollBar()->setValue(100);
    QCOMPARE(shown.canvas->shown().first, 100U);
    QVERIFY(!shown.button(u"Follow"_s)->isChecked());
    shown.append(numbered(700, 900));
    shown.view.poll();
    QTRY_COMPARE_WITH_TIMEOUT(shown.canvas->lineCount(), 900U, kLimit);
    QCOMPARE(shown.canvas->shown().first, 100U);
    QCOMPARE(shown.canvas->rows().front().text, u"line 100"_s);
    // Back at the end it follows again.
    shown.canvas->verticalScrollBar()->setValue(shown.canvas->verticalScrollBar()->maximum());
    QVERIFY(shown.isAtEnd() && shown.button(u"Follow"_s)->isChecked());
    shown.button(u"Follow"_s)->click();
    shown.append(numbered(900, 950));
    QTRY_COMPARE_WITH_TIMEOUT(shown.canvas->lineCount(), 950U, kLimit);
    QVERIFY(!shown.isAtEnd());
    shown.view.goToEnd();
    QVERIFY(shown.isAtEnd() && shown.button(u"Follow"_s)->isChecked());
  }

  void beginsAnew() {
    LogFixture shown;
    shown.show(numbered(0, 500));
    shown.canvas->goTo(100);
    QVERIFY(shown.canvas->selection());
    shown.folder.replace(u"cold.log"_s, numbered(0, 40));
    shown.view.poll();
    QTRY_COMPARE_WITH_TIMEOUT(shown.canvas->lineCount(), 40U, kLimit);
    QVERIFY(!shown.canvas->selection());
    QVERIFY(shown.isAtEnd());
    // Gone: what was read is still shown.
    QVERIFY(QFile::remove(shown.path));
    shown.view.poll();
    shown.folder.write(u"other.log"_s, numbered(0, 7));
    shown.view.showFile(shown.folder.path(u"other.log"_s));
    QTRY_COMPARE_WITH_TIMEOUT(shown.canvas->lineCount(), 7U, kLimit);
  }

  void looksAtMostFourTimesASecond() {
    LogFixture shown;
    shown.show(numbered(0, 10));
    QSignalSpy spy(shown.canvas, &LogCanvas::moved);
    QElapsedTimer clock;
    clock.start();
    int seen = 0;
    quint64 before = shown.canvas->lineCount();
    for (int i = 10; clock.elapsed() < 1000; ++i) {
      shown.append(numbered(i, i + 1));
      shown.view.poll();
      QTest::qWait(0);
      if (shown.canvas->lineCount() != before) ++seen;
      before = shown.canvas->lineCount();
    }
    QVERIFY2(seen >= 1 && seen <= 6, qPrintable(QString::number(seen)));
  }

  void finds() {
    LogFixture shown;
    QByteArray bytes = numbered(0, 300);
    bytes += "a \x1B[31mneed\x1B[0mle here\n" + numbered(300, 600) + "another Needle\n" + numbered(600, 900);
    shown.show(bytes);
    QSignalSpy status(&shown.view, &LogView::statusChanged);
    QTest::keyClick(shown.canvas, Qt::Key_Slash);
    QVERIFY(shown.field()->hasFocus());
    QTest::keyClicks(shown.field(), u"needle"_s);
    QTest::keyClick(shown.field(), Qt::Key_Return);  // from the end on: round to the first one
    QTRY_COMPARE_WITH_TIMEOUT(shown.canvas->current(), std::optional<quint64>(300), kLimit);
    QTRY_VERIFY_WITH_TIMEOUT(shown.says(u"from the other end"_s), kLimit);
    QVERIFY(!shown.canvas->follows());
    QVERIFY(shown.canvas->shown().first < 300 && shown.canvas->shown().last > 300);
    QTest::keyClick(shown.field(), Qt::Key_Return);
    QTRY_COMPARE_WITH_TIMEOUT(shown.canvas->current(), std::optional<quint64>(601), kLimit);
    QTRY_VERIFY_WITH_TIMEOUT(status.last().at(0).toString().startsWith(u"line 602 of 902"_s), kLimit);
    QTest::keyClick(shown.field(), Qt::Key_Return, Qt::ShiftModifier);
    QTRY_COMPARE_WITH_TIMEOUT(shown.canvas->current(), std::optional<quint64>(300), kLimit);
    QTest::keyClick(shown.field(), Qt::Key_Escape);
    QVERIFY(shown.canvas->hasFocus());
    QTest::keyClick(shown.canvas, Qt::Key_F3, Qt::ShiftModifier);
    QTRY_COMPARE_WITH_TIMEOUT(shown.canvas->current(), std::optional<quint64>(601), kLimit);
    shown.field()->setText(u"Needle"_s);  // a capital: case counts
    shown.canvas->goTo(0);
    shown.button(u"Next match"_s)->click();
    QTRY_COMPARE_WITH_TIMEOUT(shown.canvas->current(), std::optional<quint64>(601), kLimit);
    shown.button(u"Previous match"_s)->click();
    QTRY_VERIFY_WITH_TIMEOUT(shown.says(u"from the other end"_s), kLimit);
    QCOMPARE(shown.canvas->current(), std::optional<quint64>(601));
    shown.field()->setText(u"nowhere"_s);
    shown.view.findNext();
    QTRY_VERIFY_WITH_TIMEOUT(shown.says(u"no match"_s), kLimit);
    QCOMPARE(shown.canvas->current(), std::optional<quint64>(601));
  }

  void searchesCanBeStopped() {
    LogFixture shown;
    const auto log = support::writeLargeLog(shown.path.toStdString(), 60);
    QVERIFY(log.bytes > 0);
    shown.view.showFile(shown.path);
    QTRY_VERIFY_WITH_TIMEOUT(shown.canvas->lineCount() > 0, kLimit);
    QSignalSpy status(&shown.view, &LogView::statusChanged);
    shown.view.goToFirstError();
    QTest::keyClick(shown.canvas, Qt::Key_Escape);
    QCOMPARE(status.last().at(0).toString(), u"search stopped"_s);
    shown.canvas->goTo(3);
    shown.field()->setText(u"nowhere"_s);
    shown.view.findNext();
    shown.field()->setFocus();
    QTest::keyClick(shown.field(), Qt::Key_Escape);
    QCOMPARE(status.last().at(0).toString(), u"search stopped"_s);
    QCOMPARE(shown.canvas->current(), std::optional<quint64>(3));
    // And the next one goes its way, through a log that is there as a whole by now.
    QTRY_COMPARE_WITH_TIMEOUT(shown.canvas->lineCount(), log.lines, kLimit);
    shown.field()->setText(u"the last line"_s);
    shown.view.findNext();
    QTRY_COMPARE_WITH_TIMEOUT(shown.canvas->current(), std::optional(shown.last()), kLimit);
  }

  void findsNothingWithoutText() {
    LogFixture shown;
    shown.show(numbered(0, 5));
    shown.view.findNext();
    QVERIFY(shown.field()->hasFocus());
    shown.view.showFile({});
    shown.field()->setText(u"x"_s);
    shown.view.findNext();
    shown.view.goToFirstError();
    shown.view.copySelection();
    QCOMPARE(shown.canvas->lineCount(), 0U);
  }

  void firstError() {
    LogFixture shown;
    shown.show(numbered(0, 200) + "Traceback (most recent call last):\n" + numbered(0, 50) +
               "\x1B[31mKeyError\x1B[0m: 'x'\n" +
              numbered(0, 200));
    shown.view.goToFirstError();
    QTRY_COMPARE_WITH_TIMEOUT(shown.canvas->current(), std::optional<quint64>(200), kLimit);
    const auto& rows = shown.canvas->rows();
    QVERIFY(std::any_of(rows.begin(), rows.end(), [](const ui::LogRow& row) { return row.isError && row.number == 200; }));
    QVERIFY(std::count_if(rows.begin(), rows.end(), [](const ui::LogRow& row) { return row.isError; }) == 1);
    QTest::keyClick(shown.canvas, Qt::Key_I);
    QTRY_COMPARE_WITH_TIMEOUT(shown.canvas->current(), std::optional<quint64>(251), kLimit);
    shown.button(u"First error"_s)->click();
    QTRY_COMPARE_WITH_TIMEOUT(shown.canvas->current(), std::optional<quint64>(200), kLimit);
    QTRY_VERIFY_WITH_TIMEOUT(shown.says(u"first error again"_s), kLimit);
    shown.show(numbered(0, 20));
    shown.view.goToFirstError();
    QTRY_VERIFY_WITH_TIMEOUT(shown.says(u"no error found"_s), kLimit);
  }

  void selectsAndCopies() {
    LogFixture shown;
    shown.show(numbered(0, 100) + "\x1B[31mred\x1B[0m\ttab\n" + QByteArray(9000, 'x') + "\n");
    shown.canvas->goTo(50);
    QTest::keyClick(shown.canvas, Qt::Key_Down, Qt::ShiftModifier);
    QTest::keyClick(shown.canvas, Qt::Key_Down, Qt::ShiftModifier);
    QTest::keyClick(shown.canvas, Qt::Key_C, Qt::ControlModifier);
    QCOMPARE(QGuiApplication::clipboard()->text(), u"line 50\nline 51\nline 52\n"_s);
    QTest::keyClick(shown.canvas, Qt::Key_Up, Qt::ShiftModifier);
    QCOMPARE(shown.canvas->selection(), std::optional(LogCanvas::Lines{50, 51}));
    QTest::keyClick(shown.canvas, Qt::Key_Escape);
    QVERIFY(!shown.canvas->selection());
    QSignalSpy status(&shown.view, &LogView::statusChanged);
    shown.view.copySelection();
    QCOMPARE(status.last().at(0).toString(), u"no line is selected"_s);
    // With the mouse, and shown text only.
    shown.canvas->goTo(100);
    const quint64 first = shown.canvas->shown().first;
    const int height = shown.canvas->rowHeight();
    const auto at = [&](quint64 line) { return QPoint(200, static_cast<int>(line - first) * height + height); };
    QTest::mousePress(shown.canvas->viewport(), Qt::LeftButton, {}, at(100));
    QTest::mouseMove(shown.canvas->viewport(), at(101));
    QMouseEvent drag(QEvent::MouseMove, at(101), shown.canvas->viewport()->mapToGlobal(at(101)), Qt::NoButton,
                     Qt::LeftButton, {});
    QCoreApplication::sendEvent(shown.canvas->viewport(), &drag);
    QTest::mouseRelease(shown.canvas->viewport(), Qt::LeftButton, {}, at(101));
    QCOMPARE(shown.canvas->selection(), std::optional(LogCanvas::Lines{100, 101}));
    shown.view.copySelection();
    QCOMPARE(QGuiApplication::clipboard()->text(),
             u"red     tab\n"_s + QString(4096, u'x') + u" \u2026 4,904 bytes more\n"_s);
    QTest::mouseClick(shown.canvas->viewport(), Qt::LeftButton, Qt::ShiftModifier, at(98));
    QCOMPARE(shown.canvas->selection(), std::optional(LogCanvas::Lines{98, 100}));
    QTest::keyClick(shown.canvas, Qt::Key_A, Qt::ControlModifier);
    QCOMPARE(shown.canvas->selection(), std::optional(LogCanvas::Lines{0, 101}));
    shown.view.copySelection();
    QCOMPARE(status.last().at(0).toString(), u"copied 102 lines"_s);
  }

  void copyHasALimit() {
    LogFixture shown;
    shown.show(QByteArray(1000, 'x').append('\n').repeated(6000));
    QTest::keyClick(shown.canvas, Qt::Key_A, Qt::ControlModifier);
    QSignalSpy status(&shown.view, &LogView::statusChanged);
    shown.view.copySelection();
    QVERIFY2(status.last().at(0).toString().startsWith(u"copied the first 4"_s), qPrintable(status.last().at(0).toString()));
    QVERIFY(static_cast<std::size_t>(QGuiApplication::clipboard()->text().size()) < LogCanvas::kMaxCopiedBytes + 2000);
    QGuiApplication::clipboard()->clear();
  }

  void keysMove() {
    LogFixture shown;
    shown.show(numbered(0, 1000));
    const auto page = shown.canvas->shown().last - shown.canvas->shown().first + 1;
    QTest::keyClick(shown.canvas, Qt::Key_Home);
    QCOMPARE(shown.canvas->shown().first, 0U);
    QTest::keyClick(shown.canvas, Qt::Key_PageDown);
    QCOMPARE(shown.canvas->current(), std::optional(page));
    QTest::keyClick(shown.canvas, Qt::Key_Up);
    QCOMPARE(shown.canvas->current(), std::optional(page - 1));
    QTest::keyClick(shown.canvas, Qt::Key_End);
    QVERIFY(shown.isAtEnd() && shown.canvas->follows());
    QTest::keyClick(shown.canvas, Qt::Key_PageUp);
    QVERIFY(!shown.canvas->follows());
    QTest::keyClick(shown.canvas, Qt::Key_L);
    QVERIFY(shown.isAtEnd() && shown.canvas->follows());
  }

  void longLinesScrollSideways() {
    LogFixture shown;
    shown.show("short\n" + QByteArray(100'000, 'y') + "\n" + QByteArray(5000, '\0') +
               "\n\xE4\xB8\xAD\xE6\x96\x87 wide \xF0\x9F\x98\x80\n");
    QScrollBar* bar = shown.canvas->horizontalScrollBar();
    QVERIFY(bar->maximum() > 4096 * 5);
    bar->setValue(bar->maximum());
    QVERIFY(!shown.view.grab().isNull());
    QCOMPARE(shown.canvas->rows()[3].width(), 2 + 2 + 6 + 2);
    shown.view.showFile({});
    QCOMPARE(bar->value(), 0);
  }

  void speaks() {
    LogFixture shown;
    shown.show(numbered(0, 100) + "RuntimeError: no\n");
    QTRY_VERIFY_WITH_TIMEOUT(shown.canvas->accessibleDescription().contains(u"Error: RuntimeError: no"_s), kLimit);
    QVERIFY(shown.canvas->accessibleDescription().contains(u"of 101."_s));
    QVERIFY(!shown.canvas->accessibleName().isEmpty() && !shown.field()->accessibleName().isEmpty());
    for (const auto* button : shown.view.findChildren<QToolButton*>())
      QVERIFY(!button->accessibleName().isEmpty() || !button->text().isEmpty());
    for (const char* name : {"First error", "Follow", "Next match", "Previous match"})
      QVERIFY(!shown.button(QString::fromLatin1(name))->toolTip().isEmpty());
  }

  void largeLog() {
    const int megabytes = support::largeLogMegabytes();
    LogFixture shown({1100, 700});
    const support::LargeLog wanted = support::writeLargeLog(shown.path.toStdString(), megabytes);
    QVERIFY2(wanted.bytes > 0, "the disk has no room for the log");
    QElapsedTimer clock, beat;
    qint64 worst = 0;
    QTimer heart;  // the longest time that the window did not answer
    QObject::connect(&heart, &QTimer::timeout, [&] { worst = std::max(worst, beat.restart()); });
    heart.start(5);
    beat.start();
    clock.start();
    shown.view.showFile(shown.path);
    QTRY_COMPARE_WITH_TIMEOUT(shown.canvas->lineCount(), wanted.lines, 120'000);
    const qint64 indexed = clock.restart();
    QVERIFY(shown.isAtEnd());
    shown.field()->setText(u"is not in this log"_s);
    shown.view.findNext();
    QTRY_VERIFY_WITH_TIMEOUT(shown.says(u"no match"_s), 120'000);
    const qint64 searched = clock.restart();
    shown.view.goToFirstError();
    QTRY_COMPARE_WITH_TIMEOUT(shown.canvas->current(), std::optional(wanted.error), 240'000);
    const qint64 scanned = clock.restart();
    heart.stop();
    for (int i = 0; i < 100; ++i) {
      shown.canvas->verticalScrollBar()->setValue(shown.canvas->verticalScrollBar()->maximum() / 100 * i);
      shown.canvas->repaint();
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
    LogFixture shown(size, dark ? ui::Scheme::Dark : ui::Scheme::Light);
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
    shown.show(bytes);
    shown.field()->setText(u"memory"_s);
    shown.view.goToFirstError();
    QTRY_VERIFY_WITH_TIMEOUT(shown.canvas->current().has_value(), kLimit);
    shown.canvas->setFocus();
    support::keepPicture(shown.view.grab().toImage(), u"log-view-"_s + QString::fromUtf8(QTest::currentDataTag()));
    shown.view.showFile({}, u"Choose a task to see its log."_s);
    support::keepPicture(shown.view.grab().toImage(), u"log-view-empty-"_s + QString::fromUtf8(QTest::currentDataTag()),
                         2);
  }
};

QTEST_MAIN(LogViewTest)
#include "log_view_test.moc"
