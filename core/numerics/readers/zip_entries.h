// SPDX-License-Identifier: GPL-3.0-or-later
// The entries of a zip in memory (a mapped file): stored entries are views, deflated ones are unpacked within limits.
// As in torch, checksums are ignored: no byte of a stored entry is read.
//
//   auto zip = readZipEntries(view, {}, progress);
//   if (zip.isValue()) for (const ZipEntry& entry : zip.value()) parse(entry.bytes);
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/progress.h"
#include "core/base/result.h"
#include "core/numerics/readers/mapped_file.h"

namespace plumbline::numerics {

struct ZipEntry {
  std::string name;                   ///< relative, '/' between folders, no ".."
  std::span<const std::byte> bytes;   ///< all of them: part of the view, or memory of `owner`
  std::shared_ptr<const void> owner;  ///< keeps the bytes
  bool isPacked = false;              ///< was deflated: `bytes` are no part of the file
};

struct ZipLimits {
  std::uint64_t entries = 500'000;
  std::uint64_t unpackedBytes = std::uint64_t{4} << 30U;  ///< of all deflated entries together; never over memoryFor
};

/// readZipEntries lists a zip in its directory's order, without folders. Errors: TooLarge over the limits; BadFormat:
/// no directory, truncation, encryption, another compression than deflate, links, repeated names, names that lead out
/// of the zip, overlapping entries, wrong sizes.
base::Outcome<std::vector<ZipEntry>> readZipEntries(const FileBytesView& view, const ZipLimits& limits = {},
                                                    const base::Progress& progress = {});

/// firstEntryName is the name in the first local header, "" if the bytes are no zip: a cheap way to distinguish
/// formats.
std::string_view firstEntryName(std::span<const std::byte> bytes);

}  // namespace plumbline::numerics
