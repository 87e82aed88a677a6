// SPDX-License-Identifier: GPL-3.0-or-later
// The one place that opens files and folders for writing. A path is walked folder by folder without following links,
// because a link in a clone or an unpacked archive may lead to any file of the user. Followed are only links that the
// system or the user put there: in "/", in the folders above the home folder, in the home folder and its settings
// folders, and in folders that root alone may write to (unless the program runs as root).
//
//   const Descriptor log = openForWriting(path, O_RDWR | O_APPEND | O_CREAT);
//   if (!log.isOpen()) return base::fail(writeError(path, "The log cannot be opened", errno));
//
// Failures set errno: ELOOP for a link (writeError then names it and what it leads to), ENXIO for what is no regular
// file, EPERM for a file of another user, EMLINK for one with several names.
#pragma once

#include <sys/stat.h>
#include <sys/types.h>

#include <string>
#include <vector>

#include "core/files/descriptor.h"
#include "core/files/file_bytes.h"

namespace plumbline::files {

/// Missing is what to do about folders that are not there.
enum class Missing { Fail, Make, MakePrivate };

/// openFolder opens a folder for use with the ...at calls; "" is the current one.
Descriptor openFolder(const std::string& path, Missing missing = Missing::Fail);

/// TargetName is a file by its folder and its name in there. The folder stays the same one, whatever becomes of its path.
struct TargetName {
  explicit TargetName(const std::string& path);
  bool isOpen() const { return folder.isOpen(); }
  std::string name;
  Descriptor folder;
};

/// openForWriting opens a regular file of the user, or makes it with O_CREAT.
Descriptor openForWriting(const std::string& path, int flags, mode_t mode = 0666);

/// isSink tests for /dev/null, /dev/zero and /dev/full, wherever they lie: writing to them in place harms nothing, and
/// they must not be replaced by a file. openSink opens one for writing; ENXIO for anything else.
bool isSink(const struct stat& info);
Descriptor openSink(const TargetName& target);

/// refusedLink describes the link that keeps `path` from being written: "a/b is a link to /etc". "" without one.
std::string refusedLink(const std::string& path);

/// namesIn lists a folder.
std::vector<std::string> namesIn(int folder);

/// syncFolder makes renames in a folder survive a power failure. File systems that cannot do this are no error.
void syncFolder(int folder);

// The file beside its target that a save writes first. It is removed unless it has replaced the target; the leftovers
// of a killed program are removed by the next save.
//
//   TemporaryFile temporary(TargetName(path));
//   ... write to temporary.fd() ...
//   temporary.replace(&expected)

inline constexpr mode_t kNewFileMode = 0666;

class TemporaryFile {
 public:
  /// Created with `mode` less the umask, and locked while the object lives.
  explicit TemporaryFile(TargetName target, mode_t mode = kNewFileMode);
  TemporaryFile(const TemporaryFile&) = delete;
  TemporaryFile& operator=(const TemporaryFile&) = delete;
  ~TemporaryFile();

  int fd() const { return m_file.get(); }
  bool isOpen() const { return m_file.isOpen(); }
  const TargetName& target() const { return m_target; }

  enum class Replaced { Done, Changed, Failed };
  /// replace moves the file to the target's name. With `expected` (kNoFile: no file there) it returns Changed and keeps
  /// the target when that is another file, even one created at the last moment. Failed sets errno.
  Replaced replace(const FileStamp* expected, std::chrono::milliseconds& patience);

 private:
  Replaced exchange(const FileStamp& expected);
  int rename(unsigned flags) const;

  TargetName m_target;
  std::string m_name;
  Descriptor m_file;  ///< after m_name, which opening it fills in
  bool m_keep = false;
};

/// removeStale removes this target's temporary files whose program has ended and that are not locked. Errors are
/// ignored.
void removeStale(const TargetName& target);

}  // namespace plumbline::files
