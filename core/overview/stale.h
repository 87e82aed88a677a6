// SPDX-License-Identifier: GPL-3.0-or-later
// Baselines that no run speaks of any more, over all opened commits.
#pragma once

#include <string>
#include <vector>

#include "core/overview/commit_view.h"

namespace plumbline::overview {

struct StaleRow {
  configs::Config config;
  std::string path, model;
  std::size_t line = 0;
  std::size_t commits = 0;   ///< complete runs of this config that did not bring the model
};
struct StaleReport {
  std::vector<StaleRow> rows;                   ///< models absent from at least `minimum` complete runs, and in none
  std::vector<configs::Config> withoutBaseline; ///< run, and no baseline
  std::vector<configs::Config> withoutRun;      ///< baseline, and no run opened
};
/// staleBaselines looks at every commit among the opened results, each by its own shards.
StaleReport staleBaselines(const CommitView& view, std::size_t minimum = 1);

}  // namespace plumbline::overview
