// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/files/write_target.h"

#include <dirent.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <sys/file.h>
#include <sys/sysmacros.h>

#include <algorithm>
#include <cerrno>
#include <charconv>
#include <cstdlib>
#include <filesystem>
#include <optional>
#include <system_error>
#include <utility>

namespace plumbline::files {
namespace {

namespace fs = std::filesystem;

constexpr int kWalkFlags = O_PATH | O_CLOEXEC;
constexpr mode_t kPrivateMode = 0700;
constexpr mode_t kFolderMode = 0777;

bool isSame(const struct stat& folder, const fs::path& path) {
  struct stat info {};
  return ::stat(path.c_str(), &info) == 0 && info.st_ino == folder.st_ino && info.st_dev == folder.st_dev;
}

/// mayHoldLinks returns whether a link in this folder is the system's or the user's own.
bool mayHoldLinks(int folder) {
  struct stat info {};
  if (::fstat(folder, &info) != 0) return false;
  const bool isOfRootAlone = info.st_uid == 0 && (info.st_mode & (S_IWGRP | S_IWOTH)) == 0;
  if ((isOfRootAlone && ::geteuid() != 0) || isSame(info, "/")) return true;
  const char* const variable = std::getenv("HOME");
  const fs::path home(variable != nullptr && *variable == '/' ? variable : "/");
  for (fs::path above = home; above != above.root_path(); above = above.parent_path())
    if (isSame(info, above)) return true;
  const auto settings = {".config", ".cache", ".local", ".local/share", ".local/state"};
  return std::ranges::any_of(settings, [&](const char* name) { return isSame(info, home / name); });
}

/// Walk goes down a path; `m_link` is the link at which it stopped.
class Walk {
 public:
  explicit Walk(const fs::path& path)
      : m_folder(::openat(AT_FDCWD, path.is_absolute() ? "/" : ".", kWalkFlags | O_DIRECTORY)), m_walked(path.root_path()) {}

  /// enter goes into one folder; false with errno.
  bool enter(const std::string& name, Missing missing) {
    m_walked /= name;
    if (name.empty() || name == ".") return m_folder.isOpen();
    Descriptor next(::openat(m_folder.get(), name.c_str(), kWalkFlags | O_NOFOLLOW));
    if (!next.isOpen() && errno == ENOENT && missing != Missing::Fail) {
      if (::mkdirat(m_folder.get(), name.c_str(), missing == Missing::Make ? kFolderMode : kPrivateMode) != 0 && errno != EEXIST)
        return false;
      next = Descriptor(::openat(m_folder.get(), name.c_str(), kWalkFlags | O_NOFOLLOW));
    }
    struct stat info {};
    if (!next.isOpen() || ::fstat(next.get(), &info) != 0) return false;
    if (S_ISLNK(info.st_mode)) {
      if (!mayHoldLinks(m_folder.get())) return fail(ELOOP);
      next = Descriptor(::openat(m_folder.get(), name.c_str(), kWalkFlags | O_DIRECTORY));
      if (!next.isOpen()) return false;
    } else if (!S_ISDIR(info.st_mode)) {
      return fail(ENOTDIR);
    }
    m_folder = std::move(next);
    return true;
  }

  bool enterAll(const fs::path& path, Missing missing) {
    const fs::path parts = path.relative_path();
    return m_folder.isOpen() &&
           std::ranges::all_of(parts, [&](const fs::path& part) { return enter(part.string(), missing); });
  }

  const fs::path& walked() const { return m_walked; }
  Descriptor release() { return std::move(m_folder); }

 private:
  static bool fail(int errorNumber) {
    errno = errorNumber;
    return false;
  }

