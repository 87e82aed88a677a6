// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/diff/opened_side.h"

#include <algorithm>
#include <utility>

#include "core/configs/performance.h"
#include "core/diff/config_runs.h"
#include "core/verdicts/rule_set.h"

namespace plumbline::diff {
namespace {

bool hasColumn(const sources::Piece& piece, std::string_view name) { return piece.table->columnOf(name).has_value(); }

std::optional<configs::Config> configOf(const sources::Piece& piece) {
  if (!piece.identity) return std::nullopt;
  return configs::accuracyTwin(piece.identity->config);
}

/// belongTogether: one says how accurate, the other how fast, of the same config as far as their names say.
bool belongTogether(const sources::Piece& one, const sources::Piece& other) {
  const bool isPair = hasColumn(one, "speedup") != hasColumn(other, "speedup") &&
                      hasColumn(one, "accuracy") != hasColumn(other, "accuracy");
  return isPair && one.isBaseline == other.isBaseline && configOf(one) == configOf(other);
}

/// gapOf a table that its name calls one of several shards.
std::optional<ShardGap> gapOf(const sources::Piece& piece) {
  if (piece.isBaseline || !piece.identity || piece.identity->shards < 2) return std::nullopt;
  return ShardGap{.table = piece.table,
                  .wanted = piece.identity->shards,
                  .here = {piece.identity->shard},
                  .ofRow = std::vector<int>(piece.table->rowCount(), piece.identity->shard)};
}

base::Error otherCommits(const overview::CommitView& view) {
  std::string others;
  for (const std::string& commit : view.commits())
    if (commit != view.commit())
      others += (others.empty() ? "" : ", ") + (commit.empty() ? "no commit" : shortCommit(commit));
  return {.code = base::ErrorCode::BadArgument,
          .text = "One side holds results of several commits; those of " +
                  (view.commit().empty() ? std::string("no commit") : shortCommit(view.commit())) +
                  " are compared, and not those of " + others + ".",
          .hint = "Give each commit a side of its own."};
}

}  // namespace

base::Outcome<OpenedSide> OpenedSide::open(const SideWish& wish, const sources::SideBySide& sideBySide,
                                           const base::Progress& progress) {
  std::vector<sources::SourcePath> paths;
  for (const std::string& path : wish.paths) paths.push_back({path});
  auto opened = sources::open(paths, {.sideBySide = sideBySide}, progress);
  if (opened.isCancelled()) return base::Cancelled{};
  if (opened.isError()) return opened.error();
  auto shared = std::make_shared<const sources::Opened>(std::move(opened.value()));

  OpenedSide side;
  side.m_problems = shared->problems;
  side.takeSingle(*shared);
  if (side.m_single) return side;
  overview::ViewOptions options;
  auto rules = verdicts::ruleSet(verdicts::kDefaultGeneration);
  if (!rules) return rules.error();
  options.rules = *std::move(rules);
  const auto view = overview::CommitView::make(shared, options, base::Progress(progress.stopToken()), sideBySide);
  if (view.isCancelled()) return base::Cancelled{};
  if (view.isError()) return view.error();
  side.takeConfigs(*view.value());
  return side;
}

void OpenedSide::takeSingle(const sources::Opened& opened) {
  const auto& pieces = opened.pieces;
  const bool isOne = pieces.size() == 1 || (pieces.size() == 2 && belongTogether(pieces[0], pieces[1]));
  if (!isOne) return;
  Run run;
  run.config = configOf(pieces[0]);
  run.isBaseline = pieces[0].isBaseline;
  for (const sources::Piece& piece : pieces) {
    run.tables.push_back(piece.table);
    if (auto gap = gapOf(piece)) run.gaps.push_back(*std::move(gap));
    run.origin += (run.origin.empty() ? "" : ", ") + piece.origin;
    if (piece.identity && !run.isBaseline) run.commit = piece.identity->commit;
  }
  sortTables(run.tables);
  m_commit = run.commit;
  if (run.config) m_byConfig.emplace(*run.config, run);
  m_single = std::move(run);
}

void OpenedSide::takeConfigs(const overview::CommitView& view) {
  std::vector<ConfigRun> runs = configRuns(view, Want::Results);
  if (runs.empty()) runs = configRuns(view, Want::Baselines);
  for (ConfigRun& one : runs) m_byConfig.emplace(one.config, std::move(one.run));
  m_commit = view.commits().size() == 1 ? view.commit() : std::string();
  if (view.commits().size() > 1) m_problems.push_back(otherCommits(view));
  for (const std::size_t unnamed : view.unnamed()) {
    const sources::Piece& piece = view.opened().pieces[unnamed];
    m_problems.push_back({.code = base::ErrorCode::BadFormat,
                          .text = piece.unnamedReason,
                          .hint = "Give it a side of its own, or name it like its config.",
                          .file = piece.origin});
  }
  for (const overview::ConfigResult& config : view.configs())
    if (config.problem && config.run == nullptr && !config.shards.empty()) m_problems.push_back(*config.problem);
}

const Run* OpenedSide::find(const std::string& configName) const {
  const auto config = configs::configOfName(configName);
  const auto found = config ? m_byConfig.find(configs::accuracyTwin(*config)) : m_byConfig.end();
  if (found != m_byConfig.end()) return &found->second;
  const auto named = std::ranges::find_if(
      m_byConfig, [&](const auto& entry) { return configs::configName(entry.first) == configName; });
  return named == m_byConfig.end() ? nullptr : &named->second;
}

}  // namespace plumbline::diff
