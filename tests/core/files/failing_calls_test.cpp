// SPDX-License-Identifier: GPL-3.0-or-later
// Each call to the system that an operation on files makes fails once, one after the other: what is reported, and what
// is left on the disk, against tests/data/failing_calls.txt. PLUMBLINE_APPROVE=1 writes the present text as approved:
// read the diff before committing.
#include <fcntl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <QDir>
#include <QDirIterator>
#include <QTest>
#include <algorithm>
#include <cerrno>
#include <cstdarg>
#include <functional>
#include <set>

#include "core/files/file_bytes.h"
#include "core/files/folders.h"
#include "core/files/locked_log.h"
#include "core/files/stream_file.h"
#include "tests/support/sectioned_text.h"
#include "tests/support/test_folder.h"

using namespace plumbline;

namespace {

QByteArray failingCall;  ///< empty: every call does what it should
QByteArray lackingCall;  ///< what this file system cannot do at all
int failingError = 0;
int callsUntilFailure = 0;
QByteArray steps;             ///< what matters for durability, in order
std::set<QByteArray> called;  ///< by the operations so far

bool fails(const char* call) {
  if (!failingCall.isEmpty()) called.insert(call);
  const bool isStruck = failingCall == call && --callsUntilFailure == 0;
  if (isStruck || lackingCall == call) errno = isStruck ? failingError : EINVAL;
  return isStruck || lackingCall == call;
}

template <typename... Arguments>
int done(const char* call, long number, Arguments... arguments) {
  return fails(call) ? -1 : static_cast<int>(::syscall(number, arguments...));
}

mode_t modeFrom(int flags, va_list more) { return (flags & O_CREAT) != 0 ? va_arg(more, mode_t) : 0; }

}  // namespace

// The program's own versions come before those of libc.
extern "C" int fsync(int fd) {
  struct stat info {};
  steps += ::syscall(SYS_fstat, fd, &info) == 0 && S_ISDIR(info.st_mode) ? " sync-folder" : " sync-file";
  return fails("fsync") ? -1 : 0;  // thousands of real ones would take their time
}
extern "C" int openat(int folder, const char* name, int flags, ...) {
  va_list more;
  va_start(more, flags);
  const mode_t mode = modeFrom(flags, more);
  va_end(more);
  return done("openat", SYS_openat, folder, name, flags | O_LARGEFILE, mode);
}
extern "C" int open(const char* name, int flags, ...) {
  va_list more;
  va_start(more, flags);
  const mode_t mode = modeFrom(flags, more);
  va_end(more);
  return done("open", SYS_openat, AT_FDCWD, name, flags | O_LARGEFILE, mode);
}
extern "C" int fstat(int fd, struct stat* info) noexcept { return done("fstat", SYS_fstat, fd, info); }
extern "C" int fstatat(int folder, const char* name, struct stat* info, int flags) noexcept {
  return done("fstatat", SYS_newfstatat, folder, name, info, flags);
}
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wshadow"  // libc has a struct of this name
extern "C" int flock(int fd, int operation) noexcept { return done("flock", SYS_flock, fd, operation); }
#pragma GCC diagnostic pop
extern "C" int ftruncate(int fd, off_t size) noexcept {
  steps += " truncate";
  return done("ftruncate", SYS_ftruncate, fd, size);
}
extern "C" int fchmod(int fd, mode_t mode) noexcept { return done("fchmod", SYS_fchmod, fd, mode); }
extern "C" int fchown(int fd, uid_t user, gid_t group) noexcept { return done("fchown", SYS_fchown, fd, user, group); }
extern "C" int renameat(int from, const char* old, int to, const char* now) noexcept {
  steps += " rename";
  return done("renameat", SYS_renameat2, from, old, to, now, 0);
}
extern "C" int renameat2(int from, const char* old, int to, const char* now, unsigned flags) noexcept {
  steps += " rename";
  return done("renameat2", SYS_renameat2, from, old, to, now, flags);
}
extern "C" int linkat(int from, const char* old, int to, const char* now, int flags) noexcept {
  return done("linkat", SYS_linkat, from, old, to, now, flags);
}
extern "C" int mkdirat(int folder, const char* name, mode_t mode) noexcept {
  return done("mkdirat", SYS_mkdirat, folder, name, mode);
}
extern "C" int unlinkat(int folder, const char* name, int flags) noexcept {
  return done("unlinkat", SYS_unlinkat, folder, name, flags);
}
extern "C" ssize_t write(int fd, const void* bytes, size_t size) {
  return fails("write") ? -1 : ::syscall(SYS_write, fd, bytes, size);
}
extern "C" ssize_t read(int fd, void* bytes, size_t size) {
  return fails("read") ? (errno == 0 ? 0 : -1) : ::syscall(SYS_read, fd, bytes, size);
}
extern "C" ssize_t pread(int fd, void* bytes, size_t size, off_t at) {
  return fails("pread") ? (errno == 0 ? 0 : -1) : ::syscall(SYS_pread64, fd, bytes, size, at);
}

