// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/overview/group_decision.h"

#include <algorithm>
#include <functional>
#include <map>
#include <optional>
#include <set>

#include "core/baselines/baseline_edit.h"
#include "core/baselines/wide_baseline.h"
#include "core/flaky/flaky_source.h"
#include "core/text/line_diff.h"
#include "core/text/quantities.h"

namespace plumbline::overview {

using baselines::BaselineTable;
using baselines::Change;
using baselines::Decision;
using baselines::DecisionChange;
using baselines::DecisionKind;
using baselines::Decisions;
using baselines::Drafts;

namespace {

using ByConfig = std::map<std::uint32_t, std::vector<std::uint32_t>>;

/// byConfig sorts rows by config; each row is in it once, in the order of the comparison.
ByConfig byConfig(const CommitView& view, const std::vector<RowRef>& rows) {
  std::set<RowRef> each(rows.begin(), rows.end());
  ByConfig sorted;
  for (const RowRef& row : each)
    if (row.config < view.configs().size()) sorted[row.config].push_back(row.row);
  return sorted;
}

/// whyNot describes what keeps a config's baseline from being edited; "" when nothing does.
std::string whyNot(const ConfigResult& config) {
  const std::string name = configs::configName(config.config);
  if (config.problem) return name + ": " + config.problem->text;
  if (!config.comparison) return name + " has " + (config.run ? "no baseline." : "no run.");
  if (config.baselinePath.empty()) return name + ": its baseline is no file that can be edited.";
  return {};
}

/// beginsToCount: the baseline's accuracy is a word of a run that counted nothing, the run's is not.
bool beginsToCount(const ConfigResult& config, std::uint32_t row, const std::vector<std::string>& metrics) {
  if (!config.comparison || std::ranges::find(metrics, "accuracy") == metrics.end()) return false;
  for (std::size_t m = 0; m < config.comparison->metrics().size(); ++m) {
    if (config.comparison->metrics()[m].info.name != "accuracy") continue;
    const verdicts::MetricCell cell = config.comparison->cell(row, m);
    return !verdicts::hasCounters(cell.expectedText) && verdicts::hasCounters(cell.actualText);
  }
  return false;
}

/// named are rows of a config as baselines::chosenRows knows them; the models as decisions call them.
baselines::ChosenRows named(const ConfigResult& config, const std::vector<std::uint32_t>& rows) {
  baselines::ChosenRows chosen = baselines::chosenRows(*config.comparison, config.baselinePath, rows);
  for (std::string& model : chosen.models) model = baselines::rowName(model, config.valueColumn);
  return chosen;
}

/// title is what the undo list says: "Accept llama in 3 baselines".
std::string title(const std::string& verb, const Change& change) {
  std::set<std::string> models;
  std::set<std::string> files;
  for (const DecisionChange& decision : change.decisions) {
    models.insert(baselines::modelOfRow(decision.key.model));
    files.insert(decision.key.baseline);
  }
  return verb + ' ' + (models.size() == 1 ? *models.begin() : text::counted(models.size(), "model")) + " in " +
         text::counted(files.size(), "baseline");
}

/// keptBytes are a file's bytes with these rows as they are on disk.
base::Result<std::string> keptBytes(const ConfigResult& config, const Drafts::File& file, const std::string& pending,
                                    const std::vector<std::string>& namesInFile) {
  const auto saved = BaselineTable::of(file.saved, file.path);
  if (!saved) return base::fail(saved.error());
  const auto now = BaselineTable::of(pending, file.path);
  if (!now) return base::fail(now.error());
  return config.valueColumn.empty() ? baselines::withoutRowEdits(*saved, *now, namesInFile)
                                    : baselines::keptColumn(*saved, *now, namesInFile, config.valueColumn);
}

using baselines::Change;
using baselines::Drafts;

/// Choice is what one config offers: its rows and models, and its places.
struct Choice {
  GroupPlace::Part part;
  std::vector<flaky::FlakyChoice> places;
};

using ByConfig = std::map<std::uint32_t, std::vector<std::uint32_t>>;

std::vector<Choice> choicesOf(const CommitView& view, const std::vector<RowRef>& rows) {
  ByConfig sorted;
  for (const RowRef& row : rows) {
    const ConfigResult& config = view.configs()[row.config];
    if (config.comparison && !config.baselinePath.empty() && baselines::checkFlaky(*config.comparison, {row.row}))
      sorted[row.config].push_back(row.row);
  }
  // One list of checks for all: the choices then read alike in every config.
  std::vector<std::string> checks;
  for (const auto& [index, own] : sorted)
    for (const std::string& check : baselines::failingChecks(*view.configs()[index].comparison, own))
      if (std::ranges::find(checks, check) == checks.end()) checks.push_back(check);
  std::vector<Choice> choices;
  for (const auto& [index, own] : sorted) {
    const ConfigResult& config = view.configs()[index];
    Choice choice{.part = {.config = index, .rows = {}, .models = {}, .place = {}}, .places = flaky::flakyChoices(config.baselinePath, checks)};
    for (const std::uint32_t row : own) choice.part.rows.push_back({index, row});
    choice.part.models = baselines::chosenRows(*config.comparison, config.baselinePath, own).models;
    choices.push_back(std::move(choice));
  }
  return choices;
}

using Pick = std::function<const flaky::FlakyChoice*(const Choice&)>;

/// picked makes one place of the place that each config has; none where one config has no such place.
std::optional<GroupPlace> picked(const std::vector<Choice>& choices, const Pick& pick) {
  GroupPlace out{.label = {}, .canExpire = true, .parts = {}};
  for (const Choice& choice : choices) {
    const flaky::FlakyChoice* place = pick(choice);
    if (place == nullptr) return std::nullopt;
    out.canExpire = out.canExpire && place->canExpire;
    out.parts.push_back(choice.part);
    out.parts.back().place = *place;
  }
  return out;
}

bool sameLabels(const GroupPlace& place) {
  return std::ranges::all_of(
      place.parts, [&](const GroupPlace::Part& part) { return part.place.label == place.parts.front().place.label; });
}

std::string beforeComma(const std::string& label) { return label.substr(0, label.find(',')); }

base::Result<void> addEntry(std::string& bytes, const flaky::FlakyTarget& target, const std::string& model,
                            const flaky::FlakyEntry& words) {
  const auto source = flaky::FlakySource::read(bytes, target.path);
  if (!source) return base::fail(source.error());
  if (source->find(model, target.platform, target.config, target.check) != flaky::FlakySource::npos) return {};
  auto after = flaky::withEntry(*source, target, model, words);
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
    if (said.key != label->first) {
      now.values.clear();  // one answer for all columns
      all.push_back({said.key, std::nullopt});
    }
    std::erase_if(all, [&](const baselines::DecisionChange& other) { return other.key == label->first; });
    all.push_back({label->first, std::move(now)});
  }
  change.decisions = std::move(all);
}

base::Error notOpen(const std::string& path) {
  return {.code = base::ErrorCode::NotFound, .text = "The file is not open.", .hint = "Open it first.", .file = path};
}

std::vector<std::string> unique(std::vector<std::string> paths) {
  std::ranges::sort(paths);
  paths.erase(std::unique(paths.begin(), paths.end()), paths.end());
  return paths;
}

}  // namespace

