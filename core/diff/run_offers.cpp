// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <utility>

#include "core/configs/performance.h"
#include "core/diff/choose_runs.h"
#include "core/diff/config_runs.h"

namespace plumbline::diff {
namespace {

std::string commitOf(const overview::ConfigResult& config) {
  const auto used = std::ranges::find(config.shards, true, &overview::ShardUse::used);
  return used == config.shards.end() ? std::string() : used->identity.commit;
}

/// withoutBaselines: what a trend asks for is not judged, so nothing is held against a baseline.
std::shared_ptr<const sources::Opened> withoutBaselines(const sources::Opened& opened) {
  auto out = std::make_shared<sources::Opened>();
  for (const sources::Piece& piece : opened.pieces)
    if (!piece.isBaseline) out->pieces.push_back(piece);
  return out;
}

}  // namespace

std::vector<RunOffer> runOffers(const overview::CommitView& view) {
  std::vector<RunOffer> out;
  for (const Want want : {Want::Results, Want::Baselines})
    for (ConfigRun& one : configRuns(view, want)) out.push_back({std::move(one.run), configs::configName(one.config)});
  // A run and the baseline it is held against stand together.
  std::ranges::stable_sort(out, {}, &RunOffer::group);
  return out;
}

std::optional<std::vector<Run>> actualAgainstBaseline(const overview::ConfigResult& config) {
  if (config.run == nullptr || config.baseline == nullptr) return std::nullopt;
  Run baseline{.label = "baseline",
               .origin = config.baselinePath.empty() ? configs::configName(config.config) : config.baselinePath,
               .tables = {config.baseline},
               .config = config.config,
               .commit = {},
               .isBaseline = true};
  Run actual{.label = "actual",
             .origin = configs::configName(config.config),
             .tables = {config.run},
             .config = config.config,
             .commit = commitOf(config)};
  if (!actual.commit.empty()) actual.label = shortCommit(actual.commit);
  if (auto gap = gapOf(config)) actual.gaps.push_back(*std::move(gap));
  if (config.shards.size() == 1) actual.origin = config.shards.front().origin;
  return std::vector<Run>{std::move(baseline), std::move(actual)};
}

base::Outcome<std::vector<Run>> trendRuns(const overview::CommitView& view, const configs::Config& config,
                                          const std::string& checkout, const base::Progress& progress) {
  const configs::Config wanted = configs::accuracyTwin(config);
  const std::vector<std::string> commits = commitOrder(view.commits(), checkout, progress.stopToken());
  const auto results = withoutBaselines(view.opened());
  std::vector<Run> out;
  for (std::size_t i = 0; i < commits.size(); ++i) {
    if (!progress.report(i, commits.size())) return base::Cancelled{};
    overview::ViewOptions options = view.options();
    options.commit = commits[i].empty() ? overview::kNoCommit : commits[i];
    auto one = overview::CommitView::make(results, options, base::Progress(progress.stopToken()));
    if (one.isCancelled()) return base::Cancelled{};
    if (one.isError()) return one.error();
    std::vector<ConfigRun> runs = configRuns(*one.value(), Want::Results);
    const auto found = std::ranges::find(runs, wanted, &ConfigRun::config);
    if (found == runs.end()) continue;
    found->run.label = commits[i].empty() ? "no commit" : shortCommit(commits[i]);
    out.push_back(std::move(found->run));
  }
  return out;
}

}  // namespace plumbline::diff
