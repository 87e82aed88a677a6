// SPDX-License-Identifier: GPL-3.0-or-later
// Commits from the review page: what is in them, what waits, and what happens when git refuses or is stopped.
#include <QDirIterator>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QRegularExpression>
#include <QScopeGuard>
#include <QStandardPaths>
#include <memory>

#include "tests/support/git_repository.h"
#include "tests/support/test_folder.h"
#include "tests/ui/review/driven_review.h"
#include "ui/support/labels.h"
#include "ui/support/notice_strip.h"

using namespace Qt::StringLiterals;
using namespace plumbline;
using test::Driven;

class ReviewCommitTest : public QObject {
  Q_OBJECT

  static void prepare(const support::GitRepository& git) {
    git.run({u"config"_s, u"user.name"_s, u"test"_s});
    git.run({u"config"_s, u"user.email"_s, u"test@example.invalid"_s});
    git.write(u"ci/a.csv"_s, "name,accuracy\na,pass\n");
    git.write(u"ci/b.csv"_s, "name,accuracy\nb,pass\n");
    git.commitAll();
  }
  static void hook(const support::GitRepository& git, const QString& name, const QByteArray& lines) {
    git.write(u".git/hooks/"_s + name, "#!/bin/sh\n" + lines);
    QFile::setPermissions(git.path(u".git/hooks/"_s + name), QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner);
  }
  static bool hasLock(const support::GitRepository& git) {
    return QDirIterator(git.path(u".git"_s), {u"*.lock"_s}, QDir::Files, QDirIterator::Subdirectories).hasNext();
  }
  static bool change(Driven& desk, const support::GitRepository& git, const QString& name, const std::string& from,
                     const std::string& to) {
    const bool done = desk.edit(git.path(name), from, to);
    desk.settle();
    return done;
  }
  static QByteArray lastFiles(const support::GitRepository& git) {
    return git.run({u"show"_s, u"--name-only"_s, u"--format="_s}).out.trimmed();
  }
  /// notice is the newest sentence about a commit.
  static QString notice(Driven& desk) {
    for (const auto* label : desk.part<ui::NoticeStrip>()->findChildren<ui::ElidedLabel*>())
      for (const QString& start : {u"Committed"_s, u"git "_s, u"The commit"_s, u"HEAD is"_s})
        if (label->isVisible() && label->text().contains(start)) return label->text();
    return {};
  }
  static void press(Driven& desk, const QString& text) {
    for (QAbstractButton* button : desk.part<ui::NoticeStrip>()->findChildren<QAbstractButton*>())
      if (button->isVisible() && button->text() == text) return QTest::mouseClick(button, Qt::LeftButton);
    qFatal("no button %s", qPrintable(text));
  }

  std::unique_ptr<support::GitRepository> m_git;  ///< of each test, with two baselines committed

 private Q_SLOTS:
  void initTestCase() {
    if (!support::GitRepository().isUsable()) QSKIP("git is not installed");
  }
  void init() {
    QTest::failOnWarning(QRegularExpression(u"^(?!This plugin does not support propagateSizeHints)"_s));
    m_git = std::make_unique<support::GitRepository>();
    prepare(*m_git);
  }

  void commitSavesAndCommitsTheseFiles() {
    const support::GitRepository& git = *m_git;
    Driven desk;
    QVERIFY(desk.edit(git.path(u"ci/a.csv"_s), "a,pass", "a,OOM"));
    desk.settle();
    git.write(u"ci/b.csv"_s, "name,accuracy\nb,mine\n");  // not of the review
    auto* text = desk.part<QPlainTextEdit>();
    text->setFocus();
    QTest::keyClick(text, Qt::Key_A, Qt::ControlModifier);
    QTest::keyClicks(text, u"Take a"_s);
    auto* button = desk.part<QPushButton>(u"commit"_s);
    QVERIFY(button && button->toolTip().contains(u"nothing is pushed"_s) && !button->accessibleDescription().isEmpty());
    QTest::mouseClick(button, Qt::LeftButton);
    QTRY_VERIFY(notice(desk).startsWith(u"Committed as "_s));
    QCOMPARE(git.run({u"show"_s, u"--name-only"_s, u"--format=%s"_s}).out.trimmed(), QByteArray("Take a\n\nci/a.csv"));
    QVERIFY(desk.can(u"review.undoCommit"_s) && !desk.can(u"review.commit"_s));
    press(desk, u"Undo the commit"_s);
    QTRY_VERIFY(notice(desk).startsWith(u"The commit was taken back"_s));
    QCOMPARE(git.run({u"log"_s, u"--format=%s"_s}).out.trimmed(), QByteArray("state"));
    QVERIFY(desk.run(u"review.commit"_s));
    QTRY_VERIFY(notice(desk).startsWith(u"Committed as "_s));
  }

