// SPDX-License-Identifier: GPL-3.0-or-later
// What git leaves in a file after a merge that it could not do: both sides of each conflict, and the file once each
// is resolved.
//
//   auto blocks = conflictBlocks(bytes, path);
//   auto clean = resolved(bytes, path, {ConflictChoice::Ours, ConflictChoice::Theirs});
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/result.h"

namespace plumbline::baselines {

/// ConflictBlock is everything from <<<<<<< to >>>>>>>, both lines included.
struct ConflictBlock {
  std::size_t begin = 0, end = 0;  ///< bytes [begin, end) of the file
  std::size_t line = 0;            ///< of <<<<<<<, from 1
  std::string oursLabel, theirsLabel, baseLabel;
  std::string ours, theirs;
  std::optional<std::string> base;  ///< what both came from, where git was asked to write it (diff3)
};

enum class ConflictChoice : unsigned char {
  Ours,
  Theirs,
  Both,  ///< our rows, then their rows whose model ours does not have
};

/// conflictBlocks lists them in file order; none in a file without markers. Errors: BadFormat with the line for a block
/// inside another, one that does not end, and a marker outside a block.
base::Result<std::vector<ConflictBlock>> conflictBlocks(std::string_view bytes, const std::string& path);

/// resolved puts the chosen side in the place of each block. Errors: those of conflictBlocks; BadArgument when there
/// are more or fewer choices than blocks.
base::Result<std::string> resolved(std::string_view bytes, const std::string& path,
                                   const std::vector<ConflictChoice>& choices);

}  // namespace plumbline::baselines
