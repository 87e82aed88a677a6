// SPDX-License-Identifier: GPL-3.0-or-later
// A memory-mapped file: any size, almost no memory.
//
//   auto file = MappedFile::open("ref.pt");
//   use(file->bytes());            // valid as long as any copy of the owner lives
#pragma once

#include <cstddef>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <string_view>

#include "core/base/result.h"
#include "core/files/file_bytes.h"

namespace plumbline::numerics {

class MappedFile {
 public:
  /// open maps a regular file, read only and private. Errors: NotFound, NotReadable (folder, pipe, permission, I/O).
  static base::Result<MappedFile> open(const std::string& path);

  const std::string& path() const;
  std::span<const std::byte> bytes() const;
  const files::FileStamp& stamp() const;
  /// owner keeps the mapping alive.
  std::shared_ptr<const void> owner() const;
  /// isWhole: the file was not truncated since it was mapped. Access to truncated bytes raises SIGBUS, so long work
  /// checks before every block.
  bool isWhole() const;

 private:
  struct Private;
  std::shared_ptr<const Private> d;
};

/// FileBytesView is the input of the readers: bytes of a mapped file, or of memory in tests and fuzzers.
struct FileBytesView {
  std::string file;  ///< for error texts
  std::span<const std::byte> bytes;
  std::shared_ptr<const void> owner;
  std::function<bool()> isWhole;  ///< as MappedFile::isWhole; empty: the bytes cannot be cut
};

/// asText is the same bytes as characters.
inline std::string_view asText(std::span<const std::byte> bytes) {
  return {static_cast<const char*>(static_cast<const void*>(bytes.data())), bytes.size()};
}

}  // namespace plumbline::numerics
