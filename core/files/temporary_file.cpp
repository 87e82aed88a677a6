// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/files/temporary_file.h"

#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <sys/file.h>

#include <cerrno>
#include <charconv>
#include <optional>
#include <utility>

namespace plumbline::files {

namespace {

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

bool hasStamp(int folder, const std::string& name, const FileStamp& expected) {
  struct stat info {};
  return ::fstatat(folder, name.c_str(), &info, AT_SYMLINK_NOFOLLOW) == 0 && stampFrom(info) == expected;
}

}  // namespace

TemporaryFile::TemporaryFile(TargetName target, mode_t mode)
    : m_target(std::move(target)), m_file(openBeside(m_target, m_name, mode)) {}

TemporaryFile::~TemporaryFile() {
  if (m_file.isOpen() && !m_keep) ::unlinkat(m_target.folder.get(), m_name.c_str(), 0);
}

int TemporaryFile::rename(unsigned flags) const {
  const int folder = m_target.folder.get();
  return ::renameat2(folder, m_name.c_str(), folder, m_target.name.c_str(), flags);
}

TemporaryFile::Replaced TemporaryFile::replace(const FileStamp* expected) {
  if (expected != nullptr) {
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
