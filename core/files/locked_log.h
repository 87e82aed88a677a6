// SPDX-License-Identifier: GPL-3.0-or-later
// A file that one program appends to under a lock (flock), which the kernel releases when the program ends. Other
// programs see from the lock whether the writer still runs. For journals and "being edited" marks.
//
//   auto log = LockedLog::create(folder + "/edits-4711.jsonl");
//   log->append("one line\n");               // handed to the kernel when it returns: kill -9 loses nothing of it
//   files::isHeld(other)                     // does the program that made `other` still run?
//
// Nothing is synced to the disk: written bytes survive the end of the program, but not a power failure.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "core/base/result.h"
#include "core/files/descriptor.h"
#include "core/files/file_bytes.h"

namespace plumbline::files {

class LockedLog {
 public:
  /// create makes a new file, readable by its owner alone, and locks it. Errors: NotWritable, also when another program keeps the lock.
  static base::Result<LockedLog> create(const std::string& path);
  /// adopt locks the file of a program that has ended. Errors: NotFound, NotWritable; Changed while it is locked.
  static base::Result<LockedLog> adopt(const std::string& path);

  LockedLog(LockedLog&&) = default;
  LockedLog& operator=(LockedLog&&) = delete;

  const std::string& path() const { return m_path; }
  /// fd is for a handler of signals, which may call write(2) and little else.
  int fd() const { return m_file.get(); }
  /// append writes all of `bytes` or nothing: a half written end is cut off again. Errors: NotWritable.
  base::Result<void> append(std::string_view bytes);
  /// clear makes the file empty. Errors: NotWritable.
  base::Result<void> clear();
  /// remove deletes the file; the lock ends with the object.
  base::Result<void> remove();

 private:
  LockedLog(std::string path, Descriptor file) : m_path(std::move(path)), m_file(std::move(file)) {}
  std::string m_path;
  Descriptor m_file;
};

/// isHeld returns whether a LockedLog of a running program holds this file; false when there is no such file.
bool isHeld(const std::string& path);

/// removeFile removes a file; one that is not there is no error. Errors: NotWritable.
base::Result<void> removeFile(const std::string& path);
/// moveFile renames a file within its folder; never onto another one. Errors: NotWritable.
base::Result<void> moveFile(const std::string& from, const std::string& to);

/// readLog reads such a log. Errors: NotFound; NotReadable for a link, for what is no regular file, of another user, or
/// has several names; TooLarge over maxBytes.
base::Result<std::string> readLog(const std::string& path, std::uint64_t maxBytes = kMaxFileBytes);

/// appendLines adds `lines` to a log that several programs may write to, created with its folder when it does not
/// exist. On the disk when it returns: all of it or nothing. It waits for other writers, for a second at most since another
/// user may keep the lock, and first ends an incomplete last line. Errors: BadArgument when `lines` does not end in a line feed; NotWritable.
base::Result<void> appendLines(const std::string& path, std::string_view lines);

}  // namespace plumbline::files
