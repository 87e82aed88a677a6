// SPDX-License-Identifier: GPL-3.0-or-later
// The file beside its target that a save writes first. Nothing of it stays, whatever happens: it goes away unless it
// took the target's place, and what a killed program left behind goes with the next save.
//
//   TemporaryFile temporary(target);
//   ... write to temporary.fd() ...
//   temporary.replace(target, &expected)
#pragma once

#include <string>

#include "core/files/descriptor.h"
#include "core/files/file_bytes.h"

namespace plumbline::files {

class TemporaryFile {
 public:
  /// Made with the usual mode (0666 less the umask) and locked, so that others see that somebody is at it.
  explicit TemporaryFile(const std::string& target);
  TemporaryFile(const TemporaryFile&) = delete;
  TemporaryFile& operator=(const TemporaryFile&) = delete;
  ~TemporaryFile();

  int fd() const { return m_file.get(); }
  bool isOpen() const { return m_file.isOpen(); }

  enum class Placed { Done, Changed, Failed };
  /// replace puts the file in the target's place. With `expected` (kNoFile: no file there) it says Changed when another
  /// one lies there, and leaves that one where it is, even when it came at the very last moment. Failed sets errno.
  Placed replace(const std::string& target, const FileStamp* expected);

 private:
  Placed exchange(const std::string& target, const FileStamp& expected);

  std::string m_name;
  Descriptor m_file;  ///< after m_name, which opening it fills in
  bool m_keep = false;
};

/// removeStale removes what killed programs left behind while they saved this target: temporary files that nobody has
/// locked and whose program is gone. What cannot be removed stays.
void removeStale(const std::string& target);

}  // namespace plumbline::files
