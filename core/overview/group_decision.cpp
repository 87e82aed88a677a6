// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/overview/group_decision.h"

#include <algorithm>
#include <map>
#include <set>

#include "core/baselines/row_revert.h"
#include "core/overview/wide_baseline.h"
#include "core/text/line_diff.h"

namespace plumbline::overview {

using baselines::BaselineEdit;
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

/// whyNot says what keeps a config's baseline from being edited; "" when nothing does.
std::string whyNot(const ConfigResult& config) {
  const std::string name = configs::configName(config.config);
  if (config.problem) return name + ": " + config.problem->text;
  if (!config.comparison) return name + " has " + (config.run ? "no baseline." : "no run.");
  if (config.baselinePath.empty()) return name + ": its baseline is no file that can be edited.";
  return {};
}

/// named are rows of a config as baselines::decide knows them; the models as decisions call them.
baselines::ChosenRows named(const ConfigResult& config, const std::vector<std::uint32_t>& rows) {
  baselines::ChosenRows chosen = baselines::chosenRows(*config.comparison, config.baselinePath, rows);
  for (std::string& model : chosen.models) model = baselines::rowName(model, config.valueColumn);
  return chosen;
}

std::string counted(std::size_t count, const char* one) {
  return std::to_string(count) + ' ' + one + (count == 1 ? "" : "s");
}

/// title is what the undo list says: "Accept llama in 3 baselines".
std::string title(const std::string& verb, const Change& change) {
  std::set<std::string> models;
  std::set<std::string> files;
  for (const DecisionChange& decision : change.decisions) {
    models.insert(decision.key.model.substr(0, decision.key.model.find('#', 1)));
    files.insert(decision.key.baseline);
  }
  return verb + ' ' + (models.size() == 1 ? *models.begin() : counted(models.size(), "model")) + " in " +
         counted(files.size(), "baseline");
}

/// finished adds what an answer that replaces an earlier one takes back: entries of flaky lists that are not saved yet,
/// of those models that had been called flaky in these very rows.
base::Result<Change> finished(Change change, const Drafts& drafts) {
  baselines::ChosenRows back;
  for (const DecisionChange& decision : change.decisions) {
    const auto old = drafts.decisions().find(decision.key);
    if (old != drafts.decisions().end() && old->second.kind == DecisionKind::Flaky)
      back.models.push_back(decision.key.model.substr(0, decision.key.model.find('#', 1)));
  }
  auto done = baselines::finishedAccept(std::move(change), drafts, back);
  if (!done || back.models.empty()) return done;
  const auto known = [&](const baselines::DecisionKey& key) {
    return std::any_of(done->decisions.begin(), done->decisions.end(),
                       [&](const DecisionChange& decision) { return decision.key == key; });
  };
  for (const baselines::FileChange& part : done->files) {
    const Drafts::File* file = drafts.find(part.path);
    if (file == nullptr || part.path.ends_with(".csv")) continue;
    const auto after = text::applied(file->pending, part.edits);
    if (!after) return base::fail(after.error());
    for (DecisionChange& gone : baselines::flakyTakenBack(drafts.decisions(), file->pending, *after))
      if (!known(gone.key)) done->decisions.push_back(std::move(gone));
  }
  return done;
}

base::Result<BaselineTable> pendingTable(const Drafts& drafts, const std::string& path) {
  const Drafts::File* file = drafts.find(path);
  if (file == nullptr)
    return base::fail({base::ErrorCode::BadArgument, "This file is not open for editing.", "Open it first.", path});
  return BaselineTable::of(file->pending, path);
}

RowsPlan filtered(const RowsPlan& plan, baselines::Plan (baselines::Plan::*part)() const) {
  RowsPlan out{.files = {}, .problems = plan.problems};
  for (const FilePlan& file : plan.files) {
    FilePlan rest{file.config, (file.plan.*part)(), file.valueColumn};
    if (!rest.plan.edits.empty() || !rest.plan.notes.empty()) out.files.push_back(std::move(rest));
  }
  return out;
}

/// acceptFile adds one baseline's edits and decisions; `plans` are of the same file, several for a wide one.
base::Result<void> acceptFile(Change& change, const std::vector<const FilePlan*>& plans, const Drafts& drafts,
                              const std::string& reason, bool reasonForAll) {
  const std::string& path = plans.front()->plan.baselinePath;
  const auto table = pendingTable(drafts, path);
  if (!table) return base::fail(table.error());
  std::vector<BaselineEdit> edits;
  for (const FilePlan* file : plans) {
    // A reason that a guard asked for belongs to the rows with one, here as over all files.
    const bool says = reasonForAll || file->plan.needsReason();
    auto own = baselines::changeFor(file->plan, *table, says ? reason : std::string());
    if (!own) return base::fail(own.error());
    for (DecisionChange& decision : own->decisions) {
      decision.key.model = baselines::rowName(decision.key.model, file->valueColumn);
      change.decisions.push_back(std::move(decision));
    }
    for (const baselines::PlannedEdit& planned : file->plan.edits) edits.push_back(planned.edit);
  }
  if (!plans.front()->valueColumn.empty()) edits = wideEdits(*table, edits);
  auto bytes = baselines::bytesFor(*table, edits);
  if (!bytes) return base::fail(bytes.error());
  if (!bytes->empty()) change.files.push_back({path, std::move(*bytes)});
  return {};
}

/// keptBytes are a file's bytes with these rows as they are on disk.
base::Result<std::string> keptBytes(const ConfigResult& config, const Drafts::File& file, const std::string& pending,
                                    const std::vector<std::string>& namesInFile) {
  const auto saved = BaselineTable::of(file.saved, file.path);
  if (!saved) return base::fail(saved.error());
  const auto now = BaselineTable::of(pending, file.path);
  if (!now) return base::fail(now.error());
  return config.valueColumn.empty() ? baselines::withoutRowEdits(*saved, *now, namesInFile)
                                    : keptColumn(*saved, *now, namesInFile, config.valueColumn);
}

}  // namespace

