// SPDX-License-Identifier: GPL-3.0-or-later
#include <nlohmann/json.hpp>
#include <string>
#include <utility>

#include "core/reports/compare/compare_report.h"
#include "core/reports/metric_text.h"
#include "core/text/json_text.h"

namespace plumbline::reports {

namespace {

using Json = nlohmann::ordered_json;
using tables::Value;
using tables::ValueKind;
using verdicts::Comparison;
using verdicts::Finding;

void setValue(Json& json, const char* key, const std::optional<Value>& value, std::string&& text) {
  Json& member = json[key];
  if (!value) return;
  switch (value->kind) {
    case ValueKind::NaN: break;
    case ValueKind::Integer: member = value->integer; break;
    case ValueKind::Unsigned: member = value->unsignedInteger; break;
    case ValueKind::Boolean: member = value->boolean; break;
    case ValueKind::Real: text::setNumber(json, key, value->real); break;
    case ValueKind::Text: member = std::move(text); break;
  }
}

Json fileJson(const tables::CsvTable& table) {
  Json diagnostics = Json::array();
  for (const tables::Diagnostic& d : table.diagnostics()) {
    diagnostics.push_back({{"kind", tables::kindName(d.kind)},
                           {"severity", tables::severityName(d.severity)},
                           {"line", d.line},
                           {"column", d.column},
                           {"offset", d.byteOffset},
                           {"text", d.text},
                           {"hint", d.hint}});
  }
  return {{"path", table.fileName()},
          {"rows", table.rowCount()},
          {"diagnostics", std::move(diagnostics)},
          {"diagnostics_dropped", table.diagnosticsDropped()}};
}

Json checksJson(const Comparison& comparison) {
  Json checks = Json::array();
  for (const verdicts::CheckSummary& check : comparison.checks()) {
    const auto& problem = check.crash ? check.crash : check.refused;
    checks.push_back({{"check", verdicts::checkName(check.check)},
                      {"exit", check.exitCode},
                      {"outcome", check.crash ? "dies" : check.refused ? "refuses" : "judged"},
                      {"problem", problem ? Json(base::describe(*problem)) : Json()}});
  }
  return checks;
}

Json metricsJson(const Comparison& comparison) {
  Json metrics = Json::array();
  for (const verdicts::MetricColumn& metric : comparison.metrics())
    metrics.push_back({{"name", metric.info.name},
                       {"title", metric.info.title},
                       {"unit", metric.info.unit},
                       {"better", betterName(metric.info.better)}});
  return metrics;
}

/// ownFlakyJson lists our own flaky lists and what stands in the way of one.
Json ownFlakyJson(const Comparison& comparison) {
  Json lists = Json::array();
  const auto& own = comparison.options().ownFlaky;
  if (own == nullptr) return lists;
  for (const flaky::OwnList& list : own->lists)
    lists.push_back({{"path", list.path},
                     {"entries", list.entries.size()},
                     {"problem", list.problem ? Json(base::describe(*list.problem)) : Json()}});
  return lists;
}

/// headJson is everything of the document that stands before the rows.
Json headJson(const CompareReport& report) {
  const Comparison& comparison = report.comparison;
  const verdicts::ClassCounts counts = countsOf(report);
  Json classes = Json::object();
  for (const verdicts::VerdictClass cls : verdicts::kAllClasses)
    classes[text::jsonKey(verdicts::className(cls))] = counts.of(cls);
  Json findings = Json::object();
  for (std::size_t f = 0; f < verdicts::kFindingCount; ++f)
    findings[text::jsonKey(verdicts::findingName(static_cast<Finding>(f)))] = counts.findings[f];
  const verdicts::RuleSet& rules = *comparison.options().rules;
  return {{"format", "plumbline-compare"},
          {"version", 2},
          {"exit", comparison.unjudged() ? 2 : comparison.ciExit()},
          {"rules", {{"generation", rules.generation}, {"origin", rules.origin}}},
          {"actual", fileJson(**comparison.input().actual)},
          {"expected", fileJson(**comparison.input().expected)},
          {"checks", checksJson(comparison)},
          {"metrics", metricsJson(comparison)},
          {"models", comparison.rowCount()},
          {"counts", std::move(classes)},
          {"findings", std::move(findings)},
          {"need_decision", counts.needDecision},
          {"excused", counts.excused},
          {"flaky_lists", ownFlakyJson(comparison)}};
}

Json lineJson(const tables::CsvTable& table, std::uint32_t row) {
  if (row == verdicts::kNoRow) return nullptr;
  return table.lineOf(row);
}

/// object gives an empty object with room for its members, which would otherwise move as it grows.
Json object(std::size_t members) {
  Json json = Json::object();
  json.get_ref<Json::object_t&>().reserve(members);
  return json;
}

Json cellJson(verdicts::MetricCell&& cell) {
  Json json = object(7);
  setValue(json, "expected", cell.expected, std::move(cell.expectedText));
  setValue(json, "actual", cell.actual, std::move(cell.actualText));
  json["changed"] = cell.changed;
  if (cell.numeric) {
    json["delta"] = text::numberOrNull(cell.delta);
    json["percent"] = text::numberOrNull(cell.percent);
  }
  if (cell.notMeasured) json["not_measured"] = true;
  if (cell.checked) json["class"] = verdicts::className(cell.cls);
  return json;
}

Json verdictsJson(const Comparison& comparison, std::size_t row) {
  Json all = Json::array();
  for (std::size_t c = 0; c < comparison.checks().size(); ++c) {
    for (const verdicts::Verdict& verdict : comparison.verdicts(row, c)) {
      Json& json = all.emplace_back(object(4));
      json["check"] = verdicts::checkName(comparison.checks()[c].check);
      json["status"] = verdicts::statusText(verdict.status);
      json["class"] = verdicts::className(verdict.cls);
      Json& metric = json["metric"];
      if (verdict.metric != verdicts::kNoMetric) metric = verdicts::metricCatalogue()[verdict.metric].name;
    }
  }
  return all;
}

/// excusesJson gives the entries of flaky.toml that bear on a row.
Json excusesJson(const Comparison& comparison, std::size_t row) {
  Json all = Json::array();
  for (const verdicts::Excuse& excuse : comparison.excuses(row)) {
    Json& json = all.emplace_back(object(7));
    json["file"] = excuse.list->path;
    json["line"] = excuse.entry->line;
    json[excuse.entry->isPattern ? "pattern" : "name"] = excuse.entry->name;
    json["reason"] = excuse.entry->reason;
    json["issue"] = excuse.entry->issue;
    json["expires"] = excuse.entry->expires ? Json(flaky::dateText(*excuse.entry->expires)) : Json();
    json["expired"] = excuse.isExpired;
  }
  return all;
}

Json earlierJson(const baselines::EarlierAnswer& answer) {
  const auto orNull = [](const std::string& text) { return text.empty() ? Json() : Json(text); };
  return {{"decision", baselines::decisionName(answer.decision)},
          {"date", orNull(answer.date)},
          {"values", orNull(answer.decision.values)},
          {"same_values", answer.isSame},
          {"reason", orNull(answer.decision.reason)},
          {"note", orNull(answer.decision.note)}};
}

Json rowJson(const CompareReport& report, std::size_t row) {
  const Comparison& comparison = report.comparison;
  const verdicts::ComparedRow& compared = comparison.row(row);
  std::string scratch;
  Json json = object(15);
  json["model"] = comparison.modelName(row, scratch);
  json["class"] = verdicts::className(compared.cls);
  json["status"] = comparison.statusWord(row);
  json["fails_ci"] = compared.failsCi;
  json["flaky"] = compared.flaky;
  json["excused"] = compared.excused;
  json["changed"] = compared.changed;
  Json& findings = json["findings"] = Json::array();
  for (std::size_t f = 0; f < verdicts::kFindingCount; ++f)
    if (compared.has(static_cast<Finding>(f))) findings.push_back(verdicts::findingName(static_cast<Finding>(f)));
  json["expected_line"] = lineJson(**comparison.input().expected, compared.expectedRow);
  json["actual_line"] = lineJson(**comparison.input().actual, compared.actualRow);
  Json& metrics = json["metrics"] = object(comparison.metrics().size());
  // Appended: operator[] would look through the others for each of thousands of columns. Their names are unique.
  for (std::size_t m = 0; m < comparison.metrics().size(); ++m)
    metrics.get_ref<Json::object_t&>().push_back({comparison.metrics()[m].info.name, cellJson(comparison.cell(row, m))});
  json["verdicts"] = verdictsJson(comparison, row);
  if (compared.excused || compared.has(Finding::ExpiredFlaky)) json["excuses"] = excusesJson(comparison, row);
  json["reason"] = comparison.sentence(row);
  if (const auto earlier = report.earlier.find(static_cast<std::uint32_t>(row)); earlier != report.earlier.end())
    json["earlier_decision"] = earlierJson(earlier->second);
  const std::string model(comparison.modelName(row, scratch));
  if (auto breaks = sources::breakSentence(report.expectedNotes, report.actualNotes, model); !breaks.empty())
    json["graph_break_note"] = std::move(breaks);
  if (const auto parts = sources::compileParts(report.actualNotes, model))
    for (std::size_t i = 0; i < parts->size(); ++i) json["compile_parts_s"][std::string(sources::kCompilePartKeys[i])] = (*parts)[i];
  return json;
}

}  // namespace

void writeCompareJson(const CompareReport& report, const TextSink& sink) {
  // The head is one object; its closing brace is held back so that the rows follow one by one, each freed once written.
  std::string head = text::toJsonText(headJson(report), 2);
  head.resize(head.find_last_not_of("}\n") + 1);
  ChunkedText out(sink);
  out << head << ",\n  \"rows\": [";
  bool first = true;
  for (const std::uint32_t row : report.rows) {
    out << (first ? "\n    " : ",\n    ") << text::toJsonText(rowJson(report, row));
    first = false;
  }
  out << (first ? "]\n}\n" : "\n  ]\n}\n");
}

}  // namespace plumbline::reports
