// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/files/folders.h"

#include <fcntl.h>
#include <stdio.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <filesystem>
#include <vector>


namespace plumbline::files {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kCopyBytes = std::size_t{1} << 18;

/// copyInto writes what is left of `from` to `to`; false sets errno.
bool copyInto(int from, int to) {
  std::array<char, kCopyBytes> buffer;
  while (true) {
    const ssize_t got = ::read(from, buffer.data(), buffer.size());
    if (got < 0 && errno == EINTR) continue;
    if (got <= 0) return got == 0;
    if (!writeFully(to, {buffer.data(), static_cast<std::size_t>(got)})) return false;
  }
}

base::Result<void> replaceWithCopy(const std::string& from, const std::string& to) {
  const Descriptor source(::open(from.c_str(), O_RDONLY | O_CLOEXEC));
  if (!source.isOpen()) return base::fail(readError(from, errno));
  TemporaryFile temporary{TargetName(to)};
  if (!temporary.isOpen()) return base::fail(writeError(to, "No new file can be made in this folder", errno));
  if (!copyInto(source.get(), temporary.fd())) return base::fail(writeError(to, "The content cannot be copied", errno));
  if (::fsync(temporary.fd()) != 0) return base::fail(writeError(to, "The content does not reach the disk", errno));
  std::chrono::milliseconds patience = kLockPatience;
  if (temporary.replace(nullptr, patience) != TemporaryFile::Replaced::Done)
    return base::fail(writeError(to, "The file cannot be put in its place", errno));
  return {};
}

bool areOne(const std::string& a, const std::string& b) {
  struct stat first {
  }, second{};
  return ::lstat(a.c_str(), &first) == 0 && ::lstat(b.c_str(), &second) == 0 && first.st_ino == second.st_ino &&
         first.st_dev == second.st_dev;
}

constexpr int kInsideFlags = O_RDONLY | O_DIRECTORY | O_CLOEXEC | O_NOFOLLOW;
constexpr mode_t kOwnerAlone = 0700;

int openInside(int parent, const char* name) {
  int fd = ::openat(parent, name, kInsideFlags);
  // Without permission to look into it nothing in it could be removed; a link never gets here, it is ENOTDIR or ELOOP.
  if (fd < 0 && errno == EACCES && ::fchmodat(parent, name, kOwnerAlone, 0) == 0)
    fd = ::openat(parent, name, kInsideFlags);
  return fd;
}

/// removeEntry returns 0, or the errno of the first thing that could not be removed.
int removeEntry(int parent, const std::string& name) {
  if (::unlinkat(parent, name.c_str(), 0) == 0 || errno == ENOENT) return 0;
  if (errno != EISDIR && errno != EPERM) return errno;
  int problem = 0;
  {
    const Descriptor folder(openInside(parent, name.c_str()));
    if (!folder.isOpen()) return errno;
    std::vector<std::string> names = namesIn(folder.get());
    struct stat info {};
    // Names can only be taken out of a folder that may be written.
    if (!names.empty() && ::fstat(folder.get(), &info) == 0 && (info.st_mode & kOwnerAlone) != kOwnerAlone)
      (void)::fchmod(folder.get(), kOwnerAlone);
    for (const std::string& inner : names)
      if (const int inside = removeEntry(folder.get(), inner); inside != 0 && problem == 0) problem = inside;
  }
  if (::unlinkat(parent, name.c_str(), AT_REMOVEDIR) == 0 || errno == ENOENT) return 0;
  return problem != 0 ? problem : errno;
}

constexpr std::chrono::seconds kCleaningTime{20};  // of another program, which removes files meanwhile

}  // namespace

base::Result<FolderUse> FolderUse::shared(const std::string& lockFile) {
  FolderUse use(openForWriting(lockFile, O_RDWR | O_CREAT, S_IRUSR | S_IWUSR));
  if (!use.m_file.isOpen()) return base::fail(writeError(lockFile, "This file cannot be made", errno));
  // A file system without locks is no error: tryLockExclusive fails there too, so nothing is cleaned up.
  if (use.lockShared() || errno != EWOULDBLOCK) return use;
  return base::fail(base::ErrorCode::NotWritable, "Another program keeps this folder to itself.", "Wait until it ends, or use another folder.", lockFile);
}

bool FolderUse::tryLockExclusive() {
  if (lockDescriptor(m_file.get(), LOCK_EX | LOCK_NB) == 0) return true;
  (void)lockShared();  // changing a lock releases the old one first
  return false;
}

bool FolderUse::lockShared() {
  std::chrono::milliseconds patience = kCleaningTime;
  return lockSoon(m_file.get(), LOCK_SH, patience);
}

