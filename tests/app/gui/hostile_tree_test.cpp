// SPDX-License-Identifier: GPL-3.0-or-later
// A clone or an unpacked archive of a stranger, opened in the window and worked on with keys: links in place of files,
// a flaky list and a git tree nested without end. The same attacks as on the command line (SECURITY.md).
#include <fcntl.h>
#include <sys/file.h>
#include <sys/resource.h>

#include <QApplication>
#include <QDir>
#include <QLineEdit>
#include <QPushButton>
#include <QSignalSpy>
#include <QTest>

#include "core/files/descriptor.h"
#include "tests/app/gui/desk.h"
#include "tests/support/git_repository.h"
#include "tests/support/memory_use.h"
#include "tests/support/test_folder.h"
#include "ui/review/commit_runner.h"
#include "ui/support/notice_strip.h"

using namespace Qt::StringLiterals;
using namespace plumbline;
using namespace plumbline::tests;

namespace {

constexpr auto kName = "inductor_timm_training.csv";
constexpr auto kBaseline = "name,accuracy,graph_breaks\nalpha,pass,0\nbeta,pass,7\n";
constexpr auto kRun = "name,accuracy,graph_breaks\nalpha,pass,0\nbeta,pass,9\n";
constexpr auto kAccepted = "name,accuracy,graph_breaks\nalpha,pass,0\nbeta,pass,9\n";

}  // namespace

class HostileTreeTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void init();
  void nothingIsSavedThroughALink_data();
  void nothingIsSavedThroughALink();
  void noReportIsSavedThroughALink();
  void aDecisionLogThatIsALinkIsNotWritten();
  void aDecisionLogThatIsHeldKeepsItsReasons();
  void aGitFolderOfOthersIsNotWritten();
  void aSaveRunsNoFilterOfTheRepository();
  void aDeepFlakyListIsANotice_data();
  void aDeepFlakyListIsANotice();
  void aTreeBombStaysSmall();

 private:
  QString path(const QString& name) const { return m_folder->path(name); }
  void open(Desk& desk, const QString& baseline) const {
    QVERIFY(QTest::qWaitForWindowActive(&desk.window));
    QSignalSpy shown(&desk.session, &session::Session::snapshotChanged);
    desk.session.open(path(u"actual.csv"_s), baseline);
    QVERIFY(shown.wait());
  }
  static void press(Qt::Key key, Qt::KeyboardModifiers modifiers = Qt::NoModifier) {
    QTest::keyClick(QApplication::focusWidget(), key, modifiers);
  }
  /// acceptAndSave accepts beta with a reason and saves on the page of the review.
  static void acceptAndSave() {
    press(Qt::Key_A);
    auto* reason = qobject_cast<QLineEdit*>(QApplication::focusWidget());
    QVERIFY(reason != nullptr);
    QTest::keyClicks(reason, u"new capture"_s);
    press(Qt::Key_Return);
    press(Qt::Key_E, Qt::ControlModifier | Qt::ShiftModifier);
    press(Qt::Key_S, Qt::ControlModifier);
  }
  /// notices is what all strips of the window show, with their details.
  static QString notices(const Desk& desk) {
    QStringList texts;
    for (const auto* row : desk.window.findChildren<ui::NoticeRow*>()) texts << row->notice().text << row->notice().details;
    return texts.join(u'\n');
  }
  QStringList outside() const {
    return QDir(path(u"outside"_s)).entryList(QDir::AllEntries | QDir::Hidden | QDir::NoDotAndDotDot);
  }

  std::unique_ptr<support::TestFolder> m_folder;
};

void HostileTreeTest::init() {
  m_folder = std::make_unique<support::TestFolder>();
  m_folder->write(u"actual.csv"_s, kRun);
  m_folder->write(u"outside/real.csv"_s, kBaseline);
  QVERIFY(QDir().mkpath(path(u"tree"_s)));
}

void HostileTreeTest::nothingIsSavedThroughALink_data() {
  QTest::addColumn<QString>("link");
  QTest::addColumn<QString>("target");
  QTest::addColumn<QString>("baseline");
  QTest::newRow("file") << u"tree/%1"_s.arg(QLatin1String(kName)) << u"../outside/real.csv"_s
                        << u"tree/%1"_s.arg(QLatin1String(kName));
  QTest::newRow("folder") << u"tree/sub"_s << u"../outside"_s << u"tree/sub/real.csv"_s;
}

void HostileTreeTest::nothingIsSavedThroughALink() {
  QFETCH(const QString, link);
  QFETCH(const QString, target);
  QFETCH(const QString, baseline);
  QVERIFY(QFile::link(target, path(link)));
  Desk desk(path(u"settings"_s));
  open(desk, path(baseline));
  acceptAndSave();
  QTRY_VERIFY2(notices(desk).contains(path(link) + u" is a link to "_s + target), qPrintable(notices(desk)));
  QCOMPARE(m_folder->read(u"outside/real.csv"_s), QByteArray(kBaseline));
  QCOMPARE(outside(), QStringList{u"real.csv"_s});
  QVERIFY(desk.window.isWindowModified());  // the edit is kept
}

