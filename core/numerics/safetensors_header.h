// SPDX-License-Identifier: GPL-3.0-or-later
// The JSON in front of a .safetensors file, read event by event: memory stays in proportion to what it tells.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "core/base/result.h"

namespace plumbline::numerics {

/// SafetensorsEntry is one tensor as the header tells it; nothing of it is checked against the file yet.
struct SafetensorsEntry {
  std::string name = {};
  std::string dtype = {};  ///< "BF16"
  std::vector<std::int64_t> shape = {};
  std::uint64_t begin = 0, end = 0;  ///< data_offsets, bytes behind the header
};

/// readSafetensorsHeader gives the tensors in the header's order; "__metadata__" is left out. Errors: TooLarge over
/// kMaxNodes tensors; BadFormat: not JSON, members missing, twice, unknown or of another type, nesting.
base::Result<std::vector<SafetensorsEntry>> readSafetensorsHeader(std::span<const std::byte> json);

}  // namespace plumbline::numerics
