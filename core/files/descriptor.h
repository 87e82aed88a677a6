// SPDX-License-Identifier: GPL-3.0-or-later
// An open file that closes itself, and the system calls around it with their errors: EINTR is retried, errno becomes an
// Error with the path and what to do.
//
//   const Descriptor file = openForWriting(path, O_WRONLY);
//   if (!file.isOpen() || !writeFully(file.get(), bytes)) return base::fail(writeError(path, "Cannot write", errno));
#pragma once

#include <chrono>
#include <optional>
#include <string>
#include <string_view>
#include <sys/stat.h>
#include <unistd.h>
#include <utility>

#include "core/base/result.h"
#include "core/files/file_bytes.h"

namespace plumbline::files {

class Descriptor {
 public:
  explicit Descriptor(int fd) : m_fd(fd) {}
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;
  Descriptor(Descriptor&& other) noexcept : m_fd(std::exchange(other.m_fd, -1)) {}
  Descriptor& operator=(Descriptor&& other) noexcept {
    std::swap(m_fd, other.m_fd);
    return *this;
  }
  ~Descriptor() {
    if (m_fd >= 0) ::close(m_fd);
  }
  int get() const { return m_fd; }
  bool isOpen() const { return m_fd >= 0; }

 private:
  int m_fd;
};

/// kMaxAttempts is how often a file is opened that other programs remove before it is locked.
inline constexpr int kMaxAttempts = 100;

/// stampFrom copies size, time and inode from the result of stat.
FileStamp stampFrom(const struct stat& info);

/// readError turns an errno of open, stat or read into NotFound or NotReadable.
base::Error readError(const std::string& path, int errorNumber);

/// kCheckFolderHint is the hint of writeError unless the caller knows better.
inline constexpr const char* kCheckFolderHint = "Look at the free space and the permissions of this folder.";
/// writeError turns an errno into NotWritable: "<what>: <message of the system>." ELOOP names the link (write_target.h).
base::Error writeError(const std::string& path, const char* what, int errorNumber,
                       const char* hint = kCheckFolderHint);

/// writeFully writes all bytes; false with errno when not all could be written.
bool writeFully(int fd, std::string_view bytes);
/// appendFully is writeFully for a file of `size` bytes, which is cut to that size again on failure.
bool appendFully(int fd, std::string_view bytes, off_t size);

/// lockDescriptor is flock(2), repeated when a signal interrupts it.
int lockDescriptor(int fd, int operation);
/// lockSoon waits as long as `patience`, of which it takes what it waits: a user who may merely read a file can hold its lock for
/// good. False with errno, EWOULDBLOCK at the end.
bool lockSoon(int fd, int operation, std::chrono::milliseconds& patience);
inline constexpr std::chrono::milliseconds kLockPatience{1'000};

// Whether what lies in a folder can only come from this user: before something in it is believed or executed.
//
//   if (auto foreign = foreignPart(cache, "names")) refuse(*foreign + " belongs to another user, or others can write it");

/// foreignPart returns the first of `root` and the parts on the way from it to `below` (relative) that is a link, has
/// another owner than this user, or can be written by users outside our own group; nullopt when all are ours or
/// missing.
std::optional<std::string> foreignPart(const std::string& root, const std::string& below = {});

/// isTrusted returns whether only this user or root can have put there what a path leads to, and can write to it.
bool isTrusted(const std::string& path);

}  // namespace plumbline::files