/// The person chose the name in the tree, not the start file that it leads to.
void HostileTreeTest::noReportIsSavedThroughALink() {
  m_folder->write(u"tree/"_s + QLatin1String(kName), kBaseline);
  QVERIFY(QFile::link(u"../outside/.profile"_s, path(u"tree/report.html"_s)));
  Desk desk(path(u"settings"_s));
  open(desk, path(u"tree/"_s + QLatin1String(kName)));
  QSignalSpy ended(&desk.report, &app::ReportAction::ended);
  desk.prompt.answers.append(QStringList{path(u"tree/report.html"_s)});
  desk.window.registry().run(u"report.save"_s);
  QTRY_COMPARE(ended.size(), 1);
  QVERIFY2(notices(desk).contains(u"report.html is a link to ../outside/.profile"_s), qPrintable(notices(desk)));
  QCOMPARE(outside(), QStringList{u"real.csv"_s});
}

void HostileTreeTest::aDecisionLogThatIsALinkIsNotWritten() {
  m_folder->write(u"tree/"_s + QLatin1String(kName), kBaseline);
  m_folder->write(u"outside/.profile"_s, "mine\n");
  QVERIFY(QFile::link(u"../outside/.profile"_s, path(u"tree/.plumbline-decisions.jsonl"_s)));
  Desk desk(path(u"settings"_s));
  open(desk, path(u"tree/"_s + QLatin1String(kName)));
  acceptAndSave();
  QTRY_COMPARE(m_folder->read(u"tree/"_s + QLatin1String(kName)), QByteArray(kAccepted));
  QTRY_VERIFY2(notices(desk).contains(u".plumbline-decisions.jsonl is a link to ../outside/.profile"_s), qPrintable(notices(desk)));
  QCOMPARE(m_folder->read(u"outside/.profile"_s), QByteArray("mine\n"));
}

/// Every user who can read the log can hold its lock: the window goes on after a second, and the next save adds the reason.
void HostileTreeTest::aDecisionLogThatIsHeldKeepsItsReasons() {
  m_folder->write(u"tree/"_s + QLatin1String(kName), kBaseline);
  m_folder->write(u"tree/.plumbline-decisions.jsonl"_s, "");
  files::Descriptor theirs(::open(path(u"tree/.plumbline-decisions.jsonl"_s).toLocal8Bit().constData(), O_RDONLY));
  QCOMPARE(files::lockDescriptor(theirs.get(), LOCK_EX), 0);
  Desk desk(path(u"settings"_s));
  open(desk, path(u"tree/"_s + QLatin1String(kName)));
  acceptAndSave();
  QCOMPARE(m_folder->read(u"tree/.plumbline-decisions.jsonl"_s), QByteArray());
  QCOMPARE(m_folder->read(u"tree/"_s + QLatin1String(kName)), QByteArray(kAccepted));
  QVERIFY2(notices(desk).contains(u"Another program keeps the log locked"_s), qPrintable(notices(desk)));
  theirs = files::Descriptor(-1);
  desk.window.registry().run(u"review.save"_s);
  QTRY_VERIFY(m_folder->read(u"tree/.plumbline-decisions.jsonl"_s).contains("new capture"));
}

void HostileTreeTest::aGitFolderOfOthersIsNotWritten() {
  m_folder->write(u"tree/"_s + QLatin1String(kName), kBaseline);
  m_folder->write(u"tree/.git"_s, "gitdir: ../other/.git\n");
  m_folder->write(u"other/.git/HEAD"_s, "ref: refs/heads/main\n");
  Desk desk(path(u"settings"_s));
  open(desk, path(u"tree/"_s + QLatin1String(kName)));
  acceptAndSave();
  QTRY_VERIFY(QFile::exists(path(u"tree/.plumbline-decisions.jsonl"_s)));
  QCOMPARE(QDir(path(u"other/.git"_s)).entryList(QDir::AllEntries | QDir::Hidden | QDir::NoDotAndDotDot), QStringList{u"HEAD"_s});
}

