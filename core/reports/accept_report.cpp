// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/reports/accept_report.h"

#include <algorithm>
#include <map>
#include <nlohmann/json.hpp>

#include "core/reports/shown_text.h"

namespace plumbline::reports {
namespace {

using Json = nlohmann::ordered_json;  // members stay in the order they are given
using baselines::Guard;
using baselines::Plan;
using baselines::PlannedEdit;
using baselines::RowNote;

constexpr int kVersion = 1;

/// Group is all that a plan does to one row.
struct Group {
  std::uint32_t row = 0;
  std::string model;
  std::vector<const PlannedEdit*> edits;
};

std::vector<Group> groupsOf(const Plan& plan) {
  std::vector<Group> groups;
  std::map<std::uint32_t, std::size_t> places;
  for (const PlannedEdit& edit : plan.edits) {
    const auto [at, isNew] = places.try_emplace(edit.row, groups.size());
    if (isNew) groups.push_back({edit.row, edit.model, {}});
    groups[at->second].edits.push_back(&edit);
  }
  return groups;
}

std::string words(const Group& group) {
  Plan one;
  for (const PlannedEdit* edit : group.edits) one.edits.push_back(*edit);
  return baselines::changeWords(one, group.model);
}

std::string line(const std::string& model, const std::string& text) {
  return "  " + shownText(model) + ": " + shownText(text) + '\n';
}

std::string counted(std::size_t count, const char* one, const char* many) {
  return std::to_string(count) + ' ' + (count == 1 ? one : many);
}

const char* kindOf(const PlannedEdit& edit) {
  if (std::holds_alternative<baselines::AddModel>(edit.edit)) return "add-row";
  if (std::holds_alternative<baselines::RemoveModel>(edit.edit)) return "remove-row";
  return "set";
}

Json textOrNull(std::string_view text) { return text.empty() ? Json(nullptr) : Json(text); }

Json editsJson(const Group& group) {
  Json edits = Json::array();
  for (const PlannedEdit* edit : group.edits)
    edits.push_back({{"kind", kindOf(*edit)},
                     {"column", textOrNull(edit->column)},
                     {"from", edit->from},
                     {"to", edit->to},
                     {"guard", textOrNull(baselines::guardName(edit->guard))}});
  return edits;
}

Json planJson(const Plan& plan) {
  Json rows = Json::array();
  for (const Group& group : groupsOf(plan))
    rows.push_back({{"model", group.model}, {"what", words(group)}, {"edits", editsJson(group)}});
  return rows;
}

Json notesJson(const Plan& plan, bool refused) {
  Json notes = Json::array();
  for (const RowNote& note : plan.notes)
    if (note.refused == refused) notes.push_back({{"model", note.model}, {"text", note.text}});
  return notes;
}

Json savedJson(const baselines::SaveReport& saved) {
  Json files = Json::array();
  for (const baselines::SavedFile& file : saved.files)
    files.push_back({{"path", file.path},
                     {"linesAdded", file.linesAdded},
                     {"linesRemoved", file.linesRemoved},
                     {"error", file.error ? Json(base::describe(*file.error)) : Json(nullptr)}});
  return {{"files", std::move(files)},
          {"changedOutside", saved.changedOutside},
          {"logError", saved.logError ? Json(base::describe(*saved.logError)) : Json(nullptr)}};
}

std::string section(const std::string& title, const Plan& plan, bool refused) {
  std::string text;
  for (const RowNote& note : plan.notes)
    if (note.refused == refused) text += line(note.model, note.text);
  return text.empty() ? text : title + '\n' + text;
}

}  // namespace

bool AcceptReport::isComplete() const {
  return heldBack.edits.empty() &&
         std::none_of(done.notes.begin(), done.notes.end(), [](const RowNote& note) { return note.refused; });
}

std::string acceptText(const AcceptReport& report) {
  std::string text;
  if (!report.heldBack.edits.empty()) {
    text += "held back, because the baseline would become worse (" + report.heldBack.guardSummary() +
            "); --allow-regressions with --reason accepts it:\n";
    for (const Group& group : groupsOf(report.heldBack)) text += line(group.model, words(group));
  }
  text += section("refused:", report.done, true);
  text += section("otherwise than the run says; --take-unmeasured takes the zeros of a failed run for counts:",
                  report.done, false);
  if (report.chosen.lostLeftOut > 0)
    text += counted(report.chosen.lostLeftOut, "model of the baseline has", "models of the baseline have") +
            " no row in the run and stay" + (report.chosen.lostLeftOut == 1 ? "s" : "") +
            "; --remove-lost takes such models out\n";
  if (report.chosen.changedLeftOut > 0)
    text += counted(report.chosen.changedLeftOut, "model of another class differs", "models of other classes differ") +
            " from the baseline; --classes chooses classes\n";
  return text;
}

std::string acceptJson(const AcceptReport& report, int exit) {
  const Json json = {{"format", "plumbline-accept"},
                     {"version", kVersion},
                     {"exit", exit},
                     {"mode", report.mode},
                     {"actual", report.actual},
                     {"expected", report.expected},
                     {"reason", report.reason},
                     {"accepted", planJson(report.done)},
                     {"heldBack", planJson(report.heldBack)},
                     {"refused", notesJson(report.done, true)},
                     {"notes", notesJson(report.done, false)},
                     {"lostLeftOut", report.chosen.lostLeftOut},
                     {"changedLeftOut", report.chosen.changedLeftOut},
                     {"patch", report.patch},
                     {"patchFile", textOrNull(report.patchFile)},
                     {"commitMessage", report.commitMessage},
                     {"saved", report.saved ? savedJson(*report.saved) : Json(nullptr)}};
  return json.dump(2, ' ', false, Json::error_handler_t::replace) + '\n';
}

}  // namespace plumbline::reports
