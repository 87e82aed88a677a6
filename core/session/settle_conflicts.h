// SPDX-License-Identifier: GPL-3.0-or-later
// A file with conflict markers settled in one undoable step.
//
//   auto change = settleChange(edits.drafts(), path, {ConflictChoice::Ours, ConflictChoice::Theirs});
//   stack.push(*change);
#pragma once

#include <string>
#include <vector>

#include "core/base/result.h"
#include "core/baselines/conflict_blocks.h"
#include "core/baselines/drafts.h"

namespace plumbline::session {

/// settleChange replaces each block of the pending bytes by the side that was chosen for it. Errors: BadArgument for a
/// file that is not open; those of baselines::resolved.
base::Result<baselines::Change> settleChange(const baselines::Drafts& drafts, const std::string& path,
                                             const std::vector<baselines::ConflictChoice>& choices);

}  // namespace plumbline::session
