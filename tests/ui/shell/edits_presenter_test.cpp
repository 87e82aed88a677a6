// SPDX-License-Identifier: GPL-3.0-or-later
// What the window says about edits that are not saved: how many, those of an earlier run, changed files.
#include <QDialog>
#include <QFile>
#include <QLabel>
#include <QPushButton>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>
#include <QToolButton>
#include <algorithm>

#include "core/session/pending_edits.h"
#include "core/session/session.h"
#include "ui/shell/edits_presenter.h"
#include "ui/shell/status_line.h"
#include "ui/support/edit_stack.h"
#include "ui/support/notice_strip.h"

using namespace Qt::StringLiterals;
using namespace plumbline;
using namespace plumbline::ui;

namespace {

/// Desk is one window's worth of parts.
struct Desk {
  explicit Desk(const QString& state) : edits(state), stack(edits), presenter({edits, stack, session, notices, status}, nullptr) {}
  session::Session session;
  session::PendingEdits edits;
  EditStack stack;
  NoticeStrip notices;
  StatusLine status;
  EditsPresenter presenter;
  QToolButton* button() { return status.findChild<QToolButton*>(u"statusEdits"_s); }
};

}  // namespace

class EditsPresenterTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void init();
  void countsInWords_data();
  void countsInWords();
  void statusFollowsTheEdits();
  void savedIsReloaded();
  void refusedStepIsReported();
  void fileChangedOutsideIsReported();
  void leftOverIsRestored();
  void restoringIsAStepAndLeavesTheOthers();
  void whatDoesNotFitIsNoStep();
  void closingAsks_data();
  void closingAsks();
  void decisionsAloneAreNotLost();
  void decisionsBesideEditsAreCounted();
  void leftOverIsDiscarded();
  void unreadableLeftOverIsReported();
  void aCrashAndItsEditsAreOneNotice();

 private:
  QString path(const QString& name) const { return m_folder->filePath(name); }
  void write(const QString& name, const QByteArray& bytes) const {
    QFile file(path(name));
    QVERIFY(file.open(QIODevice::WriteOnly));
    QCOMPARE(file.write(bytes), bytes.size());
  }
  QByteArray read(const QString& name) const {
    QFile file(path(name));
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
  }
  /// edit makes llama's pass a fail_accuracy, one line of the baseline.
  void edit(Desk& desk) const {
    QVERIFY(desk.edits.openFile(path(u"expected.csv"_s)));
    const std::string file = path(u"expected.csv"_s).toStdString();
    QVERIFY(desk.stack.push({.text = "Accept llama",
                             .files = {{file, {{.begin = 20, .end = 24, .with = "fail_accuracy"}}}},
                             .decisions = {}}));
  }

  std::unique_ptr<QTemporaryDir> m_folder;
};

void EditsPresenterTest::init() {
  m_folder = std::make_unique<QTemporaryDir>();
  write(u"expected.csv"_s, "name,accuracy\nllama,pass\nmoco,pass\n");
  write(u"actual.csv"_s, "name,accuracy\nllama,fail_accuracy\nmoco,pass\n");
}

void EditsPresenterTest::countsInWords_data() {
  QTest::addColumn<int>("edits");
  QTest::addColumn<int>("files");
  QTest::addColumn<QString>("text");
  QTest::newRow("none") << 0 << 0 << QString();
  QTest::newRow("one") << 1 << 1 << u"1 edit in 1 file"_s;
  QTest::newRow("several") << 3 << 2 << u"3 edits in 2 files"_s;
}

void EditsPresenterTest::countsInWords() {
  QFETCH(int, edits);
  QFETCH(int, files);
  QTEST(editsText(static_cast<std::size_t>(edits), static_cast<std::size_t>(files)), "text");
}

