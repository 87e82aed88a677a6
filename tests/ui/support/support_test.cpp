// SPDX-License-Identifier: GPL-3.0-or-later
// The window's small parts: notices, elided text, icons, headings.
#include <QAccessible>
#include <QApplication>
#include <QClipboard>
#include <QContextMenuEvent>
#include <QDir>
#include <QMenu>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QSignalSpy>
#include <QTest>
#include <QTextDocument>
#include <QToolButton>

#include "ui/support/chip_filter_bar.h"
#include "ui/support/labels.h"
#include "ui/support/line_icon.h"
#include "ui/support/notice_strip.h"

using namespace Qt::StringLiterals;
using namespace plumbline;
using namespace plumbline::ui;

namespace {

Notice notice(const QString& id, const QString& text) {
  return {.id = id, .kind = NoticeKind::Problem, .text = text, .details = u"line one\nline two"_s, .actionText = {}};
}

/// colourOf gives the colour of the most opaque pixel of an icon.
QRgb colourOf(const QIcon& icon, QIcon::Mode mode) {
  const QImage image = icon.pixmap(QSize(32, 32), 1.0, mode).toImage().convertToFormat(QImage::Format_ARGB32);
  QRgb best = 0;
  for (int y = 0; y < image.height(); ++y) {
    for (int x = 0; x < image.width(); ++x) {
      if (qAlpha(image.pixel(x, y)) > qAlpha(best)) best = image.pixel(x, y);
    }
  }
  return best;
}

}  // namespace

class SupportTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void noticeReplacesItsLikeAndNewestIsFirst();
  void noticesHaveALimit();
  void noticeIsTakenAway_data();
  void noticeIsTakenAway();
  void noticeTakesNoFocus();
  void noticeDetailsAndCopy();
  void noticeActionRuns();
  void noticeCanOfferTwoWays();
  void noticeShowsAnError_data();
  void noticeShowsAnError();
  void labelsShowLetters();
  void brokenWordsAreCopiedWhole();
  void longTextIsElidedAndWholeInTheTooltip();
  void everyIconDrawsInTheTextColour_data();
  void everyIconDrawsInTheTextColour();
  void unknownIconIsEmpty();
  void titleFollowsTheFont();
  void filterFieldIsLeftByItsKeys_data();
  void filterFieldIsLeftByItsKeys();
};

void SupportTest::noticeReplacesItsLikeAndNewestIsFirst() {
  NoticeStrip strip;
  QVERIFY(strip.isHidden());
  strip.showNotice(notice(u"a"_s, u"one"_s));
  strip.showNotice(notice(u"b"_s, u"two"_s));
  strip.showNotice(notice(u"a"_s, u"three"_s));
  QCOMPARE(strip.ids(), (QStringList{u"a"_s, u"b"_s}));
  QCOMPARE(strip.row(u"a"_s)->notice().text, u"three"_s);
  QVERIFY(!strip.isHidden());
}

void SupportTest::noticesHaveALimit() {
  NoticeStrip strip;
  for (int i = 0; i < 9; ++i) strip.showNotice(notice(QString::number(i), u"text"_s));
  QCOMPARE(strip.ids(), (QStringList{u"8"_s, u"7"_s, u"6"_s}));
}

void SupportTest::noticeIsTakenAway_data() {
  QTest::addColumn<bool>("byKey");
  QTest::newRow("by Esc") << true;
  QTest::newRow("by the cross") << false;
}

void SupportTest::noticeIsTakenAway() {
  QFETCH(bool, byKey);
  NoticeStrip strip;
  strip.showNotice(notice(u"a"_s, u"one"_s));
  auto* cross = strip.row(u"a"_s)->findChild<QToolButton*>(u"noticeDismiss"_s);
  QVERIFY(cross != nullptr);
  strip.show();
  if (byKey) {
    cross->setFocus();
    QTest::keyClick(cross, Qt::Key_Escape);
  } else {
    QTest::mouseClick(cross, Qt::LeftButton);
  }
  QVERIFY(strip.ids().isEmpty());
  QVERIFY(strip.isHidden());
}

void SupportTest::noticeTakesNoFocus() {
  QWidget window;
  auto* edit = new QPlainTextEdit(&window);
  auto* strip = new NoticeStrip(&window);
  window.show();
  window.activateWindow();
  QVERIFY(QTest::qWaitForWindowActive(&window));
  edit->setFocus();
  strip->showNotice(notice(u"a"_s, u"one"_s));
  QVERIFY(edit->hasFocus());
}

