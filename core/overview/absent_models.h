// SPDX-License-Identifier: GPL-3.0-or-later
// Models of the baseline without a row in the run: lost, or of a shard that is not here? The benchmark cuts the list of
// models into contiguous parts (SPEC 11.1), so a model's place among the shards that are here tells which part it is of.
//
//   result.absent = absentModels(result);
#pragma once

#include <optional>
#include <set>
#include <string>
#include <vector>

#include "core/overview/commit_view.h"

namespace plumbline::overview {

/// absentModels answers for each lost row of result.comparison, in order. Where shards are missing and the places do not
/// tell, a model counts as one of a missing shard: that is the answer that asks nobody for a decision.
std::vector<Absent> absentModels(const ConfigResult& result);

/// ListedModel is one of the models that the benchmark cuts into parts.
struct ListedModel {
  std::string name;
  int shard = 0;  ///< that ran it; 0: none
};
/// absentAmong answers for each of `models`, in the order in which the benchmark has them; what it says of one that ran
/// means nothing. Nothing where the places do not tell.
std::optional<std::vector<Absent>> absentAmong(const std::vector<ListedModel>& models, int shards,
                                               const std::set<int>& here);

}  // namespace plumbline::overview
