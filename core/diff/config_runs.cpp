// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/diff/config_runs.h"

#include <algorithm>
#include <map>

#include "core/configs/performance.h"

namespace plumbline::diff {
namespace {

void addWord(std::string& text, const std::string& word) {
  if (!text.empty() && !word.empty()) text += ' ';
  text += word;
}

std::string originOf(const overview::CommitView& view, const overview::ConfigResult& result, Want want) {
  if (want == Want::Baselines && !result.baselinePath.empty()) return result.baselinePath;
  if (want == Want::Results && result.shards.size() == 1) return result.shards.front().origin;
  std::string origin = configs::configName(result.config);
  if (want == Want::Results && !view.commit().empty()) origin += " of " + shortCommit(view.commit());
  return origin;
}

Run emptyRun(const overview::CommitView& view, const configs::Config& config, Want want) {
  Run run;
  run.config = config;
  run.isBaseline = want == Want::Baselines;
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

std::vector<ConfigRun> configRuns(const overview::CommitView& view, Want want) {
  std::vector<ConfigRun> out;
  std::map<configs::Config, std::size_t> at;
  for (const overview::ConfigResult& result : view.configs()) {
    const auto& table = want == Want::Results ? result.run : result.baseline;
    if (table == nullptr) continue;
    const configs::Config config = configs::accuracyTwin(result.config);
    const auto [found, isNew] = at.try_emplace(config, out.size());
    if (isNew) out.push_back({config, emptyRun(view, config, want)});
    Run& run = out[found->second].run;
    run.tables.push_back(table);
    auto gap = want == Want::Results ? gapOf(result) : std::nullopt;
    if (gap) run.gaps.push_back(*std::move(gap));
    run.origin += (run.origin.empty() ? "" : ", ") + originOf(view, result, want);
  }
  for (ConfigRun& one : out) sortTables(one.run.tables);
  return out;
}

}  // namespace plumbline::diff
