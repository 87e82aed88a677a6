// SPDX-License-Identifier: GPL-3.0-or-later
// Which models a run lacks because a shard is not here, and which ones it lost. Only RunDiff uses it.
//
//   const auto ofMissing = inMissingShard(gap, {{"a", 1}, {"b", 0}});   // {false, true} where shard 2 is not here
#pragma once

#include <vector>

#include "core/diff/run.h"
#include "core/overview/absent_models.h"

namespace plumbline::diff {

/// inMissingShard answers for each of `models`, listed as another run has them; one that ran is of no missing shard.
/// Where nobody can tell, a model that did not run is: that is the answer that blames nobody.
std::vector<bool> inMissingShard(const ShardGap& gap, const std::vector<overview::ListedModel>& models);

/// hasShardsOf tells whether a run has each shard that the other one has, so that nothing of the other is missing here.
bool hasShardsOf(const Run& run, const Run& other);

}  // namespace plumbline::diff
