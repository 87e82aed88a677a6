// SPDX-License-Identifier: GPL-3.0-or-later
// A log that several programs add to: whole lines or nothing.
#include <fcntl.h>
#include <sys/file.h>
#include <sys/resource.h>

#include <QTemporaryDir>
#include <QTest>
#include <chrono>
#include <csignal>
#include <future>
#include <thread>

#include "core/files/file_bytes.h"
#include "core/files/locked_log.h"

using namespace plumbline;

class AppendLinesTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void addsWholeLines();
  void beginsANewLineBehindAHalfOne();
  void badPlaces();
  void aFullDiskLeavesNoHalfLine();
  void aFolderThatCannotBeMadeIsTold();
  void manyWritersMixNoLines();
  void aForeignLockIsAnErrorSoon();
};

void AppendLinesTest::addsWholeLines() {
  QTemporaryDir dir;
  const std::string path = dir.filePath(QStringLiteral("deep/folder/log.jsonl")).toStdString();
  QVERIFY(files::appendLines(path, ""));
  QVERIFY(!files::readFile(path));  // nothing to add makes no file
  QVERIFY(files::appendLines(path, "one\n"));
  QVERIFY(files::appendLines(path, "two\nthree\n"));
  QCOMPARE(files::readFile(path)->bytes, std::string("one\ntwo\nthree\n"));
  const auto half = files::appendLines(path, "half");
  QVERIFY(!half);
  QVERIFY(half.error().code == base::ErrorCode::BadArgument);
}

void AppendLinesTest::beginsANewLineBehindAHalfOne() {
  QTemporaryDir dir;
  const std::string path = dir.filePath(QStringLiteral("log")).toStdString();
  QVERIFY(files::saveFile(path, "one\nhal"));
  QVERIFY(files::appendLines(path, "two\n"));
  QCOMPARE(files::readFile(path)->bytes, std::string("one\nhal\ntwo\n"));
  QVERIFY(files::saveFile(path, "x"));
  QVERIFY(files::appendLines(path, "two\n"));
  QCOMPARE(files::readFile(path)->bytes, std::string("x\ntwo\n"));
}

void AppendLinesTest::badPlaces() {
  QTemporaryDir dir;
  const std::string root = dir.path().toStdString();
  QVERIFY(files::saveFile(root + "/file", "x"));
  for (const std::string& path : {root, root + "/file/log", std::string("/dev/null"), root + std::string("/a\0b", 4)}) {
    const auto done = files::appendLines(path, "line\n");
    QVERIFY2(!done, path.c_str());
    QCOMPARE(done.error().file, path);
  }
  QCOMPARE(files::readFile(root + "/file")->bytes, std::string("x"));
}

void AppendLinesTest::aFullDiskLeavesNoHalfLine() {
  QTemporaryDir dir;
  const std::string path = dir.filePath(QStringLiteral("log")).toStdString();
  QVERIFY(files::appendLines(path, "first line\n"));
  // A limit on the size of files stops a write in the middle, as a full disk does.
  std::signal(SIGXFSZ, SIG_IGN);
  rlimit before{};
  QCOMPARE(::getrlimit(RLIMIT_FSIZE, &before), 0);
  rlimit small = before;
  small.rlim_cur = 20;
  QCOMPARE(::setrlimit(RLIMIT_FSIZE, &small), 0);
  const auto done = files::appendLines(path, "second line, too long\n");
  QCOMPARE(::setrlimit(RLIMIT_FSIZE, &before), 0);
  QVERIFY(!done);
  QVERIFY(done.error().code == base::ErrorCode::NotWritable);
  QCOMPARE(files::readFile(path)->bytes, std::string("first line\n"));
}

void AppendLinesTest::aFolderThatCannotBeMadeIsTold() {
  QTemporaryDir dir;
  const std::string file = dir.filePath(QStringLiteral("file")).toStdString();
  QVERIFY(files::appendLines(file, "x\n"));
  const auto done = files::appendLines(file + "/folder/log", "y\n");
  QVERIFY(!done);
  QVERIFY2(done.error().text == "The folder of the log cannot be made: Not a directory.", done.error().text.c_str());
}

void AppendLinesTest::manyWritersMixNoLines() {
  QTemporaryDir dir;
  const std::string path = dir.filePath(QStringLiteral("log")).toStdString();
  std::vector<std::thread> writers;
  for (const char c : {'a', 'b', 'c'})
    writers.emplace_back([&path, line = std::string(300, c) + '\n'] {
      for (int i = 0; i < 20; ++i) (void)files::appendLines(path, line + line);
    });
  for (std::thread& writer : writers) writer.join();
  const QList<QByteArray> lines = QByteArray::fromStdString(files::readFile(path)->bytes).split('\n');
  QCOMPARE(lines.size(), 3 * 40 + 1);
  for (const QByteArray& line : lines.first(lines.size() - 1)) QCOMPARE(line, QByteArray(300, line.at(0)));
}

/// Every user who can read a log can hold its lock for good.
void AppendLinesTest::aForeignLockIsAnErrorSoon() {
  QTemporaryDir dir;
  const std::string path = dir.filePath(QStringLiteral("log")).toStdString();
  QVERIFY(files::appendLines(path, "one\n"));
  files::Descriptor theirs(::open(path.c_str(), O_RDONLY));
  QCOMPARE(files::lockDescriptor(theirs.get(), LOCK_EX), 0);
  auto added = std::async(std::launch::async, [&] { return files::appendLines(path, "two\n"); });
  const bool isSoon = added.wait_for(std::chrono::seconds(10)) == std::future_status::ready;
  theirs = files::Descriptor(-1);
  QVERIFY(isSoon);
  const auto refused = added.get();
  QVERIFY(!refused);
  QVERIFY2(refused.error().text.find("Another program keeps the log locked") != std::string::npos, refused.error().text.c_str());
  QCOMPARE(files::readFile(path)->bytes, std::string("one\n"));
  QVERIFY(files::appendLines(path, "two\n"));
}

QTEST_GUILESS_MAIN(AppendLinesTest)
#include "append_lines_test.moc"