void EditsPresenterTest::statusFollowsTheEdits() {
  Desk desk{QString()};
  QSignalSpy modified(&desk.presenter, &EditsPresenter::modified);
  QVERIFY(desk.button()->isHidden());
  edit(desk);
  QVERIFY(!desk.button()->isHidden());
  QCOMPARE(desk.button()->text(), u"1 edit in 1 file \u00b7 Review (Ctrl+Shift+E)"_s);
  QVERIFY(desk.button()->toolTip().contains(path(u"expected.csv"_s)));
  QCOMPARE(modified.last().first().toBool(), true);
  QSignalSpy review(&desk.presenter, &EditsPresenter::reviewRequested);
  desk.button()->click();
  QCOMPARE(review.size(), 1);
  desk.stack.undo();
  QVERIFY(desk.button()->isHidden());
}

void EditsPresenterTest::savedIsReloaded() {
  Desk desk{QString()};
  QSignalSpy shown(&desk.session, &session::Session::snapshotChanged);
  desk.session.open(path(u"actual.csv"_s), path(u"expected.csv"_s));
  QTRY_COMPARE(shown.size(), 1);
  QCOMPARE(desk.session.snapshot()->comparison->ciExit(), 1);
  edit(desk);
  QVERIFY(desk.edits.saveAll().allWritten());
  QTRY_COMPARE(shown.size(), 2);
  QCOMPARE(desk.session.snapshot()->comparison->ciExit(), 0);
  QCOMPARE(read(u"expected.csv"_s), QByteArray("name,accuracy\nllama,fail_accuracy\nmoco,pass\n"));
  QVERIFY(desk.button()->isHidden());
}

void EditsPresenterTest::refusedStepIsReported() {
  Desk desk{QString()};
  edit(desk);
  QVERIFY(desk.edits.discard(path(u"expected.csv"_s)));
  Q_EMIT desk.stack.refused({base::ErrorCode::Changed, "This step fits no longer.", "", "expected.csv", 0, 0});
  QVERIFY(desk.notices.ids().contains(u"edits:refused"_s));
}

void EditsPresenterTest::fileChangedOutsideIsReported() {
  Desk desk{QString()};
  edit(desk);
  QSignalSpy outside(&desk.edits, &session::PendingEdits::outsideChange);
  write(u"expected.csv"_s, "name,accuracy\nllama,pass\nmoco,timeout\nnew,pass\n");
  QTRY_VERIFY(!outside.isEmpty());
  const QString id = u"edits:outside:"_s + path(u"expected.csv"_s);
  QVERIFY(desk.notices.ids().contains(id));
  QSignalSpy review(&desk.presenter, &EditsPresenter::reviewRequested);
  desk.notices.row(id)->findChild<QPushButton*>(u"noticeAction"_s)->click();
  QCOMPARE(review.size(), 1);
  desk.presenter.setReviewShown(true);
  QVERIFY2(!desk.notices.ids().contains(id), "that page says it itself");
  desk.presenter.setReviewShown(false);
  QVERIFY(desk.notices.ids().contains(id));
  const auto look = desk.edits.lookOutside(path(u"expected.csv"_s));
  QVERIFY(look);
  QVERIFY(desk.edits.reapply(*look));
  QVERIFY2(!desk.notices.ids().contains(id), "what is settled is not reported any more");
  desk.presenter.setReviewShown(false);
  QVERIFY(!desk.notices.ids().contains(id));
}

