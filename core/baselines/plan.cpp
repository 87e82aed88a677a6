// SPDX-License-Identifier: GPL-3.0-or-later
// What a plan says about itself, and the change it becomes.
#include <algorithm>
#include <array>
#include <set>
#include <unordered_map>

#include "core/baselines/acceptance.h"

namespace plumbline::baselines {
namespace {

struct GuardWords {
  Guard guard;
  const char* one;   ///< "1 model ..."
  const char* many;  ///< "2 models ..."
};
constexpr std::array kGuardWords = {
    GuardWords{Guard::RowDisappears, "leaves the baseline", "leave the baseline"},
    GuardWords{Guard::StatusWorse, "loses pass", "lose pass"},
    GuardWords{Guard::MoreGraphBreaks, "gets more graph breaks", "get more graph breaks"},
    GuardWords{Guard::LowerRatio, "gets a lower ratio", "get a lower ratio"},
    GuardWords{Guard::WorseMetric, "gets a worse value", "get a worse value"},
};

std::set<std::uint32_t> guardedRows(const Plan& plan) {
  std::set<std::uint32_t> rows;
  for (const PlannedEdit& edit : plan.edits)
    if (edit.guard != Guard::None) rows.insert(edit.row);
  return rows;
}

std::string shown(const std::string& text) { return text.empty() ? "empty" : text; }

std::string editWords(const PlannedEdit& edit) {
  if (std::holds_alternative<AddModel>(edit.edit)) return edit.to.empty() ? "new row" : "new row (" + edit.to + ')';
  if (std::holds_alternative<RemoveModel>(edit.edit)) return "row removed";
  return edit.column + ' ' + shown(edit.from) + " -> " + shown(edit.to);
}

bool isBlank(const std::string& text) { return text.find_first_not_of(" \t\r\n") == std::string::npos; }

std::string fileName(const std::string& path) { return path.substr(path.find_last_of('/') + 1); }

/// Decided is a model of a plan and what becomes of it, in the order of the plan.
struct Decided {
  std::uint32_t row = 0;
  std::string model;
  std::string what;
};

/// decidedModels: a row whose only news is a value that stays is decided as well, and says why nothing changed.
std::vector<Decided> decidedModels(const Plan& plan) {
  std::vector<Decided> out;
  std::unordered_map<std::uint32_t, std::size_t> places;
  const auto say = [&](std::uint32_t row, const std::string& model, const std::string& words, const char* between) {
    const auto [at, isNew] = places.try_emplace(row, out.size());
    if (isNew) out.push_back({row, model, {}});
    std::string& what = out[at->second].what;
    what += (what.empty() ? "" : between) + words;
  };
  for (const PlannedEdit& edit : plan.edits) say(edit.row, edit.model, editWords(edit), ", ");
  for (const RowNote& note : plan.notes)
    if (!note.refused) say(note.row, note.model, note.text, "; ");
  return out;
}

}  // namespace

bool Plan::needsReason() const {
  return std::any_of(edits.begin(), edits.end(), [](const PlannedEdit& edit) { return edit.guard != Guard::None; });
}

std::string Plan::guardSummary(const std::string& noun) const {
  std::string text;
  for (const GuardWords& words : kGuardWords) {
    std::set<std::uint32_t> rows;
    for (const PlannedEdit& edit : edits)
      if (edit.guard == words.guard) rows.insert(edit.row);
    if (rows.empty()) continue;
    if (!text.empty()) text += ", ";
    const bool first = text.empty();
    text += std::to_string(rows.size());
    if (first) text += ' ' + noun + (rows.size() == 1 ? "" : "s");
    text += ' ';
    text += rows.size() == 1 ? words.one : words.many;
  }
  return text;
}

Plan Plan::withoutGuarded() const {
  const std::set<std::uint32_t> guarded = guardedRows(*this);
  Plan rest;
  rest.baselinePath = baselinePath;
  for (const PlannedEdit& edit : edits)
    if (guarded.count(edit.row) == 0) rest.edits.push_back(edit);
  for (const RowNote& note : notes)
    if (note.refused || guarded.count(note.row) == 0) rest.notes.push_back(note);
  return rest;
}

Plan Plan::onlyGuarded() const {
  const std::set<std::uint32_t> guarded = guardedRows(*this);
  Plan rest;
  rest.baselinePath = baselinePath;
  for (const PlannedEdit& edit : edits)
    if (guarded.count(edit.row) != 0) rest.edits.push_back(edit);
  for (const RowNote& note : notes)
    if (!note.refused && guarded.count(note.row) != 0) rest.notes.push_back(note);
  return rest;
}

std::string changeWords(const Plan& plan, const std::string& model) {
  std::string words;
  for (const PlannedEdit& edit : plan.edits)
    if (edit.model == model) words += (words.empty() ? "" : ", ") + editWords(edit);
  return words;
}

base::Result<Change> changeFor(const Plan& plan, const BaselineTable& baseline, const std::string& reason) {
  if (plan.needsReason() && isBlank(reason))
    return base::fail({base::ErrorCode::BadArgument,
                       "This makes the baseline worse (" + plan.guardSummary() + "), and no reason is given.",
                       "Say why it is right, or leave these models out.", plan.baselinePath, 0, 0});
  std::vector<BaselineEdit> edits;
  edits.reserve(plan.edits.size());
  for (const PlannedEdit& edit : plan.edits) edits.push_back(edit.edit);
  auto bytes = bytesFor(baseline, edits);
  if (!bytes) return base::fail(bytes.error());

  Change change;
  if (!bytes->empty()) change.files.push_back({plan.baselinePath, std::move(*bytes)});
  const std::set<std::uint32_t> guarded = guardedRows(plan);
  const std::vector<Decided> decided = decidedModels(plan);
  for (const Decided& model : decided) {
    Decision decision{.kind = DecisionKind::Accepted, .what = model.what, .reason = {}, .note = {}};
    // A reason that no guard asked for was typed for the selection as a whole.
    if (!isBlank(reason) && (guarded.empty() || guarded.count(model.row) != 0)) decision.reason = reason;
    change.decisions.push_back({{plan.baselinePath, model.model}, std::move(decision)});
  }
  change.text = decided.size() == 1
                    ? "Accept " + decided.front().model + ": " + decided.front().what
                    : "Accept " + std::to_string(decided.size()) + " models of " + fileName(plan.baselinePath);
  return change;
}

}  // namespace plumbline::baselines
