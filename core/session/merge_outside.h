// SPDX-License-Identifier: GPL-3.0-or-later
// Merges unsaved edits into a file that another program changed on disk. A baseline is merged model by model, so moved
// rows cause no conflict; any other file line by line. Edits that do not fit are left out and listed.
//
//   MergedEdits merged = mergeOutside(path, base, pending, onDisk);
//   for (const std::string& sentence : merged.lost) ...
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/base/result.h"
#include "core/baselines/conflict_blocks.h"
#include "core/baselines/drafts.h"

namespace plumbline::session {

struct MergedEdits {
  std::string bytes;              ///< theirs with every edit of ours that fits
  std::vector<std::string> lost;  ///< edits left out, one sentence each
};

/// mergeOutside merges the way from `base` to `ours` into `theirs`. Never fails: at worst nothing of ours fits.
MergedEdits mergeOutside(const std::string& path, std::string_view base, std::string_view ours,
                         std::string_view theirs);

/// settleChange replaces each block of the pending bytes by the side that was chosen for it. Errors: BadArgument for a
/// file that is not open; those of baselines::resolved.
base::Result<baselines::Change> settleChange(const baselines::Drafts& drafts, const std::string& path,
                                             const std::vector<baselines::ConflictChoice>& choices);

}  // namespace plumbline::session