  Descriptor m_folder;
  fs::path m_walked;
};

constexpr std::string_view kMark = ".tmp-";
constexpr std::size_t kMaxNameBytes = 255;  // of a file name on Linux
constexpr std::size_t kMarkBytes = 32;       // room for the mark and two numbers

/// stemFor is the target's name with the mark; a long name is cut, since a file name has its limit.
std::string stemFor(const std::string& target) {
  return target.substr(0, kMaxNameBytes - kMarkBytes) + std::string(kMark);
}

/// openBeside makes and locks a new file and gives its name; -1 with errno when there can be none.
int openBeside(const TargetName& target, std::string& name, mode_t mode) {
  if (!target.isOpen()) return -1;
  const std::string stem = stemFor(target.name) + std::to_string(::getpid()) + '-';
  for (int attempt = 0; attempt < 1000; ++attempt) {
    name = stem + std::to_string(attempt);
    const int fd = ::openat(target.folder.get(), name.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, mode);
    if (fd < 0 && errno == EEXIST) continue;
    if (fd >= 0) (void)::flock(fd, LOCK_EX | LOCK_NB);  // a file system without locks is no error
    return fd;
  }
  errno = EEXIST;
  return -1;
}

/// programOf reads the process number out of "4711-0"; nothing else is one of ours.
std::optional<pid_t> programOf(std::string_view text) {
  const char* end = text.data() + text.size();
  pid_t program = 0;
  const auto first = std::from_chars(text.data(), end, program);
  if (first.ec != std::errc() || first.ptr == end || *first.ptr != '-' || program <= 0) return std::nullopt;
  unsigned attempt = 0;
  const auto second = std::from_chars(first.ptr + 1, end, attempt);
  return second.ec == std::errc() && second.ptr == end ? std::optional(program) : std::nullopt;
}

bool isGone(pid_t program) { return ::kill(program, 0) != 0 && errno == ESRCH; }

/// isUnlocked returns whether no program, on any machine that shares the folder, is writing the file.
bool isUnlocked(int folder, const std::string& name) {
  const Descriptor file(::openat(folder, name.c_str(), O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC));
  struct stat info {};
  return file.isOpen() && ::fstat(file.get(), &info) == 0 && S_ISREG(info.st_mode) &&
         ::flock(file.get(), LOCK_EX | LOCK_NB) == 0;
}

/// lockSaves takes the lock of a folder that saves hold while they swap names, if no other user keeps it: a save needs
/// microseconds.
Descriptor lockSaves(int folder, std::chrono::milliseconds& patience) {
  Descriptor lock(::openat(folder, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  (void)lockSoon(lock.get(), LOCK_EX, patience);
  return lock;
}

bool hasStamp(int folder, const std::string& name, const FileStamp& expected) {
  struct stat info {};
  return ::fstatat(folder, name.c_str(), &info, AT_SYMLINK_NOFOLLOW) == 0 && stampFrom(info) == expected;
}

}  // namespace

Descriptor openFolder(const std::string& path, Missing missing) {
  Walk walk(path);
  return walk.enterAll(path, missing) ? walk.release() : Descriptor(-1);
}

TargetName::TargetName(const std::string& path)
    : name(fs::path(path).filename().string()), folder(openFolder(fs::path(path).parent_path().string())) {
  // A path with a NUL would be cut there and name another file.
  if (!name.empty() && path.find('\0') == std::string::npos) return;
  folder = Descriptor(-1);
  errno = name.empty() ? EISDIR : EINVAL;
}

Descriptor openForWriting(const std::string& path, int flags, mode_t mode) {
  const TargetName target(path);
  if (!target.isOpen()) return Descriptor(-1);
  const int guards = O_NOFOLLOW | O_NONBLOCK | O_NOCTTY | O_CLOEXEC;
  Descriptor file(::openat(target.folder.get(), target.name.c_str(), flags | guards, mode));
  struct stat info {
  }, folder{};
  if (!file.isOpen() || ::fstat(file.get(), &info) != 0 || ::fstat(target.folder.get(), &folder) != 0) return Descriptor(-1);
  int problem = 0;
  if (!S_ISREG(info.st_mode)) problem = ENXIO;
  else if (info.st_uid != ::geteuid() && info.st_uid != folder.st_uid) problem = EPERM;
  else if (info.st_nlink > 1) problem = EMLINK;
  if (problem == 0) return file;
  file = Descriptor(-1);
  errno = problem;
  return file;
}

bool isSink(const struct stat& info) {
  constexpr unsigned kMemoryDevices = 1, kNull = 3, kZero = 5, kFull = 7;
  const unsigned number = minor(info.st_rdev);
  return S_ISCHR(info.st_mode) && major(info.st_rdev) == kMemoryDevices && (number == kNull || number == kZero || number == kFull);
}

Descriptor openSink(const TargetName& target) {
  Descriptor device(::openat(target.folder.get(), target.name.c_str(), O_WRONLY | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY | O_CLOEXEC));
  struct stat info {};
  if (!device.isOpen() || (::fstat(device.get(), &info) == 0 && isSink(info))) return device;
  device = Descriptor(-1);
  errno = ENXIO;
  return device;
}

std::string refusedLink(const std::string& path) {
  const fs::path whole(path);
  Walk walk(whole.parent_path());
  const bool isLast = walk.enterAll(whole.parent_path(), Missing::Fail);
  const fs::path link = isLast ? whole : walk.walked();
  std::error_code error;
  const fs::path leadsTo = fs::read_symlink(link, error);
  return error ? std::string() : link.string() + " is a link to " + leadsTo.string();
}

std::vector<std::string> namesIn(int folder) {
  std::vector<std::string> names;
  DIR* const stream = ::fdopendir(::openat(folder, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  if (stream == nullptr) return names;
  while (const dirent* entry = ::readdir(stream)) {
    std::string name(entry->d_name);
    if (name != "." && name != "..") names.push_back(std::move(name));
  }
  ::closedir(stream);
  return names;
}

void syncFolder(int folder) {
  const Descriptor readable(::openat(folder, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  if (readable.isOpen()) (void)::fsync(readable.get());
}

TemporaryFile::TemporaryFile(TargetName target, mode_t mode)
    : m_target(std::move(target)), m_file(openBeside(m_target, m_name, mode)) {}

TemporaryFile::~TemporaryFile() {
  if (m_file.isOpen() && !m_keep) ::unlinkat(m_target.folder.get(), m_name.c_str(), 0);
}

int TemporaryFile::rename(unsigned flags) const {
  const int folder = m_target.folder.get();
  return ::renameat2(folder, m_name.c_str(), folder, m_target.name.c_str(), flags);
}

TemporaryFile::Replaced TemporaryFile::replace(const FileStamp* expected, std::chrono::milliseconds& patience) {
  if (expected != nullptr) {
    // Alone: two stale saves that swap their files back can restore each other's instead of the third's.
    const Descriptor lock = lockSaves(m_target.folder.get(), patience);
    const bool isNew = *expected == kNoFile;
    if (rename(isNew ? RENAME_NOREPLACE : RENAME_EXCHANGE) == 0) {
      if (!isNew) return exchange(*expected);
      m_keep = true;
      return Replaced::Done;
    }
    if (errno == EEXIST || errno == ENOENT) return Replaced::Changed;
    if (errno != EINVAL && errno != ENOSYS) return Replaced::Failed;
    // A file system that cannot swap names: check as late as possible, which leaves a gap of microseconds.
    const bool isThere = ::faccessat(m_target.folder.get(), m_target.name.c_str(), F_OK, AT_SYMLINK_NOFOLLOW) == 0;
    if (isNew ? isThere : !hasStamp(m_target.folder.get(), m_target.name, *expected)) return Replaced::Changed;
  }
  const int folder = m_target.folder.get();
  if (::renameat(folder, m_name.c_str(), folder, m_target.name.c_str()) != 0) return Replaced::Failed;
  m_keep = true;
  return Replaced::Done;
}

/// exchange runs after the names were swapped: the file under our name is what the save would have overwritten.
TemporaryFile::Replaced TemporaryFile::exchange(const FileStamp& expected) {
  // Ours is in place; the old one goes with this object.
  if (hasStamp(m_target.folder.get(), m_name, expected)) return Replaced::Done;
  if (rename(RENAME_EXCHANGE) != 0) {
    // Another program has moved our file away: restore its version unless there is a newer one. Never delete it.
    (void)rename(RENAME_NOREPLACE);
    m_keep = true;
  }
  return Replaced::Changed;
}

void removeStale(const TargetName& target) {
  const std::string start = stemFor(target.name);
  for (const std::string& name : namesIn(target.folder.get())) {
    if (!name.starts_with(start)) continue;
    const auto program = programOf(std::string_view(name).substr(start.size()));
    if (program && isGone(*program) && isUnlocked(target.folder.get(), name))
      ::unlinkat(target.folder.get(), name.c_str(), 0);
  }
}

}  // namespace plumbline::files
