// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/reports/overview_parts.h"

#include <algorithm>
#include <utility>

namespace plumbline::reports {
namespace {

using overview::ConfigResult;

constexpr std::size_t kShortHash = 12;

std::string nameOf(const ConfigResult& config) { return configs::configName(config.config); }

/// addAttempts lists the shards for which there was a choice, and why this file was taken.
void addAttempts(const ConfigResult& config, Section& section) {
  for (const overview::ShardUse& use : config.shards) {
    const auto ofShard = [&](const overview::ShardUse& other) { return other.identity.shard == use.identity.shard; };
    if (!use.used || std::count_if(config.shards.begin(), config.shards.end(), ofShard) < 2) continue;
    const std::string shard = use.identity.shard > 0 ? "shard " + std::to_string(use.identity.shard) + ", " : "";
    section.lines.push_back({nameOf(config), shard + use.why});
  }
}

}  // namespace

std::vector<Section> sectionsOf(const OverviewReport& report) {
  const overview::CommitView& view = *report.view;
  Section problems{"not judged", {}}, incomplete{"incomplete", {}}, notes{"to know", {}}, twice{"models in two shards", {}};
  Section attempts{"shards with several files", {}};
  Section notRun{"not run", {}}, noBaseline{"no baseline", {}}, doubled{"baselines given twice", {}};
  Section unnamed{"files without a known name", {}}, unread{"problems while reading", {}}, stale{"stale baseline rows", {}};
  for (const ConfigResult& config : view.configs()) {
    if (config.problem) problems.lines.push_back({nameOf(config), base::describe(*config.problem)});
    if (!config.isComplete()) incomplete.lines.push_back({nameOf(config), overview::completenessText(config)});
    addAttempts(config, attempts);
    for (const std::string& note : config.notes) notes.lines.push_back({nameOf(config), note});
    for (const overview::InTwoShards& both : config.twice)
      twice.lines.push_back({both.model, (both.sameRow ? "the same row in " : "different rows in ") + both.keptOrigin +
                                             " (shown) and " + both.droppedOrigin});
    if (config.shards.empty()) notRun.lines.push_back({nameOf(config), ""});
    if (!config.shards.empty() && config.baseline == nullptr) noBaseline.lines.push_back({nameOf(config), ""});
  }
  for (const std::size_t piece : view.doubledBaselines())
    doubled.lines.push_back({view.opened().pieces[piece].origin, "another one of this config is used"});
  for (const std::size_t piece : view.unnamed())
    unnamed.lines.push_back({view.opened().pieces[piece].origin, view.opened().pieces[piece].unnamedReason});
  for (const base::Error& error : view.opened().problems) {
    base::Error rest = error;
    rest.file.clear();
    unread.lines.push_back({error.file, base::describe(rest)});
  }
  if (report.stale)
    for (const overview::StaleRow& row : report.stale->rows)
      stale.lines.push_back({row.model, row.path + ":" + std::to_string(row.line) + ", in none of " +
                                            std::to_string(row.commits) +
                                            (row.commits == 1 ? " complete run" : " complete runs")});
  std::vector<Section> sections;
  for (Section* section : {&problems, &incomplete, &attempts, &notes, &twice, &notRun, &noBaseline, &doubled, &unnamed, &unread, &stale})
    if (!section->lines.empty()) sections.push_back(std::move(*section));
  return sections;
}

std::string commitWords(const OverviewReport& report) {
  const std::string& commit = report.view->commit();
  std::string words = commit.empty() ? "" : "commit " + commit.substr(0, kShortHash) + ", ";
  if (report.view->commits().size() > 1)
    words = (commit.empty() ? "results without a commit, " : words) + "one of " +
            std::to_string(report.view->commits().size()) + " opened, ";
  return words + "rules " + report.view->options().rules->generation;
}

std::string groupHeading(overview::GroupKind kind) {
  switch (kind) {
    case overview::GroupKind::Fail: return "fail";
    case overview::GroupKind::Invalid: return "invalid";
    case overview::GroupKind::Missing: return "missing in the baseline";
    case overview::GroupKind::Lost: return "lost";
    case overview::GroupKind::MissingShard: return "shards not here";
    case overview::GroupKind::Improved: return "improved";
    case overview::GroupKind::Flaky: return "flaky";
  }
  return {};
}

std::string_view kindWord(overview::GroupKind kind) {
  switch (kind) {
    case overview::GroupKind::Fail: return "fail";
    case overview::GroupKind::Invalid: return "invalid";
    case overview::GroupKind::Missing: return "missing";
    case overview::GroupKind::Lost: return "lost";
    case overview::GroupKind::MissingShard: return "missing-shard";
    case overview::GroupKind::Improved: return "improved";
    case overview::GroupKind::Flaky: return "flaky";
  }
  return "";
}

}  // namespace plumbline::reports
