// SPDX-License-Identifier: GPL-3.0-or-later
#include <fcntl.h>

#include <cerrno>
#include <filesystem>
#include <system_error>

#include "core/files/descriptor.h"
#include "core/files/file_bytes.h"

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

/// TemporaryFile lies beside its target and goes away again unless it was renamed onto it. Made with the usual mode
/// (0666 less the umask), and empty until keepPermissions has been called.
class TemporaryFile {
 public:
  explicit TemporaryFile(const std::string& target) {
    const std::string stem = target + ".tmp-" + std::to_string(::getpid()) + '-';
    for (int attempt = 0; attempt < 1000; ++attempt) {
      m_name = stem + std::to_string(attempt);
      m_fd = ::open(m_name.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
      if (m_fd >= 0 || errno != EEXIST) break;
    }
  }
  TemporaryFile(const TemporaryFile&) = delete;
  TemporaryFile& operator=(const TemporaryFile&) = delete;
  ~TemporaryFile() {
    if (m_fd >= 0 && !m_renamed) ::unlink(m_name.c_str());
  }
  int fd() const { return m_fd; }
  bool renameTo(const std::string& target) {
    m_renamed = ::rename(m_name.c_str(), target.c_str()) == 0;
    return m_renamed;
  }

 private:
  std::string m_name;
  int m_fd = -1;
  bool m_renamed = false;
};

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

}  // namespace

base::Result<FileStamp> saveFile(const std::string& path, const std::string& bytes, const FileStamp* expected) {
  const std::string target = resolved(path);
  struct stat old {};
  const bool exists = ::stat(target.c_str(), &old) == 0;
  if (!exists && errno != ENOENT) return base::fail(writeError(path, "The file cannot be looked at", errno));
  if (exists && !S_ISREG(old.st_mode))
    return base::fail({base::ErrorCode::NotWritable, "This is not a regular file.", "Choose another path.", path});
  if (expected != nullptr && (!exists || stampFrom(old) != *expected))
    return base::fail({base::ErrorCode::Changed, "The file on disk is no longer the one that was read.",
                       "Reload it and make the change again; nothing was written.", path});

  TemporaryFile temporary(target);
  if (temporary.fd() < 0) return base::fail(writeError(path, "No new file can be made in this folder", errno));
  Descriptor file(temporary.fd());
  if (exists && !keepPermissions(file.get(), old))
    return base::fail(writeError(path, "The permissions cannot be kept", errno));
  if (!writeFully(file.get(), bytes)) return base::fail(writeError(path, "The new content cannot be written", errno));
  if (::fsync(file.get()) != 0) return base::fail(writeError(path, "The new content does not reach the disk", errno));
  struct stat info {};
  if (::fstat(file.get(), &info) != 0) return base::fail(writeError(path, "The new file cannot be looked at", errno));
  if (!file.closeNow()) return base::fail(writeError(path, "The new content cannot be written", errno));

  // Asked again as late as possible: writing took time, and somebody may have saved meanwhile.
  if (expected != nullptr) {
    const auto now = stampOf(target);
    if (!now || *now != *expected)
      return base::fail({base::ErrorCode::Changed, "The file on disk was changed while it was being saved.",
                         "Reload it and make the change again; nothing was written.", path});
  }
  if (!temporary.renameTo(target)) return base::fail(writeError(path, "The file cannot be replaced", errno));
  syncDirectory(target);
  return stampFrom(info);
}

}  // namespace plumbline::files
