// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

#include "core/reports/diff_parts.h"

namespace plumbline::reports {
namespace {

using Json = nlohmann::ordered_json;  // members stay in the order they are given
using diff::Move;

constexpr int kVersion = 1;
constexpr int kIndent = 1;
constexpr int kOneLine = -1;

/// dumped writes JSON as UTF-8; bytes that are not become U+FFFD.
std::string dumped(const Json& json, int indent) {
  return json.dump(indent, ' ', false, Json::error_handler_t::replace);
}

/// numberJson: NaN and infinities are no JSON, and are told as null.
Json numberJson(double value) { return std::isfinite(value) ? Json(value) : Json(); }

Json textOrNull(const std::string& text) { return text.empty() ? Json() : Json(text); }

Json countsJson(const std::uint32_t (&counts)[static_cast<std::size_t>(Move::Count)]) {
  Json out = Json::object();
  for (std::size_t move = 0; move < static_cast<std::size_t>(Move::Count); ++move)
    out[std::string(diff::moveName(static_cast<Move>(move)))] = counts[move];
  return out;
}

Json readingJson(const diff::Reading& reading) {
  Json out = {{"state", stateName(reading.state)}};
  if (reading.state == diff::ReadingState::Number) {
    out["value"] = numberJson(reading.number);
  } else if (reading.state == diff::ReadingState::Word || reading.state == diff::ReadingState::NotFinite) {
    out["value"] = reading.text;
  } else {
    out["value"] = nullptr;
  }
  return out;
}

Json rowJson(const DiffPart& part, const DiffEntry& entry) {
  const auto reading = [&](std::size_t run) { return readingJson(part.diff->reading(run, entry.row, entry.metric)); };
  Json out = {{"model", part.diff->model(entry.row)},
              {"metric", part.diff->metrics()[entry.metric].name},
              {"move", diff::moveName(entry.move)},
              {"before", reading(part.before)},
              {"after", reading(part.after)},
              {"absolute", entry.delta.isNumeric ? numberJson(entry.delta.absolute) : Json()},
              {"relative", entry.delta.isNumeric ? numberJson(entry.delta.relative) : Json()},
              {"belowFloor", entry.isBelowFloor}};
  if (part.after - part.before > 1) {
    Json& between = out["between"] = Json::array();
    for (std::size_t run = part.before + 1; run < part.after; ++run) between.push_back(reading(run));
  }
  return out;
}

const char* betterName(verdicts::Better better) {
  switch (better) {
    case verdicts::Better::Lower:
      return "lower";
    case verdicts::Better::Higher:
      return "higher";
    case verdicts::Better::Neither:
      break;
  }
  return "neither";
}

Json hudJson(const diff::HudValue& value) {
  return {
      {"value", numberJson(value.value)}, {"text", value.text}, {"models", value.count}, {"leftOut", value.leftOut}};
}

Json summaryJson(const DiffPart& part) {
  Json out = Json::array();
  for (const diff::SummaryLine& line : part.summary)
    out.push_back({{"metric", line.metric},
                   {"title", line.title},
                   {"unit", line.unit},
                   {"better", betterName(line.better)},
                   {"hud", {{"before", hudJson(line.hudBefore)}, {"after", hudJson(line.hudAfter)}}},
                   {"paired",
                    {{"before", numberJson(line.before.value)},
                     {"after", numberJson(line.after.value)},
                     {"models", line.before.count},
                     {"leftOut", line.leftOut}}},
                   {"signsDisagree", line.signsDisagree},
                   {"sentence", textOrNull(line.sentence)}});
  return out;
}

Json alarmsJson(const DiffPart& part) {
  Json out = Json::array();
  for (const diff::RatioAlarm& alarm : part.alarms)
    out.push_back({{"model", part.diff->model(alarm.row)},
                   {"speedup", {numberJson(alarm.speedupBefore), numberJson(alarm.speedupAfter)}},
                   {"compiledMs", {numberJson(alarm.compiledBefore), numberJson(alarm.compiledAfter)}},
                   {"eagerMs", {numberJson(alarm.eagerBefore), numberJson(alarm.eagerAfter)}},
                   {"sentence", alarm.sentence}});
  return out;
}

Json flipsJson(const DiffPart& part) {
  Json out = Json::array();
  for (const diff::Flip& flip : part.flips)
    out.push_back({{"model", part.diff->model(flip.row)},
                   {"metric", part.diff->metrics()[flip.metric].name},
                   {"from", diff::moveName(flip.from)},
                   {"to", diff::moveName(flip.to)},
                   {"wasBelowFloor", flip.wasBelow},
                   {"isBelowFloor", flip.isBelow}});
  return out;
}

Json namesJson(const DiffPart& part, const std::vector<std::uint32_t>& rows) {
  Json out = Json::array();
  for (const std::uint32_t row : rows) out.push_back(part.diff->model(row));
  return out;
}

Json runsJson(const DiffPart& part) {
  Json out = Json::array();
  for (const diff::Run& run : part.diff->runs())
    out.push_back({{"label", run.label},
                   {"origin", run.origin},
                   {"config", run.config ? Json(configs::configName(*run.config)) : Json()},
                   {"commit", textOrNull(run.commit)},
                   {"isBaseline", run.isBaseline}});
  return out;
}

Json doubledJson(const DiffPart& part) {
  Json out = Json::array();
  for (const auto& [run, row] : part.diff->doubled())
    out.push_back({{"label", part.diff->runs()[run].label}, {"model", part.diff->model(row)}});
  return out;
}

Json partJson(const DiffPart& part) {
  return {{"config", textOrNull(part.config)},
          {"sides", runsJson(part)},
          {"models", part.diff->rowCount()},
          {"modelCounts", countsJson(part.models)},
          {"valueCounts", countsJson(part.values)},
          {"belowFloor", part.belowFloor.size()},
          {"summary", summaryJson(part)},
          {"alarms", alarmsJson(part)},
          {"flips", flipsJson(part)},
          {"onlyBefore", namesJson(part, part.onlyBefore)},
          {"onlyAfter", namesJson(part, part.onlyAfter)},
          {"missingShard", namesJson(part, part.ofMissingShard)},
          {"shardNotes", shardWords(part)},
          {"doubled", doubledJson(part)}};
}

Json headJson(const diff::Diffs& diffs, const DiffReportOptions& options, int exit,
              const std::vector<DiffPart>& parts) {
  Json problems = Json::array();
  for (const base::Error& error : diffs.problems)
    problems.push_back({{"file", error.file}, {"line", error.line}, {"text", error.text}, {"hint", error.hint}});
  std::uint32_t models[static_cast<std::size_t>(Move::Count)] = {};
  for (const DiffPart& part : parts)
    for (std::size_t move = 0; move < static_cast<std::size_t>(Move::Count); ++move) models[move] += part.models[move];
  return {{"format", "plumbline-diff"},
          {"version", kVersion},
          {"tool", textOrNull(options.toolVersion)},
          {"exit", exit},
          {"sentence", headWords(diffs, parts)},
          {"thresholds", diff::thresholdTexts(options.thresholds)},
          {"whatIf", options.whatIf ? Json(diff::thresholdTexts(*options.whatIf)) : Json()},
          {"metrics", options.metrics.empty() ? Json() : Json(options.metrics)},
          {"allRows", !options.isChangedOnly},
          {"sides", sideLabels(diffs)},
          {"modelCounts", countsJson(models)},
          {"onlyIn", diffs.onlyIn},
          {"goneConfigs", diffs.gone},
          {"problems", std::move(problems)}};
}

/// openObject is an object without its closing brace, so that a long list can follow as its last member.
std::string openObject(const Json& json, const char* member) {
  std::string text = dumped(json, kIndent);
  text.resize(text.find_last_not_of("}\n ") + 1);
  return text + ",\n \"" + member + "\": [";
}

}  // namespace

std::string diffJson(const diff::Diffs& diffs, const DiffReportOptions& options, int exit) {
  const auto parts = diffParts(diffs, options);
  // Rows one to a line: a report that people search with grep, and a fifth of the bytes.
  std::string out = openObject(headJson(diffs, options, exit, parts), "configs");
  bool isFirstPart = true;
  for (const DiffPart& part : parts) {
    out += (isFirstPart ? "\n" : ",\n") + openObject(partJson(part), "rows");
    isFirstPart = false;
    bool isFirstRow = true;
    for (const DiffEntry& entry : part.entries) {
      out += (isFirstRow ? "\n  " : ",\n  ") + dumped(rowJson(part, entry), kOneLine);
      isFirstRow = false;
    }
    out += isFirstRow ? "]}" : "\n ]}";
  }
  return out + (isFirstPart ? "]\n}\n" : "\n]}\n");
}

}  // namespace plumbline::reports