void EditsPresenterTest::aCrashAndItsEditsAreOneNotice() {
  {
    Desk desk{path(u"state"_s)};
    edit(desk);
  }
  Desk desk{path(u"state"_s)};
  desk.presenter.showLeftOvers();
  // A crash of another process left no edits.
  const QString of = u"/state/crash-20260101_120000-%1.txt"_s, newest = of.arg(QCoreApplication::applicationPid());
  desk.presenter.showCrash({of.arg(1)});
  QCOMPARE(desk.notices.ids().size(), 2);
  QVERIFY(std::ranges::any_of(desk.notices.ids(), [&](const QString& id) {
    return desk.notices.row(id)->notice().text.startsWith(u"Plumbline ended with 1 edit"_s);
  }));
  desk.notices.dismiss(u"program:crash"_s);
  desk.presenter.showCrash({newest, of.arg(1)});
  QCOMPARE(desk.notices.ids().size(), 1);
  const NoticeRow* row = desk.notices.row(desk.notices.ids().first());
  const QString text = row->notice().text;
  QVERIFY2(text.startsWith(u"Plumbline crashed with 1 edit in 1 file not saved ("_s), qPrintable(text));
  QCOMPARE(row->notice().kind, NoticeKind::Problem);
  QCOMPARE(row->notice().details, newest + u'\n' + of.arg(1) + u'\n' + path(u"expected.csv"_s));
  QTest::mouseClick(row->findChild<QPushButton*>(u"noticeAction"_s), Qt::LeftButton);  // Restore
  QCOMPARE(desk.edits.drafts().changed().size(), std::size_t(1));
  QCOMPARE(desk.notices.ids(), QStringList(u"program:crash"_s));  // the edits are settled, the report is not
  Desk other{path(u"other"_s)};
  other.presenter.showCrash({newest});
  QCOMPARE(other.notices.ids(), QStringList(u"program:crash"_s));
}

void EditsPresenterTest::leftOverIsRestored() {
  {
    Desk desk{path(u"state"_s)};
    edit(desk);
  }
  Desk desk{path(u"state"_s)};
  desk.presenter.showLeftOvers();
  QCOMPARE(desk.notices.ids().size(), 1);
  const NoticeRow* row = desk.notices.row(desk.notices.ids().first());
  QVERIFY2(row->notice().text.startsWith(u"Plumbline ended with 1 edit in 1 file not saved ("_s), qPrintable(row->notice().text));
  QVERIFY(row->notice().text.endsWith(u": expected.csv."_s));
  QSignalSpy review(&desk.presenter, &EditsPresenter::reviewRequested);
  QVERIFY(row->notice().details.contains(path(u"expected.csv"_s)));
  row->findChild<QPushButton*>(u"noticeAction"_s)->click();
  QVERIFY(desk.notices.ids().isEmpty());
  QCOMPARE(review.size(), 1);  // what is restored is shown
  QCOMPARE(desk.button()->text(), u"1 edit in 1 file \u00b7 Review (Ctrl+Shift+E)"_s);
}

void EditsPresenterTest::restoringIsAStepAndLeavesTheOthers() {
  {
    Desk desk{path(u"state"_s)};
    edit(desk);
  }
  Desk desk{path(u"state"_s)};
  write(u"other.csv"_s, "name,accuracy\na,pass\n");
  const std::string other = path(u"other.csv"_s).toStdString();
  QVERIFY(desk.edits.openFile(path(u"other.csv"_s)));
  QVERIFY(desk.stack.push({.text = "Accept a", .files = {{other, {{.begin = 14, .end = 15, .with = "b"}}}}, .decisions = {}}));
  desk.presenter.showLeftOvers();
  desk.notices.row(desk.notices.ids().first())->findChild<QPushButton*>(u"noticeAction"_s)->click();
  QCOMPARE(desk.edits.drafts().changed().size(), std::size_t{2});
  QCOMPARE(desk.stack.undoText(), u"Restore the unsaved edits"_s);
  desk.stack.undo();
  QCOMPARE(desk.edits.drafts().changed().size(), std::size_t{1});
  QCOMPARE(desk.stack.undoText(), u"Accept a"_s);
  desk.stack.redo();
  QCOMPARE(desk.button()->text(), u"3 edits in 2 files \u00b7 Review (Ctrl+Shift+E)"_s);
  desk.stack.undo();
  desk.stack.undo();
  QVERIFY(desk.edits.drafts().changed().empty());
}

