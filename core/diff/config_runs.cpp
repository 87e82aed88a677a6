// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/diff/config_runs.h"

#include <algorithm>
#include <map>

#include "core/configs/config.h"

namespace plumbline::diff {
namespace {

void addWord(std::string& text, const std::string& word) {
  if (!text.empty() && !word.empty()) text += ' ';
  text += word;
}

std::string originOf(const overview::CommitView& view, const overview::ConfigResult& result, RunKind kind) {
  if (kind == RunKind::Baselines && !result.baselinePath.empty()) return result.baselinePath;
  if (kind == RunKind::Results && result.shards.size() == 1) return result.shards.front().origin;
  std::string origin = configs::configName(result.config);
  if (kind == RunKind::Results && !view.commit().empty()) origin += " of " + shortCommit(view.commit());
  return origin;
}

Run emptyRun(const overview::CommitView& view, const configs::Config& config, RunKind kind) {
  Run run;
  run.config = config;
  run.isBaseline = kind == RunKind::Baselines;
  if (!run.isBaseline) run.commit = view.commit();
  run.label = configs::columnTitle(config);
  addWord(run.label, run.isBaseline ? "baseline" : shortCommit(run.commit));
  return run;
}

}  // namespace

std::string shortCommit(const std::string& commit) {
  constexpr std::size_t kDigits = 7;
  return commit.substr(0, kDigits);
}

std::optional<ShardGap> gapOf(const overview::ConfigResult& result) {
  if (result.run == nullptr || result.isComplete()) return std::nullopt;
  ShardGap gap{.table = result.run, .wanted = result.shardsWanted, .here = {}, .ofRow = {}};
  for (const overview::ShardUse& use : result.shards)
    if (use.used) gap.here.insert(use.identity.shard);
  gap.ofRow.reserve(result.origins.size());
  for (const tables::RowOrigin& origin : result.origins)
    gap.ofRow.push_back(result.shards[origin.shard].identity.shard);
  return gap;
}

void sortTables(std::vector<std::shared_ptr<const tables::CsvTable>>& tables) {
  std::stable_partition(tables.begin(), tables.end(),
                        [](const auto& table) { return table->columnOf("speedup").has_value(); });
}

std::vector<ConfigRun> configRuns(const overview::CommitView& view, RunKind kind) {
  std::vector<ConfigRun> out;
  std::map<configs::Config, std::size_t> at;
  for (const overview::ConfigResult& result : view.configs()) {
    const auto& table = kind == RunKind::Results ? result.run : result.baseline;
    if (table == nullptr) continue;
    const configs::Config config = configs::accuracyTwin(result.config);
    const auto [found, isNew] = at.try_emplace(config, out.size());
    if (isNew) out.push_back({config, emptyRun(view, config, kind)});
    Run& run = out[found->second].run;
    run.tables.push_back(table);
    auto gap = kind == RunKind::Results ? gapOf(result) : std::nullopt;
    if (gap) run.gaps.push_back(*std::move(gap));
    run.origin += (run.origin.empty() ? "" : ", ") + originOf(view, result, kind);
  }
  for (ConfigRun& one : out) sortTables(one.run.tables);
  return out;
}

}  // namespace plumbline::diff
