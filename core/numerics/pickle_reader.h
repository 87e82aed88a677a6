// SPDX-License-Identifier: GPL-3.0-or-later
// Reads Python's pickle format, protocols 0 to 5, as far as files of tensors go: a small machine with a stack and a memo
// that makes plain objects. What it is asked to call goes to TorchRebuild, which knows a short list of functions by name;
// everything else is refused. Nothing is imported, nothing is run.
//
//   auto root = readPickle(entry.bytes, objects, rebuild, progress);
//   if (root.isValue()) auto value = toValue(objects, root.value());
#pragma once

#include <cstddef>
#include <span>

#include "core/base/progress.h"
#include "core/base/result.h"
#include "core/numerics/pickle_objects.h"
#include "core/numerics/torch_rebuild.h"

namespace plumbline::numerics {

/// readPickle takes the bytes up to STOP; what comes after is none of its business. Errors: BadFormat with the byte at which
/// it went wrong; TooLarge for more objects than any honest file has.
base::Outcome<ObjectId> readPickle(std::span<const std::byte> bytes, PickleObjects& objects, TorchRebuild& rebuild,
                                   const base::Progress& progress = {});

}  // namespace plumbline::numerics
