// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/files/shared_store.h"

#include <fcntl.h>
#include <stdio.h>
#include <sys/file.h>

#include <array>
#include <cerrno>
#include <filesystem>
#include <system_error>

#include "core/files/temporary_file.h"

namespace plumbline::files {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kCopyBytes = std::size_t{1} << 18;

base::Error trouble(const std::string& path, const char* what, int errorNumber) {
  return {base::ErrorCode::NotWritable, std::string(what) + ": " + std::generic_category().message(errorNumber) + ".",
          "Look at the free space and the permissions of this folder.", path};
}

base::Result<int> openLock(const std::string& path) {
  const int fd = ::open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0666);
  if (fd < 0) return base::fail(trouble(path, "This file cannot be made", errno));
  return fd;
}

int flockPatiently(int fd, int operation) {
  int result = 0;
  do result = ::flock(fd, operation);
  while (result != 0 && errno == EINTR);
  return result;
}

/// copyInto writes what is left of `from` to `to`; false sets errno.
bool copyInto(int from, int to) {
  std::array<char, kCopyBytes> buffer;
  while (true) {
    const ssize_t got = ::read(from, buffer.data(), buffer.size());
    if (got < 0 && errno == EINTR) continue;
    if (got <= 0) return got == 0;
    for (ssize_t done = 0; done < got;) {
      const ssize_t wrote = ::write(to, buffer.data() + done, static_cast<std::size_t>(got - done));
      if (wrote < 0 && errno != EINTR) return false;
      if (wrote > 0) done += wrote;
    }
  }
}

base::Result<void> placeCopy(const std::string& from, const std::string& to) {
  const Descriptor source(::open(from.c_str(), O_RDONLY | O_CLOEXEC));
  if (!source.isOpen()) return base::fail(readError(from, errno));
  TemporaryFile temporary(to);
  if (!temporary.isOpen()) return base::fail(trouble(to, "No new file can be made in this folder", errno));
  if (!copyInto(source.get(), temporary.fd())) return base::fail(trouble(to, "The content cannot be copied", errno));
  if (::fsync(temporary.fd()) != 0) return base::fail(trouble(to, "The content does not reach the disk", errno));
  if (temporary.replace(to, nullptr) != TemporaryFile::Placed::Done)
    return base::fail(trouble(to, "The file cannot be put in its place", errno));
  return {};
}

bool areOne(const std::string& a, const std::string& b) {
  struct stat first {
  }, second{};
  return ::lstat(a.c_str(), &first) == 0 && ::lstat(b.c_str(), &second) == 0 && first.st_ino == second.st_ino &&
         first.st_dev == second.st_dev;
}

}  // namespace

base::Result<FolderUse> FolderUse::shared(const std::string& lockFile) {
  const auto fd = openLock(lockFile);
  if (!fd) return base::fail(fd.error());
  FolderUse use(*fd);
  // A file system without locks is no error: then nobody tidies up (takeAlone fails there too).
  (void)flockPatiently(*fd, LOCK_SH);
  return use;
}

base::Result<FolderUse> FolderUse::alone(const std::string& lockFile) {
  const auto fd = openLock(lockFile);
  if (!fd) return base::fail(fd.error());
  FolderUse use(*fd);
  if (!use.takeAlone())
    return base::fail(
        {base::ErrorCode::Changed, "Another program uses this folder.", "Wait until it is done.", lockFile});
  return use;
}

bool FolderUse::takeAlone() {
  if (flockPatiently(m_file.get(), LOCK_EX | LOCK_NB) == 0) return true;
  shareAgain();  // changing a lock lets go of the old one first
  return false;
}

void FolderUse::shareAgain() { (void)flockPatiently(m_file.get(), LOCK_SH); }

base::Result<void> makeFolders(const std::string& root, const std::string& below) {
  std::error_code error;
  fs::create_directories(root, error);
  if (error) return base::fail(trouble(root, "This folder cannot be made", error.value()));
  Descriptor folder(::open(root.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  if (!folder.isOpen()) return base::fail(trouble(root, "This folder cannot be opened", errno));
  for (const fs::path& part : fs::path(below)) {
    const std::string name = part.string();
    if (name.empty() || name == ".") continue;
    if (name == ".." || name.find('/') != std::string::npos)
      return base::fail({base::ErrorCode::BadArgument, "This folder would lie outside of its root.", "", below});
    if (::mkdirat(folder.get(), name.c_str(), 0777) != 0 && errno != EEXIST)
      return base::fail(trouble(root + "/" + below, "This folder cannot be made", errno));
    Descriptor next(::openat(folder.get(), name.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC | O_NOFOLLOW));
    if (!next.isOpen()) return base::fail(trouble(root + "/" + below, "This folder cannot be opened", errno));
    folder = std::move(next);
  }
  return {};
}

base::Result<void> placeLink(const std::string& from, const std::string& to) {
  if (::access(from.c_str(), F_OK) != 0) return base::fail(readError(from, errno));
  if (areOne(from, to)) return {};
  // A link cannot be made over a file, so it gets a name of its own first.
  const std::string beside = to + ".link-" + std::to_string(::getpid());
  if (::link(from.c_str(), beside.c_str()) != 0) return placeCopy(from, to);
  if (::rename(beside.c_str(), to.c_str()) != 0) {
    const int problem = errno;
    ::unlink(beside.c_str());
    return base::fail(trouble(to, "The file cannot be put in its place", problem));
  }
  ::unlink(beside.c_str());  // rename leaves it where both names were one file already
  return {};
}

void noteUse(const std::string& path) {
  const timespec times[2] = {{0, UTIME_NOW}, {0, UTIME_OMIT}};
  (void)::utimensat(AT_FDCWD, path.c_str(), times, AT_SYMLINK_NOFOLLOW);
}

void removeEmptyFolders(const std::string& root, std::string folder) {
  while (folder.size() > root.size() + 1 && folder.starts_with(root + "/")) {
    if (::rmdir(folder.c_str()) != 0) return;
    folder = fs::path(folder).parent_path().string();
  }
}

}  // namespace plumbline::files