bool RowsPlan::needsReason() const {
  return std::any_of(files.begin(), files.end(), [](const FilePlan& file) { return file.plan.needsReason(); });
}

std::string RowsPlan::guardSummary() const {
  if (files.size() == 1) return files.front().plan.guardSummary();
  baselines::Plan all;
  std::uint32_t next = 0;
  for (const FilePlan& file : files) {
    std::map<std::uint32_t, std::uint32_t> numbers;
    for (baselines::PlannedEdit edit : file.plan.edits) {
      const auto [number, isNew] = numbers.try_emplace(edit.row, next);
      if (isNew) ++next;
      edit.row = number->second;
      all.edits.push_back(std::move(edit));
    }
  }
  return all.guardSummary("row");
}

std::size_t RowsPlan::editCount() const {
  std::size_t count = 0;
  for (const FilePlan& file : files) count += file.plan.edits.size();
  return count;
}

RowsPlan RowsPlan::withoutGuarded() const { return filtered(*this, &baselines::Plan::withoutGuarded); }
RowsPlan RowsPlan::onlyGuarded() const { return filtered(*this, &baselines::Plan::onlyGuarded); }

base::Result<RowsPlan> planRows(const CommitView& view, const std::vector<RowRef>& rows, Drafts& drafts,
                                const baselines::Wish& wish) {
  RowsPlan out;
  for (const auto& [index, own] : byConfig(view, rows)) {
    const ConfigResult& config = view.configs()[index];
    if (std::string problem = whyNot(config); !problem.empty()) {
      out.problems.push_back(std::move(problem));
      continue;
    }
    const auto file = drafts.open(config.baselinePath);
    if (!file) return base::fail(file.error());
    const auto table = BaselineTable::of((*file)->pending, config.baselinePath);
    const auto narrow = table && !config.valueColumn.empty() ? narrowTable(*table, config.valueColumn) : table;
    if (!narrow) {
      out.problems.push_back(configs::configName(config.config) + ": " + narrow.error().text);
      continue;
    }
    baselines::Wish mine = wish;
    mine.rows = own;
    FilePlan plan{index, baselines::planAcceptance(*config.comparison, *narrow, mine), config.valueColumn};
    if (!config.valueColumn.empty()) plan.plan = wideWords(std::move(plan.plan), *table, config.valueColumn);
    out.files.push_back(std::move(plan));
  }
  return out;
}

std::vector<std::string> baselinePaths(const CommitView& view, const std::vector<RowRef>& rows) {
  std::vector<std::string> paths;
  for (const auto& [index, own] : byConfig(view, rows)) {
    const std::string& path = view.configs()[index].baselinePath;
    if (!path.empty() && std::find(paths.begin(), paths.end(), path) == paths.end()) paths.push_back(path);
  }
  return paths;
}

base::Result<Change> acceptRows(const RowsPlan& plan, const Drafts& drafts, const std::string& reason) {
  const bool guarded = plan.needsReason();
  if (guarded && reason.find_first_not_of(" \t\r\n") == std::string::npos)
    return base::fail({base::ErrorCode::BadArgument,
                       "This makes the baselines worse (" + plan.guardSummary() + "), and no reason is given.",
                       "Say why it is right, or leave these rows out."});
  std::vector<std::vector<const FilePlan*>> byFile;
  std::map<std::string, std::size_t> places;
  for (const FilePlan& file : plan.files) {
    const auto [at, isNew] = places.try_emplace(file.plan.baselinePath, byFile.size());
    if (isNew) byFile.emplace_back();
    byFile[at->second].push_back(&file);
  }
  Change change;
  for (const auto& plans : byFile)
    if (const auto done = acceptFile(change, plans, drafts, reason, !guarded); !done) return base::fail(done.error());
  change.text = title("Accept", change);
  if (change.decisions.size() == 1) {
    const DecisionChange& only = change.decisions.front();
    change.text = "Accept " + only.key.model + ": " + only.now->what;
  }
  return finished(std::move(change), drafts);
}

base::Result<Change> keepRows(const CommitView& view, const std::vector<RowRef>& rows, Drafts& drafts) {
  Change change;
  std::map<std::string, std::string> bytes;  // what files shall become
  for (const auto& [index, own] : byConfig(view, rows)) {
    const ConfigResult& config = view.configs()[index];
    if (!config.comparison || config.baselinePath.empty()) continue;
    const baselines::ChosenRows chosen = named(config, own);
    for (const std::string& model : chosen.models)
      change.decisions.push_back({{config.baselinePath, model},
                                  Decision{DecisionKind::Kept, "baseline kept", {}, {}}});
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
  return finished(std::move(change), drafts);
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
    found = decisions.find({key.baseline, key.model.substr(0, key.model.find('#', 1))});
    if (found != decisions.end() && found->second.kind != DecisionKind::Flaky) found = decisions.end();
  }
  if (found == decisions.end() || !found->second.kind) return RowState::Undecided;
  switch (*found->second.kind) {
    case DecisionKind::Accepted: return RowState::Accepted;
    case DecisionKind::Kept: return RowState::Kept;
    case DecisionKind::Flaky: return RowState::Flaky;
  }
  return RowState::Undecided;
}

}  // namespace plumbline::overview