  void aCommitThatFailsCanBeTriedAgain() {
    const support::GitRepository& git = *m_git;
    Driven desk;
    git.write(u".git/hooks/pre-commit"_s, "#!/bin/sh\necho 'lint says no'\nexit 1\n");
    QVERIFY(QFile::setPermissions(git.path(u".git/hooks/pre-commit"_s), QFile::ReadOwner | QFile::ExeOwner));
    QVERIFY(desk.edit(git.path(u"ci/a.csv"_s), "a,pass", "a,OOM"));
    desk.settle();
    QVERIFY(desk.run(u"review.commit"_s));
    QTRY_COMPARE(notice(desk), u"git did not commit: lint says no"_s);
    QCOMPARE(git.read(u"ci/a.csv"_s), QByteArray("name,accuracy\na,OOM\n"));  // saved all the same
    QVERIFY(QFile::remove(git.path(u".git/hooks/pre-commit"_s)));
    press(desk, u"Commit again"_s);
    QTRY_VERIFY(notice(desk).startsWith(u"Committed as "_s));
  }

  void aCancelledCommitLeavesNoLock() {
    const support::GitRepository& git = *m_git;
    auto desk = std::make_unique<Driven>();
    hook(git, u"pre-commit"_s, "touch \"$0.ran\"\nsleep 60\n");
    const QString ran = git.path(u".git/hooks/pre-commit.ran"_s);
    QVERIFY(change(*desk, git, u"ci/a.csv"_s, "a,pass", "a,OOM"));
    QVERIFY(desk->page.mayClose());
    auto* button = desk->part<QPushButton>(u"commit"_s);
    QTest::mouseClick(button, Qt::LeftButton);
    QTRY_VERIFY_WITH_TIMEOUT(QFile::exists(ran), 30000);
    QVERIFY(!button->isEnabled() && button->toolTip().contains(u"git is running"_s));
    QVERIFY(!desk->can(u"review.commit"_s) && !desk->can(u"review.undoCommit"_s));
    QVERIFY(!desk->page.mayClose());
    desk->settle();
    press(*desk, u"Cancel"_s);
    QTRY_COMPARE_WITH_TIMEOUT(notice(*desk), u"git was stopped; the files are saved."_s, 30000);
    QVERIFY(!hasLock(git));
    QVERIFY(desk->page.mayClose() && button->isEnabled());
    QVERIFY(QFile::remove(ran));
    press(*desk, u"Commit again"_s);
    QTRY_VERIFY_WITH_TIMEOUT(QFile::exists(ran), 30000);
    desk.reset();  // the window goes
    QVERIFY(!hasLock(git));
  }