std::vector<std::string> groupMetrics(const Group& group) {
  std::vector<std::string> metrics;
  for (std::string_view rest = group.metric; !rest.empty();) {
    const std::size_t comma = rest.find(", ");
    metrics.emplace_back(rest.substr(0, comma));
    rest = comma == std::string_view::npos ? std::string_view() : rest.substr(comma + 2);
  }
  return metrics;
}

base::Result<baselines::AcceptPlan> planGroups(const CommitView& view, const std::vector<GroupRows>& parts, Drafts& drafts,
                                               const baselines::AcceptRequest& request) {
  baselines::AcceptPlan out;
  for (const GroupRows& part : parts) {
    GroupRows cells{{}, part.metrics}, whole;
    for (const RowRef& row : part.rows)
      (part.metrics.empty() || beginsToCount(view.configs()[row.config], row.row, part.metrics) ? whole : cells)
          .rows.push_back(row);
    for (const GroupRows& each : {cells, whole}) {
      if (each.rows.empty()) continue;
      baselines::AcceptRequest mine = request;
      mine.metrics = each.metrics;
      mine.noteOthers = !each.metrics.empty();
      auto plan = planRows(view, each.rows, drafts, mine);
      if (!plan) return plan;
      std::ranges::move(plan->files, std::back_inserter(out.files));
      std::ranges::move(plan->problems, std::back_inserter(out.problems));
    }
  }
  return out;
}

