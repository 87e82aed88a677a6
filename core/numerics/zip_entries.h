// SPDX-License-Identifier: GPL-3.0-or-later
// The entries of a zip that lies in memory (a mapped file): stored ones are pointed at where they lie, deflated ones are
// unpacked within limits. Checksums are not looked at, as torch does not either: not a byte of a stored entry is read.
//
//   auto zip = readZipEntries(view, {}, progress);
//   if (zip.isValue()) if (const ZipEntry* entry = findEntry(zip.value(), "archive/data.pkl")) parse(entry->bytes);
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
#include "core/numerics/load_value.h"

namespace plumbline::numerics {

struct ZipEntry {
  std::string name;                   ///< relative, '/' between folders, no ".."
  std::span<const std::byte> bytes;   ///< all of them: part of the view, or memory of `owner`
  std::shared_ptr<const void> owner;  ///< keeps the bytes
  bool isPacked = false;              ///< was deflated: `bytes` are no part of the file
};

struct ZipLimits {
  std::uint64_t entries = 500'000;
  std::uint64_t unpackedBytes = std::uint64_t{4} << 30U;  ///< of all deflated entries together
  std::uint64_t freeBytes = std::uint64_t{64} << 20U;     ///< up to here no ratio is asked for
  std::uint64_t ratio = 200;                              ///< above: unpacked bytes of all per byte of the zip
};

/// readZipEntries lists a zip in its directory's order, folders left out. Errors: TooLarge over the limits; BadFormat for
/// anything a good writer does not write: no directory, truncation, encryption, another packing than deflate, links, the
/// same name twice, names that lead out of the zip, entries that lie over each other, sizes that are not true.
base::Outcome<std::vector<ZipEntry>> readZipEntries(const FileBytesView& view, const ZipLimits& limits = {},
                                                    const base::Progress& progress = {});

/// findEntry goes through all; nullptr when there is none. Who looks for many makes a map.
const ZipEntry* findEntry(std::span<const ZipEntry> entries, std::string_view name);

/// firstEntryName is the name in the first local header, "" when the bytes are no zip: tells formats apart cheaply.
std::string_view firstEntryName(std::span<const std::byte> bytes);

}  // namespace plumbline::numerics
