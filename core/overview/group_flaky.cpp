// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/overview/group_flaky.h"

#include <algorithm>
#include <functional>
#include <map>
#include <optional>

#include "core/flaky/flaky_source.h"

namespace plumbline::overview {
namespace {

using baselines::Change;
using baselines::ChosenRows;
using baselines::Drafts;

/// Choice is what one config offers: its places, and its rows.
struct Choice {
  ChosenRows rows;
  std::vector<flaky::FlakyPlace> places;
};

std::vector<std::pair<std::uint32_t, std::vector<std::uint32_t>>> byConfig(const std::vector<RowRef>& rows) {
  std::map<std::uint32_t, std::vector<std::uint32_t>> sorted;
  for (const RowRef& row : rows) sorted[row.config].push_back(row.row);
  return {sorted.begin(), sorted.end()};
}

std::vector<Choice> choicesOf(const CommitView& view, const std::vector<RowRef>& rows) {
  const auto grouped = byConfig(rows);
  // One list of checks for all: the choices then read alike in every config.
  std::vector<std::string> checks;
  for (const auto& [index, own] : grouped) {
    const ConfigResult& config = view.configs()[index];
    if (!config.comparison) continue;
    for (const std::string& check : baselines::failingChecks(*config.comparison, own))
      if (std::find(checks.begin(), checks.end(), check) == checks.end()) checks.push_back(check);
  }
  std::vector<Choice> choices;
  for (const auto& [index, own] : grouped) {
    const ConfigResult& config = view.configs()[index];
    if (!config.comparison || config.baselinePath.empty()) continue;
    choices.push_back({baselines::chosenRows(*config.comparison, config.baselinePath, own),
                       flaky::flakyPlaces(config.baselinePath, checks)});
  }
  return choices;
}

using Pick = std::function<const flaky::FlakyPlace*(const Choice&)>;

/// picked makes one place of the place that each config has; none where one config has no such place.
std::optional<GroupPlace> picked(const std::vector<Choice>& choices, const Pick& pick) {
  GroupPlace out{.label = {}, .canExpire = true, .parts = {}};
  for (const Choice& choice : choices) {
    const flaky::FlakyPlace* place = pick(choice);
    if (place == nullptr) return std::nullopt;
    out.canExpire = out.canExpire && place->canExpire;
    out.parts.push_back({choice.rows, *place});
  }
  return out;
}

bool sameLabels(const GroupPlace& place) {
  return std::all_of(place.parts.begin(), place.parts.end(),
                     [&](const GroupPlace::Part& part) { return part.place.label == place.parts.front().place.label; });
}

std::string beforeComma(const std::string& label) { return label.substr(0, label.find(',')); }

base::Result<void> addEntry(std::string& bytes, const flaky::FlakyTarget& target, const std::string& model,
                            const flaky::FlakyEntry& words) {
  const auto source = flaky::FlakySource::read(bytes, target.path);
  if (!source) return base::fail(source.error());
  if (source->find(model, target.platform, target.config, target.check) != flaky::FlakySource::npos) return {};
  flaky::FlakyEntry entry = words;
  entry.name = model;
  entry.check = target.check;
  entry.platform = target.platform;
  entry.config = target.config;
  const auto edits = source->add(entry);
  if (!edits) return base::fail(edits.error());
  auto after = text::applied(bytes, *edits);
  if (!after) return base::fail(after.error());
  bytes = std::move(*after);
  return {};
}

base::Error notOpen(const std::string& path) {
  return {.code = base::ErrorCode::NotFound, .text = "The file is not open.", .hint = "Open it first.", .file = path};
}

std::vector<std::string> unique(std::vector<std::string> paths) {
  std::sort(paths.begin(), paths.end());
  paths.erase(std::unique(paths.begin(), paths.end()), paths.end());
  return paths;
}

}  // namespace

std::vector<std::string> GroupPlace::lists() const {
  std::vector<std::string> paths;
  for (const Part& part : parts)
    for (const flaky::FlakyTarget& target : part.place.targets) paths.push_back(target.path);
  return unique(std::move(paths));
}

std::vector<std::string> GroupPlace::baselines() const {
  std::vector<std::string> paths;
  for (const Part& part : parts) paths.push_back(part.rows.baseline);
  return unique(std::move(paths));
}

std::vector<GroupPlace> flakyPlacesOf(const CommitView& view, const std::vector<RowRef>& rows) {
  const std::vector<Choice> choices = choicesOf(view, rows);
  std::vector<GroupPlace> places;
  if (choices.empty()) return places;
  const auto take = [&](std::optional<GroupPlace> place, const std::string& label) {
    if (!place) return;
    place->label = label.empty() ? place->parts.front().place.label : label;
    places.push_back(std::move(*place));
  };
  // flakyPlaces() ends in the two places of our own list; what comes before are the scripts' sets, the closest first.
  const auto script = [](const Choice& choice) { return choice.places.size() > 2 ? &choice.places.front() : nullptr; };
  const auto base = [](const Choice& choice) {
    return choice.places.size() > 2 ? &choice.places[choice.places.size() - 3] : nullptr;
  };
  if (auto own = picked(choices, script)) {
    if (sameLabels(*own)) {
      take(std::move(own), {});
    } else {
      const std::string label = beforeComma(own->parts.front().place.label) + ", the set of each config";
      take(std::move(own), label);
    }
  }
  if (auto all = picked(choices, base); all && (places.empty() || all->parts.front().place.label != places.front().label))
    take(std::move(all), {});
  const std::string count = std::to_string(choices.size());
  take(picked(choices, [](const Choice& choice) { return &choice.places[choice.places.size() - 2]; }),
       choices.size() == 1 ? std::string() : "flaky.toml, these " + count + " configs");
  take(picked(choices, [](const Choice& choice) { return &choice.places.back(); }), {});
  return places;
}

base::Result<Change> flakyRows(const GroupPlace& place, const Drafts& drafts, const flaky::FlakyEntry& words) {
  Drafts work = drafts;
  Change change{.text = {}, .files = {}, .decisions = {}};
  // First everything these rows had is taken back, then the entries come: a later config must not undo an earlier one.
  std::size_t rows = 0;
  for (const GroupPlace::Part& part : place.parts) {
    auto kept = baselines::keepChange(work, part.rows);
    if (!kept) return base::fail(kept.error());
    for (baselines::DecisionChange& decision : kept->decisions) {
      if (!decision.now) continue;
      decision.now->kind = baselines::DecisionKind::Flaky;
      decision.now->what = "flaky: " + part.place.label;
      decision.now->reason = words.reason;
      change.decisions.push_back(std::move(decision));
    }
    kept->decisions.clear();
    if (const auto done = work.apply(*kept); !done) return base::fail(done.error());
    rows += part.rows.models.size();
  }
  std::map<std::string, std::string> lists;
  for (const GroupPlace::Part& part : place.parts) {
    for (const flaky::FlakyTarget& target : part.place.targets) {
      const Drafts::File* file = work.find(target.path);
      if (file == nullptr) return base::fail(notOpen(target.path));
      std::string& bytes = lists.try_emplace(target.path, file->pending).first->second;
      for (const std::string& model : part.rows.models)
        if (const auto added = addEntry(bytes, target, model, words); !added) return base::fail(added.error());
    }
  }
  for (const auto& [path, bytes] : lists)
    if (const auto done = work.apply({.text = {}, .files = {{path, text::between(work.find(path)->pending, bytes)}}, .decisions = {}}); !done)
      return base::fail(done.error());
  for (const Drafts::File* after : work.changed()) {
    const Drafts::File* before = drafts.find(after->path);
    if (before->pending != after->pending) change.files.push_back({after->path, text::between(before->pending, after->pending)});
  }
  for (const Drafts::File* before : drafts.changed())  // what was taken back as a whole is changed no more
    if (const Drafts::File* after = work.find(before->path); !after->isChanged())
      change.files.push_back({before->path, text::between(before->pending, after->pending)});
  change.text = "Mark " + (rows == 1 ? place.parts.front().rows.models.front() : std::to_string(rows) + " rows") + " as flaky";
  return change;
}

}  // namespace plumbline::overview
