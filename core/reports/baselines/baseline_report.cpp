// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/reports/baselines/baseline_report.h"

#include <algorithm>
#include <functional>
#include <iterator>
#include <map>
#include <nlohmann/json.hpp>
#include <set>

#include "core/reports/text_parts.h"
#include "core/text/json_text.h"
#include "core/text/quantities.h"
#include "core/verdicts/findings.h"

namespace plumbline::reports {
namespace {

using Json = nlohmann::ordered_json;  // members keep their order
using baselines::Plan;
using baselines::PlannedEdit;
using baselines::RowNote;

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
  return baselines::changeSummary(one, group.model);
}

std::string line(const std::string& model, const std::string& text) {
  return "  " + printableText(model) + ": " + printableText(text) + '\n';
}

const char* kindOf(const PlannedEdit& edit) {
  if (std::holds_alternative<baselines::AddModel>(edit.edit)) return "add-row";
  if (std::holds_alternative<baselines::RemoveModel>(edit.edit)) return "remove-row";
  return "set";
}

Json editsJson(const Group& group) {
  Json edits = Json::array();
  for (const PlannedEdit* edit : group.edits)
    edits.push_back({{"kind", kindOf(*edit)},
                     {"column", text::stringOrNull(edit->column)},
                     {"from", edit->from},
                     {"to", edit->to},
                     {"guard", text::stringOrNull(baselines::guardName(edit->guard))}});
  return edits;
}

Json groupJson(const Group& group) {
  Json json = {{"model", group.model}, {"what", words(group)}};
  json["edits"] = editsJson(group);
  return json;
}

Json noteJson(const RowNote& note) { return {{"model", note.model}, {"text", note.text}}; }

/// oddNames are the models of a plan whose names may be taken for others, each with the reason.
std::vector<RowNote> oddNames(const Plan& plan) {
  std::vector<RowNote> notes;
  for (const Group& group : groupsOf(plan))
    if (const std::string_view why = verdicts::nameOddity(group.model); !why.empty())
      notes.push_back({group.row, group.model, std::string(why)});
  return notes;
}

Json savedJson(const baselines::SaveReport& saved) {
  Json files = Json::array();
  for (const baselines::SavedFile& file : saved.files)
    files.push_back({{"path", file.path},
                     {"lines_added", file.linesAdded},
                     {"lines_removed", file.linesRemoved},
                     {"error", file.error ? Json(base::describe(*file.error)) : Json(nullptr)}});
  return {{"files", std::move(files)},
          {"changed_outside", saved.changedOutside},
          {"log_error", saved.logError ? Json(base::describe(*saved.logError)) : Json(nullptr)}};
}

std::string section(const std::string& title, const std::vector<RowNote>& notes, bool refused) {
  std::string text;
  for (const RowNote& note : notes)
    if (note.refused == refused) text += line(note.model, note.text);
  return text.empty() ? text : title + '\n' + text;
}

using baselines::FilePlan;
using baselines::AcceptPlan;

std::string section(const std::string& title, const std::vector<std::string>& lines) {
  if (lines.empty()) return {};
  std::string text = title + '\n';
  for (const std::string& line : lines) text += "  " + printableText(line) + '\n';
  return text;
}

std::vector<std::string> heldBack(const overview::CommitView& view, const AcceptPlan& plan) {
  std::vector<std::string> lines;
  for (const FilePlan& file : plan.files) {
    const std::string config = configs::configName(view.configs()[file.config].config);
    for (const Group& group : groupsOf(file.plan)) lines.push_back(config + ": " + group.model + ": " + words(group));
  }
  return lines;
}

using Json = nlohmann::ordered_json;  // members keep their order

const char* layoutState(const baselines::LintedFile& file) {
  if (file.replacement) return "differs";
  return file.layoutFixed ? "fixed" : "clean";
}

Json fileJson(const LintReport& report) {
  Json findings = Json::array();
  for (const baselines::LintFinding& finding : report.file.findings)
    findings.push_back({{"kind", finding.kind},
                        {"severity", finding.severity},
                        {"line", finding.line},
                        {"column", finding.column},
                        {"text", finding.text},
                        {"hint", finding.hint}});
  return {{"path", report.file.path},
          {"problem", report.error ? Json(base::describe(*report.error)) : Json(nullptr)},
          {"layout", report.error ? Json(nullptr) : Json(layoutState(report.file))},
          {"resolved", report.file.resolved},
          {"saved", report.saved},
          {"findings", std::move(findings)}};
}

constexpr const char* kOddNames = "unusual names:";
constexpr std::size_t kShownRepeats = 20;

std::string placeOf(const MergeReport& report, const tables::RowOrigin& origin) {
  const sources::Piece& piece = report.opened.pieces[report.choice.pieces[origin.shard]];
  return piece.origin + ":" + std::to_string(piece.table->lineOf(origin.row));
}

}  // namespace

