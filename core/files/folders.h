// SPDX-License-Identifier: GPL-3.0-or-later
// Folders that several programs share: a lock that marks them as in use, subfolders created and removed without
// following links out of them, one content under several names.
//
//   auto use = files::FolderUse::shared(cache + "/in-use");          // while reading and adding
//   files::makeFolders(cache, "names/0123/18201");
//   files::replaceWithLink(cache + "/content/" + hash, cache + "/names/0123/18201/reports.zip");
#pragma once

#include <cstdint>
#include <string>

#include "core/base/result.h"
#include "core/files/descriptor.h"
#include "core/files/write_target.h"

namespace plumbline::files {

/// FolderUse is a lock held while a program works in a folder; it ends with the object or with the program.
class FolderUse {
 public:
  /// shared may be held by several programs. Waits while another one holds it exclusively, for 20 s at most. Errors: NotWritable.
  static base::Result<FolderUse> shared(const std::string& lockFile);
  /// tryLockExclusive turns a shared lock into an exclusive one, without waiting; on failure it stays shared.
  bool tryLockExclusive();
  /// lockShared turns an exclusive lock into a shared one; false with errno if another program got it in between and keeps it.
  bool lockShared();

 private:
  explicit FolderUse(Descriptor file) : m_file(std::move(file)) {}
  Descriptor m_file;
};

/// makeFolders makes `below` (relative, '/' between folders) under `root`, and root itself (MakePrivate: for its owner
/// alone). No link inside `root` is followed and ".." is refused, so nothing is made anywhere else. Errors: BadArgument,
/// NotWritable.
base::Result<void> makeFolders(const std::string& root, const std::string& below, Missing missing = Missing::Make);

/// replaceWithLink makes `to` a hard link to `from`, or a copy where links are not possible. Errors: NotFound,
/// NotReadable, NotWritable.
base::Result<void> replaceWithLink(const std::string& from, const std::string& to);

/// makePrivateFile makes an empty file for its owner alone, and the folders above it; a file that is there must be the user's own and
/// writable, and stays as it is. For files that a library then writes. Errors: NotWritable.
base::Result<void> makePrivateFile(const std::string& path);

/// isOwn tests a file or folder, not through a link: it belongs to this user, and only they may write to it.
bool isOwn(const std::string& path);

/// touchAccessTime sets the access time to now; modification time and stamp stay.
void touchAccessTime(const std::string& path);

/// removeEmptyFolders removes the folder and those above it as long as they are empty, but not `root` itself.
void removeEmptyFolders(const std::string& root, std::string folder);

/// makeNewFolder makes one folder for its owner alone, in a folder that is there. Errors: Changed when there is
/// something of that name; NotWritable.
base::Result<void> makeNewFolder(const std::string& path);

/// removeTree removes `below` (relative, '/' between folders) of `root` with all that is in it; nothing there is no
/// error. A link is removed, not followed; what stands above `below` must be folders, not links. Folders without
/// permission are opened first where they are ours. Errors: BadArgument for "..", an absolute or an empty `below`;
/// NotWritable, with what could be removed gone.
base::Result<void> removeTree(const std::string& root, const std::string& below);

}  // namespace plumbline::files