/// Decisions without an edit are counted, asked about and offered again, with the names of their baselines.
void EditsPresenterTest::decisionsAloneAreNotLost() {
  const std::string file = path(u"expected.csv"_s).toStdString();
  const auto keep = [&file](Desk& desk) {
    QVERIFY(desk.stack.push({.text = "Keep",
                             .files = {},
                             .decisions = {{{file, "llama"}, baselines::Decision{baselines::DecisionKind::Kept, "", "", ""}},
                                           {{file, "moco"}, baselines::Decision{baselines::DecisionKind::Kept, "", "", ""}}}}));
  };
  {
    Desk desk{path(u"state"_s)};
    keep(desk);
    QCOMPARE(desk.button()->text(), u"2 decisions \u00b7 Review (Ctrl+Shift+E)"_s);
    QVERIFY(desk.button()->toolTip().contains(path(u"expected.csv"_s)));
    QWidget window;
    QVERIFY(!desk.presenter.mayClose(window));
    QStringList lines;
    for (const QLabel* label : window.findChild<QDialog*>(u"closeQuestion"_s)->findChildren<QLabel*>()) lines << label->text();
    QVERIFY2(lines.contains(u"Not saved: 2 decisions"_s) && lines.contains(path(u"expected.csv"_s)), qPrintable(lines.join(u'\n')));
  }
  Desk desk{path(u"state"_s)};
  desk.presenter.showLeftOvers();
  const NoticeRow* row = desk.notices.row(desk.notices.ids().first());
  QVERIFY2(row->notice().text.startsWith(u"Plumbline ended with 2 decisions not saved ("_s), qPrintable(row->notice().text));
  QVERIFY(row->notice().text.endsWith(u": expected.csv."_s));
  row->findChild<QPushButton*>(u"noticeAction"_s)->click();
  QVERIFY(!desk.edits.isClean());
  const baselines::SaveReport report = desk.edits.saveAll();
  QCOMPARE(report.sentence(), std::string("2 decisions saved."));
  QVERIFY(desk.edits.isClean() && desk.button()->isHidden());
  QCOMPARE(read(u".plumbline-decisions.jsonl"_s).count("\"decision\":\"kept\""), 2);
  QWidget window;
  QVERIFY(desk.presenter.mayClose(window));
  desk.stack.undo();
  QVERIFY2(desk.edits.isClean(), "a saved decision that is taken back leaves nothing to write");
}

/// Rows kept beside edits are counted and listed too; what was accepted is the edit itself.
void EditsPresenterTest::decisionsBesideEditsAreCounted() {
  const std::string file = path(u"expected.csv"_s).toStdString(), other = path(u"other.csv"_s).toStdString();
  const auto decide = [](const std::string& of, baselines::DecisionKind kind) {
    return baselines::Change{.text = "Decide", .files = {}, .decisions = {{{of, "llama"}, baselines::Decision{kind, "", "", ""}}}};
  };
  {
    Desk desk{path(u"state"_s)};
    edit(desk);
    QVERIFY(desk.stack.push(decide(file, baselines::DecisionKind::Accepted)));
    QCOMPARE(desk.button()->text(), u"1 edit in 1 file \u00b7 Review (Ctrl+Shift+E)"_s);
    QVERIFY(desk.stack.push(decide(other, baselines::DecisionKind::Kept)));
    QCOMPARE(desk.button()->text(), u"1 edit in 1 file and 1 decision \u00b7 Review (Ctrl+Shift+E)"_s);
    QVERIFY(desk.button()->toolTip().contains(path(u"other.csv"_s)));
    QWidget window;
    QVERIFY(!desk.presenter.mayClose(window));
    QStringList lines;
    for (const QLabel* label : window.findChild<QDialog*>(u"closeQuestion"_s)->findChildren<QLabel*>()) lines << label->text();
    QCOMPARE(lines, (QStringList{u"Not saved: 1 edit in 1 file and 1 decision"_s, path(u"expected.csv"_s) + u'\n' + path(u"other.csv"_s)}));
  }
  Desk desk{path(u"state"_s)};
  desk.presenter.showLeftOvers();
  const QString text = desk.notices.row(desk.notices.ids().first())->notice().text;
  QVERIFY2(text.startsWith(u"Plumbline ended with 1 edit in 1 file and 1 decision not saved ("_s), qPrintable(text));
  QVERIFY2(text.endsWith(u": expected.csv, other.csv."_s), qPrintable(text));
}

