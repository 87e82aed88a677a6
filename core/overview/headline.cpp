// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/overview/headline.h"

#include <algorithm>
#include <map>
#include <set>
#include <unordered_set>
#include <utility>

#include "core/baselines/wide_baseline.h"
#include "core/overview/open_commit.h"
#include "core/text/quantities.h"

namespace plumbline::overview {
namespace {

void add(std::string& text, const std::string& part) {
  if (!text.empty()) text += "; ";
  text += part;
}

bool failsCi(const CommitView& view, RowRef member) {
  const auto& comparison = view.configs()[member.config].comparison;
  return comparison && comparison->row(member.row).failsCi;
}

/// pendingResult is the config with another baseline and what was judged against it.
ConfigResult pendingResult(const ConfigResult& config, std::shared_ptr<const verdicts::Comparison> comparison) {
  ConfigResult result = config;
  result.baseline = *comparison->input().expected;
  // What fails for another reason than its rows, like an unreadable shard, still does.
  const bool failsApart = config.ciExit != 0 && config.comparison->ciExit() == 0;
  result.ciExit = failsApart ? config.ciExit : comparison->ciExit();
  result.comparison = std::move(comparison);
  result.absent = absentModels(result);
  return result;
}

void answer(Headline& line, const CommitView& view, const std::vector<Group>& groups) {
  std::size_t judged = 0;
  for (const ConfigResult& config : view.configs()) {
    // Files that share no column of a check are compared, but CI's answer is not known from them.
    judged += config.comparison && !config.comparison->checks().empty() ? 1 : 0;
    line.configs += config.ciExit != 0 ? 1 : 0;
  }
  for (const Group& group : groups) {
    const auto rows = std::ranges::count_if(group.members, [&](const RowRef& member) { return failsCi(view, member); });
    line.rows += static_cast<std::size_t>(rows);
    line.causes += rows > 0 ? 1 : 0;
  }
  if (line.configs > 0) {
    line.answer = Headline::Answer::Fail;
    // Without a row to blame a script dies or turns a pair down: the configs are all there is to say.
    line.sentence = line.rows == 0 ? "CI would fail in " + text::counted(line.configs, "config", "configs")
                                   : "CI would fail: " + text::counted(line.rows, "row", "rows") + " in " +
                                         text::counted(line.configs, "config", "configs") + ", " +
                                         text::counted(line.causes, "cause", "causes");
  } else if (judged > 0) {
    line.answer = Headline::Answer::Pass;
    line.sentence = line.isComplete ? "CI would pass" : "What is here would pass CI";
  } else {
    line.sentence = "Nothing is judged yet";
  }
}

void completeness(Headline& line, const CommitView& view) {
  std::size_t ran = 0, withoutBaseline = 0, unjudged = 0, incomplete = 0, twice = 0;
  const ConfigResult* first = nullptr;
  for (const ConfigResult& config : view.configs()) {
    ran += config.run ? 1 : 0;
    withoutBaseline += config.run && !config.baseline ? 1 : 0;
    twice += static_cast<std::size_t>(
        std::ranges::count_if(config.twice, [](const InTwoShards& both) { return !both.sameRow; }));
    unjudged += config.problem ? 1 : 0;
    if (config.isComplete() || !config.run) continue;
    ++incomplete;
    if (first == nullptr) first = &config;
  }
  const std::size_t all = view.configs().size();
  std::string& text = line.completeness;
  if (ran == all) add(text, all == 1 ? "The one config ran" : "All " + std::to_string(all) + " configs ran");
  else add(text, std::to_string(ran) + " of " + text::counted(all, "config", "configs") + " ran");
  if (first != nullptr) {
    const int missing = first->shardsWanted - first->shardsHere;
    std::string part = std::to_string(missing) + " of " + text::counted(static_cast<std::size_t>(first->shardsWanted), "shard", "shards") +
                       " of " + configs::configName(first->config) + " missing";
    if (incomplete > 1) part += ", " + text::counted(incomplete - 1, "more config is", "more configs are") + " incomplete";
    add(text, part);
  }
  if (withoutBaseline > 0) add(text, text::counted(withoutBaseline, "config has", "configs have") + " no baseline");
  // Only one of the two rows is shown, and it may be the other one that fails.
  if (twice > 0) add(text, text::counted(twice, "model is", "models are") + " in two shards with different rows");
  if (unjudged > 0) add(text, text::counted(unjudged, "config", "configs") + " could not be judged");
  if (!view.unnamed().empty()) add(text, text::counted(view.unnamed().size(), "file", "files") + " without a known name");
  if (const auto& bad = view.opened().problems; !bad.empty()) add(text, text::counted(bad.size(), "problem", "problems") + " while reading");
  if (const std::string unusable = flaky::unusableText(view.flakyProblems()); !unusable.empty()) add(text, unusable);
  line.isComplete = ran == all && incomplete == 0 && withoutBaseline == 0 && unjudged == 0 && twice == 0 && view.unnamed().empty() &&
                    view.opened().problems.empty();
}

/// Seen is what the runs of one config brought, over all commits.
struct Seen {
  std::size_t completeRuns = 0;
  bool ran = false;
  std::unordered_set<std::string> models;
};

void addNames(const tables::CsvTable& table, std::unordered_set<std::string>& names) {
  const auto column = table.columnOf("name");
  std::string scratch;
  for (std::size_t row = 0; column && row < table.rowCount(); ++row) names.emplace(table.cell(row, *column, scratch));
}

void look(const CommitView& view, std::map<configs::Config, Seen>& seen) {
  for (const ConfigResult& config : view.configs()) {
    if (config.shards.empty()) continue;
    Seen& of = seen[config.config];
    of.ran = true;
    if (config.run == nullptr) continue;
    addNames(*config.run, of.models);
    if (config.isComplete()) ++of.completeRuns;
  }
}

}  // namespace

Headline headlineOf(const CommitView& view, const std::vector<Group>& groups) {
  Headline line;
  completeness(line, view);
  answer(line, view, groups);
  return line;
}

baselines::CiChange ciChange(const CommitView& view, const baselines::Drafts& drafts, const base::Progress& progress,
                             PendingConfigs* judged) {
  baselines::CiChange change;
  change.edits = baselines::editCount(drafts);
  // The rules of a checkout are those around the main baseline, for all configs.
  const auto rules = view.options().rules ? baselines::pendingRules(*view.options().rules, mainBaseline(view.opened()), drafts) : nullptr;
  for (std::uint32_t i = 0; i < view.configs().size(); ++i) {
    const ConfigResult& config = view.configs()[i];
    if (!progress.report(i, view.configs().size())) break;
    baselines::CiState before{config.ciExit != 0, 0};
    if (config.comparison) before.rows = baselines::ciState(*config.comparison).rows;
    baselines::CiState after = before;
    const baselines::Drafts::File* file = config.comparison ? drafts.find(config.baselinePath) : nullptr;
    const bool isEdited = file != nullptr && file->isChanged();
    if (isEdited || (config.comparison && rules)) {
      std::shared_ptr<const tables::CsvTable> table = *config.comparison->input().expected;
      if (isEdited) {
        const auto whole = baselines::BaselineTable::of(file->pending, file->path);
        const auto own = whole && !config.valueColumn.empty() ? baselines::narrowTable(*whole, config.valueColumn) : whole;
        table = own ? own->table() : nullptr;
      }
      const auto made = baselines::judgedWith(*config.comparison, table, rules);
      after = baselines::ciState(made);
      // What fails for another reason than its rows, like an unreadable shard, still does.
      after.fails = after.fails || (before.fails && config.comparison->ciExit() == 0);
      if (made && judged) judged->emplace(i, pendingResult(config, made));
    }
    change.before.fails = change.before.fails || before.fails;
    change.before.rows += before.rows;
    change.after.fails = change.after.fails || after.fails;
    change.after.rows += after.rows;
  }
  return change;
}

StaleReport staleBaselines(const CommitView& view, std::size_t minimum) {
  std::map<configs::Config, Seen> seen;
  look(view, seen);
  for (const std::string& commit : view.commits()) {
    if (commit == view.commit()) continue;
    ViewOptions options = view.options();
    options.commit = commit.empty() ? kNoCommit : commit;
    const auto other = CommitView::make(view.openedPtr(), options);
    if (other.isValue()) look(*other.value(), seen);
  }
  StaleReport report;
  for (const ConfigResult& config : view.configs()) {
    const auto found = seen.find(config.config);
    if (config.baseline == nullptr || found == seen.end() || found->second.completeRuns < std::max<std::size_t>(minimum, 1))
      continue;
    const tables::CsvTable& table = *config.baseline;
    const auto column = table.columnOf("name");
    std::unordered_set<std::string> said;
    std::string scratch;
    for (std::size_t row = 0; column && row < table.rowCount(); ++row) {
      if (table.isComment(row) || table.isConflictMarker(row)) continue;
      std::string name(table.cell(row, *column, scratch));
      if (found->second.models.contains(name) || !said.insert(name).second) continue;
      report.rows.push_back({config.config, config.baselinePath, std::move(name), table.lineOf(row),
                             found->second.completeRuns});
    }
  }
  std::set<configs::Config> withBaseline;
  for (const ConfigResult& config : view.configs())
    if (config.baseline != nullptr) withBaseline.insert(config.config);
  for (const auto& [config, of] : seen)
    if (of.ran && !withBaseline.contains(config)) report.withoutBaseline.push_back(config);
  return report;
}

}  // namespace plumbline::overview
