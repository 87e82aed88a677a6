// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/files/temporary_file.h"

#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <sys/file.h>

#include <algorithm>
#include <cerrno>
#include <charconv>
#include <filesystem>
#include <optional>
#include <system_error>

namespace plumbline::files {

namespace {

namespace fs = std::filesystem;

constexpr std::string_view kMark = ".tmp-";
constexpr std::size_t kMaxNameBytes = 255;  // of a file name on Linux
constexpr std::size_t kMarkBytes = 32;       // room for the mark and two numbers

/// stemFor is the target's path with the mark; a long name is cut, since a file name has its limit.
std::string stemFor(const std::string& target) {
  const fs::path path(target);
  std::string name = path.filename().string();
  name.resize(std::min(name.size(), kMaxNameBytes - kMarkBytes));
  return (path.parent_path() / name).string() + std::string(kMark);
}

/// openBeside makes and locks a new file and gives its name; -1 with errno when there can be none.
int openBeside(const std::string& target, std::string& name) {
  const std::string stem = stemFor(target) + std::to_string(::getpid()) + '-';
  for (int attempt = 0; attempt < 1000; ++attempt) {
    name = stem + std::to_string(attempt);
    const int fd = ::open(name.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
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
bool isUnlocked(const std::string& name) {
  const Descriptor file(::open(name.c_str(), O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC));
  struct stat info {};
  return file.isOpen() && ::fstat(file.get(), &info) == 0 && S_ISREG(info.st_mode) &&
         ::flock(file.get(), LOCK_EX | LOCK_NB) == 0;
}

bool hasStamp(const std::string& path, const FileStamp& expected) {
  struct stat info {};
  return ::stat(path.c_str(), &info) == 0 && stampFrom(info) == expected;
}

}  // namespace

TemporaryFile::TemporaryFile(const std::string& target) : m_file(openBeside(target, m_name)) {}

TemporaryFile::~TemporaryFile() {
  if (m_file.isOpen() && !m_keep) ::unlink(m_name.c_str());
}

TemporaryFile::Replaced TemporaryFile::replace(const std::string& target, const FileStamp* expected) {
  if (expected != nullptr) {
    const bool isNew = *expected == kNoFile;
    if (isNew ? ::renameat2(AT_FDCWD, m_name.c_str(), AT_FDCWD, target.c_str(), RENAME_NOREPLACE) == 0
              : ::renameat2(AT_FDCWD, m_name.c_str(), AT_FDCWD, target.c_str(), RENAME_EXCHANGE) == 0) {
      if (!isNew) return exchange(target, *expected);
      m_keep = true;
      return Replaced::Done;
    }
    if (errno == EEXIST || errno == ENOENT) return Replaced::Changed;
    if (errno != EINVAL && errno != ENOSYS) return Replaced::Failed;
    // A file system that cannot swap names: check as late as possible, which leaves a gap of microseconds.
    const bool isThere = ::access(target.c_str(), F_OK) == 0;
    if (isNew ? isThere : !hasStamp(target, *expected)) return Replaced::Changed;
  }
  if (::rename(m_name.c_str(), target.c_str()) != 0) return Replaced::Failed;
  m_keep = true;
  return Replaced::Done;
}

/// exchange runs after the names were swapped: the file under our name is what the save would have overwritten.
TemporaryFile::Replaced TemporaryFile::exchange(const std::string& target, const FileStamp& expected) {
  if (hasStamp(m_name, expected)) return Replaced::Done;  // ours is in place; the old one goes with this object
  if (::renameat2(AT_FDCWD, m_name.c_str(), AT_FDCWD, target.c_str(), RENAME_EXCHANGE) != 0) {
    // Another program has moved our file away: restore its version unless there is a newer one. Never delete it.
    (void)::renameat2(AT_FDCWD, m_name.c_str(), AT_FDCWD, target.c_str(), RENAME_NOREPLACE);
    m_keep = true;
  }
  return Replaced::Changed;
}

void removeStale(const std::string& target) {
  const fs::path stem(stemFor(target));
  const std::string start = stem.filename().string();
  std::error_code error;
  fs::directory_iterator entries(stem.has_parent_path() ? stem.parent_path() : fs::path("."), error);
  for (; !error && entries != fs::directory_iterator(); entries.increment(error)) {
    const std::string name = entries->path().filename().string();
    if (!name.starts_with(start)) continue;
    const auto program = programOf(std::string_view(name).substr(start.size()));
    if (program && isGone(*program) && isUnlocked(entries->path().string())) ::unlink(entries->path().c_str());
  }
}

}  // namespace plumbline::files
