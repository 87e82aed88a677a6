// SPDX-License-Identifier: GPL-3.0-or-later
#include <fcntl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <QDir>
#include <QTemporaryDir>
#include <QTest>
#include <algorithm>
#include <fstream>
#include <iterator>
#include <stop_token>
#include <thread>
#include <utility>

#include "core/files/file_bytes.h"
#include "core/files/folders.h"
#include "core/files/locked_log.h"
#include "core/files/stream_file.h"

using namespace plumbline;
using base::ErrorCode;

namespace {

/// shrinkOnNextRead is the file that is truncated just before the next read(2).
const char* shrinkOnNextRead = nullptr;

}  // namespace

// The program's own read(2) comes before that of libc, so that the truncation hits between looking and reading every
// time.
extern "C" ssize_t read(int descriptor, void* buffer, size_t size) {
  if (shrinkOnNextRead != nullptr) (void)::truncate(std::exchange(shrinkOnNextRead, nullptr), 1000);
  return ::syscall(SYS_read, descriptor, buffer, size);
}

namespace {

void write(const std::string& path, const std::string& bytes) { std::ofstream(path, std::ios::binary) << bytes; }

std::string contentOf(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
}

/// codeOf returns the error's code as a number, -1 when there is none.
template <typename T>
int codeOf(const base::Result<T>& result) {
  return result ? -1 : static_cast<int>(result.error().code);
}

mode_t modeOf(const std::string& path) {
  struct stat info {};
  return ::stat(path.c_str(), &info) == 0 ? info.st_mode & 07777U : 0;
}

}  // namespace

class FilesTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void init();
  void readsBytesUnchanged();
  void readsAnEmptyFile();
  void readsLargeFilesInBlocksThatCanBeCancelled();
  void refusesWhatIsNoFile_data();
  void refusesWhatIsNoFile();
  void refusesWhatItMayNotRead();
  void refusesTooLarge();
  void readsPipesToTheirEnd();
  void refusesEndlessPipes();
  void readsFilesThatLieAboutTheirSize();
  void noticesATruncationWhileReading();
  void stampsTellVersionsApart();
  void savesANewFile();
  void savesOverAFileAndKeepsItsMode();
  void nothingIsWrittenThroughALink_data();
  void nothingIsWrittenThroughALink();
  void foldersAndNamesStayInsideToo();
  void linksOfTheHomeFolderAreFollowed();
  void linksOfRootAreFollowedWhereRootAloneWrites();
  void devicesThatSwallowAreWrittenInPlace();
  void onlyTheUsersOwnRegularFilesAreAppendedTo();
  void partsOfOthersAreNamed();
  void aSaveDropsSetUserId();
  void pipesWithoutAWriterAreAnError();
  void devicesAreReadWithASmallBound();
  void refusesToSaveOverAChange();
  void refusesToSaveWhereNothingCanBe();
  void leavesNoTemporaryFiles();

 private:
  std::string at(const char* name) const { return m_dir->filePath(QString::fromUtf8(name)).toStdString(); }
  std::unique_ptr<QTemporaryDir> m_dir;
};

void FilesTest::init() {
  m_dir = std::make_unique<QTemporaryDir>();
  QVERIFY(m_dir->isValid());
}

void FilesTest::readsBytesUnchanged() {
  const std::string bytes("\xEF\xBB\xBFname\r\n\0\xFF\n", 12);
  write(at("a.csv"), bytes);
  const auto file = files::readFile(at("a.csv"));
  QVERIFY(file);
  QCOMPARE(file->bytes, bytes);
  QCOMPARE(file->path, at("a.csv"));
  QCOMPARE(file->stamp.size, std::uint64_t{12});
  QVERIFY(*files::stampOf(at("a.csv")) == file->stamp);
}

void FilesTest::readsAnEmptyFile() {
  write(at("empty.csv"), "");
  const auto file = files::readFile(at("empty.csv"));
  QVERIFY(file);
  QVERIFY(file->bytes.empty());
}

