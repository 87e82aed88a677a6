// SPDX-License-Identifier: GPL-3.0-or-later
// Files that a running program holds: locked while it lives, appended whole or not at all.
#include <fcntl.h>
#include <sys/file.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <QTemporaryDir>
#include <QTest>
#include <chrono>
#include <csignal>
#include <future>

#include "core/files/file_bytes.h"
#include "core/files/locked_log.h"

using namespace plumbline;
using files::LockedLog;

class LockedLogTest : public QObject {
  Q_OBJECT

  QTemporaryDir m_dir;
  std::string path(const char* name) const { return m_dir.filePath(QString::fromLatin1(name)).toStdString(); }

 private Q_SLOTS:
  void appendsAndTellsThatItIsHeld() {
    const std::string name = path("log");
    QVERIFY(!files::isHeld(name));
    {
      auto log = LockedLog::create(name);
      QVERIFY(log);
      QVERIFY(files::isHeld(name));
      QVERIFY(log->append("one\n"));
      QVERIFY(log->append("two\n"));
      QCOMPARE(files::readFile(name)->bytes, std::string("one\ntwo\n"));
      const auto second = LockedLog::adopt(name);
      QVERIFY(!second);
      QCOMPARE(int(second.error().code), int(base::ErrorCode::Changed));
      QVERIFY(log->clear());
      QVERIFY(log->append("three\n"));
      QCOMPARE(files::readFile(name)->bytes, std::string("three\n"));
      struct stat info {};
      QCOMPARE(::stat(name.c_str(), &info), 0);
      QCOMPARE(info.st_mode & 0777U, 0600U);
    }
    QVERIFY(!files::isHeld(name));
    auto taken = LockedLog::adopt(name);
    QVERIFY(taken && files::isHeld(name));
    QVERIFY(taken->remove());
    QVERIFY(!files::readFile(name));
  }

  void theLockGoesWithTheProgram() {
    const std::string name = path("killed");
    int ready[2];
    QCOMPARE(::pipe(ready), 0);
    const pid_t child = ::fork();
    if (child == 0) {
      auto log = LockedLog::create(name);
      const char sign = log && log->append("kept\n") ? 'y' : 'n';
      (void)!::write(ready[1], &sign, 1);
      for (;;) ::pause();
    }
    char sign = 0;
    QCOMPARE(::read(ready[0], &sign, 1), ssize_t{1});
    QCOMPARE(sign, 'y');
    QVERIFY(files::isHeld(name));
    QCOMPARE(::kill(child, SIGKILL), 0);
    QCOMPARE(::waitpid(child, nullptr, 0), child);
    QVERIFY(!files::isHeld(name));
    QCOMPARE(files::readFile(name)->bytes, std::string("kept\n"));
  }

  void aForeignLockIsAnError() {
    const std::string name = path("foreign");
    QVERIFY(LockedLog::create(name));
    files::Descriptor theirs(::open(name.c_str(), O_RDONLY));
    QCOMPARE(files::lockDescriptor(theirs.get(), LOCK_EX), 0);
    auto made = std::async(std::launch::async, [&] { return LockedLog::create(name).has_value(); });
    const bool isSoon = made.wait_for(std::chrono::seconds(10)) == std::future_status::ready;
    theirs = files::Descriptor(-1);
    QVERIFY(isSoon && !made.get());
  }

  void badPlacesAreSaid() {
    const auto log = LockedLog::create(path("no/such/folder"));
    QVERIFY(!log);
    QCOMPARE(int(log.error().code), int(base::ErrorCode::NotWritable));
    QVERIFY(!LockedLog::adopt(path("none")));
    QVERIFY(files::removeFile(path("none")));
    QVERIFY(!files::removeFile(m_dir.path().toStdString()));
  }

  void movingNeverReplaces() {
    QVERIFY(LockedLog::create(path("from")) && LockedLog::create(path("there")));
    QVERIFY(!files::moveFile(path("from"), path("there")));
    QVERIFY(files::moveFile(path("from"), path("to")));
    QVERIFY(!files::stampOf(path("from")) && files::stampOf(path("to")));
  }

  void aFullDiskLeavesNoHalfLine() {
    const std::string name = path("limited");
    auto log = LockedLog::create(name);
    QVERIFY(log && log->append("whole\n"));
    // A limit on file sizes stands in for the full disk: part of a write is taken, the rest refused.
    const pid_t child = ::fork();
    if (child == 0) {
      std::signal(SIGXFSZ, SIG_IGN);
      const struct rlimit limit { 10, 10 };
      ::setrlimit(RLIMIT_FSIZE, &limit);
      ::_exit(log->append("much too long\n") ? 1 : 0);
    }
    int status = 0;
    QCOMPARE(::waitpid(child, &status, 0), child);
    QCOMPARE(WEXITSTATUS(status), 0);
    QCOMPARE(files::readFile(name)->bytes, std::string("whole\n"));
    QVERIFY(log->append("again\n"));
    QCOMPARE(files::readFile(name)->bytes, std::string("whole\nagain\n"));
  }
};

QTEST_GUILESS_MAIN(LockedLogTest)
#include "locked_log_test.moc"
