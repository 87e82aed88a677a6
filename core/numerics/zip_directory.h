// SPDX-License-Identifier: GPL-3.0-or-later
// The directory at the end of a zip in memory (APPNOTE 4.3, zip64 too), read strictly: what it says must be so. libarchive
// asks the system for the time zone twice per entry, which for ten thousand of them costs more than all the rest.
//
//   auto records = readZipDirectory(bytes, {.entries = 500'000});
//   use(records->front().name, bytes.subspan(records->front().dataAt, records->front().packedSize));
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/result.h"

namespace plumbline::numerics {

enum class ZipMethod : std::uint8_t { Stored, Deflated, Other };

struct ZipRecord {
  std::string_view name;         ///< into the bytes; relative, UTF-8, no ".."; unique
  ZipMethod method = ZipMethod::Stored;
  std::uint64_t headerAt = 0;    ///< where its local header begins
  std::uint64_t dataAt = 0;      ///< where its bytes begin: all `packedSize` of them are there
  std::uint64_t packedSize = 0;
  std::uint64_t size = 0;        ///< as promised; of a stored one the same as packedSize
};

/// readZipDirectory leaves folders out. Errors (without a file): TooLarge over maxEntries; BadFormat for all that
/// readZipEntries refuses but sizes that turn out untrue.
base::Result<std::vector<ZipRecord>> readZipDirectory(std::span<const std::byte> bytes, std::uint64_t maxEntries);

/// printableName leaves no control character in a name that goes into a message, and not too much of it.
std::string printableName(std::string_view name);

}  // namespace plumbline::numerics
