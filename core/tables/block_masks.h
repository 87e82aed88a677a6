// SPDX-License-Identifier: GPL-3.0-or-later
// The bytes that matter to a CSV scanner, 64 at a time: bit i of a mask stands for byte i of the block.
//
//   BlockMasks masks[64];
//   maskBlocks(bestInstructions())(data, 64, masks);   // reads 64 x 64 bytes
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#include "core/base/progress.h"

namespace plumbline::tables {

/// kMaskBlockBytes is how many bytes one BlockMasks describes.
inline constexpr std::size_t kMaskBlockBytes = 64;

struct BlockMasks {
  std::uint64_t separators = 0;  ///< comma, LF, CR
  std::uint64_t lineEnds = 0;    ///< LF, CR
  std::uint64_t quotes = 0;
};

/// Instructions names what the processor offers; tests run all of them.
enum class Instructions : std::uint8_t { Portable, Sse2, Avx2 };

Instructions bestInstructions();

using MaskFunction = void (*)(const char* data, std::size_t blocks, BlockMasks* out);
MaskFunction maskBlocks(Instructions instructions);

/// ByteCounts is what one stretch of a file holds.
struct ByteCounts {
  std::size_t commas = 0;
  std::size_t feeds = 0;       ///< LF
  std::size_t returns = 0;     ///< CR
  bool nul = false;
  bool nonAscii = false;
};

/// countBytes counts at most 4,096 bytes.
using CountFunction = ByteCounts (*)(const char* data, std::size_t size);
CountFunction countBytes(Instructions instructions);
inline constexpr std::size_t kCountBytes = 4096;

/// kPollBytes is how many bytes are processed between two checks of the stop token.
inline constexpr std::size_t kPollBytes = std::size_t{4} << 20U;

struct Census {
  std::size_t commas = 0;
  std::size_t lineEnds = 0;  ///< LF, CRLF and lone CR, each once
  bool hasNul = false;
  bool hasNonAscii = false;
  std::vector<std::uint32_t> blockLineEnds;  ///< for text::LineIndex
};

/// readCensus fills `out`; false when it was cancelled.
bool readCensus(std::string_view bytes, Instructions instructions, const base::Progress& progress, Census& out);

}  // namespace plumbline::tables
