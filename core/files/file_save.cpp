// SPDX-License-Identifier: GPL-3.0-or-later
#include <fcntl.h>

#include <algorithm>
#include <cerrno>
#include <deque>
#include <filesystem>
#include <optional>
#include <set>
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

/// syncFolder makes the renames themselves last over a power cut; a file system that cannot is not an error.
void syncFolder(const std::string& folder) {
  const Descriptor directory(::open(folder.empty() ? "." : folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  if (directory.isOpen()) (void)::fsync(directory.get());
}

base::Error changedError(const std::string& path, const char* text) {
  return {base::ErrorCode::Changed, text, "Reload it and make the change again; nothing was written.", path};
}

/// PendingSave is one save in two steps: what can be handed to the disk early, and what has to be waited for.
class PendingSave {
 public:
  PendingSave(const std::string& path, const FileStamp* expected)
      : m_path(path), m_target(resolved(path)), m_expected(expected) {}

  /// write looks at the target and writes the new content beside it.
  std::optional<base::Error> write(const std::string& bytes) {
    struct stat old {};
    const bool exists = ::stat(m_target.c_str(), &old) == 0;
    if (!exists && errno != ENOENT) return writeError(m_path, "The file cannot be looked at", errno);
    if (exists && !S_ISREG(old.st_mode))
      return base::Error{base::ErrorCode::NotWritable, "This is not a regular file.", "Choose another path.", m_path};
    if (m_expected != nullptr && exists && *m_expected == kNoFile)
      return changedError(m_path, "There is a file of this name by now.");
    if (m_expected != nullptr && (exists ? stampFrom(old) : kNoFile) != *m_expected)
      return changedError(m_path, "The file on disk is no longer the one that was read.");

    removeStale(m_target);
    m_temporary.emplace(m_target);
    const int fd = m_temporary->fd();
    if (!m_temporary->isOpen()) return writeError(m_path, "No new file can be made in this folder", errno);
    if (exists && !keepPermissions(fd, old)) return writeError(m_path, "The permissions cannot be kept", errno);
    if (!writeFully(fd, bytes)) return writeError(m_path, "The new content cannot be written", errno);
    return std::nullopt;
  }

  /// startSync sets the disk to work without waiting for it; place() waits.
  void startSync() const { (void)::sync_file_range(m_temporary->fd(), 0, 0, SYNC_FILE_RANGE_WRITE); }

  /// place makes the content last and puts it in the target's place. The folder is still to be synced.
  base::Result<FileStamp> place() {
    const int fd = m_temporary->fd();
    // A full disk may say so only here. The file stays open, and with it locked, until it is in its place.
    if (::fsync(fd) != 0) return base::fail(writeError(m_path, "The new content does not reach the disk", errno));
    struct stat info {};
    if (::fstat(fd, &info) != 0) return base::fail(writeError(m_path, "The new file cannot be looked at", errno));
    switch (m_temporary->replace(m_target, m_expected)) {
      case TemporaryFile::Placed::Changed:
        return base::fail(changedError(m_path, "The file on disk was changed while it was being saved."));
      case TemporaryFile::Placed::Failed:
        return base::fail(writeError(m_path, "The file cannot be replaced", errno));
      case TemporaryFile::Placed::Done:
        break;
    }
    return stampFrom(info);
  }

  std::string folder() const { return fs::path(m_target).parent_path().string(); }

 private:
  std::string m_path;
  std::string m_target;
  const FileStamp* m_expected;
  std::optional<TemporaryFile> m_temporary;
};

}  // namespace

base::Result<FileStamp> saveFile(const std::string& path, const std::string& bytes, const FileStamp* expected) {
  PendingSave save(path, expected);
  if (auto error = save.write(bytes)) return base::fail(*std::move(error));
  const auto stamp = save.place();
  if (stamp) syncFolder(save.folder());
  return stamp;
}

std::vector<base::Result<FileStamp>> saveFiles(const std::vector<SaveRequest>& requests) {
  constexpr std::size_t kAtOnce = 64;  // each holds a file open
  std::vector<base::Result<FileStamp>> results;
  std::set<std::string> folders;
  for (std::size_t begin = 0; begin < requests.size(); begin += kAtOnce) {
    const std::size_t end = std::min(requests.size(), begin + kAtOnce);
    std::deque<PendingSave> saves;
    for (std::size_t i = begin; i < end; ++i) {
      PendingSave& save = saves.emplace_back(requests[i].path, requests[i].expected);
      auto error = save.write(*requests[i].bytes);
      if (!error) save.startSync();
      results.push_back(error ? base::Result<FileStamp>(base::fail(*std::move(error))) : FileStamp{});
    }
    for (std::size_t i = begin; i < end; ++i) {
      if (!results[i]) continue;
      results[i] = saves[i - begin].place();
      if (results[i]) folders.insert(saves[i - begin].folder());
    }
  }
  for (const std::string& folder : folders) syncFolder(folder);
  return results;
}

}  // namespace plumbline::files
