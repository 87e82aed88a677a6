// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/files/descriptor.h"

#include <sys/file.h>

#include <cerrno>
#include <chrono>
#include <filesystem>
#include <system_error>
#include <thread>

#include "core/files/write_target.h"

namespace plumbline::files {
namespace {

/// isWritable by users outside our own group.
bool isWritable(const struct stat& info) {
  const bool groupWrites = (info.st_mode & S_IWGRP) != 0 && info.st_gid != ::getegid();
  return groupWrites || (info.st_mode & S_IWOTH) != 0;
}

bool isForeign(const struct stat& info) { return info.st_uid != ::geteuid() || isWritable(info) || S_ISLNK(info.st_mode); }

}  // namespace

FileStamp stampFrom(const struct stat& info) {
  return {static_cast<std::uint64_t>(info.st_size),
          std::int64_t{info.st_mtim.tv_sec} * 1'000'000'000 + info.st_mtim.tv_nsec,
          static_cast<std::uint64_t>(info.st_ino)};
}

base::Error readError(const std::string& path, int errorNumber) {
  switch (errorNumber) {
    case ENOENT:
    case ENOTDIR: return {base::ErrorCode::NotFound, "There is no file here.", "Check the path.", path};
    case EISDIR:
      return {base::ErrorCode::NotReadable, "This is a directory, not a file.", "Name a file inside it.", path};
    case EACCES:
    case EPERM:
      return {base::ErrorCode::NotReadable, "You may not read this file.", "Ask its owner, or change its permissions.",
              path};
    default:
      return {base::ErrorCode::NotReadable,
              "This file cannot be read: " + std::generic_category().message(errorNumber) + ".", "", path};
  }
}

namespace {

/// hintAboutLinks names the file itself, so that a link of the user's own costs one more word and no search.
std::string hintAboutLinks(const std::string& path) {
  std::error_code error;
  const std::string itself = std::filesystem::weakly_canonical(path, error).string();
  return "Nothing is written through a link. " +
         (error || itself == path ? "Name the file itself if that is the one to write."
                                  : "If that is the file to write, name it without the link: " + itself);
}

}  // namespace

base::Error writeError(const std::string& path, const char* what, int errorNumber, const char* hint) {
  const std::string link = errorNumber == ELOOP ? refusedLink(path) : std::string();
  std::string why = std::generic_category().message(errorNumber);
  if (!link.empty()) why = link;
  else if (errorNumber == ENXIO) why = "this is not a regular file";
  else if (errorNumber == EPERM) why = "it belongs to another user or is protected";
  return {base::ErrorCode::NotWritable, std::string(what) + ": " + why + ".", link.empty() ? hint : hintAboutLinks(path), path};
}

bool writeFully(int fd, std::string_view bytes) {
  while (!bytes.empty()) {
    const ssize_t written = ::write(fd, bytes.data(), bytes.size());
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) return false;
    bytes.remove_prefix(static_cast<std::size_t>(written));
  }
  return true;
}

bool appendFully(int fd, std::string_view bytes, off_t size) {
  if (writeFully(fd, bytes)) return true;
  const int problem = errno;
  (void)!::ftruncate(fd, size);
  errno = problem;
  return false;
}

int lockDescriptor(int fd, int operation) {
  int result = 0;
  do result = ::flock(fd, operation);
  while (result != 0 && errno == EINTR);
  return result;
}

bool lockSoon(int fd, int operation, std::chrono::milliseconds& patience) {
  constexpr std::chrono::milliseconds kPause{5};
  while (lockDescriptor(fd, operation | LOCK_NB) != 0) {
    if (errno != EWOULDBLOCK || patience.count() <= 0) return false;
    std::this_thread::sleep_for(kPause);
    patience -= kPause;
  }
  return true;
}

bool isTrusted(const std::string& path) {
  const auto isOurs = [](const struct stat& info) { return info.st_uid == ::geteuid() || info.st_uid == 0; };
  struct stat link {
  }, info{};
  return ::lstat(path.c_str(), &link) == 0 && isOurs(link) && ::stat(path.c_str(), &info) == 0 && isOurs(info) && !isWritable(info);
}

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