base::Result<void> makeFolders(const std::string& root, const std::string& below, Missing missing) {
  Descriptor folder = openFolder(root, missing);
  if (!folder.isOpen()) return base::fail(writeError(root, "This folder cannot be made", errno));
  for (const fs::path& part : fs::path(below)) {
    const std::string name = part.string();
    if (name.empty() || name == ".") continue;
    if (name == ".." || name.find('/') != std::string::npos)
      return base::fail(base::ErrorCode::BadArgument, "This folder would lie outside of its root.", "", below);
    if (::mkdirat(folder.get(), name.c_str(), 0777) != 0 && errno != EEXIST)
      return base::fail(writeError(root + "/" + below, "This folder cannot be made", errno));
    Descriptor next(::openat(folder.get(), name.c_str(), kInsideFlags));
    if (!next.isOpen()) return base::fail(writeError(root + "/" + below, "This folder cannot be opened", errno));
    folder = std::move(next);
  }
  return {};
}

base::Result<void> replaceWithLink(const std::string& from, const std::string& to) {
  if (::access(from.c_str(), F_OK) != 0) return base::fail(readError(from, errno));
  if (areOne(from, to)) return {};
  // A link cannot be made over a file, so it gets a name of its own first.
  const TargetName target(to);
  if (!target.isOpen()) return base::fail(writeError(to, "The file cannot be put in its place", errno));
  const int folder = target.folder.get();
  const std::string beside = target.name + ".link-" + std::to_string(::getpid());
  if (::linkat(AT_FDCWD, from.c_str(), folder, beside.c_str(), 0) != 0) return replaceWithCopy(from, to);
  const int problem = ::renameat(folder, beside.c_str(), folder, target.name.c_str()) != 0 ? errno : 0;
  ::unlinkat(folder, beside.c_str(), 0);  // rename leaves it where both names were one file already
  if (problem != 0) return base::fail(writeError(to, "The file cannot be put in its place", problem));
  return {};
}

bool isOwn(const std::string& path) {
  struct stat info {};
  return ::lstat(path.c_str(), &info) == 0 && !S_ISLNK(info.st_mode) && info.st_uid == ::geteuid() &&
         (info.st_mode & (S_IWGRP | S_IWOTH)) == 0;
}

void touchAccessTime(const std::string& path) {
  const timespec times[2] = {{0, UTIME_NOW}, {0, UTIME_OMIT}};
  (void)::utimensat(AT_FDCWD, path.c_str(), times, AT_SYMLINK_NOFOLLOW);
}

void removeEmptyFolders(const std::string& root, std::string folder) {
  while (folder.size() > root.size() + 1 && folder.starts_with(root + "/")) {
    if (::rmdir(folder.c_str()) != 0) return;
    folder = fs::path(folder).parent_path().string();
  }
}

base::Result<void> makeNewFolder(const std::string& path) {
  const TargetName target(path);
  if (target.isOpen() && ::mkdirat(target.folder.get(), target.name.c_str(), kOwnerAlone) == 0) return {};
  if (errno == EEXIST)
    return base::fail(base::ErrorCode::Changed, "There is something of this name already.", "Choose another name.",
                      path);
  return base::fail(writeError(path, "This folder cannot be made", errno));
}

base::Result<void> makePrivateFile(const std::string& path) {
  if (!openFolder(fs::path(path).parent_path().string(), Missing::MakePrivate).isOpen())
    return base::fail(writeError(path, "Its folder cannot be used", errno));
  if (!openForWriting(path, O_RDWR | O_CREAT, S_IRUSR | S_IWUSR).isOpen())
    return base::fail(writeError(path, "This file cannot be written", errno));
  return {};
}

base::Result<void> removeTree(const std::string& root, const std::string& below) {
  const base::Error outside{base::ErrorCode::BadArgument, "This folder would lie outside of its root.", "", below};
  std::vector<std::string> parts;
  if (below.starts_with('/')) return base::fail(outside);
  for (const std::filesystem::path& part : std::filesystem::path(below)) {
    if (part == "..") return base::fail(outside);
    if (!part.empty() && part != ".") parts.push_back(part.string());
  }
  if (parts.empty()) return base::fail(outside);

  Descriptor folder = openFolder(root);
  for (std::size_t i = 0; folder.isOpen() && i + 1 < parts.size(); ++i)
    folder = Descriptor(openInside(folder.get(), parts[i].c_str()));
  if (!folder.isOpen()) {
    if (errno == ENOENT) return {};
    return base::fail(writeError(root + "/" + below, "This folder cannot be opened", errno));
  }
  if (const int problem = removeEntry(folder.get(), parts.back()); problem != 0)
    return base::fail(writeError(root + "/" + below, "This folder cannot be removed", problem));
  return {};
}

}  // namespace plumbline::files
