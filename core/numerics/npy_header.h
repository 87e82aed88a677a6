// SPDX-License-Identifier: GPL-3.0-or-later
// The header of NumPy's .npy format, versions 1.0, 2.0 and 3.0 (numpy.lib.format): a Python dict with three members,
// read by a parser that knows just that dict.
//
//   auto header = readNpyHeader(view);     // {.dtype = Float32, .sizes = {3, 2}, .dataAt = 128}
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "core/base/result.h"
#include "core/numerics/dtype.h"

namespace plumbline::numerics {

struct NpyHeader {
  Dtype dtype = Dtype::Float64;
  bool isSwapped = false;       ///< big-endian
  bool isFortranOrder = false;  ///< the first axis moves fastest
  std::vector<std::int64_t> sizes = {};
  std::size_t dataAt = 0;     ///< first byte after the header
  std::size_t dataBytes = 0;  ///< what the numbers take; all there
};

/// isNpy tells by the first bytes.
bool isNpy(std::span<const std::byte> bytes);

/// readNpyHeader also makes sure that the numbers are there. Bytes after them are none of ours, as for numpy.load().
/// Errors: BadFormat: cut off, another version, anything but the three members, a dtype that no tensor has (by name).
base::Result<NpyHeader> readNpyHeader(std::span<const std::byte> bytes, const std::string& file);

}  // namespace plumbline::numerics