void SupportTest::noticeDetailsAndCopy() {
  NoticeStrip strip;
  strip.showNotice(notice(u"a"_s, u"It went wrong."_s));
  strip.resize(600, 40);
  strip.show();
  NoticeRow* row = strip.row(u"a"_s);
  const int before = row->sizeHint().height();
  QTest::mouseClick(row->findChild<QToolButton*>(u"noticeDetails"_s), Qt::LeftButton);
  QVERIFY(row->detailsShown());
  QCOMPARE(row->findChild<QPlainTextEdit*>()->toPlainText(), u"line one\nline two"_s);
  QVERIFY(row->sizeHint().height() > before);
  QTest::mouseClick(row->findChild<QToolButton*>(u"noticeDetails"_s), Qt::LeftButton);
  QVERIFY(!row->detailsShown());
  QTest::mouseClick(row->findChild<QToolButton*>(u"noticeCopy"_s), Qt::LeftButton);
  QCOMPARE(QGuiApplication::clipboard()->text(), u"It went wrong.\nline one\nline two"_s);
}

void SupportTest::noticeActionRuns() {
  NoticeStrip strip;
  int runs = 0;
  Notice changed = notice(u"a"_s, u"changed"_s);
  changed.actionText = u"Reload"_s;
  // The action takes its own notice away, as a reload does.
  changed.action = [&] {
    ++runs;
    strip.dismissAll();
  };
  strip.showNotice(changed);
  strip.show();
  QTest::mouseClick(strip.row(u"a"_s)->findChild<QPushButton*>(u"noticeAction"_s), Qt::LeftButton);
  QCOMPARE(runs, 1);
  QVERIFY(strip.ids().isEmpty());
}

void SupportTest::noticeCanOfferTwoWays() {
  NoticeStrip strip;
  QStringList done;
  Notice left = notice(u"edits:left"_s, u"unsaved edits"_s);
  left.actionText = u"Restore"_s;
  left.action = [&] { done << u"restore"_s; };
  left.secondText = u"Discard"_s;
  left.second = [&] { done << u"discard"_s; };
  strip.showNotice(left);
  strip.showNotice(notice(u"open"_s, u"about the pair"_s));
  strip.show();
  QTest::mouseClick(strip.row(u"edits:left"_s)->findChild<QPushButton*>(u"noticeSecond"_s), Qt::LeftButton);
  QTest::mouseClick(strip.row(u"edits:left"_s)->findChild<QPushButton*>(u"noticeAction"_s), Qt::LeftButton);
  QCOMPARE(done, (QStringList{u"discard"_s, u"restore"_s}));
  strip.showNotice({.id = u"program:crash"_s, .text = u"It crashed."_s});
  strip.dismissPair();
  QCOMPARE(strip.ids(), (QStringList{u"program:crash"_s, u"edits:left"_s}));
}

void SupportTest::noticeShowsAnError_data() {
  QTest::addColumn<QString>("file");
  QTest::addColumn<int>("line");
  QTest::addColumn<QString>("text");
  QTest::newRow("no file") << QString() << 0 << u"It is empty. Look at the job."_s;
  QTest::newRow("file") << u"/x/y/a.csv"_s << 0 << u"a.csv: It is empty. Look at the job."_s;
  QTest::newRow("file and line") << u"a.csv"_s << 7 << u"a.csv, line 7: It is empty. Look at the job."_s;
}

void SupportTest::noticeShowsAnError() {
  QFETCH(QString, file);
  QFETCH(int, line);
  QFETCH(QString, text);
  const base::Error error{.code = base::ErrorCode::BadFormat,
                          .text = "It is empty.",
                          .hint = "Look at the job.",
                          .file = file.toStdString(),
                          .line = static_cast<std::size_t>(line)};
  const Notice made = noticeFor(error, u"open"_s);
  QCOMPARE(made.text, text);
  QCOMPARE(made.kind, NoticeKind::Problem);
  QCOMPARE(made.details, QString::fromStdString(base::describe(error)));
}

void SupportTest::brokenWordsAreCopiedWhole() {
  const QString words = u"a "_s + u"inductor_torchbench_training_"_s.repeated(3) + u"\nnext"_s;
  WordsLabel label;
  label.setWords(words);
  QCOMPARE(QAccessible::queryAccessibleInterface(&label)->text(QAccessible::Name), words);
  label.setMargin(0);
  label.resize(260, label.heightForWidth(260));
  label.show();
  QVERIFY(QTest::qWaitForWindowExposed(&label));
  QVERIFY(label.minimumSizeHint().width() < label.fontMetrics().horizontalAdvance(words) / 2);
  QTest::mousePress(&label, Qt::LeftButton, {}, QPoint(0, 1));
  QTest::mouseMove(&label, QPoint(label.width() - 1, label.height() - 1));
  QTest::mouseRelease(&label, Qt::LeftButton, {}, QPoint(label.width() - 1, label.height() - 1));
  QTest::keyClick(&label, Qt::Key_C, Qt::ControlModifier);
  QCOMPARE(QApplication::clipboard()->text(), words);
  QApplication::clipboard()->clear();
  QContextMenuEvent asked(QContextMenuEvent::Mouse, QPoint(5, 5), label.mapToGlobal(QPoint(5, 5)));
  QApplication::sendEvent(&label, &asked);
  auto* menu = label.findChild<QMenu*>();
  QVERIFY(menu != nullptr);
  for (QAction* action : {menu->actions().at(1), menu->actions().at(0)}) action->trigger();
  QCOMPARE(QApplication::clipboard()->text(), words);
  menu->close();
}

