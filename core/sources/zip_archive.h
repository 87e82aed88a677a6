// SPDX-License-Identifier: GPL-3.0-or-later
// One zip as libarchive reads it: entry by entry, block by block. Only zips with their directory at the end are taken,
// the directory is bounded, and names are UTF-8 whatever the user's locale is.
//
//   ZipArchive zip(bytesAt, size, directoryLimit, progress);
//   while (zip.next()) { zip.name(); while (auto block = zip.block()) out += *block; }
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "core/base/progress.h"

struct archive;
struct archive_entry;

namespace plumbline::sources {

/// BytesAt fills the span from that offset and gives how many bytes it got, 0 at the end, negative on an I/O error.
using BytesAt = std::function<std::ptrdiff_t(std::uint64_t at, std::span<char> into)>;

class ZipArchive {
 public:
  ZipArchive(BytesAt bytesAt, std::uint64_t size, std::uint64_t directoryLimit, const base::Progress& progress);
  ~ZipArchive();
  ZipArchive(const ZipArchive&) = delete;
  ZipArchive& operator=(const ZipArchive&) = delete;

  /// next goes to the next entry; false at the end, when the zip cannot be read further (failure()), or when stopped.
  bool next();
  std::optional<std::string> name() const;  ///< absent: the bytes are no UTF-8
  bool isFolder() const;
  bool isFile() const;  ///< neither folder nor link nor device
  bool isEncrypted() const;
  bool isPlainlyPacked() const;  ///< stored or deflated: what needs no memory of the zip's choosing
  /// block gives the next unpacked bytes of the entry; nullopt at its end or at an error (failure()).
  std::optional<std::string_view> block();

  bool wasStopped() const { return m_stopped; }
  bool hadIoError() const { return m_ioError; }
  bool directoryTooLarge() const { return m_directoryTooLarge; }
  const std::string& failure() const { return m_failure; }  ///< libarchive's words; "" when all is well

 private:
  static std::ptrdiff_t readBlock(archive* handle, void* self, const void** buffer);
  static std::int64_t seekTo(archive* handle, void* self, std::int64_t offset, int whence);
  static std::int64_t skipOver(archive* handle, void* self, std::int64_t request);

  class Utf8Names;
  BytesAt m_bytesAt;
  std::uint64_t m_size, m_directoryLimit, m_at = 0, m_handedOut = 0;
  base::Progress m_progress;
  std::unique_ptr<Utf8Names> m_utf8;
  std::unique_ptr<archive, int (*)(archive*)> m_archive;
  archive_entry* m_entry = nullptr;
  std::string m_buffer, m_failure;
  bool m_open = false, m_stopped = false, m_ioError = false, m_directoryTooLarge = false;
};

}  // namespace plumbline::sources
