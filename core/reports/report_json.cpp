// SPDX-License-Identifier: GPL-3.0-or-later
#include <cmath>
#include <nlohmann/json.hpp>
#include <utility>

#include "core/reports/report_parts.h"
#include "core/reports/report_writers.h"
#include "core/reports/stored_report.h"

namespace plumbline::reports {
namespace {

using Json = nlohmann::ordered_json;

Json countsJson(const verdicts::ClassCounts& counts) {
  Json json = Json::object();
  for (const verdicts::VerdictClass cls : verdicts::kAllClasses) json[std::string(verdicts::className(cls))] = counts.of(cls);
  return json;
}

Json inputJson(const ReportInput& input) {
  return {{"kind", input.kind},     {"origin", input.origin}, {"config", input.config.empty() ? Json() : Json(input.config)},
          {"sha256", input.sha256}, {"bytes", input.bytes},   {"used", input.isUsed}};
}

Json groupJson(const ReportGroup& group) {
  return {{"kind", kindWord(group.group.kind)},
          {"class", verdicts::className(group.group.cls)},
          {"title", group.title},
          {"metric", group.group.metric},
          {"change", group.group.change},
          {"failsCi", group.group.failsCi},
          {"rows", group.group.members.size()},
          {"models", group.group.models},
          {"configs", group.configs}};
}

Json rowJson(const ReportRow& row) {
  Json json = {{"model", row.model},
               {"class", verdicts::className(row.cls)},
               {"status", row.statusWord},
               {"failsCi", row.failsCi},
               {"excused", row.isExcused}};
  if (row.isMissingShard) json["shardIsHere"] = false;
  if (!row.needsLook) return json;
  Json& changes = json["changes"] = Json::object();
  for (const ReportRow::Cell& cell : row.cells)
    if (cell.isChanged) changes[cell.metric] = {{"expected", cell.expected}, {"actual", cell.actual}};
  json["reason"] = row.sentence;
  json["baseline"] = row.path.empty() ? Json() : Json(row.path);
  json["line"] = row.line == 0 ? Json() : Json(row.line);
  return json;
}

Json numberOrNull(double value) { return std::isfinite(value) ? Json(value) : Json(); }

Json summaryJson(const diff::SummaryLine& line) {
  return {{"metric", line.metric},
          {"unit", line.unit},
          {"hud", {{"before", numberOrNull(line.hudBefore.value)}, {"after", numberOrNull(line.hudAfter.value)},
                   {"modelsBefore", line.hudBefore.count}, {"modelsAfter", line.hudAfter.count}}},
          {"paired", {{"before", numberOrNull(line.before.value)}, {"after", numberOrNull(line.after.value)},
                      {"models", line.after.count}, {"leftOut", line.leftOut}}},
          {"signsDisagree", line.signsDisagree}};
}

/// headJson is a config without its rows.
Json headJson(const ReportConfig& config) {
  Json summary = Json::array();
  for (const diff::SummaryLine& line : config.summary) summary.push_back(summaryJson(line));
  Json alarms = Json::array();
  for (std::size_t i = 0; i < config.ratioAlarms.size(); ++i)
    alarms.push_back({{"model", config.alarmModels[i]}, {"text", config.ratioAlarms[i].sentence}});
  return {{"config", config.name},
          {"exit", config.ciExit},
          {"answer", ciWord(config)},
          {"completeness", config.completeness},
          {"problem", config.problem.empty() ? Json() : Json(config.problem)},
          {"counts", countsJson(config.counts)},
          {"models", config.rowsTotal},
          {"summary", std::move(summary)},
          {"ratioAlarms", std::move(alarms)}};
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

Json wordsJson(const ReportWords& words) {
  return {{"sources", words.sources}, {"expected", words.trees},
          {"rules", words.rules},     {"attempt", words.attempts},
          {"commit", words.commit},   {"name", words.names},
          {"use", words.uses},        {"flakyDay", words.day}};
}

std::string dumped(const Json& json, int indent) {
  return json.dump(indent, ' ', false, Json::error_handler_t::replace);
}

/// pieceOf is a part of the document on lines of its own; the caller writes what stands around it.
std::string member(const char* name, const Json& value) { return "  \"" + std::string(name) + "\": " + dumped(value, -1); }

template <typename T, typename ToJson>
std::string list(const char* name, const std::vector<T>& items, ToJson toJson) {
  std::string out = "  \"" + std::string(name) + "\": [";
  for (std::size_t i = 0; i < items.size(); ++i) out += (i == 0 ? "\n    " : ",\n    ") + dumped(toJson(items[i]), -1);
  return out + (items.empty() ? "]" : "\n  ]");
}

std::string configText(const ReportConfig& config) {
  std::string out = dumped(headJson(config), -1);
  out.pop_back();  // the rows stand one on a line, so that two reports can be compared by eye
  out += ",\"rows\":[";
  for (std::size_t i = 0; i < config.rows.size(); ++i) out += (i == 0 ? "\n      " : ",\n      ") + dumped(rowJson(config.rows[i]), -1);
  return out + "]}";
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
  add(member("words", wordsJson(report.words)));
  add(member("allRows", report.hasAllRows));
  add(member("commit", report.commit.empty() ? Json() : Json(report.commit)));
  add(member("exit", report.ciExit));
  add(member("sentence", report.headline));
  add(member("completeness", report.completeness));
  add(member("counts", countsJson(report.counts)));
  add(list("inputs", report.inputs, inputJson));
  add(list("groups", report.groups, groupJson));
  out += "  \"configs\": [";
  for (std::size_t i = 0; i < report.configs.size(); ++i) out += (i == 0 ? "\n    " : ",\n    ") + configText(report.configs[i]);
  out += report.configs.empty() ? "],\n" : "\n  ],\n";
  out += member("sections", sectionsJson(report)) + "\n}\n";
  return out;
}

}  // namespace plumbline::reports
