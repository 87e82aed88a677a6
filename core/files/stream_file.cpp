// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/files/stream_file.h"

#include <fcntl.h>
#include <stdio.h>
#include <sys/file.h>

#include <cerrno>

#include "core/files/locked_log.h"
#include "core/files/write_target.h"

namespace plumbline::files {
namespace {

/// isStill returns whether the open file is the one that the path names: another program may have moved it on.
bool isStill(int fd, const std::string& path) {
  struct stat open {
  }, named{};
  return ::fstat(fd, &open) == 0 && ::lstat(path.c_str(), &named) == 0 &&
         open.st_ino == named.st_ino && open.st_dev == named.st_dev;
}

}  // namespace

base::Result<StreamFile> StreamFile::open(const std::string& path, int flags) {
  // The file may be finished by another program between opening and locking it; then there is none, or a new one.
  for (int attempt = 0; attempt < kMaxAttempts; ++attempt) {
    StreamFile file(path, openForWriting(path, O_WRONLY | O_APPEND | flags));
    const int fd = file.m_file.get();
    if (fd < 0 && errno == ENOENT && (flags & O_CREAT) == 0) return base::fail(readError(path, errno));
    if (fd < 0) return base::fail(writeError(path, "This file cannot be made", errno));
    if (::flock(fd, LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK)
      return base::fail(
          {base::ErrorCode::Changed, "Another program is writing this file.", "Wait until it is done.", path});
    struct stat info {};
    if (::fstat(fd, &info) != 0) return base::fail(writeError(path, "This file cannot be looked at", errno));
    if (!isStill(fd, path)) continue;
    file.m_size = static_cast<std::uint64_t>(info.st_size);
    return file;
  }
  return base::fail(writeError(path, "This file is removed again and again", EAGAIN));
}

base::Result<StreamFile> StreamFile::create(const std::string& path) {
  auto file = open(path, O_CREAT);
  if (!file) return file;
  if (auto cleared = file->clear(); !cleared) return base::fail(cleared.error());
  return file;
}

base::Result<StreamFile> StreamFile::resume(const std::string& path) { return open(path, 0); }

base::Result<void> StreamFile::append(std::string_view bytes) {
  if (!appendFully(m_file.get(), bytes, static_cast<off_t>(m_size)))
    return base::fail(writeError(m_path, "Nothing more can be written to this file", errno));
  m_size += bytes.size();
  return {};
}

base::Result<void> StreamFile::clear() {
  if (::ftruncate(m_file.get(), 0) != 0) return base::fail(writeError(m_path, "This file cannot be emptied", errno));
  m_size = 0;
  return {};
}

base::Result<void> StreamFile::finish(const std::string& target, Durable durable) {
  if (durable == Durable::Yes && ::fsync(m_file.get()) != 0)
    return base::fail(writeError(m_path, "The content does not reach the disk", errno));
  const TargetName from(m_path);
  const TargetName to(target);
  if (!from.isOpen() || !to.isOpen() || ::renameat(from.folder.get(), from.name.c_str(), to.folder.get(), to.name.c_str()) != 0)
    return base::fail(writeError(target, "The file cannot be put in its place", errno));
  m_path = target;
  if (durable == Durable::Yes) syncFolder(to.folder.get());
  return {};
}

base::Result<void> StreamFile::discard() { return removeFile(m_path); }

}  // namespace plumbline::files
