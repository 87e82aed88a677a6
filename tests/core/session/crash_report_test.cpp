// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/session/system/crash_report.h"

#include <sys/wait.h>
#include <unistd.h>

#include <QCoreApplication>
#include <QDateTime>
#include <QDir>
#include <QTemporaryDir>
#include <QTest>
#include <csignal>
#include <functional>

using namespace Qt::StringLiterals;
using namespace plumbline;

namespace {

/// signalOf runs the work in a child process and gives the signal that ended it, 0 for an ordinary end.
int signalOf(const std::function<void()>& work) {
  const pid_t child = fork();
  if (child == 0) {
    work();
    _exit(0);
  }
  int status = 0;
  waitpid(child, &status, 0);
  return WIFSIGNALED(status) ? WTERMSIG(status) : 0;
}

QString textOf(const QString& path) {
  QFile file(path);
  return file.open(QIODevice::ReadOnly) ? QString::fromUtf8(file.readAll()) : QString();
}

/// fillStack takes a page for each call, up to a depth that no stack has.
[[gnu::noinline]] int fillStack(int depth) {
  volatile char page[4096];
  page[depth % 4096] = static_cast<char>(depth);
  return depth == 1 << 20 ? 0 : fillStack(depth + 1) + page[depth % 4096];
}

}  // namespace

class CrashReportTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void init() { m_folder.emplace(); }

  void aSignalLeavesAReport_data() {
    QTest::addColumn<int>("signal");
    QTest::newRow("SIGSEGV") << SIGSEGV;
    QTest::newRow("SIGABRT") << SIGABRT;
    QTest::newRow("SIGBUS") << SIGBUS;
    QTest::newRow("SIGFPE") << SIGFPE;
    QTest::newRow("SIGILL") << SIGILL;
  }

  void aSignalLeavesAReport() {
    QFETCH(const int, signal);
    const QString folder = m_folder->filePath(u"state"_s);
    const int ended = signalOf([&] {
      if (!session::writeCrashReports(folder)) return;
      session::noteAction("review.save");
      raise(signal);
    });
    QCOMPARE(ended, signal);  // a core dump and the parent see what they would see without a report
    const QStringList reports = session::takeCrashReports(folder);
    QCOMPARE(reports.size(), 1);
    const QString text = textOf(reports.first());
    QVERIFY2(text.startsWith(u"plumbline "_s) && text.contains(u"\nQt: "_s), qUtf8Printable(text));
    QVERIFY2(text.contains(u"\nSignal: %1\nTime: 1"_s.arg(QString::fromLatin1(QTest::currentDataTag()))), qUtf8Printable(text));
    QVERIFY2(text.endsWith(u"\nLast actions, the newest last:\n  review.save\n"_s), qUtf8Printable(text));
    QCOMPARE(QFile::permissions(reports.first()) & (QFile::ReadGroup | QFile::ReadOther), QFile::Permissions());
    QVERIFY(session::takeCrashReports(folder).isEmpty());  // each is given once
    QVERIFY(QFile::exists(reports.first()));
  }

  void aFullStackLeavesAReport() {
    const QString folder = m_folder->path();
    QCOMPARE(signalOf([&] {
               if (session::writeCrashReports(folder)) _exit(fillStack(0));
             }),
             SIGSEGV);
    QCOMPARE(session::takeCrashReports(folder).size(), 1);
  }

  void theLastActionsAreNamed() {
    const QString folder = m_folder->path();
    signalOf([&] {
      if (!session::writeCrashReports(folder)) return;
      for (int i = 0; i < session::kNotedActions + 5; ++i) session::noteAction("action." + std::to_string(i));
      session::noteAction(std::string(200, 'x'));
      std::abort();
    });
    const QString text = textOf(session::takeCrashReports(folder).value(0));
    const QStringList lines = text.section(u"newest last:\n"_s, 1).split(u'\n', Qt::SkipEmptyParts);
    QCOMPARE(lines.size(), session::kNotedActions);
    QCOMPARE(lines.first(), u"  action.6"_s);
    QCOMPARE(lines.last(), u"  "_s + QString(47, u'x'));
  }

  void anOrdinaryEndLeavesNone() {
    const QString folder = m_folder->path();
    QCOMPARE(signalOf([&] {
               if (!session::writeCrashReports(folder)) raise(SIGKILL);
               session::endCrashReports();
             }),
             0);
    QVERIFY(QDir(folder).isEmpty());
  }

  void whatWasKilledOrRunsIsNoCrash() {
    const QString folder = m_folder->path();
    const auto killed = [&] {
      if (session::writeCrashReports(folder)) raise(SIGKILL);
    };
    QCOMPARE(signalOf(killed), SIGKILL);
    QVERIFY(session::writeCrashReports(folder));  // of this program, which runs
    QCOMPARE(QDir(folder).entryList(QDir::Files).size(), 2);
    QVERIFY(session::takeCrashReports(folder).isEmpty());
    QCOMPARE(QDir(folder).entryList(QDir::Files), QStringList{u"crash-%1.txt"_s.arg(QCoreApplication::applicationPid())});
    session::endCrashReports();
    QVERIFY(QDir(folder).isEmpty());
  }

  void aFolderThatCannotBeMadeIsNamed() {
    QFile file(m_folder->filePath(u"file"_s));
    QVERIFY(file.open(QIODevice::WriteOnly));
    const auto ready = session::writeCrashReports(file.fileName() + u"/state"_s);
    QVERIFY(!ready && ready.error().code == base::ErrorCode::NotWritable);
    QVERIFY(QString::fromStdString(ready.error().file).startsWith(file.fileName()));
    QVERIFY(session::takeCrashReports(file.fileName()).isEmpty());
  }

  void theOldestAreRemoved() {
    const QDir folder(m_folder->path());
    for (int i = 0; i < session::kKeptCrashReports + 3; ++i) {
      QFile report(folder.filePath(u"crash-%1.txt"_s.arg(100 + i)));
      QVERIFY(report.open(QIODevice::WriteOnly) && report.write("plumbline\nSignal: SIGSEGV\n") > 0 && report.flush());
      QVERIFY(report.setFileTime(QDateTime::fromSecsSinceEpoch(1'780'000'000 + 60 * i, Qt::UTC), QFileDevice::FileModificationTime));
    }
    QFile other(folder.filePath(u"crash-notes.txt"_s));
    QVERIFY(other.open(QIODevice::WriteOnly));
    const QStringList taken = session::takeCrashReports(folder.path());
    QCOMPARE(taken.size(), session::kKeptCrashReports);
    QVERIFY(taken.first().endsWith(u"-112.txt"_s));  // the newest first
    QCOMPARE(folder.entryList(QDir::Files).size(), session::kKeptCrashReports + 1);
    QVERIFY(other.exists());
  }

 private:
  std::optional<QTemporaryDir> m_folder;
};

QTEST_GUILESS_MAIN(CrashReportTest)
#include "crash_report_test.moc"