  /// What was committed, or taken back, in a terminal is not offered any more.
  void aCommitInATerminalIsNoticed() {
    const support::GitRepository& git = *m_git;
    Driven desk;
    QVERIFY(change(desk, git, u"ci/a.csv"_s, "a,pass", "a,OOM"));
    QVERIFY(desk.run(u"review.save"_s));
    QVERIFY(change(desk, git, u"ci/b.csv"_s, "b,pass", "b,OOM"));
    QVERIFY(desk.run(u"review.save"_s));
    QVERIFY(desk.page.statusText().startsWith(u"2 files saved"_s) && desk.can(u"review.commit"_s));
    const auto comeBack = [&desk] {
      desk.page.hide();
      desk.page.show();
    };
    QVERIFY(git.run({u"commit"_s, u"--quiet"_s, u"-m"_s, u"mine"_s, u"--"_s, u"ci/a.csv"_s}).ok);
    comeBack();
    QTRY_VERIFY(desk.page.statusText().startsWith(u"1 file saved"_s));
    QVERIFY(desk.can(u"review.commit"_s) && desk.message().contains(u"b.csv"_s));
    QVERIFY(git.run({u"checkout"_s, u"--quiet"_s, u"--"_s, u"ci/b.csv"_s}).ok);
    comeBack();
    QTRY_VERIFY(desk.page.statusText().startsWith(u"Nothing is edited"_s));
    QVERIFY(!desk.can(u"review.commit"_s) && desk.message().isEmpty());
  }

  /// Each save adds to what the next commit takes; only a commit takes from it.
  void savedFilesWaitForTheCommit() {
    const support::GitRepository& git = *m_git;
    Driven desk;
    QVERIFY(change(desk, git, u"ci/a.csv"_s, "a,pass", "a,OOM"));
    QVERIFY(desk.run(u"review.save"_s));
    QVERIFY(change(desk, git, u"ci/b.csv"_s, "b,pass", "b,OOM"));
    QVERIFY(desk.message().contains(u"a.csv"_s) && desk.message().contains(u"b.csv"_s));
    const QString lost = git.path(u"none/c.csv"_s);  // its folder does not exist
    QVERIFY(desk.edits.openFile(lost, true));
    QVERIFY(desk.stack.push(test::put(desk.edits, lost, {}, "name\n")));
    desk.settle();
    QVERIFY(desk.run(u"review.commit"_s));  // saves two of three, and says so instead
    QCOMPARE(git.read(u"ci/b.csv"_s), QByteArray("name,accuracy\nb,OOM\n"));
    QCOMPARE(notice(desk), QString());
    desk.stack.undo();
    desk.settle();
    QCOMPARE(desk.page.statusText().section(u" \u00b7 "_s, 0, 0), u"2 files saved and not committed"_s);
    QVERIFY(desk.run(u"review.commit"_s));
    QTRY_VERIFY(notice(desk).startsWith(u"Committed as "_s));
    QCOMPARE(lastFiles(git), QByteArray("ci/a.csv\nci/b.csv"));
    QVERIFY(!desk.part<ui::CommitPanel>()->isVisible());
    git.write(u"ci/d.csv"_s, "name,accuracy\nd,pass\n");
    QVERIFY(change(desk, git, u"ci/d.csv"_s, "d,pass", "d,OOM"));
    QVERIFY(desk.run(u"review.save"_s));
    QVERIFY(desk.run(u"review.undoCommit"_s));
    QTRY_VERIFY(notice(desk).startsWith(u"The commit was taken back"_s));
    press(desk, u"Commit again"_s);
    QTRY_VERIFY(notice(desk).startsWith(u"Committed as "_s));
    QCOMPARE(lastFiles(git), QByteArray("ci/a.csv\nci/b.csv\nci/d.csv"));
    QCOMPARE(desk.part<ui::NoticeStrip>()->ids(), QStringList{u"commit"_s});  // nothing offers to commit any more
  }

