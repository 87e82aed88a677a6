// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/files/folder_tree.h"

#include <dirent.h>
#include <fcntl.h>
#include <sys/stat.h>

#include <cerrno>
#include <filesystem>
#include <memory>
#include <system_error>
#include <vector>

#include "core/files/descriptor.h"

namespace plumbline::files {
namespace {

constexpr int kFolderFlags = O_RDONLY | O_DIRECTORY | O_CLOEXEC | O_NOFOLLOW;
constexpr mode_t kOwnerAlone = 0700;

base::Error trouble(const std::string& path, const char* what, int errorNumber) {
  return {base::ErrorCode::NotWritable, std::string(what) + ": " + std::generic_category().message(errorNumber) + ".",
          "Look at the free space and the permissions of this folder.", path};
}

int openFolder(int parent, const char* name) {
  int fd = ::openat(parent, name, kFolderFlags);
  // Without permission to look into it nothing in it could be removed; a link never gets here, it is ENOTDIR or ELOOP.
  if (fd < 0 && errno == EACCES && ::fchmodat(parent, name, kOwnerAlone, 0) == 0)
    fd = ::openat(parent, name, kFolderFlags);
  return fd;
}

std::vector<std::string> namesIn(int folder) {
  std::vector<std::string> names;
  const int copy = ::fcntl(folder, F_DUPFD_CLOEXEC, 0);
  if (copy < 0) return names;
  DIR* stream = ::fdopendir(copy);
  if (stream == nullptr) {
    ::close(copy);
    return names;
  }
  ::rewinddir(stream);
  while (const dirent* entry = ::readdir(stream)) {
    const std::string name(entry->d_name);
    if (name != "." && name != "..") names.push_back(name);
  }
  ::closedir(stream);
  return names;
}

/// removeEntry gives 0, or the errno of the first thing that could not be removed.
int removeEntry(int parent, const std::string& name) {
  if (::unlinkat(parent, name.c_str(), 0) == 0 || errno == ENOENT) return 0;
  if (errno != EISDIR && errno != EPERM) return errno;
  int problem = 0;
  {
    const Descriptor folder(openFolder(parent, name.c_str()));
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

}  // namespace

base::Result<void> makeNewFolder(const std::string& path) {
  if (::mkdir(path.c_str(), kOwnerAlone) == 0) return {};
  if (errno == EEXIST)
    return base::fail({base::ErrorCode::Changed, "There is something of this name already.", "Choose another name.", path});
  return base::fail(trouble(path, "This folder cannot be made", errno));
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

  Descriptor folder(::open(root.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  for (std::size_t i = 0; folder.isOpen() && i + 1 < parts.size(); ++i)
    folder = Descriptor(openFolder(folder.get(), parts[i].c_str()));
  if (!folder.isOpen()) {
    if (errno == ENOENT) return {};
    return base::fail(trouble(root + "/" + below, "This folder cannot be opened", errno));
  }
  if (const int problem = removeEntry(folder.get(), parts.back()); problem != 0)
    return base::fail(trouble(root + "/" + below, "This folder cannot be removed", problem));
  return {};
}

}  // namespace plumbline::files
