// SPDX-License-Identifier: GPL-3.0-or-later
#include <nlohmann/json.hpp>

#include "core/runs/repro_results.h"
#include "core/runs/result_json.h"
#include "core/runs/result_words.h"

namespace plumbline::runs {
namespace {

using Json = nlohmann::ordered_json;  // members stay in the order they are given

constexpr int kVersion = 1;
constexpr std::string_view kFolderThere = "{folder}";  // a folder of another machine, or one that was never made

std::string_view endWord(StepEnd end) {
  switch (end) {
    case StepEnd::Running:
      return "running";
    case StepEnd::Exited:
      return "exited";
    case StepEnd::Signalled:
      return "signalled";
    case StepEnd::TimedOut:
      return "timed out";
    case StepEnd::Cancelled:
      return "cancelled";
    case StepEnd::NotStarted:
      break;
  }
  return "not started";
}

Json commandJson(const Step& step, const std::string& folder) {
  Json words = Json::array();
  for (const Word& word : step.words) {
    std::string path = word.file.empty() ? "" : word.file == "." ? folder : folder + '/' + word.file;
    words.push_back(word.before + path + word.after);
  }
  return words;
}

/// timeJson: 0 says that it did not happen yet.
Json timeJson(double seconds) { return seconds == 0 ? Json() : numberJson(seconds); }

Json pairsJson(const std::vector<std::pair<std::string, std::string>>& pairs) {
  Json out = Json::object();
  for (const auto& [name, value] : pairs) out[name] = value;
  return out;
}

Json stepJson(const Step& step, const TaskStatus& status, const std::string& folder) {
  Json out = {{"name", step.name}, {"command", commandJson(step, folder)}, {"output", step.output}};
  for (const StepEvents& events : status.steps) {
    if (events.name != step.name) continue;
    out.update(Json{{"began", timeJson(events.began)},
                    {"ended", timeJson(events.ended)},
                    {"end", endWord(events.end)},
                    {"code", events.code},
                    {"problem", events.problem},
                    {"logBytes", events.logBytes},
                    {"wroteOutput", events.wroteOutput}});
  }
  return out;
}

Json taskJson(const Run& run, std::size_t index) {
  const TaskPlan& task = run.plan.tasks[index];
  const TaskStatus& status = statusOf(run, index);
  const bool isHere = run.spec.place.kind == PlaceKind::Local && !status.folder.empty();
  const std::string folder = isHere ? status.folder : std::string(kFolderThere);
  Json out = {{"model", task.model},
              {"repeat", task.repeat},
              {"partition", task.partition},
              {"state", stateWord(status.state)},
              {"reason", status.reason},
              {"attempt", status.attempt},
              {"folder", status.folder},
              {"handle", status.handle},
              {"began", timeJson(status.began)},
              {"ended", timeJson(status.ended)},
              {"cache", task.cache ? pairsJson(cacheEnvironment(folder + '/' + std::string(kCacheFolder))) : Json()},
              {"steps", Json::array()},
              {"files", Json::array()}};
  for (const Step& step : task.steps) out["steps"].push_back(stepJson(step, status, folder));
  for (const OutputFile& file : status.files)
    out["files"].push_back({{"name", file.name}, {"bytes", file.bytes}, {"sha256", file.sha256}});
  return out;
}

Json timesJson(const Run& run, const Outputs& outputs) {
  const CacheResult result = cacheResult(run, outputs);
  Json out = {{"suite", result.suite},
              {"mode", configs::modeName(result.mode)},
              {"device", result.device},
              {"dynamic", result.dynamic},
              {"models", Json::array()}};
  for (const ModelTimes& times : result.models) out["models"].push_back(modelJson(times));
  return out;
}

Json tablesJson(const Run& run, const Outputs& outputs) {
  Json out = {{"repeats", Json::array()}, {"models", Json::array()}};
  for (int repeat = 1; repeat <= lastRepeat(run.plan); ++repeat) {
    const auto table = suiteTable(run, repeat, outputs);
    Json problems = Json::array();
    if (!table) problems.push_back(errorJson(table.error()));
    if (table)
      for (const base::Error& problem : table->problems) problems.push_back(errorJson(problem));
    out["repeats"].push_back({{"repeat", repeat},
                              {"rows", table && table->table ? table->table->rowCount() : 0},
                              {"lost", table ? table->lost : std::vector<std::string>{}},
                              {"problems", std::move(problems)}});
  }
  for (const ModelRepeats& model : repeatSummary(run, outputs)) out["models"].push_back(modelJson(model));
  return out;
}

Json resultsJson(const Run& run, const Outputs& outputs) {
  if (run.spec.kind == RunKind::Repro) return Json::parse(reproResultsJson(run, outputs), nullptr, false);
  if (run.spec.kind == RunKind::TorchCache) return timesJson(run, outputs);
  // The command's own JSON is the result, it is among the files.
  if (run.spec.kind == RunKind::Command && run.spec.form == ResultForm::CacheJson) return nullptr;
  return tablesJson(run, outputs);
}

}  // namespace

std::string recordText(const Run& run, const Outputs& outputs) {
  Json facts = Json::object();
  for (const auto& [name, value] : run.facts) facts[name] = value;
  Json out = {{"format", "plumbline-run"},
              {"version", kVersion},
              {"id", run.id},
              {"title", run.title},
              {"state", stateWord(stateOf(run))},
              {"exit", exitOf(run)},
              {"problem", run.problem},
              {"queued", timeJson(run.queued)},
              {"spec", Json::parse(specText(run.spec), nullptr, false)},
              {"script", run.plan.script},
              {"workingFolder", run.plan.workingFolder},
              {"environment", pairsJson(run.plan.environment)},
              {"folderVariables", pairsJson(run.plan.folderVariables)},
              {"expected", run.plan.expected},
              {"notes", run.plan.notes},
              {"facts", std::move(facts)},
              {"results", resultsJson(run, outputs)},
              {"files", run.results},
              {"tasks", Json::array()}};
  for (std::size_t i = 0; i < run.plan.tasks.size(); ++i) out["tasks"].push_back(taskJson(run, i));
  return dumped(out);
}

}  // namespace plumbline::runs
