// SPDX-License-Identifier: GPL-3.0-or-later
// Which opened tables are merged into one CSV: files named one by one all, in that order; from folders and zips the
// shards of one config, each by the attempt that stands for it.
//
//   auto choice = chooseToMerge(opened, {});
//   auto merged = tables::mergeShards(choice->tables, "merged.csv");
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "core/base/result.h"
#include "core/overview/commit_view.h"

namespace plumbline::overview {

struct MergeRequest {
  std::optional<configs::Config> config;  ///< needed when more than one config was opened
  AttemptRule attempts = AttemptRule::LatestComplete;
};

struct MergeChoice {
  std::optional<configs::Config> config;  ///< absent: no file says
  std::vector<std::size_t> pieces;        ///< indices into Opened::pieces, in the order of merging
  std::vector<std::shared_ptr<const tables::CsvTable>> tables;
  std::vector<std::string> notes;         ///< sentences: shards that are missing, attempts that were left out
};

/// chooseToMerge. Errors: BadArgument when nothing was opened, when more than one config is there and none was named,
/// or when no file is of the one that was named; BadFormat for a source that is no CSV, or results of two commits.
base::Result<MergeChoice> chooseToMerge(const sources::Opened& opened, const MergeRequest& request);

}  // namespace plumbline::overview
