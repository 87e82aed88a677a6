// SPDX-License-Identifier: GPL-3.0-or-later
// Files that come in pieces, and a folder that several programs fill at once.
#include <fcntl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <QDir>
#include <QFile>
#include <QTemporaryDir>
#include <QTest>
#include <csignal>

#include "core/files/file_bytes.h"
#include "core/files/folders.h"
#include "core/files/stream_file.h"

using namespace plumbline;
using namespace plumbline::files;

class SharedStoreTest : public QObject {
  Q_OBJECT

  std::unique_ptr<QTemporaryDir> m_dir;
  std::string path(const char* name) const { return m_dir->filePath(QString::fromLatin1(name)).toStdString(); }
  bool exists(const char* name) const { return QFile::exists(m_dir->filePath(QString::fromLatin1(name))); }
  std::string content(const char* name) const {
    const auto file = readFile(path(name));
    return file ? file->bytes : "-";
  }

 private Q_SLOTS:
  void init() { m_dir = std::make_unique<QTemporaryDir>(); }

  void piecesBecomeAFileAtOnce() {
    QVERIFY(saveFile(path("final"), "old"));
    {
      auto file = StreamFile::create(path("part"));
      QVERIFY(file && file->append("one ") && file->append("") && file->append("two"));
      QCOMPARE(file->size(), std::uint64_t{7});
      QCOMPARE(content("final"), std::string("old"));
    }
    auto file = StreamFile::resume(path("part"));
    QVERIFY(file);
    QCOMPARE(file->size(), std::uint64_t{7});
    QVERIFY(file->append(" three"));
    QVERIFY(file->finish(path("final")));
    QCOMPARE(content("final"), std::string("one two three"));
    QVERIFY(!exists("part"));
    QVERIFY(!StreamFile::resume(path("part")));
    QCOMPARE(int(StreamFile::resume(path("part")).error().code), int(base::ErrorCode::NotFound));
  }

  void oneWriterAtATime() {
    auto file = StreamFile::create(path("part"));
    QVERIFY(file && file->append("kept"));
    for (const auto& second : {StreamFile::create(path("part")), StreamFile::resume(path("part"))})
      QCOMPARE(int(second.error().code), int(base::ErrorCode::Changed));
    QCOMPARE(content("part"), std::string("kept"));
    QVERIFY(file->discard());
    QVERIFY(!exists("part"));
    // The removed file is locked still, and does not stand in the way of a new one.
    QVERIFY(StreamFile::create(path("part")));
  }

  void aKilledProgramLeavesWhatItHad() {
    const pid_t child = ::fork();
    if (child == 0) {
      auto file = StreamFile::create(path("part"));
      (void)file->append("half");
      (void)::raise(SIGKILL);
    }
    int status = 0;
    QCOMPARE(::waitpid(child, &status, 0), child);
    auto file = StreamFile::resume(path("part"));
    QVERIFY(file);
    QCOMPARE(file->size(), std::uint64_t{4});
  }

  void noHalfPieceOnAFullDisk() {
    auto file = StreamFile::create(path("part"));
    QVERIFY(file && file->append(std::string(3000, 'a')));
    rlimit usual{};
    QCOMPARE(::getrlimit(RLIMIT_FSIZE, &usual), 0);
    const auto old = std::signal(SIGXFSZ, SIG_IGN);
    const rlimit small{4096, usual.rlim_max};
    QCOMPARE(::setrlimit(RLIMIT_FSIZE, &small), 0);
    const auto written = file->append(std::string(3000, 'b'));
    QCOMPARE(::setrlimit(RLIMIT_FSIZE, &usual), 0);
    std::signal(SIGXFSZ, old);
    QVERIFY(!written);
    QCOMPARE(int(written.error().code), int(base::ErrorCode::NotWritable));
    QCOMPARE(content("part"), std::string(3000, 'a'));
    QVERIFY(file->append("c"));
    QCOMPARE(file->size(), std::uint64_t{3001});
  }

