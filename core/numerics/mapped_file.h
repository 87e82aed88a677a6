// SPDX-License-Identifier: GPL-3.0-or-later
// A file as bytes that the system reads when they are looked at: any size, almost no memory.
//
//   auto file = MappedFile::open("ref.pt");
//   use(file->bytes());            // valid as long as any copy of the owner lives
#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <string>

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
  /// owner keeps the bytes mapped.
  std::shared_ptr<const void> owner() const;
  /// isWhole: the file is still as long as when it was mapped. Looking at bytes of one that was cut since is SIGBUS, so
  /// long work asks before every block.
  bool isWhole() const;

 private:
  struct Private;
  std::shared_ptr<const Private> d;
};

}  // namespace plumbline::numerics