std::vector<GroupRows> openParts(const CommitView& view, const Group& group, const std::vector<RowRef>& rows,
                                 const Decisions& decisions) {
  const std::vector<std::string> own = groupMetrics(group);
  std::map<std::vector<std::string>, std::vector<RowRef>> byColumns;
  for (const RowRef& row : rows) {
    std::vector<std::string> left;
    const auto found = decisions.find(decisionKey(view, row));
    if (found != decisions.end() && found->second.kind == DecisionKind::Accepted)
      left = baselines::cellsLeft(found->second.values, *view.configs()[row.config].comparison, row.row);
    byColumns[left.empty() || std::ranges::find_first_of(left, own) != left.end() ? own : left].push_back(row);
  }
  std::vector<GroupRows> parts;
  for (auto& [columns, some] : byColumns) parts.push_back({std::move(some), columns});
  return parts;
}

base::Result<baselines::AcceptPlan> planRows(const CommitView& view, const std::vector<RowRef>& rows, Drafts& drafts,
                                           const baselines::AcceptRequest& request) {
  baselines::AcceptPlan out;
  for (const auto& [index, own] : byConfig(view, rows)) {
    const ConfigResult& config = view.configs()[index];
    if (std::string problem = whyNot(config); !problem.empty()) {
      out.problems.push_back(std::move(problem));
      continue;
    }
    const auto file = drafts.open(config.baselinePath);
    if (!file) return base::fail(file.error());
    const auto table = BaselineTable::of((*file)->pending, config.baselinePath);
    const auto narrow = table && !config.valueColumn.empty() ? baselines::narrowTable(*table, config.valueColumn) : table;
    if (!narrow) {
      out.problems.push_back(configs::configName(config.config) + ": " + narrow.error().text);
      continue;
    }
    baselines::AcceptRequest mine = request;
    mine.rows = own;
    baselines::Plan plan = baselines::planAcceptance(*config.comparison, *narrow, mine);
    if (!config.valueColumn.empty()) plan = baselines::toWideColumns(std::move(plan), *table, config.valueColumn);
    out.files.push_back({index, std::move(plan), config.valueColumn, *table});
  }
  return out;
}

std::vector<std::string> baselinePaths(const CommitView& view, const std::vector<RowRef>& rows) {
  std::vector<std::string> paths;
  for (const auto& [index, own] : byConfig(view, rows)) {
    const std::string& path = view.configs()[index].baselinePath;
    if (!path.empty() && std::ranges::find(paths, path) == paths.end()) paths.push_back(path);
  }
  return paths;
}