void FilesTest::readsLargeFilesInBlocksThatCanBeCancelled() {
  const std::string bytes(40'000'000, 'x');
  write(at("large.csv"), bytes);
  std::vector<std::uint64_t> seen;
  std::stop_source stop;
  const auto whole = files::readFile(at("large.csv"), base::Progress(stop.get_token(), [&](std::uint64_t done, std::uint64_t total) {
                                       QCOMPARE(total, std::uint64_t{40'000'000});
                                       seen.push_back(done);
                                     }));
  QVERIFY(whole.isValue());
  QCOMPARE(whole.value().bytes.size(), bytes.size());
  QVERIFY(seen.size() >= 3);
  QVERIFY(std::ranges::is_sorted(seen) && seen.back() < 40'000'000);  // before each block, and no more
  seen.clear();
  const auto part = files::readFile(at("large.csv"), base::Progress(stop.get_token(), [&](std::uint64_t done, std::uint64_t) {
                                      seen.push_back(done);
                                      if (done > 0) stop.request_stop();
                                    }));
  QVERIFY(part.isCancelled());
  QVERIFY(seen.back() < 40'000'000);
}

void FilesTest::refusesWhatIsNoFile_data() {
  QTest::addColumn<QByteArray>("path");
  QTest::addColumn<int>("code");
  QTest::newRow("missing") << QByteArray("missing.csv") << static_cast<int>(ErrorCode::NotFound);
  QTest::newRow("missing folder") << QByteArray("no/such/folder.csv") << static_cast<int>(ErrorCode::NotFound);
  QTest::newRow("below a file") << QByteArray("file/x.csv") << static_cast<int>(ErrorCode::NotFound);
  QTest::newRow("folder") << QByteArray("folder") << static_cast<int>(ErrorCode::NotReadable);
  QTest::newRow("NUL in the path") << QByteArray("file\0.csv", 9) << static_cast<int>(ErrorCode::NotFound);
}

void FilesTest::refusesWhatIsNoFile() {
  QFETCH(QByteArray, path);
  QFETCH(int, code);
  write(at("file"), "x");
  QVERIFY(QDir(m_dir->path()).mkdir(QStringLiteral("folder")));
  const std::string full = m_dir->path().toStdString() + '/' + path.toStdString();
  const auto file = files::readFile(full);
  QCOMPARE(codeOf(file), code);
  QCOMPARE(file.error().file, full);
  QVERIFY(!file.error().text.empty());
  QVERIFY(!file.error().hint.empty());
}

void FilesTest::refusesWhatItMayNotRead() {
  write(at("secret.csv"), "x");
  QCOMPARE(::chmod(at("secret.csv").c_str(), 0), 0);
  if (::geteuid() == 0) QSKIP("root may read everything");
  QCOMPARE(codeOf(files::readFile(at("secret.csv"))), static_cast<int>(ErrorCode::NotReadable));
}

void FilesTest::refusesTooLarge() {
  write(at("huge.csv"), "name\n");
  QCOMPARE(::truncate(at("huge.csv").c_str(), static_cast<off_t>(files::kMaxFileBytes) + 1), 0);
  const auto file = files::readFile(at("huge.csv"));
  QCOMPARE(codeOf(file), static_cast<int>(ErrorCode::TooLarge));
  QCOMPARE(file.error().text, std::string("This file has 2147483649 bytes; the limit is 2147483648."));
  QVERIFY(files::readFile(at("huge.csv"), 4).error().text.find("limit is 4.") != std::string::npos);
}

void FilesTest::readsPipesToTheirEnd() {
  QCOMPARE(::mkfifo(at("pipe").c_str(), 0600), 0);
  std::string bytes;
  while (bytes.size() < 1'000'000) bytes += "moco,pass\n";
  const std::jthread writer([&] { write(at("pipe"), bytes); });
  const auto file = files::readFile(at("pipe"));
  QVERIFY(file);
  QVERIFY(file->bytes == bytes);
}

void FilesTest::refusesEndlessPipes() {
  const auto file = files::readFile("/dev/zero", 3'000'000);
  QCOMPARE(codeOf(file), static_cast<int>(ErrorCode::TooLarge));
  QCOMPARE(file.error().text, std::string("This file has more than 3000000 bytes; the limit is 3000000."));
}