bool AcceptReport::isComplete() const {
  return heldBack.edits.empty() && std::ranges::none_of(done.notes, [](const RowNote& note) { return note.refused; });
}

std::string acceptText(const AcceptReport& report) {
  std::string text;
  if (!report.heldBack.edits.empty()) {
    text += "held back, because the baseline would become worse (" + report.heldBack.guardSummary() +
            "); --allow-regressions with --reason accepts it:\n";
    for (const Group& group : groupsOf(report.heldBack)) text += line(group.model, words(group));
  }
  text += section("refused:", report.done.notes, true);
  text += section("kept as in the baseline; --accept-unmeasured accepts the zeros of a failed run:", report.done.notes,
                  false);
  text += section(kOddNames, oddNames(report.done), false);
  if (report.chosen.lostLeftOut > 0)
    text += text::counted(report.chosen.lostLeftOut, "model of the baseline has", "models of the baseline have") +
            " no row in the run and stay" + (report.chosen.lostLeftOut == 1 ? "s" : "") +
            "; --remove-lost removes such models\n";
  if (report.chosen.excusedLeftOut > 0)
    text += text::counted(report.chosen.excusedLeftOut, "model is", "models are") + " excused by flaky.toml and stay" +
            (report.chosen.excusedLeftOut == 1 ? "s" : "") + "; --models with the full name accepts such a model\n";
  if (report.chosen.changedLeftOut > 0)
    text += text::counted(report.chosen.changedLeftOut, "model of another class differs", "models of other classes differ") +
            " from the baseline; --classes chooses classes\n";
  if (report.ci && report.ci->edits > 0) text += baselines::ciText(*report.ci) + '\n';
  return text;
}

std::string acceptJson(const AcceptReport& report, int exit) {
  const std::vector<RowNote> odd = oddNames(report.done);
  const auto notes = [&](bool refused) {
    std::vector<std::reference_wrapper<const RowNote>> some;
    std::ranges::copy_if(report.done.notes, std::back_inserter(some), [&](const RowNote& note) { return note.refused == refused; });
    if (!refused) some.insert(some.end(), odd.begin(), odd.end());
    return some;
  };
  text::JsonText json;
  json.add("format", "plumbline-accept");
  json.add("version", 2);
  json.add("exit", exit);
  json.add("mode", report.mode);
  json.add("actual", report.actual);
  json.add("expected", report.expected);
  json.add("reason", report.reason);
  json.addList("accepted", groupsOf(report.done), groupJson);
  json.addList("held_back", groupsOf(report.heldBack), groupJson);
  json.addList("refused", notes(true), noteJson);
  json.addList("notes", notes(false), noteJson);
  json.add("lost_left_out", report.chosen.lostLeftOut);
  json.add("changed_left_out", report.chosen.changedLeftOut);
  json.add("excused_left_out", report.chosen.excusedLeftOut);
  json.add("ci", report.ci ? Json{{"fails_before", report.ci->before.fails},
                                  {"failing_rows_before", report.ci->before.rows},
                                  {"fails_after", report.ci->after.fails},
                                  {"failing_rows_after", report.ci->after.rows}}
                           : Json(nullptr));
  json.add("patch", report.patch);
  json.add("patch_file", text::stringOrNull(report.patchFile));
  json.add("commit_message", report.commitMessage);
  json.add("saved", report.saved ? savedJson(*report.saved) : Json(nullptr));
  return json.finished() + '\n';
}