  void badPlaces() {
    QVERIFY(!StreamFile::create(path("no/such/folder/part")));
    QVERIFY(!StreamFile::create(m_dir->path().toStdString()));
    QVERIFY(saveFile(path("real"), "untouched"));
    QVERIFY(QFile::link(QString::fromStdString(path("real")), QString::fromStdString(path("link"))));
    QVERIFY(!StreamFile::create(path("link")));
    QCOMPARE(content("real"), std::string("untouched"));
    auto file = StreamFile::create(path("part"));
    QVERIFY(file && file->append("x") && !file->finish(path("no/such/folder/final")));
    QVERIFY(exists("part"));
  }

  void foldersStayBelowTheirRoot() {
    const std::string root = path("root");
    QVERIFY(makeFolders(root, "a/b/c"));
    QVERIFY(makeFolders(root, "a/b/c"));
    QVERIFY(exists("root/a/b/c"));
    QVERIFY(QDir().mkpath(QString::fromStdString(path("outside"))));
    QVERIFY(QFile::link(QString::fromStdString(path("outside")), QString::fromStdString(root + "/leads")));
    for (const char* bad : {"../outside/x", "a/../../outside/x", "leads/x", "leads"})
      QVERIFY2(!makeFolders(root, bad), bad);
    QVERIFY(QDir(QString::fromStdString(path("outside"))).isEmpty());
    removeEmptyFolders(root, root + "/a/b/c");
    QVERIFY(!exists("root/a") && exists("root"));
    QVERIFY(makeFolders(root, "a/b") && saveFile(root + "/a/file", "x"));
    removeEmptyFolders(root, root + "/a/b");
    QVERIFY(!exists("root/a/b") && exists("root/a/file"));
    removeEmptyFolders(root, path("outside"));
    QVERIFY(exists("outside"));
  }

  void oneContentUnderTwoNames() {
    QVERIFY(saveFile(path("content"), "bytes") && saveFile(path("name"), "other"));
    QVERIFY(replaceWithLink(path("content"), path("name")));
    QVERIFY(replaceWithLink(path("content"), path("name")));
    QCOMPARE(content("name"), std::string("bytes"));
    QCOMPARE(stampOf(path("name"))->inode, stampOf(path("content"))->inode);
    QCOMPARE(QDir(m_dir->path()).entryList(QDir::Files).size(), 2);
    QVERIFY(!replaceWithLink(path("missing"), path("name")));
    QVERIFY(!replaceWithLink(path("content"), path("no/folder/name")));
    QCOMPARE(content("name"), std::string("bytes"));
    // Use shows in the time of access alone.
    const auto before = stampOf(path("content"));
    const timespec longAgo[2] = {{1'000'000, 0}, {0, UTIME_OMIT}};
    QCOMPARE(::utimensat(AT_FDCWD, path("content").c_str(), longAgo, 0), 0);
    touchAccessTime(path("content"));
    struct stat info {};
    QCOMPARE(::stat(path("content").c_str(), &info), 0);
    QVERIFY(info.st_atime > 1'000'000);
    QVERIFY(*stampOf(path("content")) == *before);
  }

  void otherDiskMeansACopy() {
    QTemporaryDir other(QStringLiteral("/dev/shm/store-XXXXXX"));
    struct stat here {
    }, there{};
    if (!other.isValid() || ::stat(other.path().toUtf8().constData(), &there) != 0 ||
        ::stat(path("").c_str(), &here) != 0 || here.st_dev == there.st_dev)
      QSKIP("there is no second file system here");
    const std::string bytes(700'000, 'z');
    QVERIFY(saveFile(path("content"), bytes));
    const std::string name = other.filePath(QStringLiteral("name")).toStdString();
    QVERIFY(replaceWithLink(path("content"), name) && replaceWithLink(path("content"), name));
    QCOMPARE(readFile(name)->bytes, bytes);
    QCOMPARE(QDir(other.path()).entryList(QDir::Files).size(), 1);
  }

  void inUse() {
    auto first = FolderUse::shared(path("in-use"));
    QVERIFY(first && first->tryLockExclusive());
    first->lockShared();
    {
      auto second = FolderUse::shared(path("in-use"));
      QVERIFY(second && !first->tryLockExclusive() && !second->tryLockExclusive());
    }
    QVERIFY(first->tryLockExclusive());
    QVERIFY(!FolderUse::shared(path("no/folder/in-use")));
  }
};

QTEST_GUILESS_MAIN(SharedStoreTest)
#include "shared_store_test.moc"
