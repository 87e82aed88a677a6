// SPDX-License-Identifier: GPL-3.0-or-later
// Models of the baseline without a row in the run: lost, or of a shard that is not here? The benchmark cuts the list of
// models into contiguous parts (SPEC 11.1), so a model's place among the shards that are here tells which part it is of.
//
//   result.absent = absentModels(result);
#pragma once

#include <vector>

#include "core/overview/commit_view.h"

namespace plumbline::overview {

/// absentModels answers for each lost row of result.comparison, in order. Where shards are missing and the places do not
/// tell, a model counts as one of a missing shard: that is the answer that asks nobody for a decision.
std::vector<Absent> absentModels(const ConfigResult& result);

}  // namespace plumbline::overview