std::string updateText(const overview::CommitView& view, const overview::UpdateReport& report) {
  std::string text;
  if (report.done.editCount() > 0) {
    std::size_t files = 0;
    for (const FilePlan& file : report.done.files) files += file.plan.edits.empty() ? 0 : 1;
    text += text::counted(report.done.editCount(), "edit", "edits") + " in " + text::counted(files, "baseline", "baselines") + '\n';
  }
  std::vector<RowNote> odd;
  for (const FilePlan& file : report.done.files) std::ranges::copy(oddNames(file.plan), std::back_inserter(odd));
  text += section(kOddNames, odd, false);
  text += section("new baselines:", report.newFiles);
  if (report.heldBack.editCount() > 0)
    text += section("held back, because the baselines would become worse (" + report.heldBack.guardSummary() +
                        "); --allow-regressions with --reason accepts it:",
                    heldBack(view, report.heldBack));
  text += section("not accepted:", report.refused);
  text += section("kept as in the baselines:", report.notes);
  return text;
}

std::string lintText(const LintReport& report) {
  const std::string path = printableText(report.file.path);
  std::string text;
  if (report.file.resolved > 0)
    text += path + ": " + std::to_string(report.file.resolved) +
            (report.file.resolved == 1 ? " conflict" : " conflicts") + " resolved\n";
  if (report.file.layoutFixed) text += path + ": laid out anew\n";
  const bool conflict = std::ranges::any_of(report.file.findings, [](const baselines::LintFinding& f) {
    return f.kind == "conflict" || f.kind == "broken-conflict";
  });
  if (report.file.replacement)
    text += path + ": warning: the rows are not followed by three empty lines each; " +
            (conflict ? "--fix lays the file out once its conflicts are settled" : "--fix lays the file out") +
            " [layout]\n";
  for (const baselines::LintFinding& finding : report.file.findings) {
    text += path;
    if (finding.line > 0) text += ':' + std::to_string(finding.line);
    if (finding.column > 0) text += ':' + std::to_string(finding.column);
    text += ": " + finding.severity + ": " + printableText(finding.text);
    if (!finding.hint.empty()) text += ' ' + printableText(finding.hint);
    text += " [" + finding.kind + "]\n";
  }
  return text;
}

std::string lintJson(const std::vector<LintReport>& reports, int exit) {
  Json files = Json::array();
  for (const LintReport& report : reports) files.push_back(fileJson(report));
  const Json json = {{"format", "plumbline-lint"}, {"version", 2}, {"exit", exit}, {"files", std::move(files)}};
  return text::toJsonText(json, 2) + '\n';
}

std::size_t differingRepeats(const tables::MergedShards& merged) {
  return static_cast<std::size_t>(
      std::ranges::count_if(merged.repeated, [](const tables::RepeatedName& name) { return !name.sameBytes; }));
}

std::string mergeText(const MergeReport& report) {
  std::string text = report.file == "-" ? "standard output" : printableText(report.file);
  text += ": " + text::counted(report.merged.table->rowCount(), "row", "rows") + " of " +
          text::counted(report.choice.pieces.size(), "file", "files");
  if (report.choice.config) text += ", " + configs::configName(*report.choice.config);
  text += '\n';
  for (const std::string& note : report.choice.notes) text += printableText(note) + '\n';
  const auto& repeated = report.merged.repeated;
  for (std::size_t i = 0; i < std::min(repeated.size(), kShownRepeats); ++i)
    text += printableText(repeated[i].name + " comes twice" + (repeated[i].sameBytes ? ", with equal rows" : ", with different rows") +
                      ": " + placeOf(report, repeated[i].kept) + " is kept, " + placeOf(report, repeated[i].dropped) +
                      " is left out.") +
            '\n';
  if (repeated.size() > kShownRepeats)
    text += text::counted(repeated.size() - kShownRepeats, "more model comes twice", "more models come twice") + ", " +
            std::to_string(differingRepeats(report.merged)) + " of all with different rows.\n";
  return text;
}

}  // namespace plumbline::reports
