// SPDX-License-Identifier: GPL-3.0-or-later
#include <fcntl.h>

#include <cerrno>
#include <filesystem>
#include <system_error>

#include "core/files/descriptor.h"
#include "core/files/file_bytes.h"
#include "core/files/temporary_file.h"

namespace plumbline::files {

namespace {

namespace fs = std::filesystem;

base::Error writeError(const std::string& path, const char* what, int errorNumber) {
  return {base::ErrorCode::NotWritable,
          std::string(what) + ": " + std::generic_category().message(errorNumber) + ".",
          "Nothing was changed.", path};
}

bool writeFully(int fd, const std::string& bytes) {
  for (std::size_t done = 0; done < bytes.size();) {
    const ssize_t wrote = ::write(fd, bytes.data() + done, bytes.size() - done);
    if (wrote < 0 && errno == EINTR) continue;
    if (wrote < 0) return false;
    done += static_cast<std::size_t>(wrote);
  }
  return true;
}

/// resolved follows symlinks to the file that a save must replace; a link to nothing yields the place it points at.
std::string resolved(const std::string& path) {
  fs::path target = path;
  std::error_code error;
  for (int hops = 0; hops < 40 && fs::is_symlink(fs::symlink_status(target, error)); ++hops) {
    const fs::path next = fs::read_symlink(target, error);
    if (error) break;
    target = next.is_absolute() ? next : target.parent_path() / next;
  }
  return target.string();
}

/// keepPermissions gives the new file the mode and, where allowed, the owner of the old one.
bool keepPermissions(int fd, const struct stat& old) {
  // Only root may give files away; for anybody else the file becomes their own, as with an editor.
  if (::fchown(fd, old.st_uid, old.st_gid) != 0 && errno != EPERM) return false;
  return ::fchmod(fd, old.st_mode & 07777U) == 0;
}

/// syncDirectory makes the rename itself last over a power cut; a file system that cannot is not an error.
void syncDirectory(const std::string& target) {
  const fs::path parent = fs::path(target).parent_path();
  const Descriptor directory(::open(parent.empty() ? "." : parent.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  if (directory.isOpen()) (void)::fsync(directory.get());
}

base::Error changedError(const std::string& path, const char* text) {
  return {base::ErrorCode::Changed, text, "Reload it and make the change again; nothing was written.", path};
}

}  // namespace

base::Result<FileStamp> saveFile(const std::string& path, const std::string& bytes, const FileStamp* expected) {
  const std::string target = resolved(path);
  struct stat old {};
  const bool exists = ::stat(target.c_str(), &old) == 0;
  if (!exists && errno != ENOENT) return base::fail(writeError(path, "The file cannot be looked at", errno));
  if (exists && !S_ISREG(old.st_mode))
    return base::fail({base::ErrorCode::NotWritable, "This is not a regular file.", "Choose another path.", path});
  if (expected != nullptr && exists && *expected == kNoFile)
    return base::fail(changedError(path, "There is a file of this name by now."));
  if (expected != nullptr && (exists ? stampFrom(old) : kNoFile) != *expected)
    return base::fail(changedError(path, "The file on disk is no longer the one that was read."));

  removeStale(target);
  TemporaryFile temporary(target);
  const int fd = temporary.fd();
  if (!temporary.isOpen()) return base::fail(writeError(path, "No new file can be made in this folder", errno));
  if (exists && !keepPermissions(fd, old)) return base::fail(writeError(path, "The permissions cannot be kept", errno));
  if (!writeFully(fd, bytes)) return base::fail(writeError(path, "The new content cannot be written", errno));
  // A full disk may say so only here. The file stays open, and with it locked, until it is in its place.
  if (::fsync(fd) != 0) return base::fail(writeError(path, "The new content does not reach the disk", errno));
  struct stat info {};
  if (::fstat(fd, &info) != 0) return base::fail(writeError(path, "The new file cannot be looked at", errno));

  switch (temporary.replace(target, expected)) {
    case TemporaryFile::Placed::Changed:
      return base::fail(changedError(path, "The file on disk was changed while it was being saved."));
    case TemporaryFile::Placed::Failed:
      return base::fail(writeError(path, "The file cannot be replaced", errno));
    case TemporaryFile::Placed::Done:
      break;
  }
  syncDirectory(target);
  return stampFrom(info);
}

}  // namespace plumbline::files
