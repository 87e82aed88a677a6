// SPDX-License-Identifier: GPL-3.0-or-later
// The review page, driven by its actions and by keys.
#include <QAbstractItemModelTester>
#include <QApplication>
#include <QClipboard>
#include <QElapsedTimer>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QRegularExpression>
#include <QScrollBar>
#include <QSignalSpy>
#include <QStandardPaths>
#include <QTest>
#include <QTreeView>

#include "tests/ui/review/driven_review.h"
#include "ui/review/commit_panel.h"
#include "ui/review/conflict_view.h"
#include "ui/review/diff_view.h"
#include "ui/review/review_model.h"
#include "ui/support/labels.h"
#include "ui/support/notice_strip.h"

using namespace Qt::StringLiterals;
using namespace plumbline;
using test::pendingText;
using test::Driven;
using ui::ReviewModel;

class ReviewPageTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void init() { QTest::failOnWarning(QRegularExpression(u"^(?!This plugin does not support propagateSizeHints)"_s)); }

  /// A platform's baselines are called as CUDA's are: the part of the path that differs stands before the name.
  void filesOfOneNameShowTheirPaths() {
    Driven desk;
    const QString cuda = desk.folder.write(u"tree/a.csv"_s, test::spaced({"m,pass,1"}));
    const QString rocm = desk.folder.write(u"tree/rocm/a.csv"_s, test::spaced({"m,pass,1"}));
    const QString other = desk.folder.write(u"tree/rocm/b.csv"_s, test::spaced({"m,pass,1"}));
    for (const QString& path : {cuda, rocm, other}) QVERIFY(desk.edit(path, "m,pass,1", "m,pass,2"));
    QTRY_COMPARE(desk.tree()->model()->rowCount(), 3);
    QStringList names;
    for (int row = 0; row < desk.tree()->model()->rowCount(); ++row)
      names << desk.tree()->model()->index(row, 0).data().toString();
    names.sort();
    QCOMPARE(names, (QStringList{u"a.csv"_s, u"b.csv"_s, u"rocm/a.csv"_s}));
  }

  void sayWhatToDoWhenNothingIsEdited() {
    Driven desk;
    QSignalSpy asked(&desk.page, &ui::ReviewPage::triageRequested);
    QVERIFY(!desk.tree()->isVisible());
    QCOMPARE(desk.page.statusText(), u"Nothing is edited"_s);
    for (const QString& id : {u"review.save"_s, u"review.revert"_s, u"review.patch"_s, u"review.next"_s}) QVERIFY(!desk.can(id));
    for (auto* button : desk.page.findChildren<QPushButton*>())
      if (button->isVisible() && button->text() == u"Go to Triage"_s) button->click();
    QCOMPARE(asked.count(), 1);
  }

  void showFilesAndChanges() {
    Driven desk;
    QAbstractItemModelTester tester(desk.tree()->model(), QAbstractItemModelTester::FailureReportingMode::QtTest);
    QVERIFY(desk.fill());
    QVERIFY(desk.tree()->isVisible());
    QCOMPARE(desk.shown(), (QStringList{u"one.csv +2 -2"_s, u"  model_0001 +1 -1"_s, u"  model_0008 +1 -1"_s, u"two.csv +0 -1"_s,
                                        u"  b +0 -1"_s}));
    QCOMPARE(desk.tree()->model()->index(0, 0).data(ReviewModel::PathRole).toString(), desk.first);
    QVERIFY(desk.tree()->model()->index(0, 0).data(Qt::ToolTipRole).toString().startsWith(desk.first + u'\n'));
    QCOMPARE(desk.page.statusText(), u"3 edits in 2 files, 2 lines added, 3 removed"_s);
    QVERIFY(desk.message().contains(u"model_0001"_s) && desk.message().contains(u"why"_s));
  }

  /// The numbers are those that an editor shows: from 1, of the saved file on the left and of the edited one on the right.
  void showsTheNumbersOfBothSides() {
    Driven desk;
    const QString path = desk.folder.write(u"tree/a.csv"_s, "name,accuracy\na,pass\nb,pass\nc,pass\n");
    QVERIFY(desk.edit(path, "b,pass\n", "b,fail\nbb,pass\n"));
    QTRY_COMPARE(desk.tree()->model()->rowCount(), 1);
    auto* view = desk.part<ui::DiffView>();
    const auto numbers = [view] {
      QStringList lines;
      for (std::size_t row = 0; row < view->review()->rows(view->layoutKind()).size(); ++row)
        lines << view->numberTexts(row).join(u'|');
      return lines;
    };
    QCOMPARE(numbers(), (QStringList{u"1|1"_s, u"2|2"_s, u"3|"_s, u"|3"_s, u"|4"_s, u"4|5"_s}));
    // What is painted is that text: the first row's crop is the number drawn on the ground, and another one differs.
    const auto crop = [view] { return view->viewport()->grab({0, 0, 3 * view->rowHeight(), view->rowHeight()}).toImage(); };
    const QImage first = crop();
    QImage ground(first.size(), first.format());
    ground.setDevicePixelRatio(first.devicePixelRatio());
    ground.fill(first.pixelColor(first.width() - 1, 1));
    QVERIFY(first != ground);
    view->setLayoutKind(session::DiffLayout::SideBySide);
    QCOMPARE(numbers(), (QStringList{u"1|1"_s, u"2|2"_s, u"3|3"_s, u"|4"_s, u"4|5"_s}));
    const QImage sideBySide = crop();
    const int column = view->rowHeight();
    QCOMPARE(sideBySide.copy(0, 0, column, sideBySide.height()), first.copy(0, 0, column, first.height()));
    view->setLayoutKind(session::DiffLayout::Unified);
    const QImage third = view->viewport()->grab({0, 2 * view->rowHeight(), column, view->rowHeight()}).toImage();
    QVERIFY(third != first.copy(0, 0, third.width(), third.height()));  // "3" on its tint is no "1"
  }

  void severalEmptyLinesAreOneRow() {
    Driven desk;
    const QString path = desk.folder.write(u"tree/a.csv"_s, test::spaced({"a,pass,1", "b,pass,1", "c,pass,1"}));
    QVERIFY(desk.edit(path, "b,pass,1", "b,pass,2"));
    QTRY_COMPARE(desk.tree()->model()->rowCount(), 1);
    const auto review = desk.part<ui::DiffView>()->review();
    QString kinds;
    for (const session::DiffRow& row : review->rows(session::DiffLayout::Unified))
      kinds += row.kind == session::DiffRow::Kind::Gap ? u'.' : row.kind == session::DiffRow::Kind::Context ? u' ' : u'x';
    QCOMPARE(kinds, u". .xx. "_s);
    desk.part<ui::DiffView>()->grab();
    QVERIFY(desk.part<ui::DiffView>()->gapText(2).endsWith(u" 3 empty lines"_s));
  }

  void emptyLinesThatComeOrGoAreSeen_data() {
    QTest::addColumn<QByteArray>("lineEnd");
    QTest::newRow("LF") << QByteArray("\n");
    QTest::newRow("CRLF") << QByteArray("\r\n");
  }
  void emptyLinesThatComeOrGoAreSeen() {
    QFETCH(QByteArray, lineEnd);
    const QByteArray row = "b,pass,1" + lineEnd, gap = lineEnd + lineEnd + lineEnd;
    const QByteArray saved = "name,accuracy,graph_breaks" + lineEnd + gap + "a,pass,1" + lineEnd + gap + row + gap + "c,pass,1" + lineEnd;
    for (const bool comes : {true, false}) {
      Driven desk;
      const QString path = desk.folder.write(u"tree/a.csv"_s, saved);
      const std::string piece = (comes ? row : row + gap).toStdString(), by = comes ? (row + gap + "new,pass,1" + lineEnd).toStdString() : "";
      QVERIFY(desk.edit(path, piece, by));
      QTRY_COMPARE(desk.tree()->model()->rowCount(), 1);
      const auto* view = desk.part<ui::DiffView>();
      for (const auto layout : {session::DiffLayout::Unified, session::DiffLayout::SideBySide}) {
        std::size_t changed = 0, collapsed = 0;
        for (const session::DiffRow& line : view->review()->rows(layout)) {
          changed += line.kind == session::DiffRow::Kind::Added || line.kind == session::DiffRow::Kind::Removed ? 1 : 0;
          collapsed += line.kind == session::DiffRow::Kind::Gap ? 1 : 0;
        }
        QCOMPARE(changed, std::size_t(4));  // the row and the three empty lines that come or go with it
        QCOMPARE_GE(collapsed, std::size_t(2));  // those that stay
      }
    }
  }

  void oneHiddenLineIsCountedAsOne() {
    for (const QByteArray& last : {QByteArray(), QByteArray("e,pass,1")}) {
      Driven desk;
      const QString path = desk.folder.write(u"tree/a.csv"_s, "name,accuracy,graph_breaks\na,pass,1\nb,pass,1\nc,pass,1\nd,pass,1\n" + last + "\n");
      QVERIFY(desk.edit(path, "a,pass,1", "a,pass,2"));
      QTRY_COMPARE(desk.tree()->model()->rowCount(), 1);
      const auto* view = desk.part<ui::DiffView>();
      const std::size_t gap = view->review()->rows(session::DiffLayout::Unified).size() - 1;
      QVERIFY2(view->gapText(gap).endsWith(last.isEmpty() ? u" 1 empty line"_s : u" 1 unchanged line"_s), qPrintable(view->gapText(gap)));
    }
  }

  void lettersSearchNothing() {
    Driven desk;
    QVERIFY(desk.fill());
    QCOMPARE(desk.current(), u"model_0001"_s);
    QTest::keyClicks(desk.tree(), u"two"_s);
    QCOMPARE(desk.current(), u"model_0001"_s);
    QVERIFY(desk.page.menuActions().contains(u"review.commit"_s) && desk.page.menuActions().contains(u"review.patch"_s));
  }

  void walkOverAllFiles() {
    Driven desk;
    QVERIFY(desk.fill());
    QStringList way{desk.current()};
    for (int i = 0; i < 3; ++i) {
      QVERIFY(desk.run(u"review.next"_s));
      way << desk.current();
    }
    QCOMPARE(way, (QStringList{u"model_0001"_s, u"model_0008"_s, u"b"_s, u"b"_s}));
    QVERIFY(desk.page.statusText().endsWith(u"This is the last change"_s));
    QVERIFY(desk.run(u"review.previous"_s) && desk.run(u"review.previous"_s) && desk.run(u"review.previous"_s));
    QCOMPARE(desk.current(), u"model_0001"_s);
    auto* view = desk.part<ui::DiffView>();
    QVERIFY(view->accessibleDescription().contains(u"removed model_0001,pass,1; added model_0001,OOM,1"_s));
  }

  void revertIsUndoable() {
    Driven desk;
    QVERIFY(desk.fill());
    const QByteArray before = pendingText(desk.edits);
    QVERIFY(desk.run(u"review.revert"_s));
    QCOMPARE(desk.shown().size(), 4);
    QVERIFY(desk.edits.drafts().decisions().empty());  // the decision on that model went with its change
    QCOMPARE(desk.stack.undoText(), u"Revert model_0001 in one.csv"_s);
    QCOMPARE(desk.current(), u"model_0008"_s);
    desk.stack.undo();
    QCOMPARE(pendingText(desk.edits), before);
    // On a file: all of it.
    desk.tree()->setCurrentIndex(desk.tree()->model()->index(0, 0));
    QVERIFY(desk.run(u"review.revert"_s));
    QCOMPARE(desk.shown().first(), u"two.csv +0 -1"_s);
    desk.stack.undo();
    QCOMPARE(pendingText(desk.edits), before);
  }

  void anEntryOfAListTakesItsDecisionAlong() {
    Driven desk;
    const QString list = desk.folder.write(u"flaky.toml"_s, "");
    QVERIFY(desk.edits.openFile(list));
    baselines::Change change = test::put(desk.edits, list, {}, "[[flaky]]\nname = \"moco\"\nreason = \"flips\"\n");
    change.decisions.push_back({{desk.first.toStdString(), "moco"}, baselines::Decision{baselines::DecisionKind::Flaky, {}, {}, {}}});
    QVERIFY(desk.stack.push(change));
    desk.settle();
    QCOMPARE(desk.shown(), (QStringList{u"flaky.toml +3 -0"_s, u"  name = \"moco\" +3 -0"_s}));
    QVERIFY(desk.run(u"review.revert"_s));
    QVERIFY(desk.edits.drafts().decisions().empty());
    desk.stack.undo();
    QCOMPARE(desk.edits.drafts().decisions().size(), std::size_t{1});
    desk.settle();
    QVERIFY2(!desk.page.statusText().contains(u"Revert"_s), "what was undone is not news any more");
    desk.tree()->setCurrentIndex(desk.tree()->model()->index(0, 0));  // the whole file
    QVERIFY(desk.run(u"review.revert"_s));
    QVERIFY(desk.edits.drafts().decisions().empty());
  }

  void revertOfEveryChangeGivesTheSavedBytes() {
    Driven desk;
    QVERIFY(desk.edit(desk.first, "\n\n\nmodel_0011,pass,2\n", ""));
    QVERIFY(desk.edit(desk.first, "name,accuracy,graph_breaks\n", "name,accuracy,graph_breaks\r\n"));
    QVERIFY(desk.edit(desk.first, "model_0002,pass,2\n", "model_0002,pass,2\n\n\n\nnew,pass,1\n"));
    QVERIFY(desk.edit(desk.second, "c,pass\n", "c,pass"));
    desk.settle();
    for (int i = 0; i < 10 && desk.run(u"review.revert"_s); ++i) {}
    QVERIFY(desk.edits.drafts().changed().empty());
  }

  void saveWritesAndSaysSo() {
    Driven desk;
    QVERIFY(desk.fill());
    const QString message = desk.part<ui::CommitPanel>()->message();
    QVERIFY(!message.isEmpty());
    QVERIFY(desk.run(u"review.save"_s));
    QVERIFY(desk.folder.read(u"one.csv"_s).contains("model_0001,OOM,1\n"));
    QCOMPARE(desk.folder.read(u"two.csv"_s), QByteArray("name,accuracy\na,pass\nc,pass\n"));
    QVERIFY(!desk.tree()->isVisible());
    auto* strip = desk.part<ui::NoticeStrip>();
    QCOMPARE(strip->row(u"saved"_s)->notice().text, u"2 files saved with 3 edits."_s);
    strip->row(u"saved"_s)->notice().action();  // git wants the message now
    QCOMPARE(QGuiApplication::clipboard()->text(), message);
    QVERIFY(desk.edits.isClean());
    QVERIFY(desk.folder.stateFiles().filter(u"edits-"_s).isEmpty() ||
            desk.folder.read(u"state/"_s + desk.folder.stateFiles().filter(u"edits-"_s).first()).isEmpty());
    // Undo reaches over the save and brings the edits back.
    desk.stack.undo();
    desk.settle();
    QCOMPARE(desk.shown(), (QStringList{u"two.csv +1 -0"_s, u"  b +1 -0"_s}));
  }

  /// Decisions without an edit are listed, can be taken back, and are saved like edits.
  void decisionsAloneAreListedAndSaved() {
    Driven desk;
    QAbstractItemModelTester tester(desk.tree()->model(), QAbstractItemModelTester::FailureReportingMode::QtTest);
    for (const char* model : {"model_0001", "model_0002"})
      QVERIFY(desk.stack.push(test::decided(desk.first, model, baselines::DecisionKind::Kept)));
    desk.settle();
    auto* view = desk.part<ui::DiffView>();  // the file has no changed line: said in their place
    QVERIFY(!view->emptyText().isEmpty());
    QCOMPARE(view->accessibleDescription(), view->emptyText());
    const QStringList both{u"one.csv +0 -0"_s, u"  model_0001: kept; a reason + -"_s, u"  model_0002: kept; a reason + -"_s};
    QCOMPARE(desk.shown(), both);
    QVERIFY(desk.tree()->isVisible() && desk.part<QPushButton>(u"save"_s)->isEnabled());
    QVERIFY(!desk.part<QPushButton>(u"export"_s)->isEnabled() && !desk.can(u"review.commit"_s));
    QCOMPARE(desk.page.statusText(), u"2 decisions not saved"_s);
    QVERIFY(desk.run(u"review.next"_s) && desk.run(u"review.revert"_s));
    QCOMPARE(desk.shown().size(), 2);
    desk.stack.undo();
    desk.settle();
    QCOMPARE(desk.shown(), both);
    QVERIFY(desk.edit(desk.second, "b,pass\n", ""));
    desk.settle();
    QCOMPARE(desk.shown(), QStringList({u"two.csv +0 -1"_s, u"  b +0 -1"_s}) + both);
    QVERIFY2(desk.page.statusText().startsWith(u"1 edit in 1 file, 0 lines added, 1 removed \u00b7 2 decisions not saved"_s), qPrintable(desk.page.statusText()));
    desk.stack.undo();
    desk.settle();
    QVERIFY(desk.run(u"review.save"_s));
    QCOMPARE(desk.part<ui::NoticeStrip>()->row(u"saved"_s)->notice().text, u"2 decisions saved."_s);
    QVERIFY(desk.shown().isEmpty() && desk.edits.isClean());
    QVERIFY(desk.folder.read(u".plumbline-decisions.jsonl"_s).contains("\"model\":\"model_0002\",\"decision\":\"kept\""));
  }

  void aScriptThatWouldNotCompileIsNotSaved() {
    if (QStandardPaths::findExecutable(u"python3"_s).isEmpty()) QSKIP("there is no python3 here");
    Driven desk;
    const QString script = desk.folder.write(u"check.py"_s, "x = {\n    \"a\",\n}\n");
    QVERIFY(desk.edit(script, "\"a\",", "\"a\", \"b,"));
    QVERIFY(desk.fill());
    QVERIFY(desk.run(u"review.save"_s));
    auto* strip = desk.part<ui::NoticeStrip>();
    QTRY_VERIFY_WITH_TIMEOUT(strip->ids().contains(u"saved"_s), 30000);
    QVERIFY(strip->row(u"saved"_s)->notice().text.startsWith(u"check.py would not compile any more: line 2"_s));
    QVERIFY(desk.folder.read(u"one.csv"_s).contains("model_0001,pass,1"));  // all or nothing
    QVERIFY(desk.edit(script, "\"b,", "\"b\","));
    desk.settle();
    QVERIFY(desk.run(u"review.save"_s));
    QTRY_COMPARE_WITH_TIMEOUT(desk.folder.read(u"check.py"_s), QByteArray("x = {\n    \"a\", \"b\",\n}\n"), 30000);
    QVERIFY(desk.edits.isClean());
  }

  void theMessageIsProposedUntilItIsTyped() {
    Driven desk;
    QVERIFY(desk.fill());
    const QString proposal = desk.message();
    QVERIFY(desk.edit(desk.second, "c,pass", "c,OOM"));
    desk.settle();
    QVERIFY(desk.message() != proposal);
    QVERIFY(!desk.can(u"review.propose"_s));
    QVERIFY(desk.run(u"review.message"_s));
    QTest::keyClicks(QApplication::focusWidget(), u"My words. "_s);
    const QString typed = desk.message();
    QVERIFY(typed.startsWith(u"My words. "_s));
    desk.stack.undo();
    desk.settle();
    QCOMPARE(desk.message(), typed);
    QVERIFY(desk.run(u"review.propose"_s));
    QCOMPARE(desk.message(), proposal);
    QVERIFY(desk.run(u"review.copyMessage"_s));
    QCOMPARE(QGuiApplication::clipboard()->text(), proposal);
  }

  void patchIsExportedAndCopied() {
    Driven desk;
    QVERIFY(desk.fill());
    QVERIFY(desk.run(u"review.copyPatch"_s));
    const QString patch = QGuiApplication::clipboard()->text();
    QVERIFY(patch.contains(u"-model_0001,pass,1\n+model_0001,OOM,1\n"_s));
    QVERIFY(desk.run(u"review.patch"_s));  // the person cancels
    QVERIFY(desk.prompt.asked.size() == 1 && desk.prompt.asked[0].mayBeNew);
    desk.prompt.path = desk.folder.path(u"out.patch"_s);
    QVERIFY(desk.run(u"review.patch"_s));
    QCOMPARE(QString::fromUtf8(desk.folder.read(u"out.patch"_s)), patch);
    QVERIFY(!desk.edits.isClean());
    desk.prompt.path = desk.first;  // never over an edited file
    const QByteArray before = desk.folder.read(u"one.csv"_s);
    QVERIFY(desk.run(u"review.patch"_s));
    QCOMPARE(desk.folder.read(u"one.csv"_s), before);
    QVERIFY(desk.part<ui::NoticeStrip>()->ids().contains(u"patch"_s));
    desk.prompt.path = desk.folder.path(u"no/such/folder.patch"_s);
    QVERIFY(desk.run(u"review.patch"_s));
    QVERIFY(desk.part<ui::NoticeStrip>()->ids().contains(u"patch"_s));
  }

  void aFileChangedOutsideHasThreeWaysOn_data() {
    QTest::addColumn<QString>("way");
    QTest::newRow("reapply") << u"review.reapply"_s;
    QTest::newRow("discard") << u"review.discard"_s;
  }
  void aFileChangedOutsideHasThreeWaysOn() {
    QFETCH(QString, way);
    Driven desk;
    QVERIFY(desk.fill());
    QVERIFY(!desk.can(u"review.reapply"_s));
    const QByteArray theirs = test::spaced(test::manyRows(12)).replace("model_0005,pass,5", "model_0005,pass,7");
    desk.folder.replace(u"one.csv"_s, theirs);
    QVERIFY(desk.run(u"review.save"_s));
    QCOMPARE(desk.folder.read(u"one.csv"_s), theirs);  // nothing was overwritten
    QCOMPARE(desk.folder.read(u"two.csv"_s), QByteArray("name,accuracy\na,pass\nb,pass\nc,pass\n"));
    auto* strip = desk.part<ui::OutsideStrip>();
    QVERIFY(strip->isVisible());
    QVERIFY(desk.run(u"review.showOutside"_s));
    QCOMPARE(desk.part<ui::DiffView>()->review()->changes().at(0).label, std::string("model_0005"));
    QVERIFY(!desk.can(u"review.revert"_s));
    QVERIFY2(desk.part<ui::NoticeStrip>()->ids().isEmpty(), "the strip says why nothing was written");
    QVERIFY(desk.run(way));
    QVERIFY(!strip->isVisible());
    QVERIFY(desk.run(u"review.save"_s));
    QByteArray wanted = theirs;
    if (way == u"review.reapply"_s)
      wanted.replace("model_0001,pass,1", "model_0001,OOM,1").replace("model_0008,pass,8", "model_0008,pass,9");
    QCOMPARE(desk.folder.read(u"one.csv"_s), wanted);
    QVERIFY(!desk.stack.canUndo());  // its steps were for other bytes
  }

  void aRightClickAndShiftF10OnAFileRequestItsMenu() {
    Driven desk;
    QVERIFY(desk.fill());
    desk.tree()->setFocus();
    QSignalSpy menu(&desk.page, &ui::Page::menuRequested);
    QTest::keyClick(desk.tree(), Qt::Key_F10, Qt::ShiftModifier);
    QCOMPARE(menu.count(), 1);
    const QModelIndex file = desk.tree()->model()->index(1, 0);
    QTest::mouseClick(desk.page.windowHandle(), Qt::RightButton, {},
                      desk.tree()->viewport()->mapTo(&desk.page, desk.tree()->visualRect(file).center()));
    QCOMPARE(menu.count(), 2);
    QCOMPARE(desk.tree()->currentIndex(), file);
    QVERIFY(desk.page.menuActions().contains(u"review.revert"_s) && desk.can(u"review.revert"_s));
  }

  /// The page is made when it is first visited: what changed before must be known to it.
  void aFileChangedBeforeThePageWasMade() {
    test::EditFolder folder;
    const QString path = folder.write(u"one.csv"_s, test::spaced(test::manyRows(12)));
    session::PendingEdits edits(folder.state());
    ui::EditStack stack(edits);
    QVERIFY(edits.openFile(path));
    QVERIFY(stack.push(test::put(edits, path, "model_0001,pass,1", "model_0001,OOM,1")));
    QSignalSpy changed(&edits, &session::PendingEdits::outsideChange);
    folder.replace(u"one.csv"_s, test::spaced(test::manyRows(12)).replace("model_0005,pass,5", "model_0005,pass,7"));
    QTRY_COMPARE(changed.size(), 1);
    QCOMPARE(edits.changedOutside(), QStringList(path));
    test::AnsweringPrompt prompt;
    ui::ReviewPage page(ui::Theme::load(ui::Scheme::Light, {}), edits, stack, prompt);
    page.show();
    QVERIFY(QTest::qWaitForWindowActive(&page));
    auto* strip = page.findChild<ui::OutsideStrip*>();
    QVERIFY(strip->isVisible());
    QTest::mouseClick(strip->findChild<QPushButton*>(u"reapply"_s), Qt::LeftButton);
    QVERIFY(!strip->isVisible());
    QVERIFY(edits.changedOutside().isEmpty());
    QVERIFY(pendingText(edits).contains("model_0005,pass,7") && pendingText(edits).contains("model_0001,OOM,1"));
  }

  void whatDoesNotFitIsShownFirst() {
    Driven desk;
    QVERIFY(desk.fill());
    desk.folder.replace(u"one.csv"_s, test::spaced(test::manyRows(12)).replace("model_0001,pass,1", "model_0001,timeout,1"));
    QVERIFY(desk.run(u"review.save"_s));
    const QByteArray before = pendingText(desk.edits);
    QVERIFY(desk.run(u"review.reapply"_s));
    QCOMPARE(pendingText(desk.edits), before);  // first the words
    auto* button = desk.part<QPushButton>(u"reapply"_s);
    QCOMPARE(button->text(), u"Re-apply without it"_s);
    button->click();
    desk.settle();
    QVERIFY(pendingText(desk.edits).contains("model_0001,timeout,1\n"));
    QVERIFY(pendingText(desk.edits).contains("model_0008,pass,9\n"));
  }

  void layoutIsRemembered() {
    Driven desk;
    QVERIFY(desk.fill());
    QVERIFY(desk.run(u"review.sideBySide"_s));
    const QByteArray state = desk.page.saveState();
    Driven other;
    QVERIFY(other.page.restoreState(state));
    QCOMPARE(int(other.part<ui::DiffView>()->layoutKind()), int(session::DiffLayout::SideBySide));
    QCOMPARE(other.page.saveState(), state);
    // Opened once with nothing to show: the parts have no sizes, and those of before stay.
    Driven empty;
    const auto sizes = [](const Driven& of) { return QJsonDocument::fromJson(of.page.saveState()).object()[u"across"_s].toArray(); };
    QVERIFY(sizes(empty).isEmpty());
    QVERIFY(empty.page.restoreState(state));
    QVERIFY(!sizes(empty).isEmpty());
    QCOMPARE(sizes(empty), sizes(desk));
    QVERIFY(!other.page.restoreState("nonsense"));
    QVERIFY(!other.page.restoreState("{\"version\":99}"));
  }

  void undoNamesItsStep() {
    Driven desk;
    const QList<ui::ActionSpec> specs = ui::editActions(desk.stack);
    QCOMPARE(specs[0].liveText(), u"Undo"_s);
    QVERIFY(!specs[0].enabled() && !specs[1].enabled());
    QVERIFY(desk.fill());
    QCOMPARE(specs[0].liveText(), u"Undo: Put "_s);
    specs[0].run();
    specs[2].run();
    QCOMPARE(specs[1].liveText(), u"Redo: Put model_0008,pass,9"_s);
    QCOMPARE(specs[2].shortcuts, QList<QKeySequence>{QKeySequence(Qt::Key_Z)});
    QCOMPARE(specs[3].shortcuts, QList<QKeySequence>{QKeySequence(Qt::SHIFT | Qt::Key_Z)});
    specs[3].run();
    specs[1].run();
    QVERIFY(!specs[1].enabled());
    // A menu has room for what was done to what.
    for (const auto& [text, shown] : {std::pair{std::string("Accept a: accuracy pass -> OOM; the zeros are padding"), u"Accept a"_s},
                                      std::pair{std::string(80, 'x'), QString(59, u'x') + u'\u2026'}}) {
      baselines::Change change = test::decided(desk.first, "a", baselines::DecisionKind::Kept);
      change.text = text;
      QVERIFY(desk.stack.push(change));
      QCOMPARE(specs[0].liveText(), u"Undo: "_s + shown);
      specs[0].run();
      QCOMPARE(specs[1].liveText(), u"Redo: "_s + shown);
    }
  }

  void thousandsOfChangesAndLongLinesStayFast() {
    Driven desk;
    QByteArray rows = "name,accuracy\n";
    for (int i = 0; i < 40000; ++i) rows += "m" + QByteArray::number(i) + ",pass\n";
    const QString big = desk.folder.write(u"big.csv"_s, rows);
    const QString wide = desk.folder.write(u"wide.txt"_s, QByteArray(2000000, 'x') + "\ny\n");
    QVERIFY(desk.edits.openFile(big) && desk.edits.openFile(wide));
    baselines::Change change{"many", {{big.toStdString(), {}}, {wide.toStdString(), {{10, 11, "yz"}, {1999990, 1999991, "q"}}}}, {}};
    qsizetype at = 0;
    for (int i = 0; i < 40000; i += 8) {
      at = rows.indexOf(",pass", rows.indexOf("\nm" + QByteArray::number(i) + ",", at)) + 1;
      change.files[0].edits.push_back({std::size_t(at), std::size_t(at) + 4, "OOM"});
    }
    QElapsedTimer clock;
    clock.start();
    QVERIFY(desk.stack.push(change));
    desk.settle();
    auto* model = static_cast<ReviewModel*>(desk.tree()->model());
    QCOMPARE(model->editCount(), std::size_t(5001));
    const qint64 shown = clock.elapsed();
    auto* view = desk.part<ui::DiffView>();
    qint64 slowest = 0;
    for (int i = 0; i < 40; ++i) {
      clock.restart();
      if (i == 30) desk.tree()->setCurrentIndex(model->find(wide, 0));
      if (i < 30) view->verticalScrollBar()->setValue(i * 1000);
      if (i > 30) view->horizontalScrollBar()->setValue(i * 100000);
      view->viewport()->repaint();
      slowest = std::max(slowest, clock.elapsed());
    }
    qInfo("5,001 changes shown in %lld ms, slowest paint %lld ms", static_cast<long long>(shown), static_cast<long long>(slowest));
  }
};

QTEST_MAIN(ReviewPageTest)
#include "review_page_test.moc"
