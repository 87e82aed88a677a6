// SPDX-License-Identifier: GPL-3.0-or-later
// What a folder needs that several programs fill and empty at once: a lock to say "in use", folders made without
// following a link out of it, one content under several names.
//
//   auto use = files::FolderUse::shared(cache + "/in-use");          // while reading and adding
//   files::makeFolders(cache, "names/0123/18201");
//   files::placeLink(cache + "/content/" + hash, cache + "/names/0123/18201/reports.zip");
#pragma once

#include <cstdint>
#include <string>

#include "core/base/result.h"
#include "core/files/descriptor.h"

namespace plumbline::files {

/// FolderUse is held while a program works in a folder; it ends with the object or with the program.
class FolderUse {
 public:
  /// shared may be held by any number of programs. Waits while somebody holds it alone. Errors: NotWritable.
  static base::Result<FolderUse> shared(const std::string& lockFile);
  /// alone is had only when nobody else holds it. Errors: Changed when somebody does; NotWritable.
  static base::Result<FolderUse> alone(const std::string& lockFile);
  /// takeAlone makes a shared one the only one, without waiting; on failure it is still shared.
  bool takeAlone();
  /// shareAgain lets others in after takeAlone.
  void shareAgain();

 private:
  explicit FolderUse(int fd) : m_file(fd) {}
  Descriptor m_file;
};

/// makeFolders makes `below` (relative, '/' between folders) under `root`, and root itself. No link inside `root` is
/// followed and ".." is refused, so nothing is made anywhere else. Errors: BadArgument, NotWritable.
base::Result<void> makeFolders(const std::string& root, const std::string& below);

/// placeLink gives the content of `from` the name `to` too, in place of what is there: a hard link, or a copy where
/// there can be none. Errors: NotFound, NotReadable, NotWritable.
base::Result<void> placeLink(const std::string& from, const std::string& to);

/// noteUse sets the time of last access to now, which the modification time and so the stamp does not show.
void noteUse(const std::string& path);

/// removeEmptyFolders removes the folder and those above it as long as they are empty, but not `root` itself.
void removeEmptyFolders(const std::string& root, std::string folder);

}  // namespace plumbline::files
