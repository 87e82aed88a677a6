// SPDX-License-Identifier: GPL-3.0-or-later
// The runs of an opened commit, one per config, accuracy and performance tables put together. Only choose_runs and its
// parts use it.
//
//   for (const ConfigRun& one : configRuns(*view, Want::Results)) show(configs::configName(one.config), one.run.label);
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "core/diff/run.h"
#include "core/overview/commit_view.h"

namespace plumbline::diff {

struct ConfigRun {
  configs::Config config;  ///< the accuracy one of the two
  Run run;
};

enum class Want : std::uint8_t { Results, Baselines };

/// configRuns come in the order of the view. Their labels are the config's column title, with "baseline" or the commit.
std::vector<ConfigRun> configRuns(const overview::CommitView& view, Want want);

/// gapOf tells which shards of a config are not here; nothing when all are.
std::optional<ShardGap> gapOf(const overview::ConfigResult& result);

/// sortTables puts those with a speedup first: the dashboard reads metrics there.
void sortTables(std::vector<std::shared_ptr<const tables::CsvTable>>& tables);

/// shortCommit is its first digits; "" for none.
std::string shortCommit(const std::string& commit);

}  // namespace plumbline::diff
