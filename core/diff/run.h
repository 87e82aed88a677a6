// SPDX-License-Identifier: GPL-3.0-or-later
// A run as it is held beside others: one config's tables under one label. A run may have several tables (CI writes
// accuracy and performance apart); a model's metric comes from the first table that has it measured.
#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "core/configs/config.h"
#include "core/tables/csv_table.h"

namespace plumbline::diff {

/// kMostRuns can be told apart side by side; a trend has a run per commit, and no column for each.
inline constexpr std::size_t kMostRuns = 6;
inline constexpr std::size_t kMostTrendRuns = 1000;

/// ShardGap is a table that lacks shards: CI cuts the models into parts, one job each, and not all of them are here.
struct ShardGap {
  std::shared_ptr<const tables::CsvTable> table;
  int wanted = 0;
  std::set<int> here;
  std::vector<int> ofRow;  ///< the shard that wrote each row
};

struct Run {
  std::string label;   ///< short, for column heads and legends: "before", "0123456", "dynamic inductor"
  std::string origin;  ///< for people: path, or config and commit
  std::vector<std::shared_ptr<const tables::CsvTable>> tables;  ///< those with a speedup first: HUD reads metrics there
  std::optional<configs::Config> config;
  std::string commit;  ///< 40 hex digits; "" when not known
  bool isBaseline = false;
  std::vector<ShardGap> gaps = {};  ///< none: all shards are here, or no name says how many there are
};

}  // namespace plumbline::diff
