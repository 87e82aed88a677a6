// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/files/file_bytes.h"

#include <fcntl.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <system_error>

#include "core/files/descriptor.h"

namespace plumbline::files {

namespace {

constexpr std::size_t kPipeChunk = 256U * 1024U;
constexpr std::size_t kReadChunk = 64U * 1024U * 1024U;  // read(2) takes at most 2 GiB - 4 KiB at once

std::string systemText(int errorNumber) { return std::generic_category().message(errorNumber); }

base::Error tooLarge(const std::string& path, std::uint64_t size, std::uint64_t limit) {
  const std::string has = size == 0 ? "more than " + std::to_string(limit) : std::to_string(size);
  return {base::ErrorCode::TooLarge,
          "This file has " + has + " bytes; the limit is " + std::to_string(limit) + ".",
          "A results file has a few hundred kilobytes at most: is this the right file?", path};
}

/// readFully reads until `length` bytes or the end; -1 with errno on an error.
ssize_t readFully(int fd, char* out, std::size_t length) {
  std::size_t done = 0;
  while (done < length) {
    const ssize_t got = ::read(fd, out + done, std::min(length - done, kReadChunk));
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) return -1;
    if (got == 0) break;
    done += static_cast<std::size_t>(got);
  }
  return static_cast<ssize_t>(done);
}

/// appendUpTo makes `bytes` longer by what could be read, at most `length`; -1 with errno on an error.
ssize_t appendUpTo(std::string& bytes, int fd, std::size_t length) {
  const std::size_t old = bytes.size();
  ssize_t got = 0;
#if defined(__cpp_lib_string_resize_and_overwrite)
  bytes.resize_and_overwrite(old + length, [&](char* data, std::size_t) {
    got = readFully(fd, data + old, length);
    return old + static_cast<std::size_t>(std::max<ssize_t>(got, 0));
  });
#else
  bytes.resize(old + length);
  got = readFully(fd, bytes.data() + old, length);
  bytes.resize(old + static_cast<std::size_t>(std::max<ssize_t>(got, 0)));
#endif
  return got;
}

/// readStream reads what has no size beforehand: a pipe, a device, a file of /proc.
base::Result<std::string> readStream(const std::string& path, int fd, std::uint64_t maxBytes) {
  std::string bytes;
  for (;;) {
    const ssize_t got = appendUpTo(bytes, fd, std::max(kPipeChunk, bytes.capacity() - bytes.size()));
    if (got < 0) return base::fail(readError(path, errno));
    if (bytes.size() > maxBytes) return base::fail(tooLarge(path, 0, maxBytes));
    if (got == 0) break;
  }
  bytes.shrink_to_fit();
  return bytes;
}

base::Result<std::string> readRegular(const std::string& path, int fd, std::uint64_t size) {
  std::string bytes;
  const ssize_t got = appendUpTo(bytes, fd, static_cast<std::size_t>(size));
  if (got < 0) return base::fail(readError(path, errno));
  struct stat now {};
  // Files of /sys claim a size that they do not have; only a size that went down means that somebody cut the file.
  if (bytes.size() < size && (::fstat(fd, &now) != 0 || static_cast<std::uint64_t>(now.st_size) != size))
    return base::fail({base::ErrorCode::Changed, "This file became shorter while it was read.",
                       "Another program is writing it; open it again when that is done.", path});
  return bytes;
}

}  // namespace

FileStamp stampFrom(const struct stat& info) {
  return {static_cast<std::uint64_t>(info.st_size),
          std::int64_t{info.st_mtim.tv_sec} * 1'000'000'000 + info.st_mtim.tv_nsec,
          static_cast<std::uint64_t>(info.st_ino)};
}

base::Error readError(const std::string& path, int errorNumber) {
  switch (errorNumber) {
    case ENOENT:
    case ENOTDIR:
      return {base::ErrorCode::NotFound, "There is no file here.", "Check the path.", path};
    case EISDIR:
      return {base::ErrorCode::NotReadable, "This is a directory, not a file.", "Name a file inside it.", path};
    case EACCES:
    case EPERM:
      return {base::ErrorCode::NotReadable, "You may not read this file.", "Ask its owner, or change its permissions.",
              path};
    default:
      return {base::ErrorCode::NotReadable, "This file cannot be read: " + systemText(errorNumber) + ".", "", path};
  }
}

base::Result<FileBytes> readFile(const std::string& path, std::uint64_t maxBytes) {
  // A path with a NUL would be cut there and name another file.
  if (path.find('\0') != std::string::npos) return base::fail(readError(path, ENOENT));
  const Descriptor file(::open(path.c_str(), O_RDONLY | O_CLOEXEC));
  if (!file.isOpen()) return base::fail(readError(path, errno));
  struct stat info {};
  if (::fstat(file.get(), &info) != 0) return base::fail(readError(path, errno));
  if (S_ISDIR(info.st_mode)) return base::fail(readError(path, EISDIR));

  FileBytes out{path, {}, stampFrom(info)};
  const bool sized = S_ISREG(info.st_mode) && info.st_size > 0;
  if (sized && out.stamp.size > maxBytes) return base::fail(tooLarge(path, out.stamp.size, maxBytes));
  base::Result<std::string> bytes =
      sized ? readRegular(path, file.get(), out.stamp.size) : readStream(path, file.get(), maxBytes);
  if (!bytes) return base::fail(bytes.error());
  out.bytes = std::move(*bytes);
  return out;
}

base::Result<FileStamp> stampOf(const std::string& path) {
  struct stat info {};
  if (path.find('\0') != std::string::npos) return base::fail(readError(path, ENOENT));
  if (::stat(path.c_str(), &info) != 0) return base::fail(readError(path, errno));
  return stampFrom(info);
}

}  // namespace plumbline::files