void SupportTest::labelsShowLetters() {
  const QString name = u"<img src='&#47;dev&#47;zero'>\n<b>llama</b>"_s;
  PlainLabel label(name);
  QCOMPARE(label.textFormat(), Qt::PlainText);
  QVERIFY(label.sizeHint().width() >= label.fontMetrics().horizontalAdvance(name.section(u'\n', 0, 0)));
  QCOMPARE(TitleLabel(name, 1).textFormat(), Qt::PlainText);
  ColoredLabel colored;
  colored.setParts({{name, Qt::red}, {name, {}, true}});
  QTextDocument shown;
  shown.setHtml(colored.text());
  QCOMPARE(shown.toPlainText(), name + name);
}

void SupportTest::longTextIsElidedAndWholeInTheTooltip() {
  ElidedLabel label;
  const QString name = u"dynamic_cpu_max_autotune_inductor_amp_freezing_torchbench_inference.csv"_s;
  label.setText(name);
  label.resize(label.sizeHint());
  QCOMPARE(label.shownText(), name);
  label.resize(200, 20);
  QVERIFY(label.shownText().contains(u'\u2026'));
  QVERIFY(label.shownText().startsWith(u"dynamic"_s));
  QVERIFY(label.shownText().endsWith(u".csv"_s));
  QCOMPARE(label.toolTip(), name);
  QCOMPARE(label.accessibleName(), name);
  label.setDetail(u"/whole/path"_s);
  QCOMPARE(label.toolTip(), u"/whole/path"_s);
}

void SupportTest::everyIconDrawsInTheTextColour_data() {
  QTest::addColumn<QString>("name");
  const QStringList files = QDir(u":/plumbline/icons"_s).entryList();
  QVERIFY(files.size() > 10);
  for (const QString& file : files) {
    if (file != u"plumbline.svg"_s) QTest::newRow(qPrintable(file)) << file.chopped(4);
  }
}

void SupportTest::everyIconDrawsInTheTextColour() {
  QFETCH(QString, name);
  const QPalette before = QApplication::palette();
  for (const QColor& colour : {QColor(Qt::darkRed), QColor(Qt::cyan)}) {
    QPalette palette = before;
    palette.setColor(QPalette::WindowText, colour);
    palette.setColor(QPalette::Disabled, QPalette::WindowText, Qt::gray);
    QApplication::setPalette(palette);
    QCOMPARE(QColor(colourOf(lineIcon(name), QIcon::Normal)).name(), colour.name());
    QCOMPARE(QColor(colourOf(lineIcon(name), QIcon::Disabled)).name(), QColor(Qt::gray).name());
  }
  QApplication::setPalette(before);
}

void SupportTest::unknownIconIsEmpty() {
  QVERIFY(lineIcon(u"no-such-icon"_s).isNull());
  QVERIFY(lineIcon({}).isNull());
  QVERIFY(!programIcon().isNull());
}

void SupportTest::titleFollowsTheFont() {
  const QFont before = QApplication::font();
  TitleLabel title(u"Keys"_s, 2.0);
  QCOMPARE(title.font().pointSizeF(), before.pointSizeF() * 2);
  QFont larger = before;
  larger.setPointSizeF(before.pointSizeF() + 4);
  QApplication::setFont(larger);
  QTRY_COMPARE(title.font().pointSizeF(), larger.pointSizeF() * 2);
  QApplication::setFont(before);
}

void SupportTest::filterFieldIsLeftByItsKeys_data() {
  QTest::addColumn<Qt::Key>("key");
  QTest::addColumn<bool>("leaves");
  QTest::newRow("escape") << Qt::Key_Escape << true;
  QTest::newRow("return") << Qt::Key_Return << true;
  QTest::newRow("enter") << Qt::Key_Enter << true;
  QTest::newRow("down") << Qt::Key_Down << true;
  QTest::newRow("up") << Qt::Key_Up << false;
  QTest::newRow("a letter") << Qt::Key_B << false;
}

void SupportTest::filterFieldIsLeftByItsKeys() {
  QFETCH(const Qt::Key, key);
  QFETCH(const bool, leaves);
  FilterField field({.placeholder = u"Filter: name"_s, .tooltip = u"Part of a name"_s});
  QSignalSpy left(&field, &FilterField::leaveRequested);
  field.setText(u"  one  two "_s);
  QTest::keyClick(&field, key);
  QCOMPARE(left.count(), leaves ? 1 : 0);
  QCOMPARE(field.words(), key == Qt::Key_B ? (QStringList{u"one"_s, u"two"_s, u"b"_s}) : (QStringList{u"one"_s, u"two"_s}));
}

QTEST_MAIN(SupportTest)
#include "support_test.moc"