void EditsPresenterTest::whatDoesNotFitIsNoStep() {
  {
    Desk desk{path(u"state"_s)};
    edit(desk);
  }
  QVERIFY(QFile::remove(path(u"expected.csv"_s)));
  Desk desk{path(u"state"_s)};
  desk.presenter.showLeftOvers();
  QTest::mouseClick(desk.notices.row(desk.notices.ids().first())->findChild<QPushButton*>(u"noticeAction"_s), Qt::LeftButton);
  QVERIFY(desk.notices.ids().contains(u"edits:restore"_s));
  QVERIFY(desk.edits.drafts().changed().empty());
  QVERIFY(desk.stack.undoText().isEmpty());
}

void EditsPresenterTest::closingAsks_data() {
  QTest::addColumn<QString>("button");
  QTest::addColumn<bool>("closes");
  QTest::addColumn<bool>("isSaved");
  QTest::addColumn<int>("leftOver");
  QTest::newRow("save") << u"Save"_s << true << true << 0;
  QTest::newRow("keep") << u"Keep for next time"_s << true << false << 1;
  QTest::newRow("discard") << u"Discard"_s << true << false << 0;
  QTest::newRow("cancel") << u"Cancel"_s << false << false << 1;
}

void EditsPresenterTest::closingAsks() {
  QFETCH(QString, button);
  const QByteArray before = read(u"expected.csv"_s);
  {
    Desk desk{path(u"state"_s)};
    edit(desk);
    QWidget window;
    window.show();
    QVERIFY(!desk.presenter.mayClose(window));
    auto* box = window.findChild<QDialog*>(u"closeQuestion"_s);
    QVERIFY(box != nullptr && box->isVisible());
    QStringList lines;
    for (const QLabel* label : box->findChildren<QLabel*>()) lines << label->text();
    QCOMPARE(lines, (QStringList{u"Not saved: 1 edit in 1 file"_s, path(u"expected.csv"_s)}));
    for (QPushButton* each : box->findChildren<QPushButton*>())
      if (each->text() == button) {
        QTest::mouseClick(each, Qt::LeftButton);
        break;
      }
    QTEST(!window.isVisible(), "closes");
  }
  QTEST(read(u"expected.csv"_s) != before, "isSaved");
  QTEST(static_cast<int>(session::PendingEdits(path(u"state"_s)).leftOvers().size()), "leftOver");
}

void EditsPresenterTest::leftOverIsDiscarded() {
  {
    Desk desk{path(u"state"_s)};
    edit(desk);
  }
  Desk desk{path(u"state"_s)};
  desk.presenter.showLeftOvers();
  desk.notices.row(desk.notices.ids().first())->findChild<QPushButton*>(u"noticeSecond"_s)->click();
  QVERIFY(desk.notices.ids().isEmpty());
  QVERIFY(desk.edits.leftOvers().empty());
  QVERIFY(desk.button()->isHidden());
}

void EditsPresenterTest::unreadableLeftOverIsReported() {
  {
    Desk desk{path(u"state"_s)};
    edit(desk);
  }
  const QStringList journals = QDir(path(u"state"_s)).entryList(QDir::Files);
  QVERIFY(!journals.isEmpty());
  for (const QString& name : journals) write(u"state/"_s + name, "not a journal\n");
  Desk desk{path(u"state"_s)};
  desk.presenter.showLeftOvers();
  QCOMPARE(desk.notices.ids().size(), 1);
  const Notice& notice = desk.notices.row(desk.notices.ids().first())->notice();
  QCOMPARE(notice.kind, NoticeKind::Problem);
  QVERIFY(!notice.details.isEmpty());
}

QTEST_MAIN(EditsPresenterTest)
#include "edits_presenter_test.moc"