/// An archive may bring a filter in .git/config: it runs for Commit, not for a save and not when the window looks what waits for one.
void HostileTreeTest::aSaveRunsNoFilterOfTheRepository() {
  const support::GitRepository git;
  if (!git.isUsable()) QSKIP("git is not here");
  const QString name = QLatin1String(kName);
  git.write(name, "name,accuracy,graph_breaks\nalpha,pass,0\nbeta,pass,5\n");
  QVERIFY(git.commitAll());
  git.write(name, kBaseline);  // differs from HEAD before the save, too
  git.write(u".git/evil"_s, "#!/bin/sh\ntouch \"$0.ran\"\nexec cat\n");
  QVERIFY(QFile::setPermissions(git.path(u".git/evil"_s), QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner));
  QVERIFY(git.run({u"config"_s, u"filter.evil.clean"_s, git.path(u".git/evil"_s)}).ok);
  git.write(u".git/info/attributes"_s, "*.csv filter=evil\n");
  Desk desk(path(u"settings"_s));
  open(desk, git.path(name));
  acceptAndSave();
  const auto* runner = desk.window.findChild<ui::CommitRunner*>();
  QVERIFY(runner != nullptr);
  const auto base = [&] { return runner->hasFiles() ? QByteArray::fromStdString(runner->base().bytes.begin()->second) : QByteArray(); };
  QTRY_VERIFY2(base().contains("beta,pass,5"), base().constData());  // git was asked what HEAD has
  QCOMPARE(git.read(name), QByteArray(kAccepted));
  QVERIFY(!QFile::exists(git.path(u".git/evil.ran"_s)));
  git.run({u"status"_s});  // the test itself must be able to fail
  QVERIFY(QFile::exists(git.path(u".git/evil.ran"_s)));
}

void HostileTreeTest::aDeepFlakyListIsANotice_data() {
  const QByteArray deep = QByteArray("a.").repeated(45'000) + "a";
  QTest::addColumn<QString>("file");
  QTest::addColumn<QByteArray>("list");
  for (const QString& file : {u"tree/flaky.toml"_s, u"flaky.toml"_s}) {
    QTest::addRow("key, %s", qPrintable(file)) << file << QByteArray(deep + " = 1\n");
    QTest::addRow("header, %s", qPrintable(file)) << file << QByteArray("[" + deep + "]\n");
  }
}

void HostileTreeTest::aDeepFlakyListIsANotice() {
  QFETCH(const QString, file);
  QFETCH(const QByteArray, list);
  m_folder->write(u"tree/"_s + QLatin1String(kName), kBaseline);
  m_folder->write(file, list);
  m_folder->write(u".git/HEAD"_s, "ref: refs/heads/main\n");  // lists above the baseline count in a repository only
  Desk desk(path(u"settings"_s));
  open(desk, path(u"tree/"_s + QLatin1String(kName)));
  QTRY_VERIFY2(notices(desk).contains(u"nested too deeply"_s), qPrintable(notices(desk)));
  desk.window.showPage(u"flaky"_s);
  desk.commitPages.openSources({path(u"tree"_s)});
  QTRY_VERIFY(desk.commit.snapshot() != nullptr);
  for (const QString& page : {u"overview"_s, u"matrix"_s, u"sources"_s, u"triage"_s}) {
    desk.window.showPage(page);
    QCoreApplication::processEvents();
  }
  acceptAndSave();  // the pair can be worked on all the same
  QTRY_COMPARE(m_folder->read(u"tree/"_s + QLatin1String(kName)), QByteArray(kAccepted));
}

/// A commit whose trees hold themselves: no page makes a child of more than 256 MB, nor waits for one.
void HostileTreeTest::aTreeBombStaysSmall() {
  const support::GitRepository git;
  if (!git.isUsable()) QSKIP("git is not here");
  QVERIFY(git.makeTreeBomb());
  const QString folder = u"benchmarks/dynamo/ci_expected_accuracy/"_s;
  git.write(folder + QLatin1String(kName), kBaseline);
  git.write(folder + u"inductor_timm_inference.csv"_s, kBaseline);
  Desk desk(path(u"settings"_s));
  open(desk, git.path(folder + QLatin1String(kName)));
  desk.commitPages.openSources({git.path()});
  QTRY_VERIFY_WITH_TIMEOUT(desk.commit.snapshot() != nullptr, 20'000);
  for (const QString& page : {u"overview"_s, u"matrix"_s, u"model"_s, u"sources"_s, u"flaky"_s, u"compare"_s, u"charts"_s,
                              u"runs"_s, u"review"_s, u"triage"_s}) {
    desk.window.showPage(page);
    QCoreApplication::processEvents();
  }
  acceptAndSave();
  QTRY_COMPARE(git.read(folder + QLatin1String(kName)), QByteArray(kAccepted));
  rusage children{};
  QCOMPARE(::getrusage(RUSAGE_CHILDREN, &children), 0);
  if (!support::isSanitized()) QVERIFY2(children.ru_maxrss < 256L * 1024, qPrintable(QString::number(children.ru_maxrss)));
}

QTEST_MAIN(HostileTreeTest)
#include "hostile_tree_test.moc"
