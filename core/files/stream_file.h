// SPDX-License-Identifier: GPL-3.0-or-later
// A file received in pieces: they are appended to a partial file, which gets its final name when it is complete. A
// later program can resume a partial file.
//
//   auto file = files::StreamFile::create(folder + "/reports.partial");     // or resume()
//   file->append(bytes) ...
//   file->finish(folder + "/reports.zip");
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "core/base/result.h"
#include "core/files/descriptor.h"

namespace plumbline::files {

class StreamFile {
 public:
  /// create makes an empty file, or empties the one that is there. Errors: NotWritable; Changed when another program
  /// (or another object) is writing it.
  static base::Result<StreamFile> create(const std::string& path);
  /// resume opens the partial file of an earlier program; size() is what it holds. Errors: NotFound, NotWritable,
  /// Changed.
  static base::Result<StreamFile> resume(const std::string& path);

  StreamFile(StreamFile&&) = default;
  StreamFile& operator=(StreamFile&&) = default;

  const std::string& path() const { return m_path; }
  std::uint64_t size() const { return m_size; }

  /// append adds all of `bytes` or nothing: a half written end is cut off again. Errors: NotWritable (disk full ...).
  base::Result<void> append(std::string_view bytes);
  /// clear makes the file empty. Errors: NotWritable.
  base::Result<void> clear();
  /// Durable::No does not wait for the disk: for content that can be fetched again and is verified.
  enum class Durable { Yes, No };
  /// finish renames the file to `target`, in the same file system. Nothing may be called afterwards but the
  /// destructor. Errors: NotWritable; then both files are as they were.
  base::Result<void> finish(const std::string& target, Durable durable = Durable::Yes);
  /// discard removes the file. Errors: NotWritable.
  base::Result<void> discard();

 private:
  StreamFile(std::string path, Descriptor file) : m_path(std::move(path)), m_file(std::move(file)) {}
  static base::Result<StreamFile> open(const std::string& path, int flags);
  std::string m_path;
  Descriptor m_file;
  std::uint64_t m_size = 0;
};

}  // namespace plumbline::files
