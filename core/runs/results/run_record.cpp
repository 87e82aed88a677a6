// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/runs/results/run_record.h"

#include <algorithm>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <utility>

#include "core/runs/logs/log_causes.h"
#include "core/runs/repro/repro_results.h"
#include "core/runs/results/cache_result.h"
#include "core/runs/results/run_summary.h"
#include "core/text/json_text.h"

namespace plumbline::runs {
namespace {

using Json = nlohmann::ordered_json;  // members stay in the order they are given

constexpr int kVersion = 2;
constexpr std::string_view kFolderThere = "{folder}";  // a folder of another machine, or one that was never made

void setOptional(Json& object, const std::string& key, const std::optional<double>& value) {
  if (value)
    text::setNumber(object, key, *value);
  else
    object[key] = nullptr;
}

Json modelJson(const ModelTimes& times) {
  Json out = {{"model", times.model}};
  setOptional(out, "speedup_percent", times.speedup);
  out["problem"] = times.problem;
  out["repeats"] = Json::array();
  for (const RepeatOfModel& repeat : times.repeats) {
    Json one = {{"repeat", repeat.repeat}, {"state", stateWord(repeat.state)}, {"counts", isGood(repeat)}};
    setOptional(one, "cold_s", repeat.cold);
    setOptional(one, "warm_s", repeat.warm);
    one["problem"] = repeat.problem;
    out["repeats"].push_back(std::move(one));
  }
  return out;
}

Json modelJson(const ModelRepeats& model) {
  Json statuses = Json::object();
  for (const StatusCount& count : model.statuses) statuses[count.status] = count.count;
  Json metrics = Json::object();
  for (const MetricSpread& spread : model.metrics) {
    Json& metric = metrics[spread.metric] = {{"count", spread.count}};
    text::setNumber(metric, "min", spread.min);
    text::setNumber(metric, "median", spread.median);
    text::setNumber(metric, "max", spread.max);
    text::setNumber(metric, "mean", spread.mean);
    text::setNumber(metric, "stddev", spread.stddev);
  }
  return {{"model", model.model},
          {"statuses", std::move(statuses)},
          {"stable", model.isStable},
          {"failed_repeats", model.failedRepeats},
          {"cause", text::stringOrNull(model.cause)},
          {"metrics", std::move(metrics)}};
}

Json errorJson(const base::Error& error) {
  return {{"file", error.file}, {"line", error.line}, {"text", error.text}, {"hint", error.hint}};
}

std::string_view endWord(StepEnd end) {
  switch (end) {
    case StepEnd::Running: return "running";
    case StepEnd::Exited: return "exited";
    case StepEnd::Signalled: return "signalled";
    case StepEnd::TimedOut: return "timed out";
    case StepEnd::Cancelled: return "cancelled";
    case StepEnd::NotStarted: break;
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

/// timeJson is null for 0, which means not yet.
Json timeJson(double seconds) { return seconds == 0 ? Json() : Json(seconds); }

Json pairsJson(const std::vector<std::pair<std::string, std::string>>& pairs) {
  Json out = Json::object();
  for (const auto& [name, value] : pairs) out[name] = value;
  return out;
}

Json recordStep(const Step& step, const TaskStatus& status, const std::string& folder) {
  Json out = {{"name", step.name}, {"command", commandJson(step, folder)}, {"output", step.output}};
  for (const StepEvents& events : status.steps) {
    if (events.name != step.name) continue;
    out.update(Json{{"began", timeJson(events.began)},
                    {"ended", timeJson(events.ended)},
                    {"end", endWord(events.end)},
                    {"code", events.code},
                    {"problem", events.problem},
                    {"log_bytes", events.logBytes},
                    {"wrote_output", events.wroteOutput}});
  }
  return out;
}

/// gpuJson is null for a task without a GPU.
Json gpuJson(const Outputs& outputs, std::size_t task) {
  const std::string* bytes = bytesOf(outputs, task, std::string(kGpuFile));
  Json gpu = bytes == nullptr ? Json() : text::parseOrderedJson(*bytes);
  return gpu.is_object() ? gpu : Json();
}

Json taskJson(const Run& run, std::size_t index, const Outputs& outputs) {
  const TaskPlan& task = run.plan.tasks[index];
  const TaskStatus& status = statusOf(run, index);
  const bool isHere = traitsOf(run.spec.target).isHere && !status.folder.empty();
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
              {"gpu", gpuJson(outputs, index)},
              {"steps", Json::array()},
              {"files", Json::array()},
              {"causes", Json::array()}};
  for (LogCauses log : causesIn(outputs, index)) {
    log.log = logPath(run, log.log);
    for (const Json& cause : text::parseOrderedJson(taskCausesJson({&log, 1}))) out["causes"].push_back(cause);
  }
  for (std::size_t i = 0; i < task.steps.size(); ++i) {
    out["steps"].push_back(recordStep(task.steps[i], status, folder));
    out["steps"].back()["compile_times"] =
        text::stringOrNull(sources::cacheName(compileCacheOf(run.spec, task, i)));
  }
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

std::vector<sources::FailureCause> causesOfRepeat(const Run& run, const Outputs& outputs, int repeat) {
  std::vector<sources::FailureCause> causes;
  for (std::size_t i = 0; i < run.plan.tasks.size(); ++i)
    if (run.plan.tasks[i].repeat == repeat)
      for (const LogCauses& log : causesIn(outputs, i))
        for (const sources::FailureCause& cause : log.failures)
          causes.emplace_back(cause).log = logPath(run, log.log);
  return causes;
}

/// besideTable is what lies beside the table of a repeat: Plumbline's notes, or the joined files of its tasks.
std::string besideTable(const Run& run, const Outputs& outputs, int repeat, std::string_view ending) {
  if (ending == sources::kNotesEnding) {
    sources::RunNotes notes{.cache = notesOf(run).cache, .causes = causesOfRepeat(run, outputs, repeat)};
    if (const auto torch = run.facts.find("torch"); torch != run.facts.end()) notes.details.torchVersion = torch->second;
    const bool isEmpty = notes.cache == sources::CompileCache::Unstated && notes.details.torchVersion.empty() && notes.causes.empty();
    return isEmpty ? std::string() : sources::notesText(notes, run.id, run.title);
  }
  std::vector<std::string> parts;
  for (std::size_t i = 0; i < run.plan.tasks.size(); ++i)
    if (run.plan.tasks[i].repeat == repeat)
      for (const std::string& name : sources::besideNames(resultName(run.plan.tasks[i]), ending))
        if (const std::string* bytes = bytesOf(outputs, i, name)) {
          parts.push_back(*bytes);
          break;
        }
  return sources::joinedTables(parts);
}

/// addNotes adds the graph breaks and phases of compiling of a model, those of the first repeat.
void addNotes(const sources::RunNotes& notes, Json& model) {
  const std::string name = model["model"].get<std::string>();
  if (const auto breaks = notes.breaks.find(name); breaks != notes.breaks.end())
    for (const sources::GraphBreak& one : breaks->second)
      model["breaks"].push_back({{"reason", one.reason}, {"code", text::stringOrNull(one.code)}});
  if (const auto phases = notes.phases.find(name); phases != notes.phases.end())
    for (const auto& [phase, seconds] : phases->second) model["phases_s"][phase] = seconds;
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
  const sources::RunNotes notes = sources::readNotes("x.csv", [&](const std::string& name) -> std::optional<std::string> {
    return besideTable(run, outputs, 1, std::string_view(name).substr(1));
  });
  for (const ModelRepeats& model : repeatSummary(run, outputs)) {
    out["models"].push_back(modelJson(model));
    addNotes(notes, out["models"].back());
  }
  return out;
}

Json resultsJson(const Run& run, const Outputs& outputs) {
  if (run.spec.kind == RunKind::Repro) return text::parseOrderedJson(reproResultsJson(run, outputs));
  if (run.spec.kind == RunKind::TorchCache) return timesJson(run, outputs);
  // The command's own JSON is the result, it is among the files.
  if (run.spec.kind == RunKind::Command && run.spec.form == ResultForm::CacheJson) return nullptr;
  return tablesJson(run, outputs);
}

constexpr const char* kFolder = "results/";

std::string folderOf(const Run& run, int repeat) {
  return run.spec.repeats > 1 ? kFolder + ("repeat-" + std::to_string(repeat)) + "/" : kFolder;
}

ResultFiles ofCache(const Run& run, const Outputs& outputs) {
  ResultFiles files;
  std::string bytes = cacheJson(cacheResult(run, outputs));
  if (!bytes.empty()) files.files.push_back({kFolder + std::string("torchcache.json"), std::move(bytes)});
  return files;
}

/// ofJsonCommand keeps each repeat's file as it is: their format is unknown, so they cannot be merged.
ResultFiles ofJsonCommand(const Run& run, const Outputs& outputs) {
  ResultFiles files;
  for (const auto& [task, written] : outputs)
    for (const auto& [name, bytes] : written)
      if (name != kCausesFile && name != kGpuFile)
        files.files.push_back({folderOf(run, run.plan.tasks.at(task).repeat) + name, bytes});
  return files;
}

ResultFiles ofTables(const Run& run, const Outputs& outputs) {
  ResultFiles files;
  const std::string name = tableName(run.spec, run.plan);
  for (int repeat = 1; repeat <= std::max(1, run.spec.repeats); ++repeat) {
    const auto table = suiteTable(run, repeat, outputs);
    if (!table || !table->table) continue;
    files.files.push_back({folderOf(run, repeat) + name, std::string(table->table->bytes())});
    for (const std::string_view ending : {sources::kNotesEnding, sources::kBreaksEnding, sources::kPhasesEnding})
      if (std::string bytes = besideTable(run, outputs, repeat, ending); !bytes.empty())
        files.beside.push_back({sources::besideName(files.files.back().name, ending), std::move(bytes)});
  }
  if (!files.files.empty() && run.spec.repeats > 1) {
    files.output = files.files.size();
    files.files.push_back({kFolder + std::string("repeats.json"), repeatJson(run, repeatSummary(run, outputs))});
  }
  return files;
}

ResultFiles filesOf(const Run& run, const Outputs& outputs) {
  if (run.spec.kind == RunKind::Repro) {
    ResultFiles files;
    if (!outputs.empty()) files.files.push_back({kFolder + std::string("repro.json"), reproResultsJson(run, outputs)});
    return files;
  }
  if (run.spec.kind == RunKind::TorchCache) return ofCache(run, outputs);
  if (run.spec.kind == RunKind::Command && run.spec.form == ResultForm::CacheJson) return ofJsonCommand(run, outputs);
  return ofTables(run, outputs);
}

}  // namespace

std::string repeatJson(const Run& run, const std::vector<ModelRepeats>& models) {
  Json out = {{"format", "plumbline-repeat"}, {"version", kVersion}, {"exit", exitOf(run)},
              {"title", run.title},           {"id", run.id}, {"repeats", run.spec.repeats},
              {"compile_times", text::stringOrNull(sources::cacheName(notesOf(run).cache))},
              {"models", Json::array()}};
  for (const ModelRepeats& model : models) out["models"].push_back(modelJson(model));
  return text::toJsonText(out, 1) + '\n';
}

sources::RunNotes notesOf(const Run& run) {
  sources::RunNotes notes;
  for (const TaskPlan& task : run.plan.tasks)  // the last step writes the rows
    notes.cache = compileCacheOf(run.spec, task, task.steps.empty() ? 0 : task.steps.size() - 1);
  return notes;
}

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
              {"spec", text::parseOrderedJson(specText(run.spec))},
              {"script", run.plan.script},
              {"working_folder", run.plan.workingFolder},
              {"environment", pairsJson(run.plan.environment)},
              {"folder_variables", pairsJson(run.plan.folderVariables)},
              {"expected", run.plan.expected},
              {"notes", run.plan.notes},
              {"facts", std::move(facts)},
              {"results", resultsJson(run, outputs)},
              {"files", run.results},
              {"tasks", Json::array()}};
  for (std::size_t i = 0; i < run.plan.tasks.size(); ++i) out["tasks"].push_back(taskJson(run, i, outputs));
  return text::toJsonText(out, 1) + '\n';
}

ResultFiles resultFiles(const Run& run, const Outputs& outputs) {
  Run reported = run;  // its exit status is part of a result, and depends on what is missing
  reported.problem = problemOf(run, outputs);
  ResultFiles files = filesOf(reported, outputs);
  files.problem = reported.problem;
  return files;
}

}  // namespace plumbline::runs
