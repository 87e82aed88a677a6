// SPDX-License-Identifier: GPL-3.0-or-later
// Saving under bad luck: killed at any moment, no space, a folder that takes nothing, the file swapped meanwhile. Never
// half a file, never another program's version lost, always a clear error. PLUMBLINE_KILLS sets the number of kills.
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <sys/file.h>
#include <sys/mount.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <QDir>
#include <QElapsedTimer>
#include <QTemporaryDir>
#include <QTest>
#include <atomic>
#include <fstream>
#include <functional>
#include <mutex>
#include <random>
#include <thread>
#include <utility>
#include <vector>

#include "core/files/descriptor.h"
#include "core/files/file_bytes.h"
#include "core/files/locked_log.h"
#include "tests/support/kill_runs.h"
#include "tests/support/versioned_text.h"

using namespace plumbline;
using base::ErrorCode;

namespace {

std::string order;                   ///< what saves did: f a file synced, d a folder synced, r a target replaced
mode_t modeBefore = 0;               ///< of the file whose permissions were set last
int swapError = 0;                   ///< what a file system says that cannot swap names, or replace a missing one alone; 0: it can
std::function<void()> beforeSync;    ///< done once, when a save has written its temporary file
std::function<void()> beforeRename;  ///< done once, right before a save replaces its target
std::function<void()> afterRename;   ///< done once, right after

std::mutex orderLock;  ///< saves may run in several threads
void note(char step) {
  const std::scoped_lock lock(orderLock);
  order += step;
}

void once(std::function<void()>& what) {
  if (what) std::exchange(what, nullptr)();
}

}  // namespace

// The program's own versions come before those of libc, so that bad luck strikes at an exact moment every time.
extern "C" int fsync(int descriptor) {
  once(beforeSync);
  struct stat info {};
  note(::fstat(descriptor, &info) == 0 && S_ISDIR(info.st_mode) ? 'd' : 'f');
  return static_cast<int>(::syscall(SYS_fsync, descriptor));
}
extern "C" int fchmod(int descriptor, mode_t mode) noexcept {
  struct stat info {};
  if (::fstat(descriptor, &info) == 0) modeBefore = info.st_mode & 0777U;
  return static_cast<int>(::syscall(SYS_fchmod, descriptor, mode));
}
extern "C" int renameat2(int from, const char* old, int to, const char* now, unsigned flags) noexcept {
  once(beforeRename);
  if (swapError != 0) {
    errno = swapError;
    return -1;
  }
  note('r');
  const auto result = static_cast<int>(::syscall(SYS_renameat2, from, old, to, now, flags));
  const int why = errno;
  once(afterRename);
  errno = why;
  return result;
}

namespace {

void write(const std::string& path, const std::string& bytes) { std::ofstream(path, std::ios::binary) << bytes; }

std::string contentOf(const std::string& path) {
  const auto file = files::readFile(path);
  return file ? file->bytes : "(" + file.error().text + ")";
}

/// Mount is a small disk of its own that goes away with it.
class Mount {
 public:
  Mount(std::string folder, const char* options) : m_folder(std::move(folder)) {
    m_works = ::mkdir(m_folder.c_str(), 0700) == 0 && ::mount("tmpfs", m_folder.c_str(), "tmpfs", 0, options) == 0;
  }
  Mount(const Mount&) = delete;
  Mount& operator=(const Mount&) = delete;
  ~Mount() {
    if (m_works) ::umount2(m_folder.c_str(), MNT_DETACH);
  }
  bool works() const { return m_works; }
  bool makeReadOnly() const { return ::mount("tmpfs", m_folder.c_str(), "tmpfs", MS_REMOUNT | MS_RDONLY, nullptr) == 0; }

 private:
  std::string m_folder;
  bool m_works = false;
};

}  // namespace

class SaveSafetyTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void init();
  void cleanup();
  void killedAtRandomMoments();
  void leftOversAreRemoved();
  void othersFilesStay();
  void aFullDisk();
  void aSizeLimit();
  void aReadOnlyDisk();
  void aFolderThatTakesNothing();
  void swappedWhileWriting();
  void swappedAtTheLastMoment();
  void changedInPlaceAtTheLastMoment();
  void removedAtTheLastMoment();
  void takenAwayRightAfterTheSwap();
  void aNewFileNeverOverwrites();
  void manyAtOnce();
  void aForeignLockOnlyDelays();
  void withoutASwapTheFileIsLookedAtLast_data();
  void withoutASwapTheFileIsLookedAtLast();
  void veryLongNames();
  void eachStepReachesTheDiskBeforeTheNext();
  void aPrivateFileIsNeverOpenToOthers();

 private:
  std::string at(const char* name) const { return m_dir->filePath(QString::fromUtf8(name)).toStdString(); }
  QStringList names(const char* folder = ".") const {
    return QDir(m_dir->filePath(QString::fromUtf8(folder))).entryList(QDir::AllEntries | QDir::Hidden | QDir::NoDotAndDotDot);
  }
  /// refused checks what every refused save must be like.
  void refused(const base::Result<files::FileStamp>& saved, ErrorCode code, const char* word);
  std::unique_ptr<QTemporaryDir> m_dir;
};

void SaveSafetyTest::init() {
  m_dir = std::make_unique<QTemporaryDir>();
  QVERIFY(m_dir->isValid());
}

void SaveSafetyTest::cleanup() {
  swapError = 0;
  QVERIFY2(!beforeSync && !beforeRename && !afterRename, "the bad luck never struck");
}

void SaveSafetyTest::refused(const base::Result<files::FileStamp>& saved, ErrorCode code, const char* word) {
  QVERIFY(!saved.has_value());
  QCOMPARE(static_cast<int>(saved.error().code), static_cast<int>(code));
  QVERIFY2(saved.error().text.find(word) != std::string::npos, saved.error().text.c_str());
  QVERIFY(!saved.error().hint.empty());
  QVERIFY(!saved.error().file.empty());
}

void SaveSafetyTest::killedAtRandomMoments() {
  const QString program = QStringLiteral(PLUMBLINE_BINARY_DIR "/tests/bin/save_loop");
  std::mt19937 random(31);
  const int kills = tests::killCount(60);
  long reached = 0;
  qsizetype mostLeftOver = 0;
  int amidst = 0;
  for (int kill = 0; kill < kills; ++kill) {
    const auto run = tests::killedRun(program, {QString::fromStdString(at("x.csv"))}, 1 + static_cast<int>(random() % 3),
                                      static_cast<qint64>(random() % 3000));
    QVERIFY(run.has_value());
    const auto file = files::readFile(at("x.csv"));
    QVERIFY(file.has_value());
    const long version = tests::versionOf(file->bytes);
    const long said = run->lines.last().toLong();
    QVERIFY2(version >= 0, "half a file");
    QVERIFY2(version >= said, "a save that was reported is lost");
    QVERIFY2(version <= said + 1, "more than one save was done without a word");
    QVERIFY(version > reached);
    reached = version;
    amidst += names().size() > 1 ? 1 : 0;
    mostLeftOver = std::max(mostLeftOver, names().size() - 1);
  }
  qInfo("%d kills, %ld versions, %d times in the middle of a save, never more than %d files left over", kills, reached, amidst,
        static_cast<int>(mostLeftOver));
  QVERIFY(mostLeftOver <= 1);
  QVERIFY2(amidst > 0, "no kill came in the middle of a save");
  QVERIFY(files::saveFile(at("x.csv"), "last").has_value());
  QCOMPARE(names(), QStringList{QStringLiteral("x.csv")});
}

void SaveSafetyTest::leftOversAreRemoved() {
  const pid_t child = ::fork();
  if (child == 0) ::_exit(0);
  int status = 0;
  QCOMPARE(::waitpid(child, &status, 0), child);
  const std::string gone = at("x.csv") + ".tmp-" + std::to_string(child);
  write(gone + "-0", "half");
  write(gone + "-17", "half");
  QVERIFY(files::saveFile(at("x.csv"), "new").has_value());
  QCOMPARE(names(), QStringList{QStringLiteral("x.csv")});
}

