// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/diff/shard_gaps.h"

#include <algorithm>

namespace plumbline::diff {

std::vector<bool> inMissingShard(const ShardGap& gap, const std::vector<overview::ListedModel>& models) {
  const auto known = overview::absentAmong(models, gap.wanted, gap.here);
  std::vector<bool> out(models.size());
  for (std::size_t i = 0; i < models.size(); ++i)
    out[i] = models[i].shard == 0 && (!known || (*known)[i] == overview::Absent::MissingShard);
  return out;
}

bool hasShardsOf(const Run& run, const Run& other) {
  if (other.gaps.empty() || other.gaps.size() < other.tables.size()) return false;
  return std::ranges::all_of(other.gaps, [&run](const ShardGap& theirs) {
    return std::ranges::any_of(run.gaps, [&theirs](const ShardGap& own) {
      return own.wanted == theirs.wanted && std::ranges::includes(own.here, theirs.here);
    });
  });
}

}  // namespace plumbline::diff
