// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/files/ownership.h"

#include <sys/stat.h>
#include <unistd.h>

#include <filesystem>

namespace plumbline::files {
namespace {

bool isForeign(const struct stat& info) {
  const bool groupWrites = (info.st_mode & S_IWGRP) != 0 && info.st_gid != ::getegid();
  return info.st_uid != ::geteuid() || groupWrites || (info.st_mode & S_IWOTH) != 0 || S_ISLNK(info.st_mode);
}

}  // namespace

std::optional<std::string> foreignPart(const std::string& root, const std::string& below) {
  struct stat info {};
  // The root itself may be a link of the user's: what counts is where it leads.
  if (::stat(root.c_str(), &info) == 0 && isForeign(info)) return root;
  std::filesystem::path path(root);
  for (const std::filesystem::path& part : std::filesystem::path(below)) {
    path /= part;
    if (::lstat(path.c_str(), &info) == 0 && isForeign(info)) return path.string();
  }
  return std::nullopt;
}

}  // namespace plumbline::files
