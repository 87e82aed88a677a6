// SPDX-License-Identifier: GPL-3.0-or-later
// The file beside its target that a save writes first. It is removed unless it has replaced the target; the leftovers
// of a killed program are removed by the next save.
//
//   TemporaryFile temporary(TargetName(path));
//   ... write to temporary.fd() ...
//   temporary.replace(&expected)
#pragma once

#include <string>

#include "core/files/descriptor.h"
#include "core/files/file_bytes.h"
#include "core/files/write_target.h"

namespace plumbline::files {

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
  Replaced replace(const FileStamp* expected);

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
