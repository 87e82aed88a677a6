// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/files/folders.h"

#include <sys/stat.h>
#include <unistd.h>

#include <QTest>

#include "tests/support/test_folder.h"

using namespace plumbline;
using namespace plumbline::files;
using support::TestFolder;

class FolderTreeTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void makes() {
    const TestFolder folder;
    const std::string path = folder.path(QStringLiteral("new")).toStdString();
    QVERIFY(makeNewFolder(path));
    struct stat info {};
    QCOMPARE(::stat(path.c_str(), &info), 0);
    QCOMPARE(static_cast<int>(info.st_mode & 0777U), 0700);
    QCOMPARE(int(makeNewFolder(path).error().code), int(base::ErrorCode::Changed));
    folder.write(QStringLiteral("file"), "x");
    QCOMPARE(int(makeNewFolder(folder.path(QStringLiteral("file")).toStdString()).error().code), int(base::ErrorCode::Changed));
    QCOMPARE(int(makeNewFolder(path + "/a/b").error().code), int(base::ErrorCode::NotWritable));
  }

  void knowsOwnOnes() {
    const TestFolder folder;
    const std::string path = folder.path(QStringLiteral("own")).toStdString(), link = folder.path(QStringLiteral("link")).toStdString();
    QVERIFY(!isOwn(path));
    QVERIFY(makeNewFolder(path));
    QVERIFY(isOwn(path));
    QCOMPARE(::symlink(path.c_str(), link.c_str()), 0);
    QVERIFY(!isOwn(link));
    for (const mode_t others : {S_IWGRP, S_IWOTH}) {
      QCOMPARE(::chmod(path.c_str(), S_IRWXU | others), 0);
      QVERIFY(!isOwn(path));
    }
  }

  void makesPrivateFiles() {
    const TestFolder folder;
    const std::string path = folder.path(QStringLiteral("a/b/file")).toStdString();
    QVERIFY(makePrivateFile(path));
    struct stat info {};
    QCOMPARE(::stat(path.c_str(), &info), 0);
    QCOMPARE(static_cast<int>(info.st_mode & 0777U), 0600);
    folder.write(QStringLiteral("a/b/file"), "kept");
    QVERIFY(makePrivateFile(path));
    QCOMPARE(::stat(path.c_str(), &info), 0);
    QCOMPARE(static_cast<int>(info.st_size), 4);
    QCOMPARE(int(makePrivateFile(path + "/c").error().code), int(base::ErrorCode::NotWritable));
  }

  void removesAll() {
    const TestFolder folder;
    QString deep = QStringLiteral("root/tree");
    for (int i = 0; i < 60; ++i) deep += QStringLiteral("/d%1").arg(i);
    folder.write(deep + QStringLiteral("/file"), "x");
    folder.write(QStringLiteral("root/tree/empty name /\n\xff"), "x");
    folder.write(QStringLiteral("root/tree/closed/inner/file"), "x");
    QCOMPARE(::chmod(folder.path(QStringLiteral("root/tree/closed/inner")).toLocal8Bit(), 0500), 0);
    QCOMPARE(::chmod(folder.path(QStringLiteral("root/tree/closed")).toLocal8Bit(), 0000), 0);
    folder.write(QStringLiteral("root/other"), "stays");
    const std::string root = folder.path(QStringLiteral("root")).toStdString();
    const auto removed = removeTree(root, "tree");
    QVERIFY2(removed, removed ? "" : describe(removed.error()).c_str());
    QVERIFY(!QFile::exists(folder.path(QStringLiteral("root/tree"))));
    QCOMPARE(folder.read(QStringLiteral("root/other")), QByteArray("stays"));
    QVERIFY(removeTree(root, "tree"));  // nothing there is no error
    QVERIFY(removeTree(root, "no/such/tree"));
    QVERIFY(removeTree(root, "other"));  // a file is a small tree
    QVERIFY(!QFile::exists(folder.path(QStringLiteral("root/other"))));
  }

  void namesWhatCouldNotBeRemoved() {
    if (::geteuid() != 0) QSKIP("only root can make folders of others");
    const TestFolder folder;
    folder.write(QStringLiteral("root/tree/locked/file"), "x");
    folder.write(QStringLiteral("root/tree/a"), "x");
    folder.write(QStringLiteral("root/tree/z"), "x");
    QCOMPARE(::chmod(folder.path().toLocal8Bit(), 0755), 0);
    for (const char* own : {"root", "root/tree"})
      QCOMPARE(::chown(folder.path(QString::fromLatin1(own)).toLocal8Bit(), 4321, 4321), 0);
    QCOMPARE(::seteuid(4321), 0);
    const auto removed = removeTree(folder.path(QStringLiteral("root")).toStdString(), "tree");
    QCOMPARE(::seteuid(0), 0);
    QVERIFY(!removed);
    QVERIFY2(removed.error().text.find("Permission denied") != std::string::npos, removed.error().text.c_str());
    QCOMPARE(folder.read(QStringLiteral("root/tree/locked/file")), QByteArray("x"));
    QVERIFY(!QFile::exists(folder.path(QStringLiteral("root/tree/a"))));  // the rest goes nevertheless
    QVERIFY(!QFile::exists(folder.path(QStringLiteral("root/tree/z"))));
  }

  void removesWhatItsOwnerClosed() {
    if (::geteuid() != 0) QSKIP("removesAll does it for users who are not root");
    const TestFolder folder;
    folder.write(QStringLiteral("root/tree/closed/inner/file"), "x");
    QCOMPARE(::chmod(folder.path().toLocal8Bit(), 0755), 0);
    for (const auto& [own, mode] : {std::pair("root", 0755), {"root/tree", 0755}, {"root/tree/closed/inner/file", 0600},
                                    {"root/tree/closed/inner", 0500}, {"root/tree/closed", 0000}}) {
      QCOMPARE(::chown(folder.path(QString::fromLatin1(own)).toLocal8Bit(), 4321, 4321), 0);
      QCOMPARE(::chmod(folder.path(QString::fromLatin1(own)).toLocal8Bit(), static_cast<mode_t>(mode)), 0);
    }
    QCOMPARE(::seteuid(4321), 0);
    const auto removed = removeTree(folder.path(QStringLiteral("root")).toStdString(), "tree");
    QCOMPARE(::seteuid(0), 0);
    QVERIFY2(removed, removed ? "" : describe(removed.error()).c_str());
    QVERIFY(!QFile::exists(folder.path(QStringLiteral("root/tree"))));
  }

  void followsNoLink() {
    const TestFolder folder;
    folder.write(QStringLiteral("outside/keep"), "x");
    folder.write(QStringLiteral("root/tree/file"), "x");
    const std::string root = folder.path(QStringLiteral("root")).toStdString();
    const QByteArray outside = folder.path(QStringLiteral("outside")).toLocal8Bit();
    QCOMPARE(::symlink(outside, (root + "/tree/link").c_str()), 0);
    QCOMPARE(::symlink(outside, (root + "/top").c_str()), 0);
    QVERIFY(removeTree(root, "tree"));
    QVERIFY(!removeTree(root, "top/keep"));  // a link on the way
    QCOMPARE(folder.read(QStringLiteral("outside/keep")), QByteArray("x"));
    QVERIFY(removeTree(root, "top"));  // the link itself may go
    QVERIFY(!QFileInfo(folder.path(QStringLiteral("root/top"))).isSymLink());
    QCOMPARE(folder.read(QStringLiteral("outside/keep")), QByteArray("x"));
  }

  void refuses_data() {
    QTest::addColumn<QString>("below");
    for (const char* below : {"", ".", "./", "..", "a/..", "../root", "a/../../outside", "/outside"})
      QTest::newRow(below) << QString::fromLatin1(below);
  }
  void refuses() {
    QFETCH(QString, below);
    const TestFolder folder;
    folder.write(QStringLiteral("root/a/file"), "x");
    // The absolute path is one of this test: whatever a mistake removes, it must not be the system's.
    const QString part = below.startsWith(u'/') ? folder.path(below.mid(1)) : below;
    const auto removed = removeTree(folder.path(QStringLiteral("root")).toStdString(), part.toStdString());
    QVERIFY(!removed);
    QCOMPARE(int(removed.error().code), int(base::ErrorCode::BadArgument));
    QCOMPARE(folder.read(QStringLiteral("root/a/file")), QByteArray("x"));
  }
};

QTEST_GUILESS_MAIN(FolderTreeTest)
#include "folder_tree_test.moc"
