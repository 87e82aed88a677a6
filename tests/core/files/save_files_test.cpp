// SPDX-License-Identifier: GPL-3.0-or-later
// Saving many files together: each for itself, in order, with the same care as one.
#include <sys/resource.h>

#include <QDir>
#include <QTemporaryDir>
#include <QTest>
#include <algorithm>

#include "core/files/file_bytes.h"

using namespace plumbline;
using base::ErrorCode;

class SaveFilesTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void manyFiles();
  void oneThatFailsHarmsNoOther();
  void theSameFileTwiceIsSavedOnce();
  void nothing();
};

void SaveFilesTest::manyFiles() {
  QTemporaryDir dir;
  QVERIFY(QDir(dir.path()).mkdir(QStringLiteral("deep")));
  std::vector<std::string> contents;
  std::vector<files::SaveRequest> requests;
  for (int i = 0; i < 150; ++i) contents.push_back("file " + std::to_string(i) + '\n');
  for (int i = 0; i < 150; ++i) {
    const QString name = (i % 3 == 0 ? QStringLiteral("deep/%1") : QStringLiteral("%1")).arg(i);
    requests.push_back({dir.filePath(name).toStdString(), &contents[static_cast<std::size_t>(i)], &files::kNoFile});
  }
  // Only some of them are open at once.
  rlimit before{};
  QCOMPARE(::getrlimit(RLIMIT_NOFILE, &before), 0);
  const rlimit few{std::min<rlim_t>(before.rlim_cur, 200), before.rlim_max};
  QCOMPARE(::setrlimit(RLIMIT_NOFILE, &few), 0);
  const auto stamps = files::saveFiles(requests);
  QCOMPARE(::setrlimit(RLIMIT_NOFILE, &before), 0);
  QCOMPARE(stamps.size(), requests.size());
  for (std::size_t i = 0; i < requests.size(); ++i) {
    QVERIFY(stamps[i]);
    const auto read = files::readFile(requests[i].path);
    QVERIFY(read && read->bytes == contents[i]);
    QVERIFY(read->stamp == *stamps[i]);
  }
  QCOMPARE(QDir(dir.path()).entryList(QDir::Files | QDir::Hidden).size(), 100);  // and no temporary file
}

void SaveFilesTest::oneThatFailsHarmsNoOther() {
  QTemporaryDir dir;
  const auto at = [&](const char* name) { return dir.filePath(QString::fromUtf8(name)).toStdString(); };
  const std::string old = "old\n";
  const std::string now = "new\n";
  for (const char* name : {"a", "b", "c"}) QVERIFY(files::saveFile(at(name), old));
  const auto a = *files::stampOf(at("a"));
  const files::FileStamp wrong{1, 2, 3};
  const auto c = *files::stampOf(at("c"));
  const auto stamps = files::saveFiles({{at("a"), &now, &a},
                                        {at("b"), &now, &wrong},
                                        {at("none/x"), &now, nullptr},
                                        {dir.path().toStdString(), &now, nullptr},
                                        {at("c"), &now, &c}});
  QVERIFY(stamps[0] && stamps[4]);
  QVERIFY(stamps[1].error().code == ErrorCode::Changed);
  QVERIFY(stamps[2].error().code == ErrorCode::NotWritable);
  QVERIFY(stamps[3].error().code == ErrorCode::NotWritable);
  QCOMPARE(files::readFile(at("a"))->bytes, now);
  QCOMPARE(files::readFile(at("b"))->bytes, old);
  QCOMPARE(files::readFile(at("c"))->bytes, now);
  QCOMPARE(QDir(dir.path()).entryList(QDir::AllEntries | QDir::Hidden | QDir::NoDotAndDotDot).size(), 3);
}

void SaveFilesTest::theSameFileTwiceIsSavedOnce() {
  QTemporaryDir dir;
  const std::string path = dir.filePath(QStringLiteral("a")).toStdString();
  const std::string one = "one\n";
  const std::string two = "two\n";
  QVERIFY(files::saveFile(path, "old\n"));
  const auto stamp = *files::stampOf(path);
  const auto stamps = files::saveFiles({{path, &one, &stamp}, {dir.path().toStdString() + "/./a", &two, &stamp}});
  QVERIFY(stamps[0]);
  QVERIFY(!stamps[1] && stamps[1].error().code == ErrorCode::Changed);
  QCOMPARE(files::readFile(path)->bytes, one);
}

void SaveFilesTest::nothing() { QVERIFY(files::saveFiles({}).empty()); }

QTEST_GUILESS_MAIN(SaveFilesTest)
#include "save_files_test.moc"
