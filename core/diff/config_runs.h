// SPDX-License-Identifier: GPL-3.0-or-later
// The runs of an opened commit, one per config, accuracy and performance tables together, and short labels for the sides
// of a comparison, made of what distinguishes them.
//
//   for (const ConfigRun& one : configRuns(*view, RunKind::Results)) show(one.run.label);
//   sideLabels({{.paths = {"a/x.csv"}}, {.paths = {"b/x.csv"}}})       // "a", "b"
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "core/configs/config.h"
#include "core/diff/run_diff.h"
#include "core/overview/commit_view.h"

namespace plumbline::diff {

struct ConfigRun {
  configs::Config config;  ///< the accuracy one of the two
  Run run;
};

enum class RunKind : std::uint8_t { Results, Baselines };

/// configRuns are in the order of the view. Their labels are the config's column title, with "baseline" or the commit.
std::vector<ConfigRun> configRuns(const overview::CommitView& view, RunKind kind);

/// gapOf lists the shards of a config; nullopt if none is missing.
std::optional<ShardGap> gapOf(const overview::ConfigResult& result);

/// sortTables puts those with a speedup first: the dashboard reads metrics from them.
void sortTables(std::vector<std::shared_ptr<const tables::CsvTable>>& tables);

/// addNotes joins the notes of the tables; those with compile times that disagree make the state of the cache unknown.
void addNotes(Run& run, const sources::Piece& piece);

/// shortCommit is the first digits of a hash; "" for none.
std::string shortCommit(const std::string& commit);

/// SideName is the information for the label of a side.
struct SideName {
  std::string requested = {};  ///< by the user; has precedence
  std::vector<std::string> paths = {};
  std::optional<configs::Config> config = {};  ///< by which it was chosen
  std::string commit = {};                     ///< of all its results
};

/// sideLabels are distinct: by config if the sides were chosen by config, by commit if those differ, else by the parts
/// of the paths that differ, or by number.
std::vector<std::string> sideLabels(const std::vector<SideName>& sides);

}  // namespace plumbline::diff
