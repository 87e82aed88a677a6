// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/overview/group_flaky.h"

#include <algorithm>
#include <functional>
#include <map>
#include <optional>

#include "core/flaky/flaky_source.h"
#include "core/overview/group_decision.h"
#include "core/text/line_diff.h"

namespace plumbline::overview {
namespace {

using baselines::Change;
using baselines::Drafts;

/// Choice is what one config offers: its rows and models, and its places.
struct Choice {
  GroupPlace::Part part;
  std::vector<flaky::FlakyPlace> places;
};

using ByConfig = std::map<std::uint32_t, std::vector<std::uint32_t>>;

std::vector<Choice> choicesOf(const CommitView& view, const std::vector<RowRef>& rows) {
  ByConfig sorted;
  for (const RowRef& row : rows) {
    const ConfigResult& config = view.configs()[row.config];
    if (config.comparison && !config.baselinePath.empty()) sorted[row.config].push_back(row.row);
  }
  // One list of checks for all: the choices then read alike in every config.
  std::vector<std::string> checks;
  for (const auto& [index, own] : sorted)
    for (const std::string& check : baselines::failingChecks(*view.configs()[index].comparison, own))
      if (std::find(checks.begin(), checks.end(), check) == checks.end()) checks.push_back(check);
  std::vector<Choice> choices;
  for (const auto& [index, own] : sorted) {
    const ConfigResult& config = view.configs()[index];
    Choice choice{.part = {.config = index, .rows = {}, .models = {}, .place = {}}, .places = flaky::flakyPlaces(config.baselinePath, checks)};
    for (const std::uint32_t row : own) choice.part.rows.push_back({index, row});
    choice.part.models = baselines::chosenRows(*config.comparison, config.baselinePath, own).models;
    choices.push_back(std::move(choice));
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
    out.parts.push_back(choice.part);
    out.parts.back().place = *place;
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

/// answer turns the decisions of keeping into flaky ones. A column of a wide baseline answers by its model.
void answer(Change& change, const std::map<baselines::DecisionKey, std::string>& labels, const std::string& reason) {
  std::vector<baselines::DecisionChange> all;
  for (baselines::DecisionChange& said : change.decisions) {
    const baselines::DecisionKey model{said.key.baseline, said.key.model.substr(0, said.key.model.find('#', 1))};
    const auto label = labels.find(said.now && labels.count(said.key) == 0 ? model : said.key);
    if (!said.now || label == labels.end()) {
      all.push_back(std::move(said));
      continue;
    }
    baselines::Decision now = *said.now;
    now.kind = baselines::DecisionKind::Flaky;
    now.what = "flaky: " + label->second;
    now.reason = reason;
    if (said.key != label->first) all.push_back({said.key, std::nullopt});
    std::erase_if(all, [&](const baselines::DecisionChange& other) { return other.key == label->first; });
    all.push_back({label->first, std::move(now)});
  }
  change.decisions = std::move(all);
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

std::vector<RowRef> GroupPlace::rows() const {
  std::vector<RowRef> all;
  for (const Part& part : parts) all.insert(all.end(), part.rows.begin(), part.rows.end());
  return all;
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

base::Result<Change> flakyRows(const CommitView& view, const GroupPlace& place, const Drafts& drafts,
                               const flaky::FlakyEntry& words) {
  // First everything these rows had is taken back, then the entries come: a later config must not undo an earlier one.
  Drafts work = drafts;
  auto change = keepRows(view, place.rows(), work);
  if (!change) return change;
  if (const auto done = work.apply(*change); !done) return base::fail(done.error());
  std::map<baselines::DecisionKey, std::string> labels;
  std::map<std::string, std::string> lists;
  for (const GroupPlace::Part& part : place.parts) {
    for (const std::string& model : part.models) labels[{view.configs()[part.config].baselinePath, model}] = part.place.label;
    for (const flaky::FlakyTarget& target : part.place.targets) {
      const Drafts::File* file = work.find(target.path);
      if (file == nullptr) return base::fail(notOpen(target.path));
      std::string& bytes = lists.try_emplace(target.path, file->pending).first->second;
      for (const std::string& model : part.models)
        if (const auto added = addEntry(bytes, target, model, words); !added) return base::fail(added.error());
    }
  }
  answer(*change, labels, words.reason);
  // One change against what is pending now: the entries of a list may stand beside ones that were just taken back.
  for (const auto& [path, bytes] : lists) {
    std::erase_if(change->files, [&](const baselines::FileChange& part) { return part.path == path; });
    if (const std::string& before = drafts.find(path)->pending; before != bytes)
      change->files.push_back({path, text::lineEdits(before, bytes)});
  }
  const std::size_t rows = place.rows().size();
  change->text = "Mark " + (rows == 1 ? place.parts.front().models.front() : std::to_string(rows) + " rows") + " as flaky";
  return change;
}

}  // namespace plumbline::overview
