// SPDX-License-Identifier: GPL-3.0-or-later
// A file that one running program appends to, and that tells others whether this program still runs: the kernel's lock
// (flock) on it goes when the program ends, however it ends. For journals and for "somebody edits this" marks.
//
//   auto log = LockedLog::create(folder + "/edits-4711.jsonl");
//   log->append("one line\n");               // handed to the kernel when it returns: kill -9 loses nothing of it
//   files::isHeld(other)                     // is the program that made `other` still there?
//
// Nothing is synced to the disk: what the kernel has taken outlives the program, and only a power cut can lose it.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "core/base/result.h"
#include "core/files/descriptor.h"

namespace plumbline::files {

class LockedLog {
 public:
  /// create makes a new file, readable by its owner alone, and locks it. Errors: NotWritable.
  static base::Result<LockedLog> create(const std::string& path);
  /// take locks a file that another program left behind. Errors: NotFound, NotReadable; Changed when somebody holds it.
  static base::Result<LockedLog> take(const std::string& path);

  LockedLog(LockedLog&&) = default;
  LockedLog& operator=(LockedLog&&) = delete;

  const std::string& path() const { return m_path; }
  /// append writes all of `bytes` or nothing: a half written end is cut off again. Errors: NotWritable.
  base::Result<void> append(std::string_view bytes);
  /// clear makes the file empty. Errors: NotWritable.
  base::Result<void> clear();
  /// remove takes the file away; the lock ends with the object.
  base::Result<void> remove();

 private:
  LockedLog(std::string path, int fd) : m_path(std::move(path)), m_file(fd) {}
  std::string m_path;
  Descriptor m_file;
};

/// isHeld tells whether a LockedLog of a running program holds this file; false when there is no such file.
bool isHeld(const std::string& path);

/// removeFile removes a file; one that is not there is no error. Errors: NotWritable.
base::Result<void> removeFile(const std::string& path);
/// moveFile renames a file within its folder; never onto another one. Errors: NotWritable.
base::Result<void> moveFile(const std::string& from, const std::string& to);

}  // namespace plumbline::files
