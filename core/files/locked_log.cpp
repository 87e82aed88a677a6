// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/files/locked_log.h"

#include <fcntl.h>
#include <sys/file.h>

#include <cerrno>
#include <system_error>

namespace plumbline::files {
namespace {

base::Error troubleWith(const std::string& path, const char* what, int errorNumber) {
  return {base::ErrorCode::NotWritable, std::string(what) + ": " + std::generic_category().message(errorNumber) + ".",
          "Look at the free space and the permissions of this folder.", path};
}

int flockPatiently(int fd, int operation) {
  int result = 0;
  do result = ::flock(fd, operation);
  while (result != 0 && errno == EINTR);
  return result;
}

}  // namespace

base::Result<LockedLog> LockedLog::create(const std::string& path) {
  // Somebody who tidies up may take the new file for a dead one before it is locked; then it is made once more.
  for (int attempt = 0; attempt < 100; ++attempt) {
    const int fd = ::open(path.c_str(), O_RDWR | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
    if (fd < 0) return base::fail(troubleWith(path, "This file cannot be made", errno));
    LockedLog log(path, fd);
    if (flockPatiently(fd, LOCK_EX) != 0) return base::fail(troubleWith(path, "This file cannot be locked", errno));
    struct stat info {};
    if (::fstat(fd, &info) != 0) return base::fail(troubleWith(path, "This file cannot be looked at", errno));
    if (info.st_nlink > 0) return log;
  }
  return base::fail(troubleWith(path, "This file is removed again and again", EAGAIN));
}

base::Result<LockedLog> LockedLog::take(const std::string& path) {
  const int fd = ::open(path.c_str(), O_RDWR | O_APPEND | O_CLOEXEC);
  if (fd < 0) return base::fail(readError(path, errno));
  LockedLog log(path, fd);
  if (flockPatiently(fd, LOCK_EX | LOCK_NB) != 0)
    return base::fail({base::ErrorCode::Changed, "Another window has this file in use.", "Close that window first.", path});
  return log;
}

base::Result<void> LockedLog::append(std::string_view bytes) {
  struct stat before {};
  if (::fstat(m_file.get(), &before) != 0) return base::fail(troubleWith(m_path, "This file cannot be looked at", errno));
  for (std::size_t done = 0; done < bytes.size();) {
    const ssize_t wrote = ::write(m_file.get(), bytes.data() + done, bytes.size() - done);
    if (wrote < 0 && errno == EINTR) continue;
    if (wrote < 0) {
      const int problem = errno;
      (void)!::ftruncate(m_file.get(), before.st_size);
      return base::fail(troubleWith(m_path, "Nothing more can be written to this file", problem));
    }
    done += static_cast<std::size_t>(wrote);
  }
  return {};
}

base::Result<void> LockedLog::clear() {
  if (::ftruncate(m_file.get(), 0) != 0) return base::fail(troubleWith(m_path, "This file cannot be emptied", errno));
  return {};
}

base::Result<void> LockedLog::remove() { return removeFile(m_path); }

bool isHeld(const std::string& path) {
  const Descriptor file(::open(path.c_str(), O_RDONLY | O_CLOEXEC));
  return file.isOpen() && flockPatiently(file.get(), LOCK_SH | LOCK_NB) != 0 && errno == EWOULDBLOCK;
}

base::Result<void> removeFile(const std::string& path) {
  if (::unlink(path.c_str()) != 0 && errno != ENOENT)
    return base::fail(troubleWith(path, "This file cannot be removed", errno));
  return {};
}

base::Result<void> moveFile(const std::string& from, const std::string& to) {
  struct stat there {};
  if (::lstat(to.c_str(), &there) == 0) return base::fail(troubleWith(to, "This file cannot be replaced", EEXIST));
  if (::rename(from.c_str(), to.c_str()) != 0) return base::fail(troubleWith(from, "This file cannot be renamed", errno));
  return {};
}

}  // namespace plumbline::files
