// SPDX-License-Identifier: GPL-3.0-or-later
// An open file that closes itself, and errno as an Error that names the path and the way out.
#pragma once

#include <sys/stat.h>
#include <unistd.h>

#include <string>
#include <utility>

#include "core/base/error.h"
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

/// stampFrom takes size, time and inode out of a stat answer.
FileStamp stampFrom(const struct stat& info);

/// readError turns an errno of open, stat or read into NotFound or NotReadable.
base::Error readError(const std::string& path, int errorNumber);

}  // namespace plumbline::files
