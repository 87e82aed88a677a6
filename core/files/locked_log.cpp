// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/files/locked_log.h"

#include <fcntl.h>
#include <sys/file.h>

#include <cerrno>
#include <filesystem>
#include <system_error>

#include "core/files/descriptor.h"

namespace plumbline::files {
namespace {

namespace fs = std::filesystem;

/// endsHalfway returns whether the last line has no line feed.
bool endsHalfway(int fd, off_t size) {
  char last = '\n';
  return size > 0 && ::pread(fd, &last, 1, size - 1) == 1 && last != '\n';
}

}  // namespace

base::Result<LockedLog> LockedLog::create(const std::string& path) {
  // A program that cleans up may remove the new file before it is locked; then create it again.
  for (int attempt = 0; attempt < 100; ++attempt) {
    const int fd = ::open(path.c_str(), O_RDWR | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
    if (fd < 0) return base::fail(writeError(path, "This file cannot be made", errno));
    LockedLog log(path, fd);
    if (lockDescriptor(fd, LOCK_EX) != 0) return base::fail(writeError(path, "This file cannot be locked", errno));
    struct stat info {};
    if (::fstat(fd, &info) != 0) return base::fail(writeError(path, "This file cannot be looked at", errno));
    if (info.st_nlink > 0) return log;
  }
  return base::fail(writeError(path, "This file is removed again and again", EAGAIN));
}

base::Result<LockedLog> LockedLog::adopt(const std::string& path) {
  const int fd = ::open(path.c_str(), O_RDWR | O_APPEND | O_CLOEXEC);
  if (fd < 0) return base::fail(readError(path, errno));
  LockedLog log(path, fd);
  if (lockDescriptor(fd, LOCK_EX | LOCK_NB) != 0)
    return base::fail({base::ErrorCode::Changed, "Another window has this file in use.", "Close that window first.", path});
  return log;
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
  const Descriptor file(::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK));
  return file.isOpen() && lockDescriptor(file.get(), LOCK_SH | LOCK_NB) != 0 && errno == EWOULDBLOCK;
}

base::Result<void> removeFile(const std::string& path) {
  if (::unlink(path.c_str()) != 0 && errno != ENOENT)
    return base::fail(writeError(path, "This file cannot be removed", errno));
  return {};
}

base::Result<void> moveFile(const std::string& from, const std::string& to) {
  struct stat there {};
  if (::lstat(to.c_str(), &there) == 0) return base::fail(writeError(to, "This file cannot be replaced", EEXIST));
  if (::rename(from.c_str(), to.c_str()) != 0)
    return base::fail(writeError(from, "This file cannot be renamed", errno));
  return {};
}

base::Result<void> appendLines(const std::string& path, std::string_view lines) {
  if (lines.empty()) return {};
  const auto cannotAppend = [&](const char* what, int errorNumber) {
    return writeError(path, what, errorNumber, "Nothing was added.");
  };
  if (!lines.ends_with('\n') || path.find('\0') != std::string::npos)
    return base::fail({base::ErrorCode::BadArgument, "Only whole lines can be added to a log.", "", path, 0, 0});
  std::error_code error;
  if (const fs::path folder = fs::path(path).parent_path(); !folder.empty()) fs::create_directories(folder, error);
  if (error) return base::fail(cannotAppend("The folder of the log cannot be made", error.value()));

  Descriptor file(::open(path.c_str(), O_RDWR | O_CREAT | O_APPEND | O_CLOEXEC, 0666));
  if (!file.isOpen()) return base::fail(cannotAppend("The log cannot be opened", errno));
  if (lockDescriptor(file.get(), LOCK_EX) != 0) return base::fail(cannotAppend("The log cannot be locked", errno));
  struct stat info {};
  if (::fstat(file.get(), &info) != 0) return base::fail(cannotAppend("The log cannot be looked at", errno));
  if (!S_ISREG(info.st_mode)) return base::fail(cannotAppend("The log is not a regular file", EINVAL));
  const std::string text = (endsHalfway(file.get(), info.st_size) ? "\n" : "") + std::string(lines);
  if (!appendFully(file.get(), text, info.st_size)) return base::fail(cannotAppend("The log cannot be written", errno));
  if (::fsync(file.get()) != 0) {
    const int problem = errno;
    (void)!::ftruncate(file.get(), info.st_size);
    return base::fail(cannotAppend("The log cannot be written", problem));
  }
  return {};
}

}  // namespace plumbline::files
