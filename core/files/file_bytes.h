// SPDX-License-Identifier: GPL-3.0-or-later
// Reading a whole file with a limit, and knowing later whether it is still the same file.
//
//   auto file = files::readFile("actual.csv");
//   if (!file) return fail(file.error());           // NotFound, NotReadable, TooLarge: each names the path and the way out
//   ... files::stampOf("actual.csv") != file->stamp  // changed on disk since
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/base/progress.h"
#include "core/base/result.h"

namespace plumbline::files {

/// kMaxFileBytes is the largest file Plumbline reads: 2 GiB (2^31 bytes), because cell positions take 31 bits.
inline constexpr std::uint64_t kMaxFileBytes = std::uint64_t{1} << 31;

/// FileStamp identifies a version of a file: size in bytes, modification time in nanoseconds, inode.
struct FileStamp {
  std::uint64_t size = 0;
  std::int64_t modifiedNs = 0;
  std::uint64_t inode = 0;
  bool operator==(const FileStamp&) const = default;
};

/// kNoFile is the stamp of a file that is not there; no real file has inode 0.
inline constexpr FileStamp kNoFile{};

struct FileBytes {
  std::string path;   ///< as the caller gave it
  std::string bytes;  ///< the content, unchanged
  FileStamp stamp;
};

/// readFile reads a file into memory (pipes and devices: 64 MiB). Errors: NotFound; NotReadable for a directory, a pipe
/// without a writer, missing permission, an I/O error; TooLarge over maxBytes; Changed when it shrank while being read.
base::Result<FileBytes> readFile(const std::string& path, std::uint64_t maxBytes = kMaxFileBytes);
/// The same with progress in bytes, and an end between two blocks when that asks for it: a file of 2 GiB takes seconds.
base::Outcome<FileBytes> readFile(const std::string& path, const base::Progress& progress,
                                  std::uint64_t maxBytes = kMaxFileBytes);

/// stampOf returns the present stamp of path. Errors: NotFound, NotReadable.
base::Result<FileStamp> stampOf(const std::string& path);

/// saveFile replaces path atomically: temporary file beside it, fsync, rename, permissions kept. Links are refused (write_target.h);
/// /dev/null, /dev/zero and /dev/full are written in place, and their stamp is kNoFile.
/// With `expected`, it refuses (Changed) when the file on disk is no longer the one with that stamp; with kNoFile, when
/// there is one already. The last look and the replacing are one step where the system can swap two names. What a
/// killed save left behind in the folder is removed. Errors: NotWritable (no space, no permission ...), with the file
/// untouched.
base::Result<FileStamp> saveFile(const std::string& path, const std::string& bytes,
                                 const FileStamp* expected = nullptr);

/// saveProblem returns what would keep saveFile from replacing a file or making it: a folder that cannot be written, a
/// link. To be asked before work begins; a full disk shows only while saving.
std::optional<base::Error> saveProblem(const std::string& path);

/// SaveRequest is one file of several to be saved; what it points at must outlive the call.
struct SaveRequest {
  std::string path;
  const std::string* bytes = nullptr;
  const FileStamp* expected = nullptr;  ///< as for saveFile
};

/// saveFiles is saveFile for each, in order and each for itself; only the disk's work is done together, which for a
/// hundred files takes a fraction of the time. One result per request.
std::vector<base::Result<FileStamp>> saveFiles(const std::vector<SaveRequest>& requests);

}  // namespace plumbline::files