  /// A look at HEAD that began before a commit was taken back says nothing about the files that wait since.
  void aLateLookLosesNoFile() {
    const support::GitRepository& git = *m_git;
    Driven desk;
    QVERIFY(change(desk, git, u"ci/a.csv"_s, "a,pass", "a,OOM"));
    QVERIFY(desk.run(u"review.commit"_s));
    QTRY_VERIFY(notice(desk).startsWith(u"Committed as "_s));
    // The look asks git for the files of HEAD; this git waits once before it answers.
    const support::TestFolder tools;
    const QByteArray before = qgetenv("PATH"), at = QFile::encodeName(tools.path());
    tools.write(u"git"_s, "#!/bin/sh\ncase \" $* \" in *\" ls-tree \"*)\n  if [ ! -e '" + at + "/ran' ]; then\n    touch '" + at + "/ran'\n    while [ ! -e '" + at +
                              "/go' ]; do sleep 0.05; done\n  fi ;;\nesac\nexec " +
                              QFile::encodeName(QStandardPaths::findExecutable(u"git"_s)) + " \"$@\"\n");
    QVERIFY(QFile::setPermissions(tools.path(u"git"_s), QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner));
    qputenv("PATH", at + ':' + before);
    const auto restored = qScopeGuard([&] { qputenv("PATH", before); });
    QVERIFY(change(desk, git, u"ci/b.csv"_s, "b,pass", "b,skip"));
    QVERIFY(desk.run(u"review.save"_s));
    QTRY_VERIFY_WITH_TIMEOUT(QFile::exists(tools.path(u"ran"_s)), 30000);
    QVERIFY(desk.run(u"review.undoCommit"_s));
    QTRY_VERIFY(notice(desk).startsWith(u"The commit was taken back"_s));
    tools.write(u"go"_s, "");
    for (int i = 0; i < 5; ++i) git.run({u"status"_s});  // as long as what is left of a look that is not ended
    desk.settle();
    press(desk, u"Commit again"_s);
    QTRY_VERIFY(notice(desk).startsWith(u"Committed as "_s));
    QCOMPARE(lastFiles(git), QByteArray("ci/a.csv\nci/b.csv"));
  }

  /// One subject, each change once, and only what HEAD does not have; the tree shows the same.
  void theMessageIsAboutWhatHeadDoesNotHave() {
    const support::GitRepository& git = *m_git;
    Driven desk;
    const QString path = git.path(u"ci/a.csv"_s);
    QVERIFY(desk.edit(path, "a,pass\n", "a,pass\nx,pass\n", "x", "new row"));
    desk.settle();
    QVERIFY(desk.run(u"review.commit"_s));
    QTRY_VERIFY(notice(desk).startsWith(u"Committed as "_s));
    QVERIFY(desk.edit(path, "x,pass\n", "x,pass\ny,pass\n", "y", "new row"));
    desk.settle();
    const QString second = u"Update y in a\n\nci/a.csv:\n- y: new row (accuracy pass)\n"_s;
    QCOMPARE(desk.message(), second);
    QVERIFY(desk.run(u"review.save"_s));
    QCOMPARE(desk.message(), second);
    QCOMPARE(desk.shown(), (QStringList{u"a.csv +1 -0"_s, u"  y +1 -0"_s}));  // also after the save
    QVERIFY(desk.can(u"review.commit"_s) && !desk.can(u"review.save"_s));
    QVERIFY(desk.edit(path, "y,pass\n", "y,pass\nz,pass\n", "z", "new row"));
    desk.settle();
    QVERIFY(desk.run(u"review.save"_s));
    QCOMPARE(desk.message(), u"Update 2 models in a\n\nci/a.csv:\n- y, z: new row (accuracy pass)\n"_s);
    git.write(u"ci/a.csv"_s, git.read(u"ci/a.csv"_s) + "w,OOM\n");  // by another program
    QTRY_VERIFY(desk.message().contains(u"- w: new row (accuracy OOM)"_s));
    QCOMPARE(desk.shown().front(), u"a.csv +3 -0"_s);
    QVERIFY(desk.run(u"review.commit"_s));
    QTRY_VERIFY(notice(desk).startsWith(u"Committed as "_s));
    QVERIFY(desk.shown().isEmpty() && desk.message().isEmpty());
    QVERIFY(desk.run(u"review.undoCommit"_s));
    QTRY_VERIFY(desk.message().startsWith(u"Update 3 models in a\n"_s));
    QVERIFY(!desk.message().contains(u"x"_s));
  }