void SaveSafetyTest::othersFilesStay() {
  const pid_t child = ::fork();
  if (child == 0) ::_exit(0);
  int status = 0;
  QCOMPARE(::waitpid(child, &status, 0), child);
  const std::string number = std::to_string(child);
  const std::string own = "x.csv.tmp-" + std::to_string(::getpid()) + "-0";
  for (const std::string& name : {own, "y.csv.tmp-" + number + "-0", "x.csv.tmp-" + number, "x.csv.tmp-" + number + "-0.bak",
                                  std::string("x.csv.tmp-notes-1"), std::string("x.csv.bak")})
    write(at(name.c_str()), "mine");
  QVERIFY(QDir(m_dir->path()).mkdir(QString::fromStdString("x.csv.tmp-" + number + "-5")));
  QCOMPARE(::symlink("x.csv.bak", at(("x.csv.tmp-" + number + "-6").c_str()).c_str()), 0);
  const qsizetype before = names().size();
  QVERIFY(files::saveFile(at("x.csv"), "new").has_value());
  QCOMPARE(names().size(), before + 1);
  QCOMPARE(contentOf(at(own.c_str())), std::string("mine"));
}

void SaveSafetyTest::aFullDisk() {
  const Mount disk(at("disk"), "size=64k");
  if (!disk.works()) QSKIP("no small disk can be mounted here (that takes root)");
  const std::string path = at("disk/x.csv");
  const std::string old(20'000, 'o');
  const auto stamp = files::saveFile(path, old);
  QVERIFY(stamp.has_value());
  refused(files::saveFile(path, std::string(100'000, 'n'), &*stamp), ErrorCode::NotWritable, "No space left");
  QCOMPARE(contentOf(path), old);
  QCOMPARE(names("disk"), QStringList{QStringLiteral("x.csv")});
  QVERIFY(files::saveFile(path, std::string(30'000, 's'), &*stamp).has_value());
  QCOMPARE(contentOf(path), std::string(30'000, 's'));
}

void SaveSafetyTest::aSizeLimit() {
  write(at("x.csv"), "old");
  struct rlimit usual {};
  QCOMPARE(::getrlimit(RLIMIT_FSIZE, &usual), 0);
  const auto before = ::signal(SIGXFSZ, SIG_IGN);
  const struct rlimit small{10'000, usual.rlim_max};
  QCOMPARE(::setrlimit(RLIMIT_FSIZE, &small), 0);
  const auto saved = files::saveFile(at("x.csv"), std::string(100'000, 'n'));
  QCOMPARE(::setrlimit(RLIMIT_FSIZE, &usual), 0);
  ::signal(SIGXFSZ, before);
  refused(saved, ErrorCode::NotWritable, "cannot be written");
  QCOMPARE(contentOf(at("x.csv")), std::string("old"));
  QCOMPARE(names(), QStringList{QStringLiteral("x.csv")});
}

void SaveSafetyTest::aReadOnlyDisk() {
  const Mount disk(at("disk"), "size=64k");
  if (!disk.works()) QSKIP("no small disk can be mounted here (that takes root)");
  write(at("disk/x.csv"), "old");
  QVERIFY(disk.makeReadOnly());
  refused(files::saveFile(at("disk/x.csv"), "new"), ErrorCode::NotWritable, "No new file can be made in this folder");
  QCOMPARE(contentOf(at("disk/x.csv")), std::string("old"));
}

void SaveSafetyTest::aFolderThatTakesNothing() {
  if (::geteuid() == 0) QSKIP("root may write everywhere; aReadOnlyDisk stands in");
  QVERIFY(QDir(m_dir->path()).mkdir(QStringLiteral("folder")));
  write(at("folder/x.csv"), "old");
  QCOMPARE(::chmod(at("folder").c_str(), 0500), 0);
  refused(files::saveFile(at("folder/x.csv"), "new"), ErrorCode::NotWritable, "No new file can be made in this folder");
  QCOMPARE(::chmod(at("folder").c_str(), 0700), 0);
  QCOMPARE(contentOf(at("folder/x.csv")), std::string("old"));
}

void SaveSafetyTest::swappedWhileWriting() {
  write(at("x.csv"), "read");
  write(at("theirs"), "theirs");
  const auto stamp = files::stampOf(at("x.csv"));
  beforeSync = [this] { QCOMPARE(::rename(at("theirs").c_str(), at("x.csv").c_str()), 0); };
  refused(files::saveFile(at("x.csv"), "ours", &*stamp), ErrorCode::Changed, "while it was being saved");
  QCOMPARE(contentOf(at("x.csv")), std::string("theirs"));
  QCOMPARE(names(), QStringList{QStringLiteral("x.csv")});
}

void SaveSafetyTest::swappedAtTheLastMoment() {
  write(at("x.csv"), "read");
  write(at("theirs"), "theirs");
  const auto stamp = files::stampOf(at("x.csv"));
  beforeRename = [this] { QCOMPARE(::rename(at("theirs").c_str(), at("x.csv").c_str()), 0); };
  refused(files::saveFile(at("x.csv"), "ours", &*stamp), ErrorCode::Changed, "while it was being saved");
  QCOMPARE(contentOf(at("x.csv")), std::string("theirs"));
  QCOMPARE(names(), QStringList{QStringLiteral("x.csv")});
}

void SaveSafetyTest::changedInPlaceAtTheLastMoment() {
  write(at("x.csv"), "read");
  const auto stamp = files::stampOf(at("x.csv"));
  beforeRename = [this] { write(at("x.csv"), "read and written"); };
  refused(files::saveFile(at("x.csv"), "ours", &*stamp), ErrorCode::Changed, "while it was being saved");
  QCOMPARE(contentOf(at("x.csv")), std::string("read and written"));
  QCOMPARE(names(), QStringList{QStringLiteral("x.csv")});
}

void SaveSafetyTest::removedAtTheLastMoment() {
  write(at("x.csv"), "read");
  const auto stamp = files::stampOf(at("x.csv"));
  beforeRename = [this] { QCOMPARE(::unlink(at("x.csv").c_str()), 0); };
  refused(files::saveFile(at("x.csv"), "ours", &*stamp), ErrorCode::Changed, "while it was being saved");
  QVERIFY(names().isEmpty());
}

void SaveSafetyTest::takenAwayRightAfterTheSwap() {
  write(at("x.csv"), "read");
  write(at("theirs"), "theirs");
  const auto stamp = files::stampOf(at("x.csv"));
  beforeRename = [this] { QCOMPARE(::rename(at("theirs").c_str(), at("x.csv").c_str()), 0); };
  afterRename = [this] { QCOMPARE(::unlink(at("x.csv").c_str()), 0); };
  refused(files::saveFile(at("x.csv"), "ours", &*stamp), ErrorCode::Changed, "while it was being saved");
  QCOMPARE(contentOf(at("x.csv")), std::string("theirs"));
}

void SaveSafetyTest::aNewFileNeverOverwrites() {
  write(at("x.csv"), "theirs");
  refused(files::saveFile(at("x.csv"), "ours", &files::kNoFile), ErrorCode::Changed, "by now");
  beforeRename = [this] { write(at("y.csv"), "theirs"); };
  refused(files::saveFile(at("y.csv"), "ours", &files::kNoFile), ErrorCode::Changed, "while it was being saved");
  QVERIFY(files::saveFile(at("z.csv"), "ours", &files::kNoFile).has_value());
  QCOMPARE(contentOf(at("x.csv")) + contentOf(at("y.csv")) + contentOf(at("z.csv")), std::string("theirstheirsours"));
  QCOMPARE(names().size(), qsizetype{3});
}

void SaveSafetyTest::manyAtOnce() {
  constexpr int kSavers = 12, kSavesOfEach = 25;
  write(at("x.csv"), "0");
  std::vector<std::jthread> savers;
  std::atomic<int> stale = 0;
  for (int i = 0; i < kSavers; ++i)
    savers.emplace_back([&, path = at("x.csv")] {
      for (int done = 0; done < kSavesOfEach;) {
        const auto file = files::readFile(path);
        if (!file) continue;
        if (files::saveFile(path, std::to_string(std::stoi(file->bytes) + 1), &file->stamp)) ++done;
        else ++stale;
      }
    });
  savers.clear();
  qInfo("%d saves were refused as stale", stale.load());
  QVERIFY(stale > 0);
  QCOMPARE(contentOf(at("x.csv")), std::to_string(kSavers * kSavesOfEach));
  QCOMPARE(names(), QStringList{QStringLiteral("x.csv")});
}

void SaveSafetyTest::aForeignLockOnlyDelays() {
  const files::Descriptor folder(::open(m_dir->path().toLocal8Bit().constData(), O_RDONLY | O_DIRECTORY));
  QCOMPARE(::flock(folder.get(), LOCK_EX), 0);
  write(at("x.csv"), "old");
  const auto stamp = files::stampOf(at("x.csv"));
  QVERIFY(stamp && files::saveFile(at("x.csv"), "new", &*stamp).has_value());
  QCOMPARE(contentOf(at("x.csv")), std::string("new"));
  const std::string more = "more";
  std::vector<files::SaveRequest> requests;
  for (int i = 0; i < 8; ++i) requests.push_back({at(("n" + std::to_string(i)).c_str()), &more, &files::kNoFile});
  QElapsedTimer timer;
  timer.start();
  QVERIFY(std::ranges::all_of(files::saveFiles(requests), [](const auto& saved) { return saved.has_value(); }));
  QVERIFY2(timer.elapsed() < 6'000, qPrintable(QString::number(timer.elapsed())));  // a second for all of them
}

void SaveSafetyTest::withoutASwapTheFileIsLookedAtLast_data() {
  QTest::addColumn<int>("error");
  QTest::newRow("EINVAL") << EINVAL;
  QTest::newRow("ENOSYS") << ENOSYS;
}

void SaveSafetyTest::withoutASwapTheFileIsLookedAtLast() {
  QFETCH(int, error);
  swapError = error;
  write(at("x.csv"), "read");
  const auto stamp = files::stampOf(at("x.csv"));
  beforeRename = [this] { write(at("x.csv"), "theirs, longer"); };
  refused(files::saveFile(at("x.csv"), "ours", &*stamp), ErrorCode::Changed, "while it was being saved");
  beforeRename = [this] { write(at("y.csv"), "theirs"); };
  refused(files::saveFile(at("y.csv"), "ours", &files::kNoFile), ErrorCode::Changed, "while it was being saved");
  QCOMPARE(contentOf(at("x.csv")) + contentOf(at("y.csv")), std::string("theirs, longertheirs"));
  const auto now = files::stampOf(at("x.csv"));
  QVERIFY(files::saveFile(at("x.csv"), "ours", &*now).has_value());
  QVERIFY(files::saveFile(at("z.csv"), "ours", &files::kNoFile).has_value());
  QCOMPARE(contentOf(at("x.csv")) + contentOf(at("z.csv")), std::string("oursours"));
  QCOMPARE(names().size(), qsizetype{3});
  swapError = EIO;
  const auto broken = files::stampOf(at("x.csv"));
  QVERIFY(!files::saveFile(at("x.csv"), "lost", &*broken).has_value());
  QCOMPARE(contentOf(at("x.csv")), std::string("ours"));
}

void SaveSafetyTest::veryLongNames() {
  const std::string path = at((std::string(251, 'x') + ".csv").c_str());
  QVERIFY(files::saveFile(path, "old").has_value());
  QVERIFY(files::saveFile(path, "new").has_value());
  QCOMPARE(contentOf(path), std::string("new"));
  QCOMPARE(names().size(), qsizetype{1});
}

void SaveSafetyTest::eachStepReachesTheDiskBeforeTheNext() {
  order.clear();
  QVERIFY(files::saveFile(at("x.csv"), "old", &files::kNoFile).has_value());
  QCOMPARE(order, std::string("frd"));
  QVERIFY(QDir(m_dir->path()).mkdir(QStringLiteral("folder")));
  const std::string bytes = "new";
  order.clear();
  for (const auto& saved : files::saveFiles({{at("a.csv"), &bytes, &files::kNoFile},
                                             {at("b.csv"), &bytes, &files::kNoFile},
                                             {at("folder/c.csv"), &bytes, &files::kNoFile}}))
    QVERIFY(saved.has_value());
  QCOMPARE(order, std::string("frfrfrdd"));
  order.clear();
  QVERIFY(files::appendLines(at("log"), "line\n"));
  QCOMPARE(order, std::string("fd"));
}

/// Whoever could open the new file before its permissions are set would read what is written to it later.
void SaveSafetyTest::aPrivateFileIsNeverOpenToOthers() {
  write(at("secret.csv"), "old");
  QCOMPARE(::chmod(at("secret.csv").c_str(), 0600), 0);
  const mode_t mask = ::umask(0);
  const auto saved = files::saveFile(at("secret.csv"), "new");
  ::umask(mask);
  QVERIFY(saved.has_value());
  QCOMPARE(modeBefore, mode_t{0600});
  QCOMPARE(contentOf(at("secret.csv")), std::string("new"));
}

QTEST_GUILESS_MAIN(SaveSafetyTest)
#include "save_safety_test.moc"
