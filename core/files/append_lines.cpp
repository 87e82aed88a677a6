// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/files/append_lines.h"

#include <fcntl.h>
#include <sys/file.h>

#include <cerrno>
#include <filesystem>
#include <system_error>

#include "core/files/descriptor.h"

namespace plumbline::files {
namespace {

namespace fs = std::filesystem;

base::Error appendError(const std::string& path, const char* what, int errorNumber) {
  return {base::ErrorCode::NotWritable,
          std::string(what) + ": " + std::generic_category().message(errorNumber) + ".",
          "Nothing was added.",
          path,
          0,
          0};
}

bool writeFully(int fd, std::string_view bytes) {
  for (std::size_t done = 0; done < bytes.size();) {
    const ssize_t wrote = ::write(fd, bytes.data() + done, bytes.size() - done);
    if (wrote < 0 && errno == EINTR) continue;
    if (wrote < 0) return false;
    done += static_cast<std::size_t>(wrote);
  }
  return true;
}

/// endsHalfway tells whether the last line has no line feed.
bool endsHalfway(int fd, off_t size) {
  char last = '\n';
  return size > 0 && ::pread(fd, &last, 1, size - 1) == 1 && last != '\n';
}

}  // namespace

base::Result<void> appendLines(const std::string& path, std::string_view lines) {
  if (lines.empty()) return {};
  if (!lines.ends_with('\n') || path.find('\0') != std::string::npos)
    return base::fail({base::ErrorCode::BadArgument, "Only whole lines can be added to a log.", "", path, 0, 0});
  std::error_code error;
  if (const fs::path folder = fs::path(path).parent_path(); !folder.empty()) fs::create_directories(folder, error);
  if (error) return base::fail(appendError(path, "The folder of the log cannot be made", error.value()));

  Descriptor file(::open(path.c_str(), O_RDWR | O_CREAT | O_APPEND | O_CLOEXEC, 0666));
  if (!file.isOpen()) return base::fail(appendError(path, "The log cannot be opened", errno));
  while (::flock(file.get(), LOCK_EX) != 0)
    if (errno != EINTR) return base::fail(appendError(path, "The log cannot be locked", errno));
  struct stat info {};
  if (::fstat(file.get(), &info) != 0) return base::fail(appendError(path, "The log cannot be looked at", errno));
  if (!S_ISREG(info.st_mode)) return base::fail(appendError(path, "The log is not a regular file", EINVAL));
  const std::string text = (endsHalfway(file.get(), info.st_size) ? "\n" : "") + std::string(lines);
  if (!writeFully(file.get(), text) || ::fsync(file.get()) != 0) {
    const int why = errno;
    (void)!::ftruncate(file.get(), info.st_size);
    return base::fail(appendError(path, "The log cannot be written", why));
  }
  return {};
}

}  // namespace plumbline::files
