// SPDX-License-Identifier: GPL-3.0-or-later
// A memory-mapped file: any size, almost no memory. A file that is truncated while it is mapped does not end the program:
// the lost pages read as zeros, and isWhole() is false from then on.
//
//   auto file = MappedFile::open("ref.pt");
//   use(file->bytes());            // valid as long as any copy of the owner lives
//   if (!file->isWhole()) return fileChanged(file->path());
#pragma once

#include <cstddef>
#include <cstdint>
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
  /// open maps a regular file, read only and private, and installs the handler of SIGBUS on the first call. Errors:
  /// NotFound, NotReadable (folder, pipe, permission, I/O).
  static base::Result<MappedFile> open(const std::string& path);

  const std::string& path() const;
  std::span<const std::byte> bytes() const;
  const files::FileStamp& stamp() const;
  /// owner keeps the mapping alive.
  std::shared_ptr<const void> owner() const;
  /// isWhole: the file was neither truncated nor written to since it was mapped. Check it after the work on the bytes:
  /// what was computed before a change was noticed is wrong. Long work checks before every block, too.
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
  std::function<bool()> isWhole;  ///< as MappedFile::isWhole; empty: the bytes cannot change
};

/// fileChanged is the error for a file that is no longer whole.
base::Error fileChanged(const std::string& path);

/// memoryFor is the memory in bytes that opening a file of this size may take: constant below 1 MB.
constexpr std::uint64_t memoryFor(std::uint64_t fileBytes) {
  constexpr std::uint64_t kSmallFile = 1'000'000, kFreeBytes = 52'000'000, kPerByte = 64;
  return kFreeBytes + kPerByte * (fileBytes > kSmallFile ? fileBytes - kSmallFile : 0);
}

/// asText is the same bytes as characters.
inline std::string_view asText(std::span<const std::byte> bytes) {
  return {static_cast<const char*>(static_cast<const void*>(bytes.data())), bytes.size()};
}

}  // namespace plumbline::numerics