base::Result<Change> keepRows(const CommitView& view, const std::vector<RowRef>& rows, Drafts& drafts) {
  Change change;
  std::map<std::string, std::string> bytes;  // what files shall become
  for (const auto& [index, own] : byConfig(view, rows)) {
    const ConfigResult& config = view.configs()[index];
    if (!config.comparison || config.baselinePath.empty()) continue;
    const baselines::ChosenRows chosen = named(config, own);
    for (std::size_t i = 0; i < chosen.models.size(); ++i)
      change.decisions.push_back({{config.baselinePath, chosen.models[i]},
                                  Decision{DecisionKind::Kept, "baseline kept", {}, {}, chosen.values[i]}});
    const Drafts::File* file = drafts.find(config.baselinePath);
    if (file == nullptr || !file->isChanged()) continue;
    const std::string& pending = bytes.try_emplace(file->path, file->pending).first->second;
    auto kept = keptBytes(config, *file, pending, chosen.namesInFile);
    if (!kept) return base::fail(kept.error());
    bytes[file->path] = std::move(*kept);
  }
  for (const auto& [path, after] : bytes)
    if (const std::string& before = drafts.find(path)->pending; before != after)
      change.files.push_back({path, text::lineEdits(before, after)});
  change.text = change.decisions.size() == 1 ? "Keep the baseline of " + change.decisions.front().key.model
                                             : title("Keep", change);
  return baselines::finishedAccept(std::move(change), drafts);
}

base::Result<Change> noteRows(const CommitView& view, const std::vector<RowRef>& rows, const Drafts& drafts,
                              const std::string& note) {
  Change change;
  std::size_t noted = 0;
  for (const auto& [index, own] : byConfig(view, rows)) {
    const ConfigResult& config = view.configs()[index];
    if (!config.comparison) continue;
    Change part = baselines::noteChange(drafts.decisions(), named(config, own), note);
    change.text = part.text;
    ++noted;
    for (DecisionChange& decision : part.decisions) change.decisions.push_back(std::move(decision));
  }
  if (noted > 1) {
    const bool blank = note.find_first_not_of(" \t\n") == std::string::npos;
    change.text = blank ? "Remove the notes of these rows" : title("Note on", change);
  }
  return change;
}

baselines::DecisionKey decisionKey(const CommitView& view, RowRef row) {
  const ConfigResult& config = view.configs()[row.config];
  std::string scratch;
  const std::string model(config.comparison->modelName(row.row, scratch));
  return {config.baselinePath, baselines::rowName(model, config.valueColumn)};
}

RowState rowState(const CommitView& view, RowRef row, const Decisions& decisions) {
  if (row.config >= view.configs().size() || !view.configs()[row.config].comparison) return RowState::Undecided;
  const baselines::DecisionKey key = decisionKey(view, row);
  auto found = decisions.find(key);
  if (found == decisions.end() && !view.configs()[row.config].valueColumn.empty()) {
    // A flaky list speaks of the model, whatever its dtype.
    found = decisions.find({key.baseline, baselines::modelOfRow(key.model)});
    if (found != decisions.end() && found->second.kind != DecisionKind::Flaky) found = decisions.end();
  }
  if (found == decisions.end() || !found->second.kind) {
    const auto earlier = view.configs()[row.config].earlier.find(row.row);
    if (earlier == view.configs()[row.config].earlier.end() || !earlier->second.isSame) return RowState::Undecided;
    return earlier->second.decision.kind == DecisionKind::Kept ? RowState::Kept : RowState::Flaky;
  }
  if (!baselines::isForValues(found->second, *view.configs()[row.config].comparison, row.row)) return RowState::Undecided;
  switch (*found->second.kind) {
    case DecisionKind::Accepted: return RowState::Accepted;
    case DecisionKind::Kept: return RowState::Kept;
    case DecisionKind::Flaky: return RowState::Flaky;
  }
  return RowState::Undecided;
}

std::vector<RowRef> openRows(const CommitView& view, const std::vector<RowRef>& rows, const Decisions& decisions) {
  std::vector<RowRef> open;
  std::vector<RowRef> unexcused;
  for (const RowRef& row : rows) {
    const ConfigResult& config = view.configs()[row.config];
    if (config.needsDecision(row.row) && rowState(view, row, decisions) == RowState::Undecided) open.push_back(row);
    if (!config.comparison || !config.comparison->row(row.row).excused) unexcused.push_back(row);
  }
  if (!open.empty()) return open;
  return unexcused.empty() ? rows : unexcused;
}

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
  // flakyChoices() ends in the two places of our own list; what comes before are the scripts' sets, the closest first.
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
