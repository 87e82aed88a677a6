// SPDX-License-Identifier: GPL-3.0-or-later
// The result of merging shards, as text.
#pragma once

#include <string>

#include "core/overview/merge_choice.h"
#include "core/tables/shard_merge.h"

namespace plumbline::reports {

struct MergeReport {
  std::string file;  ///< where it goes; "-" is standard output
  const sources::Opened& opened;
  const overview::MergeChoice& choice;
  const tables::MergedShards& merged;
};

/// mergeText: one line per sentence: "merged.csv: 62 rows of 2 files, inductor_SUITE_training", what is missing, each
/// model that two files bring (at most twenty, then their number).
std::string mergeText(const MergeReport& report);
/// differingRepeats counts the models that two files bring with different rows.
std::size_t differingRepeats(const tables::MergedShards& merged);

}  // namespace plumbline::reports