void FilesTest::readsFilesThatLieAboutTheirSize() {
  write(at("a.csv"), "abc");
  errno = EINTR;  // of an earlier call
  QCOMPARE(files::readFile(at("a.csv"))->bytes, std::string("abc"));
  const auto proc = files::readFile("/proc/self/status");  // says 0 bytes
  QVERIFY(proc);
  QVERIFY(proc->bytes.find("Name:") == 0);
  const std::string sys = "/sys/kernel/mm/transparent_hugepage/enabled";  // says 4,096
  if (!files::stampOf(sys)) QSKIP("no such file in /sys here");
  const auto file = files::readFile(sys);
  QVERIFY2(file, file ? "" : file.error().text.c_str());
  QVERIFY(file->bytes.size() < 200);
}

void FilesTest::noticesATruncationWhileReading() {
  const std::string path = at("shrinking.csv");
  write(path, std::string(100'000, 'x'));
  shrinkOnNextRead = path.c_str();
  const auto file = files::readFile(path);
  QVERIFY(shrinkOnNextRead == nullptr);  // the read did go through here
  QVERIFY(!file);
  QCOMPARE(codeOf(file), static_cast<int>(ErrorCode::Changed));
}

void FilesTest::stampsTellVersionsApart() {
  write(at("a.csv"), "one");
  const auto first = files::stampOf(at("a.csv"));
  QVERIFY(first);
  QVERIFY(files::saveFile(at("a.csv"), "two"));  // same size, another inode
  const auto second = files::stampOf(at("a.csv"));
  QVERIFY(second);
  QVERIFY(*first != *second);
  QCOMPARE(codeOf(files::stampOf(at("none"))), static_cast<int>(ErrorCode::NotFound));
}

void FilesTest::savesANewFile() {
  const auto stamp = files::saveFile(at("new.csv"), "name\n");
  QVERIFY(stamp);
  QCOMPARE(contentOf(at("new.csv")), std::string("name\n"));
  QVERIFY(*files::stampOf(at("new.csv")) == *stamp);
  const mode_t mask = ::umask(0);
  ::umask(mask);
  QCOMPARE(modeOf(at("new.csv")), mode_t{0666} & ~mask);
}

void FilesTest::savesOverAFileAndKeepsItsMode() {
  write(at("a.csv"), "old");
  QCOMPARE(::chmod(at("a.csv").c_str(), 0640), 0);
  const auto before = files::stampOf(at("a.csv"));
  const auto after = files::saveFile(at("a.csv"), "longer than before", &*before);
  QVERIFY(after);
  QCOMPARE(contentOf(at("a.csv")), std::string("longer than before"));
  QCOMPARE(modeOf(at("a.csv")), mode_t{0640});
  // The stamp that came back is good for the next save.
  QVERIFY(files::saveFile(at("a.csv"), "again", &*after));
}

void FilesTest::nothingIsWrittenThroughALink_data() {
  QTest::addColumn<QByteArray>("path");
  QTest::addColumn<QByteArray>("link");
  QTest::newRow("to a file") << QByteArray("tree/link.csv") << QByteArray("tree/link.csv is a link to ../outside/real.csv");
  QTest::newRow("to nothing") << QByteArray("tree/dangling") << QByteArray("tree/dangling is a link to ../outside/.profile");
  QTest::newRow("to a folder") << QByteArray("tree/sub/real.csv") << QByteArray("tree/sub is a link to ../outside");
  QTest::newRow("back again") << QByteArray("tree/sub/../tree/real.csv") << QByteArray("tree/sub is a link to ../outside");
}

void FilesTest::nothingIsWrittenThroughALink() {
  QFETCH(const QByteArray, path);
  QFETCH(const QByteArray, link);
  QVERIFY(QDir(m_dir->path()).mkdir(QStringLiteral("outside")) && QDir(m_dir->path()).mkdir(QStringLiteral("tree")));
  write(at("outside/real.csv"), "old");
  write(at("tree/real.csv"), "old");
  QCOMPARE(::symlink("../outside/real.csv", at("tree/link.csv").c_str()), 0);
  QCOMPARE(::symlink("../outside/.profile", at("tree/dangling").c_str()), 0);
  QCOMPARE(::symlink("../outside", at("tree/sub").c_str()), 0);
  const std::string full = at(path.constData());
  const std::string named = m_dir->path().toStdString() + '/' + link.toStdString() + '.';
  const auto refuses = [&](const auto& result) {
    return !result && result.error().code == ErrorCode::NotWritable && result.error().text.ends_with(named);
  };
  const std::string bytes = "new";
  QVERIFY(refuses(files::saveFile(full, bytes)));
  QVERIFY(refuses(files::saveFile(full, bytes, &files::kNoFile)) || files::readFile(full));
  const auto together = files::saveFiles({{at("tree/other"), &bytes, nullptr}, {full, &bytes, nullptr}});
  QVERIFY(together.front().has_value() && refuses(together.back()));
  QVERIFY(refuses(files::appendLines(full, "line\n")));
  QVERIFY(refuses(files::LockedLog::create(full)));
  QVERIFY(refuses(files::StreamFile::create(full)));
  QVERIFY(refuses(files::FolderUse::shared(full)));
  QCOMPARE(QDir(QString::fromStdString(at("outside"))).entryList(QDir::AllEntries | QDir::Hidden | QDir::NoDotAndDotDot),
           QStringList{QStringLiteral("real.csv")});
  QCOMPARE(contentOf(at("outside/real.csv")) + contentOf(at("tree/real.csv")), std::string("oldold"));
}

void FilesTest::foldersAndNamesStayInsideToo() {
  QVERIFY(QDir(m_dir->path()).mkdir(QStringLiteral("outside")) && QDir(m_dir->path()).mkdir(QStringLiteral("tree")));
  QCOMPARE(::symlink("../outside", at("tree/sub").c_str()), 0);
  write(at("tree/a.csv"), "a");
  write(at("outside/real.csv"), "old");
  QVERIFY(!files::makeFolders(at("tree/sub/deep"), "x"));
  QVERIFY(!files::makeNewFolder(at("tree/sub/deep")));
  QVERIFY(!files::moveFile(at("tree/a.csv"), at("tree/sub/a.csv")));
  QVERIFY(!files::replaceWithLink(at("tree/a.csv"), at("tree/sub/a.csv")));
  QVERIFY(!files::removeFile(at("tree/sub/real.csv")));
  auto stream = files::StreamFile::create(at("tree/partial"));
  QVERIFY(stream && !stream->finish(at("tree/sub/a.csv")));
  QCOMPARE(QDir(QString::fromStdString(at("outside"))).entryList(QDir::AllEntries | QDir::NoDotAndDotDot),
           QStringList{QStringLiteral("real.csv")});
}

void FilesTest::linksOfTheHomeFolderAreFollowed() {
  QVERIFY(QDir(m_dir->path()).mkpath(QStringLiteral("home/projects")) && QDir(m_dir->path()).mkdir(QStringLiteral("disk")));
  QCOMPARE(::symlink("../disk", at("home/mine").c_str()), 0);
  QCOMPARE(::symlink("../../disk", at("home/projects/mine").c_str()), 0);
  const QByteArray home = qgetenv("HOME");
  qputenv("HOME", QByteArray::fromStdString(at("home")));
  const auto own = files::saveFile(at("home/mine/x.csv"), "new");
  const auto deeper = files::saveFile(at("home/projects/mine/y.csv"), "new");
  qputenv("HOME", home);
  QVERIFY2(own.has_value(), own ? "" : own.error().text.c_str());
  QVERIFY(!deeper);  // a folder in the home folder may be an unpacked archive; the hint has the name to use instead
  const std::string itself = QDir(m_dir->path()).canonicalPath().toStdString() + "/disk/y.csv";
  QVERIFY2(deeper.error().hint.find("name it without the link: " + itself) != std::string::npos, deeper.error().hint.c_str());
  QVERIFY(files::saveFile(itself, "new"));
  QCOMPARE(contentOf(at("disk/x.csv")), std::string("new"));
  QVERIFY(!files::saveFile(at("home/mine/x.csv"), "newer"));  // not the home folder of this user
}

void FilesTest::linksOfRootAreFollowedWhereRootAloneWrites() {
  if (::geteuid() != 0) QSKIP("only root can make folders of root");
  QCOMPARE(::chmod(at("").c_str(), 0755), 0);
  for (const auto& [name, mode] : {std::pair("disk", 0777), std::pair("system", 0755), std::pair("team", 0775), std::pair("shared", 01777)}) {
    QCOMPARE(::mkdir(at(name).c_str(), 0700), 0);
    QCOMPARE(::chmod(at(name).c_str(), static_cast<mode_t>(mode)), 0);
    QCOMPARE(::symlink("../disk", (at(name) + "/link").c_str()), 0);
  }
  const auto isSaved = [&](const char* name) {
    (void)::seteuid(4321);
    const auto saved = files::saveFile(at(name), "x");
    (void)::seteuid(0);
    return saved.has_value();
  };
  QVERIFY(isSaved("disk/plain.csv"));
  QVERIFY(isSaved("system/link/a.csv"));
  QVERIFY(!isSaved("team/link/a.csv"));
  QVERIFY(!isSaved("shared/link/a.csv"));
  QVERIFY(!files::saveFile(at("system/link/b.csv"), "x"));  // to root it may come from an archive that root unpacked
}

/// As other tools do with an output that nobody wants; a rename would replace the device for the whole system.
void FilesTest::devicesThatSwallowAreWrittenInPlace() {
  for (const files::FileStamp* expected : {static_cast<const files::FileStamp*>(nullptr), &files::kNoFile}) {
    QVERIFY(files::saveFile("/dev/null", "x", expected));
    QVERIFY(files::saveFile("/dev/full", "x", expected).error().text.find("No space left") != std::string::npos);
  }
  struct stat info {};
  QVERIFY(::stat("/dev/null", &info) == 0 && S_ISCHR(info.st_mode));
  const std::string bytes = "x";
  const auto saved = files::saveFiles({{"/dev/null", &bytes, nullptr}, {at("a.csv"), &bytes, nullptr}});
  QVERIFY(saved[0] && saved[1]);
  QCOMPARE(contentOf(at("a.csv")), bytes);
  // Not what was read as a file, not through a link, and no other device.
  const auto stamp = files::stampOf("/dev/null");
  QVERIFY(!files::saveFile("/dev/null", "x", &*stamp));
  QCOMPARE(::symlink("/dev/null", at("link.csv").c_str()), 0);
  QVERIFY(files::saveFile(at("link.csv"), "x").error().text.find("is a link to /dev/null") != std::string::npos);
  for (const char* other : {"/dev/tty", "/dev/urandom"})
    QVERIFY(files::saveFile(other, "x").error().text.find("not a regular file") != std::string::npos);
}

void FilesTest::onlyTheUsersOwnRegularFilesAreAppendedTo() {
  write(at("profile"), "mine\n");
  QCOMPARE(::link(at("profile").c_str(), at("log").c_str()), 0);
  QCOMPARE(::mkfifo(at("pipe").c_str(), 0600), 0);
  QVERIFY(files::appendLines(at("log"), "x\n").error().text.find("Too many links") != std::string::npos);
  QVERIFY(files::appendLines(at("pipe"), "x\n").error().text.find("not a regular file") != std::string::npos);
  QCOMPARE(contentOf(at("profile")), std::string("mine\n"));
  if (::geteuid() != 0) QSKIP("only root can give a file away");
  QCOMPARE(::unlink(at("log").c_str()), 0);
  QCOMPARE(::chown(at("profile").c_str(), 12345, 12345), 0);
  QVERIFY(files::appendLines(at("profile"), "x\n").error().text.find("another user") != std::string::npos);
  QVERIFY(!files::LockedLog::adopt(at("profile")));
}

void FilesTest::partsOfOthersAreNamed() {
  QVERIFY(QDir(m_dir->path()).mkpath(QStringLiteral("root/a/b")));
  QCOMPARE(::symlink("a", at("root/link").c_str()), 0);
  const auto named = [&](const char* below) { return files::foreignPart(at("root"), below).value_or("none"); };
  const uid_t me = ::geteuid(), other = 4321;
  const gid_t mine = ::getegid(), others = 4321;
  struct Case {
    const char* changed;
    uid_t user;
    gid_t group;
    mode_t mode;
    const char* below;
    std::string want;
  };
  for (const Case& each : {Case{"root/a", me, mine, 0775, "a/b", "none"}, {"root/a", me, others, 0775, "a/b", at("root/a")},
                           {"root/a", me, others, 0755, "a/b", "none"}, {"root/a", me, mine, 0757, "a/b", at("root/a")},
                           {"root/a", other, mine, 0700, "a/b", at("root/a")}, {"root/a/b", other, mine, 0700, "a/b", at("root/a/b")},
                           {"root/a/b", other, mine, 0700, "a", "none"}, {"root", other, mine, 0700, "a", at("root")},
                           {"root/a", me, mine, 0755, "link/b", at("root/link")}, {"root/a", me, mine, 0755, "a/none", "none"}}) {
    if (me != 0 && (each.user != me || each.group != mine)) continue;  // only root can give a folder away
    QCOMPARE(::chown(at(each.changed).c_str(), each.user, each.group), 0);
    QCOMPARE(::chmod(at(each.changed).c_str(), each.mode), 0);
    QCOMPARE(named(each.below), each.want);
    QCOMPARE(::chown(at(each.changed).c_str(), me, mine), 0);
    QCOMPARE(::chmod(at(each.changed).c_str(), 0755), 0);
  }
}

void FilesTest::aSaveDropsSetUserId() {
  write(at("a.csv"), "old");
  QCOMPARE(::chmod(at("a.csv").c_str(), 06755), 0);
  QVERIFY(files::saveFile(at("a.csv"), "new"));
  QCOMPARE(modeOf(at("a.csv")), mode_t{0755});
}

void FilesTest::pipesWithoutAWriterAreAnError() {
  QCOMPARE(::mkfifo(at("pipe").c_str(), 0600), 0);
  const auto file = files::readFile(at("pipe"));
  QCOMPARE(codeOf(file), static_cast<int>(ErrorCode::NotReadable));
  QVERIFY(file.error().text.find("no program writes to it") != std::string::npos);
}

void FilesTest::devicesAreReadWithASmallBound() {
  const auto file = files::readFile("/dev/zero");
  QCOMPARE(codeOf(file), static_cast<int>(ErrorCode::TooLarge));
  QCOMPARE(file.error().text, std::string("This file has more than 67108864 bytes; the limit is 67108864."));
}

void FilesTest::refusesToSaveOverAChange() {
  write(at("a.csv"), "mine");
  const auto stamp = files::stampOf(at("a.csv"));
  write(at("a.csv"), "theirs, longer");
  const auto saved = files::saveFile(at("a.csv"), "overwrite", &*stamp);
  QCOMPARE(codeOf(saved), static_cast<int>(ErrorCode::Changed));
  QCOMPARE(contentOf(at("a.csv")), std::string("theirs, longer"));
  QCOMPARE(::unlink(at("a.csv").c_str()), 0);
  QCOMPARE(codeOf(files::saveFile(at("a.csv"), "overwrite", &*stamp)), static_cast<int>(ErrorCode::Changed));
  QVERIFY(!files::stampOf(at("a.csv")));
}

void FilesTest::refusesToSaveWhereNothingCanBe() {
  QCOMPARE(codeOf(files::saveFile(at("no/such/folder.csv"), "x")), static_cast<int>(ErrorCode::NotWritable));
  QCOMPARE(codeOf(files::saveFile(m_dir->path().toStdString(), "x")), static_cast<int>(ErrorCode::NotWritable));
  QCOMPARE(codeOf(files::saveFile("/proc/self/new.csv", "x")), static_cast<int>(ErrorCode::NotWritable));
}

void FilesTest::leavesNoTemporaryFiles() {
  write(at("a.csv"), "x");
  const auto stamp = files::stampOf(at("a.csv"));
  QVERIFY(files::saveFile(at("a.csv"), "y", &*stamp));
  QVERIFY(!files::saveFile(at("a.csv"), "z", &*stamp));
  QCOMPARE(QDir(m_dir->path()).entryList(QDir::AllEntries | QDir::Hidden | QDir::NoDotAndDotDot),
           QStringList{QStringLiteral("a.csv")});
}

QTEST_GUILESS_MAIN(FilesTest)
#include "files_test.moc"