namespace {

template <typename T>
QByteArray reportOf(const base::Result<T>& result) {
  return result ? QByteArray() : QByteArray::fromStdString(result.error().text);
}

/// first returns the error of the first step that failed; later steps are not taken.
template <typename First, typename... Rest>
QByteArray inOrder(First first, Rest... rest) {
  const QByteArray report = reportOf(first());
  if constexpr (sizeof...(rest) > 0)
    if (report.isEmpty()) return inOrder(rest...);
  return report;
}

struct Operation {
  const char* name;
  std::function<QByteArray()> run;  ///< in a folder with the files of makeFiles(); returns the error's text
  const char* lacking = "";
};

const std::string kNew = "new";

QByteArray saveOver() {
  const auto stamp = files::stampOf("x");
  return reportOf(files::saveFile("x", kNew, &*stamp));
}

QByteArray appendLocked(base::Result<files::LockedLog> log) {
  if (!log) return reportOf(log);
  return inOrder([&] { return log->clear(); }, [&] { return log->append("more\n"); });
}

QByteArray stream(base::Result<files::StreamFile> file) {
  if (!file) return reportOf(file);
  return inOrder([&] { return file->append("more"); }, [&] { return file->finish("x"); });
}

QByteArray share() {
  auto use = files::FolderUse::shared("use");
  return use ? QByteArray(use->tryLockExclusive() ? "alone" : "not alone") : reportOf(use);
}

std::vector<Operation> operations() {
  return {{"save-new", [] { return reportOf(files::saveFile("n", kNew, &files::kNoFile)); }},
          {"save-new-unswapped", [] { return reportOf(files::saveFile("n", kNew, &files::kNoFile)); }, "renameat2"},
          {"save-over", saveOver},
          {"save-over-unswapped", saveOver, "renameat2"},
          {"save-any", [] { return reportOf(files::saveFile("x", kNew)); }},
          {"save-two",
           [] {
             const auto saved = files::saveFiles({{"x", &kNew, nullptr}, {"n", &kNew, nullptr}});
             return reportOf(saved[0]) + '/' + reportOf(saved[1]);
           }},
          {"append-lines", [] { return reportOf(files::appendLines("log", "more\n")); }},
          {"append-lines-new", [] { return reportOf(files::appendLines("deep/log", "more\n")); }},
          {"append-lines-half", [] { return reportOf(files::appendLines("half", "more\n")); }},
          {"locked-log-new", [] { return appendLocked(files::LockedLog::create("new-log")); }},
          {"locked-log-again", [] { return appendLocked(files::LockedLog::adopt("log")); }},
          {"stream-new", [] { return stream(files::StreamFile::create("part")); }},
          {"stream-again", [] { return stream(files::StreamFile::resume("log")); }},
          {"link", [] { return reportOf(files::replaceWithLink("x", "log")); }},
          {"link-copied", [] { return reportOf(files::replaceWithLink("x", "log")); }, "linkat"},
          {"share", share},
          {"make-folders", [] { return reportOf(files::makeFolders("tree", "sub/a/b")); }},
          {"make-private", [] { return reportOf(files::makePrivateFile("deep/private")); }},
          {"make-new-folder", [] { return reportOf(files::makeNewFolder("deep")); }},
          {"remove-tree", [] { return reportOf(files::removeTree(".", "tree")); }},
          {"remove-inside", [] { return reportOf(files::removeTree("tree", "sub/file")); }},
          {"remove-file", [] { return reportOf(files::removeFile("log")); }},
          {"move-file", [] { return reportOf(files::moveFile("log", "n")); }},
          {"read", [] { return reportOf(files::readFile("log")); }},
          {"read-log",
           [] {
             const auto read = files::readLog("log");
             return read ? QByteArray::fromStdString(*read) : reportOf(read);
           }},
          {"could-save", [] {
             const auto problem = files::saveProblem("x");
             return problem ? QByteArray::fromStdString(problem->text) : QByteArray();
           }}};
}

void makeFiles(const support::TestFolder& folder) {
  folder.write(QStringLiteral("x"), "old");
  folder.write(QStringLiteral("log"), "one\n");
  folder.write(QStringLiteral("half"), "hal");
  folder.write(QStringLiteral("tree/sub/file"), "f");
  folder.write(QStringLiteral("tree/other"), "o");
}

/// stateOf returns "log=one|tree/sub/file=f|..." with \n as a slash.
QByteArray stateOf(const support::TestFolder& folder) {
  QByteArrayList out;
  QDirIterator files(folder.path(), QDir::AllEntries | QDir::Hidden | QDir::NoDotAndDotDot,
                     QDirIterator::Subdirectories);
  while (files.hasNext()) {
    const QString name = QDir(folder.path()).relativeFilePath(files.next());
    if (!files.fileInfo().isDir())
      out += name.toUtf8() + '=' + folder.read(name).replace('\n', '/');
    else if (QDir(files.filePath()).isEmpty())
      out += name.toUtf8() + '/';
  }
  std::ranges::sort(out);
  return out.join(' ').replace(QByteArray::number(::getpid()), "PID");
}

/// Outcome is what is reported and left; `isStruck` whether the failing call was reached.
struct Outcome {
  QByteArray report, state, steps;
  bool isStruck = false;
};

Outcome outcomeOf(const Operation& operation, const char* call, int error, int at) {
  const support::TestFolder folder;
  makeFiles(folder);
  const QString before = QDir::currentPath();
  QDir::setCurrent(folder.path());
  steps.clear();
  failingError = error;
  callsUntilFailure = at;
  failingCall = call;
  lackingCall = operation.lacking;
  Outcome out;
  out.report = operation.run().replace('\n', '/');
  failingCall = lackingCall = {};
  out.isStruck = callsUntilFailure <= 0;
  QDir::setCurrent(before);
  out.steps = steps.trimmed();
  out.state = stateOf(folder);
  return out;
}

QByteArray table(const Operation& operation) {
  const support::TestFolder folder;
  makeFiles(folder);
  const QByteArray untouched = stateOf(folder);
  called.clear();
  const Outcome usual = outcomeOf(operation, "none", 0, 0);
  const std::set<QByteArray> calls = called;
  QByteArray out = "works: " + usual.report + " [" + usual.steps + "] " + usual.state + '\n';
  for (const auto& [call, error] :
       {std::pair("open", EIO), {"openat", EIO},       {"fstat", EIO},    {"fstatat", EIO},   {"flock", EIO},
        {"flock", EINTR},       {"fchmod", EIO},       {"fchown", EIO},   {"fchown", EPERM},  {"write", ENOSPC},
        {"write", EINTR},       {"read", EIO},         {"read", EINTR},   {"read", 0},        {"pread", 0},
        {"pread", EIO},         {"pread", EINTR},      {"fsync", EIO},    {"ftruncate", EIO}, {"renameat", EIO},
        {"renameat2", EIO},     {"renameat2", EINVAL}, {"linkat", EPERM}, {"mkdirat", EIO},   {"mkdirat", EEXIST},
        {"unlinkat", EACCES},   {"unlinkat", ENOENT}})
    for (int at = 1; calls.contains(call); ++at) {
      const Outcome now = outcomeOf(operation, call, error, at);
      if (!now.isStruck) break;
      const QByteArray state = now.state == usual.state ? QByteArray("done")
                               : now.state == untouched ? QByteArray("untouched")
                                                        : now.state;
      out += QByteArray(call) + ' ' + QByteArray(::strerrorname_np(error)) + ' ' + QByteArray::number(at) + ": " +
             now.report + " | " + state + '\n';
    }
  return out;
}

}  // namespace

class FailingCallsTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void operation_data() {
    QTest::addColumn<int>("index");
    const auto all = operations();
    for (std::size_t i = 0; i < all.size(); ++i) QTest::newRow(all[i].name) << static_cast<int>(i);
  }

  void operation() {
    QFETCH(int, index);
    const Operation each = operations()[static_cast<std::size_t>(index)];
    const QString path = QStringLiteral(PLUMBLINE_SOURCE_DIR "/tests/data/failing_calls.txt");
    support::SectionedText approved = support::readSections(path);
    auto section = std::ranges::find(approved.sections, QByteArray(each.name), &support::Section::header);
    const QByteArray got = table(each);
    if (qEnvironmentVariableIsSet("PLUMBLINE_APPROVE")) {
      if (section == approved.sections.end()) section = approved.sections.insert(section, {each.name, {}});
      section->body = got;
      QFile file(path);
      QVERIFY(file.open(QIODevice::WriteOnly) && file.write(approved.toBytes()) > 0);
      return;
    }
    QVERIFY2(section != approved.sections.end(), "tests/data/failing_calls.txt has no section of this name");
    QCOMPARE(QString::fromUtf8(got), QString::fromUtf8(section->body));
  }
};

QTEST_GUILESS_MAIN(FailingCallsTest)
#include "failing_calls_test.moc"
