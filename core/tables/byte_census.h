// SPDX-License-Identifier: GPL-3.0-or-later
// One fast pass over a file before it is scanned: how many cells and lines it can have at most, so that memory is taken
// once, and what else must be looked at (NUL bytes, UTF-8).
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#include "core/base/progress.h"
#include "core/tables/block_masks.h"

namespace plumbline::tables {

/// kPollBytes is how far long work goes between two looks at the stop token.
inline constexpr std::size_t kPollBytes = std::size_t{4} << 20U;

struct Census {
  std::size_t commas = 0;
  std::size_t lineEnds = 0;  ///< LF, CRLF and lone CR, each once
  bool hasNul = false;
  bool hasNonAscii = false;
  std::vector<std::uint32_t> blockLineEnds;  ///< for text::LineIndex
};

/// takeCensus fills `out`; false when it was cancelled.
bool takeCensus(std::string_view bytes, Instructions instructions, const base::Progress& progress, Census& out);

}  // namespace plumbline::tables
