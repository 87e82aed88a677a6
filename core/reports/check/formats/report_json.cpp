// SPDX-License-Identifier: GPL-3.0-or-later
#include <nlohmann/json.hpp>
#include <utility>

#include "core/reports/check/report_format.h"
#include "core/reports/check/report_parts.h"
#include "core/reports/check/stored_report.h"
#include "core/text/json_text.h"
#include "core/text/reserve.h"

namespace plumbline::reports {
namespace {

using Json = nlohmann::ordered_json;

Json countsJson(const verdicts::ClassCounts& counts) {
  Json json = Json::object();
  for (const verdicts::VerdictClass cls : verdicts::kAllClasses) json[text::jsonKey(verdicts::className(cls))] = counts.of(cls);
  return json;
}

Json inputJson(const ReportInput& input) {
  return {{"kind", input.kind},     {"origin", input.origin}, {"config", text::stringOrNull(input.config)},
          {"sha256", input.sha256}, {"bytes", input.bytes},   {"used", input.isUsed}};
}

Json reportGroupJson(const ReportGroup& group) {
  return {{"kind", groupKindName(group.group.kind)},
          {"class", verdicts::className(group.group.cls)},
          {"title", group.title},
          {"metric", group.group.metric},
          {"change", group.group.change},
          {"fails_ci", group.group.failsCi},
          {"rows", group.group.members.size()},
          {"models", group.group.models},
          {"configs", group.configs}};
}

Json rowJson(const ReportRow& row) {
  Json json = {{"model", row.model},
               {"class", verdicts::className(row.cls)},
               {"status", row.statusWord},
               {"fails_ci", row.failsCi},
               {"excused", row.isExcused}};
  if (row.isMissingShard) json["has_shard"] = false;
  if (!row.needsAttention) return json;
  Json& changes = json["changes"] = Json::object();
  for (const ReportRow::Cell& cell : row.cells)
    if (cell.isChanged)  // appended: operator[] would look through the others for each of thousands of columns
      changes.get_ref<Json::object_t&>().push_back({cell.metric, {{"expected", cell.expected}, {"actual", cell.actual}}});
  json["reason"] = row.sentence;
  if (!row.cause.empty()) {
    json["cause"] = row.cause;
    json["cause_log"] = text::stringOrNull(row.causeLog);
    json["cause_line"] = row.causeLine == 0 ? Json() : Json(row.causeLine);
  }
  if (!row.graphBreakNote.empty()) json["graph_break_note"] = row.graphBreakNote;
  json["baseline"] = text::stringOrNull(row.path);
  json["line"] = row.line == 0 ? Json() : Json(row.line);
  return json;
}

Json summaryJson(const diff::SummaryLine& line) {
  Json json = {{"metric", line.metric},
               {"unit", line.unit},
               {"hud", {{"before", text::numberOrNull(line.hudBefore.value)}, {"after", text::numberOrNull(line.hudAfter.value)},
                        {"models_before", line.hudBefore.count}, {"models_after", line.hudAfter.count}}},
               {"paired", {{"before", text::numberOrNull(line.before.value)}, {"after", text::numberOrNull(line.after.value)},
                           {"models", line.after.count}, {"left_out", line.leftOut}}},
               {"signs_disagree", line.signsDisagree}};
  if (!line.sentence.empty()) json["note"] = line.sentence;
  return json;
}

/// headJson is a config without its rows.
Json headJson(const ReportConfig& config) {
  Json summary = Json::array();
  for (const diff::SummaryLine& line : config.summary) summary.push_back(summaryJson(line));
  Json alarms = Json::array();
  for (std::size_t i = 0; i < config.ratioAlarms.size(); ++i)
    alarms.push_back({{"model", config.alarmModels[i]}, {"text", config.ratioAlarms[i].sentence}});
  return {{"config", config.name},
          {"exit", config.exitStatus},
          {"answer", ciAnswer(config)},
          {"completeness", config.completeness},
          {"problem", text::stringOrNull(config.problem)},
          {"counts", countsJson(config.counts)},
          {"models", config.rowsTotal},
          {"summary", std::move(summary)},
          {"ratio_alarms", std::move(alarms)}};
}

Json sectionsJson(const Report& report) {
  Json sections = Json::array();
  for (const Section& section : report.sections) {
    Json lines = Json::array();
    for (const Section::Line& line : section.lines) lines.push_back({{"name", line.name}, {"text", line.text}});
    sections.push_back({{"heading", section.heading}, {"lines", std::move(lines)}});
  }
  return sections;
}

Json argumentsJson(const ReportArguments& arguments) {
  return {{"sources", arguments.sources},  {"expected", arguments.trees}, {"rules", arguments.rules},
          {"attempt", arguments.attempts}, {"commit", arguments.commit},  {"name", arguments.names},
          {"use", arguments.uses},         {"flaky_date", arguments.day}, {"flaky_list", arguments.flakyList}};
}

/// member is one line of the document.
std::string member(const char* name, const Json& value) { return "  \"" + std::string(name) + "\": " + text::toJsonText(value); }

template <typename T, typename ToJson>
std::string list(const char* name, const std::vector<T>& items, ToJson toJson) {
  std::string out = "  \"" + std::string(name) + "\": [";
  for (std::size_t i = 0; i < items.size(); ++i) out += (i == 0 ? "\n    " : ",\n    ") + text::toJsonText(toJson(items[i]));
  return out + (items.empty() ? "]" : "\n  ]");
}

void addConfig(std::string& out, const ReportConfig& config) {
  out += text::toJsonText(headJson(config));
  out.pop_back();  // the rows stand one on a line, so that two reports can be compared by eye
  out += ",\"rows\":[";
  for (std::size_t i = 0; i < config.rows.size(); ++i) {
    const std::string row = text::toJsonText(rowJson(config.rows[i]));
    if (i == 0) text::reserveAlike(out, config.rows.size(), row.size());
    out.append(i == 0 ? "\n      " : ",\n      ").append(row);
  }
  out += "]}";
}

}  // namespace

std::string jsonReport(const Report& report) {
  std::string out = "{\n";
  const auto add = [&out](const std::string& piece) { out += piece + ",\n"; };
  add(member("format", kReportFormat));
  add(member("version", kReportVersion));
  add(member("tool", {{"name", "plumbline"}, {"version", report.toolVersion}}));
  add(member("rules", {{"generation", report.ruleSet}, {"origin", report.ruleDetails}}));
  add(member("thresholds", diff::thresholdTexts(report.thresholds)));
  add(member("arguments", argumentsJson(report.arguments)));
  add(member("all_rows", report.hasAllRows));
  add(member("commit", text::stringOrNull(report.commit)));
  add(member("exit", report.exitStatus));
  add(member("sentence", report.headline));
  add(member("completeness", report.completeness));
  add(member("counts", countsJson(report.counts)));
  add(list("inputs", report.inputs, inputJson));
  add(list("groups", report.groups, reportGroupJson));
  out += "  \"configs\": [";
  for (std::size_t i = 0; i < report.configs.size(); ++i) {
    out += i == 0 ? "\n    " : ",\n    ";
    addConfig(out, report.configs[i]);
  }
  out += report.configs.empty() ? "],\n" : "\n  ],\n";
  out += member("sections", sectionsJson(report)) + "\n}\n";
  return out;
}

}  // namespace plumbline::reports