  /// What was on disk before the first edit and is not in HEAD is part of the commit.
  void editsOfOtherProgramsAreShown() {
    const support::GitRepository& git = *m_git;
    Driven desk;
    git.write(u"ci/a.csv"_s, "name,accuracy\na,pass\nmine,OOM\n");
    QVERIFY(change(desk, git, u"ci/a.csv"_s, "a,pass", "a,OOM"));
    QVERIFY(desk.run(u"review.save"_s));
    QTRY_VERIFY(desk.message().contains(u"- mine: new row (accuracy OOM)"_s));
    QCOMPARE(desk.shown().front(), u"a.csv +2 -1"_s);
  }

  void aRefusedMessageCanBeCorrected() {
    const support::GitRepository& git = *m_git;
    Driven desk;
    hook(git, u"commit-msg"_s, "grep -q '^fix:' \"$1\" || { echo 'no prefix'; exit 1; }\n");
    QVERIFY(change(desk, git, u"ci/a.csv"_s, "a,pass", "a,OOM"));
    const QString proposed = desk.message();
    QVERIFY(desk.run(u"review.commit"_s));
    QTRY_COMPARE(notice(desk), u"git did not commit: no prefix"_s);
    QCOMPARE(desk.part<ui::NoticeStrip>()->ids(), QStringList{u"commit"_s});
    auto* panel = desk.part<ui::CommitPanel>();
    auto* button = desk.part<QPushButton>(u"commit"_s);
    QVERIFY(panel->isVisible() && !desk.part<QPushButton>(u"save"_s)->isEnabled());
    QCOMPARE(desk.message(), proposed);
    auto* text = desk.part<QPlainTextEdit>();
    text->setPlainText(u" \n"_s);
    QVERIFY(!button->isEnabled() && button->toolTip().contains(u"message"_s));
    text->setPlainText(u"fix: a"_s);
    QVERIFY(button->isEnabled() && button->toolTip().contains(u"nothing is pushed"_s));
    QTest::mouseClick(button, Qt::LeftButton);
    QTRY_VERIFY(notice(desk).startsWith(u"Committed as "_s));
    QCOMPARE(git.run({u"log"_s, u"-1"_s, u"--format=%s"_s}).out.trimmed(), QByteArray("fix: a"));
    QVERIFY(!panel->isVisible() && !button->isEnabled() && desk.message().isEmpty());
    QVERIFY(desk.page.statusText().startsWith(u"Nothing is edited"_s));
  }

  /// Who does not want the commit any more gets the empty page back; the files stay saved.
  void savedFilesCanBeLeftUncommitted() {
    const support::GitRepository& git = *m_git;
    Driven desk;
    hook(git, u"pre-commit"_s, "exit 1\n");
    QVERIFY(change(desk, git, u"ci/a.csv"_s, "a,pass", "a,OOM"));
    QVERIFY(desk.run(u"review.commit"_s));
    QTRY_VERIFY(notice(desk).startsWith(u"git did not commit"_s));
    press(desk, u"Leave uncommitted"_s);
    QVERIFY(!desk.can(u"review.commit"_s) && !desk.part<ui::CommitPanel>()->isVisible());
    QCOMPARE(git.read(u"ci/a.csv"_s), QByteArray("name,accuracy\na,OOM\n"));
  }

  void aCommitNeedsAMessageAndABranch() {
    const support::GitRepository& git = *m_git;
    Driven desk;
    QVERIFY(git.run({u"checkout"_s, u"--detach"_s}).ok);
    QVERIFY(desk.edit(git.path(u"ci/a.csv"_s), "a,pass", "a,OOM"));
    desk.settle();
    auto* text = desk.part<QPlainTextEdit>();
    const QString proposed = text->toPlainText();
    text->setPlainText({});
    QVERIFY(desk.run(u"review.commit"_s));
    QVERIFY(desk.page.statusText().endsWith(u"Write a commit message first"_s));
    QVERIFY(text->hasFocus());
    QCOMPARE(git.read(u"ci/a.csv"_s), QByteArray("name,accuracy\na,pass\n"));
    text->setPlainText(proposed);
    QVERIFY(desk.run(u"review.commit"_s));
    QTRY_VERIFY(notice(desk).contains(u"HEAD is detached"_s));
  }
};

QTEST_MAIN(ReviewCommitTest)
#include "review_commit_test.moc"
