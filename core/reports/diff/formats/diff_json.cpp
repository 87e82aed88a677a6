// SPDX-License-Identifier: GPL-3.0-or-later
#include <nlohmann/json.hpp>

#include "core/reports/diff/diff_parts.h"
#include "core/reports/metric_text.h"
#include "core/reports/text_parts.h"
#include "core/text/json_text.h"
#include "core/text/reserve.h"

namespace plumbline::reports {
namespace {

using Json = nlohmann::ordered_json;
using diff::Move;

Json countsJson(const std::uint32_t (&counts)[static_cast<std::size_t>(Move::Count)]) {
  Json out = Json::object();
  for (std::size_t move = 0; move < static_cast<std::size_t>(Move::Count); ++move)
    out[text::jsonKey(diff::moveName(static_cast<Move>(move)))] = counts[move];
  return out;
}

Json readingJson(const diff::Reading& reading) {
  Json out = {{"state", stateName(reading.state)}};
  if (reading.state == diff::ReadingState::Number) {
    out["value"] = text::numberOrNull(reading.number);
  } else if (reading.state == diff::ReadingState::Word) {
    out["value"] = reading.text;
  } else {
    out["value"] = nullptr;
    if (reading.state == diff::ReadingState::NotFinite) out["value_nonfinite"] = reading.text;
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
              {"absolute", entry.delta.isNumeric ? text::numberOrNull(entry.delta.absolute) : Json()},
              {"relative", entry.delta.isNumeric ? text::numberOrNull(entry.delta.relative) : Json()},
              {"below_floor", entry.isBelowFloor}};
  if (const diff::CellShift* cell = part.repeats.of(entry.row, entry.metric)) {
    const statistics::Shift& shift = cell->shift;
    out["noise"] = {{"answer", diff::noiseAnswerName(*cell)},
                    {"method", diff::noiseMethod(*cell)},
                    {"values", {shift.before, shift.after}},
                    {"p", text::numberOrNull(tenDigits(shift.p))},
                    {"q", text::numberOrNull(tenDigits(cell->q))},
                    {"shift", text::numberOrNull(tenDigits(shift.value))},
                    {"low", text::numberOrNull(tenDigits(shift.low))},
                    {"high", text::numberOrNull(tenDigits(shift.high))},
                    {"cliffs_delta", text::numberOrNull(tenDigits(shift.cliffsDelta))},
                    {"medians", {text::numberOrNull(cell->medianBefore), text::numberOrNull(cell->medianAfter)}},
                    {"more_repeats", cell->moreRepeats}};
    if (cell->earlier > 0) out["noise"]["history_values"] = cell->earlier;
  }
  if (part.after - part.before > 1) {
    Json& between = out["between"] = Json::array();
    for (std::size_t run = part.before + 1; run < part.after; ++run) between.push_back(reading(run));
  }
  return out;
}

Json hudJson(const diff::HudValue& value) {
  return {
      {"value", text::numberOrNull(value.value)}, {"text", value.text}, {"models", value.count}, {"left_out", value.leftOut}};
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
                    {{"before", text::numberOrNull(line.before.value)},
                     {"after", text::numberOrNull(line.after.value)},
                     {"models", line.before.count},
                     {"left_out", line.leftOut}}},
                   {"signs_disagree", line.signsDisagree},
                   {"sentence", text::stringOrNull(line.sentence)}});
  return out;
}

Json alarmsJson(const DiffPart& part) {
  Json out = Json::array();
  for (const diff::RatioAlarm& alarm : part.alarms)
    out.push_back({{"model", part.diff->model(alarm.row)},
                   {"speedup", {text::numberOrNull(alarm.speedupBefore), text::numberOrNull(alarm.speedupAfter)}},
                   {"compiled_ms", {text::numberOrNull(alarm.compiledBefore), text::numberOrNull(alarm.compiledAfter)}},
                   {"eager_ms", {text::numberOrNull(alarm.eagerBefore), text::numberOrNull(alarm.eagerAfter)}},
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
                   {"was_below_floor", flip.wasBelow},
                   {"is_below_floor", flip.isBelow}});
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
                   {"commit", text::stringOrNull(run.commit)},
                   {"is_baseline", run.isBaseline},
                   {"compile_times", text::stringOrNull(sources::cacheName(run.notes.cache))}});
  return out;
}

Json doubledJson(const DiffPart& part) {
  Json out = Json::array();
  for (const auto& [run, row] : part.diff->doubled())
    out.push_back({{"label", part.diff->runs()[run].label}, {"model", part.diff->model(row)}});
  return out;
}

Json partJson(const DiffPart& part) {
  return {{"config", text::stringOrNull(part.config)},
          {"sides", runsJson(part)},
          {"models", part.diff->rowCount()},
          {"model_counts", countsJson(part.models)},
          {"value_counts", countsJson(part.values)},
          {"below_floor", part.belowFloor.size()},
          {"summary", summaryJson(part)},
          {"alarms", alarmsJson(part)},
          {"flips", flipsJson(part)},
          {"only_before", namesJson(part, part.onlyBefore)},
          {"only_after", namesJson(part, part.onlyAfter)},
          {"missing_shard", namesJson(part, part.ofMissingShard)},
          {"shard_notes", shardSentences(part)},
          {"graph_break_notes", breakSentences(part)},
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
          {"version", 2},
          {"tool", text::stringOrNull(options.toolVersion)},
          {"exit", exit},
          {"sentence", diffHeadline(diffs, parts)},
          {"thresholds", diff::thresholdTexts(options.thresholds)},
          {"what_if", options.whatIf ? Json(diff::thresholdTexts(*options.whatIf)) : Json()},
          {"metrics", options.metrics.empty() ? Json() : Json(options.metrics)},
          {"all_rows", !options.isChangedOnly},
          {"sides", sideLabels(diffs)},
          {"model_counts", countsJson(models)},
          {"only_in", diffs.onlyIn},
          {"gone_configs", diffs.gone},
          {"problems", std::move(problems)}};
}

/// openObject is an object without its closing brace, so that a long list can follow as its last member.
std::string openObject(const Json& json, const char* member) {
  std::string text = text::toJsonText(json, 1);
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
      const std::string row = text::toJsonText(rowJson(part, entry));
      if (isFirstRow) text::reserveAlike(out, part.entries.size(), row.size());
      out.append(isFirstRow ? "\n  " : ",\n  ").append(row);
      isFirstRow = false;
    }
    out += isFirstRow ? "]}" : "\n ]}";
  }
  out += isFirstPart ? "]\n}\n" : "\n]}\n";
  return out;
}

}  // namespace plumbline::reports
