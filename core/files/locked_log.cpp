// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/files/locked_log.h"

#include <fcntl.h>
#include <sys/file.h>

#include <cerrno>
#include <filesystem>

#include "core/files/write_target.h"

namespace plumbline::files {
namespace {

constexpr mode_t kOwnersFile = 0600;

/// endsHalfway returns whether the last line has no line feed, or it cannot be known: a blank line does no harm.
bool endsHalfway(int fd, off_t size) {
  char last = '\0';
  return size > 0 && (::pread(fd, &last, 1, size - 1) < 0 || last != '\n');
}

}  // namespace

base::Result<LockedLog> LockedLog::create(const std::string& path) {
  // A program that cleans up may remove the new file before it is locked; then create it again.
  std::chrono::milliseconds patience = kLockPatience;
  for (int attempt = 0; attempt < kMaxAttempts; ++attempt) {
    LockedLog log(path, openForWriting(path, O_RDWR | O_CREAT | O_APPEND, kOwnersFile));
    if (!log.m_file.isOpen()) return base::fail(writeError(path, "This file cannot be made", errno));
    const int fd = log.m_file.get();
    if (!lockSoon(fd, LOCK_EX, patience)) return base::fail(writeError(path, "This file cannot be locked", errno));
    struct stat info {};
    if (::fstat(fd, &info) != 0) return base::fail(writeError(path, "This file cannot be looked at", errno));
    if (info.st_nlink > 0) return log;
  }
  return base::fail(writeError(path, "This file is removed again and again", EAGAIN));
}

base::Result<LockedLog> LockedLog::adopt(const std::string& path) {
  LockedLog log(path, openForWriting(path, O_RDWR | O_APPEND));
  if (!log.m_file.isOpen()) return base::fail(errno == ENOENT ? readError(path, errno) : writeError(path, "This file cannot be opened", errno));
  if (lockDescriptor(log.m_file.get(), LOCK_EX | LOCK_NB) == 0) return log;
  if (errno != EWOULDBLOCK) return base::fail(writeError(path, "This file cannot be locked", errno));
  return base::fail(base::ErrorCode::Changed, "Another window has this file in use.", "Close that window first.", path);
}

base::Result<void> LockedLog::append(std::string_view bytes) {
  struct stat before {};
  if (::fstat(m_file.get(), &before) != 0)
    return base::fail(writeError(m_path, "This file cannot be looked at", errno));
  if (!appendFully(m_file.get(), bytes, before.st_size))
    return base::fail(writeError(m_path, "Nothing more can be written to this file", errno));
  return {};
}

base::Result<void> LockedLog::clear() {
  if (::ftruncate(m_file.get(), 0) != 0) return base::fail(writeError(m_path, "This file cannot be emptied", errno));
  return {};
}

base::Result<void> LockedLog::remove() { return removeFile(m_path); }

bool isHeld(const std::string& path) {
  const Descriptor file(::open(path.c_str(), O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC));
  return file.isOpen() && lockDescriptor(file.get(), LOCK_SH | LOCK_NB) != 0 && errno == EWOULDBLOCK;
}

base::Result<void> removeFile(const std::string& path) {
  const TargetName target(path);
  if ((!target.isOpen() || ::unlinkat(target.folder.get(), target.name.c_str(), 0) != 0) && errno != ENOENT)
    return base::fail(writeError(path, "This file cannot be removed", errno));
  return {};
}

base::Result<void> moveFile(const std::string& from, const std::string& to) {
  const TargetName source(from);
  if (!source.isOpen()) return base::fail(writeError(from, "This file cannot be renamed", errno));
  const TargetName target(to);
  struct stat there {};
  if (target.isOpen() && ::fstatat(target.folder.get(), target.name.c_str(), &there, AT_SYMLINK_NOFOLLOW) == 0) errno = EEXIST;
  if (target.isOpen() && errno != ENOENT) return base::fail(writeError(to, "This file cannot be replaced", errno));
  if (!target.isOpen() ||
      ::renameat(source.folder.get(), source.name.c_str(), target.folder.get(), target.name.c_str()) != 0)
    return base::fail(writeError(to, "This file cannot be renamed", errno));
  return {};
}

base::Result<std::string> readLog(const std::string& path, std::uint64_t maxBytes) {
  const Descriptor file = openForWriting(path, O_RDONLY);
  struct stat info {};
  if (!file.isOpen() || ::fstat(file.get(), &info) != 0) {
    if (errno == ENOENT) return base::fail(readError(path, errno));
    base::Error error = writeError(path, "This log is not read", errno, "");
    error.code = base::ErrorCode::NotReadable;
    return base::fail(std::move(error));
  }
  const auto size = static_cast<std::uint64_t>(info.st_size);
  if (size > maxBytes)
    return base::fail(base::ErrorCode::TooLarge, "This log is larger than the program reads.", "Move it away; the next save begins a new one.", path);
  std::string bytes(size, '\0');
  std::size_t done = 0;
  while (done < bytes.size()) {
    const ssize_t got = ::pread(file.get(), bytes.data() + done, bytes.size() - done, static_cast<off_t>(done));
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) return base::fail(readError(path, errno));
    if (got == 0) break;
    done += static_cast<std::size_t>(got);
  }
  bytes.resize(done);
  return bytes;
}

base::Result<void> appendLines(const std::string& path, std::string_view lines) {
  if (lines.empty()) return {};
  const auto cannotAppend = [&](const char* what, int errorNumber) {
    return writeError(path, what, errorNumber, "Nothing was added.");
  };
  if (!lines.ends_with('\n'))
    return base::fail(base::ErrorCode::BadArgument, "Only whole lines can be added to a log.", "", path);
  const Descriptor folder = openFolder(std::filesystem::path(path).parent_path().string(), Missing::Make);
  if (!folder.isOpen()) return base::fail(cannotAppend("The folder of the log cannot be made", errno));
  const Descriptor file = openForWriting(path, O_RDWR | O_CREAT | O_APPEND);
  if (!file.isOpen()) return base::fail(cannotAppend("The log cannot be opened", errno));
  std::chrono::milliseconds patience = kLockPatience;
  if (!lockSoon(file.get(), LOCK_EX, patience))
    return base::fail(cannotAppend(errno == EWOULDBLOCK ? "Another program keeps the log locked" : "The log cannot be locked", errno));
  struct stat info {};
  if (::fstat(file.get(), &info) != 0) return base::fail(cannotAppend("The log cannot be looked at", errno));
  const std::string text = (endsHalfway(file.get(), info.st_size) ? "\n" : "") + std::string(lines);
  if (!appendFully(file.get(), text, info.st_size)) return base::fail(cannotAppend("The log cannot be written", errno));
  if (::fsync(file.get()) != 0) {
    const int problem = errno;
    (void)!::ftruncate(file.get(), info.st_size);
    return base::fail(cannotAppend("The log cannot be written", problem));
  }
  if (info.st_size == 0) syncFolder(folder.get());
  return {};
}

}  // namespace plumbline::files
