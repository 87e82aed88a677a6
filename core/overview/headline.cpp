// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/overview/headline.h"

#include <algorithm>

namespace plumbline::overview {
namespace {

std::string counted(std::size_t count, const char* one, const char* many) {
  return std::to_string(count) + ' ' + (count == 1 ? one : many);
}

void add(std::string& text, const std::string& part) {
  if (!text.empty()) text += "; ";
  text += part;
}

bool failsCi(const CommitView& view, RowRef member) {
  const auto& comparison = view.configs()[member.config].comparison;
  return comparison && comparison->row(member.row).failsCi;
}

void answer(Headline& line, const CommitView& view, const std::vector<Group>& groups) {
  std::size_t judged = 0;
  for (const ConfigResult& config : view.configs()) {
    judged += config.comparison ? 1 : 0;
    line.configs += config.ciExit != 0 ? 1 : 0;
  }
  for (const Group& group : groups) {
    const auto rows = std::count_if(group.members.begin(), group.members.end(),
                                    [&](const RowRef& member) { return failsCi(view, member); });
    line.rows += static_cast<std::size_t>(rows);
    line.causes += rows > 0 ? 1 : 0;
  }
  if (line.configs > 0) {
    line.answer = Headline::Answer::Fail;
    // Without a row to blame a script dies or turns a pair down: the configs are all there is to say.
    line.sentence = line.rows == 0 ? "CI would fail in " + counted(line.configs, "config", "configs")
                                   : "CI would fail: " + counted(line.rows, "row", "rows") + " in " +
                                         counted(line.configs, "config", "configs") + ", " +
                                         counted(line.causes, "cause", "causes");
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
        std::count_if(config.twice.begin(), config.twice.end(), [](const InTwoShards& both) { return !both.sameRow; }));
    unjudged += config.problem && !config.comparison ? 1 : 0;
    if (config.isComplete() || !config.run) continue;
    ++incomplete;
    if (first == nullptr) first = &config;
  }
  const std::size_t all = view.configs().size();
  std::string& text = line.completeness;
  if (ran == all) add(text, all == 1 ? "The one config ran" : "All " + std::to_string(all) + " configs ran");
  else add(text, std::to_string(ran) + " of " + counted(all, "config", "configs") + " ran");
  if (first != nullptr) {
    const int missing = first->shardsWanted - first->shardsHere;
    std::string part = std::to_string(missing) + " of " + counted(static_cast<std::size_t>(first->shardsWanted), "shard", "shards") +
                       " of " + configs::configName(first->config) + " missing";
    if (incomplete > 1) part += ", " + counted(incomplete - 1, "more config is", "more configs are") + " incomplete";
    add(text, part);
  }
  if (withoutBaseline > 0) add(text, counted(withoutBaseline, "config has", "configs have") + " no baseline");
  // Only one of the two rows is shown, and it may be the other one that fails.
  if (twice > 0) add(text, counted(twice, "model is", "models are") + " in two shards with different rows");
  if (unjudged > 0) add(text, counted(unjudged, "config", "configs") + " could not be judged");
  if (!view.unnamed().empty()) add(text, counted(view.unnamed().size(), "file", "files") + " without a known name");
  if (const auto& bad = view.opened().problems; !bad.empty()) add(text, counted(bad.size(), "problem", "problems") + " while reading");
  line.isComplete = ran == all && incomplete == 0 && withoutBaseline == 0 && unjudged == 0 && twice == 0 && view.unnamed().empty() &&
                    view.opened().problems.empty();
}

}  // namespace

Headline headlineOf(const CommitView& view, const std::vector<Group>& groups) {
  Headline line;
  completeness(line, view);
  answer(line, view, groups);
  return line;
}

}  // namespace plumbline::overview
