// SPDX-License-Identifier: GPL-3.0-or-later
// Reads the subset of Python's pickle format (protocols 0 to 5) that files of tensors use: a machine with a stack and a
// memo. Calls go to TorchRebuild, which implements a short list of functions; all others are errors. Nothing is
// imported or run.
//
//   auto root = readPickle(entry.bytes, objects, rebuild, progress);
//   if (root.isValue()) auto value = toValue(objects, root.value());
#pragma once

#include <cstddef>
#include <span>

#include "core/base/progress.h"
#include "core/base/result.h"
#include "core/numerics/readers/pickle_objects.h"

namespace plumbline::numerics {

class TorchRebuild;

/// readPickle reads up to STOP; `end` becomes the first byte after it. Errors: BadFormat with the offset; TooLarge for too many
/// objects.
base::Outcome<ObjectId> readPickle(std::span<const std::byte> bytes, PickleObjects& objects, TorchRebuild& rebuild,
                                   const base::Progress& progress = {}, std::size_t* end = nullptr);

}  // namespace plumbline::numerics
