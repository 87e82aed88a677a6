// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/runs/engine/run_journal.h"

#include <nlohmann/json.hpp>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>

#include "core/runs/spec/run_plan.h"
#include "core/text/json_text.h"

namespace plumbline::runs {
namespace {

using nlohmann::json;
using text::toJsonBytes;

/// bytesFrom throws as any access of nlohmann's library does.
std::string bytesFrom(const json& value) { return text::fromJsonBytes(value).value(); }

json planJson(const RunPlan& plan) {
  json tasks = json::array();
  for (const TaskPlan& task : plan.tasks) {
    json steps = json::array();
    for (const Step& step : task.steps) {
      json words = json::array();
      for (const Word& word : step.words)
        words.push_back(json::array({toJsonBytes(word.before), toJsonBytes(word.file), toJsonBytes(word.after)}));
      steps.push_back(
          {{"name", toJsonBytes(step.name)}, {"words", std::move(words)}, {"output", toJsonBytes(step.output)}});
    }
    tasks.push_back({{"model", toJsonBytes(task.model)},
                     {"repeat", task.repeat},
                     {"partition", task.partition},
                     {"steps", std::move(steps)},
                     {"cache", task.cache}});
  }
  json environment = json::array(), notes = json::array(), folders = json::array();
  for (const auto& [name, place] : plan.folderVariables)
    folders.push_back(json::array({toJsonBytes(name), toJsonBytes(place)}));
  for (const auto& [name, value] : plan.environment)
    environment.push_back(json::array({toJsonBytes(name), toJsonBytes(value)}));
  for (const std::string& note : plan.notes) notes.push_back(toJsonBytes(note));
  return {{"tasks", std::move(tasks)},
          {"script", toJsonBytes(plan.script)},
          {"folder", toJsonBytes(plan.workingFolder)},
          {"environment", std::move(environment)},
          {"folders", std::move(folders)},
          {"expected", toJsonBytes(plan.expected)},
          {"notes", std::move(notes)}};
}

RunPlan planFrom(const json& value) {
  RunPlan plan;
  for (const json& entry : value.at("tasks")) {
    TaskPlan task;
    task.model = bytesFrom(entry.at("model"));
    task.repeat = entry.at("repeat").get<int>();
    task.partition = entry.at("partition").get<int>();
    task.cache = entry.at("cache").get<bool>();
    for (const json& part : entry.at("steps")) {
      Step step{bytesFrom(part.at("name")), {}, bytesFrom(part.at("output"))};
      for (const json& word : part.at("words"))
        step.words.push_back({bytesFrom(word.at(0)), bytesFrom(word.at(1)), bytesFrom(word.at(2))});
      task.steps.push_back(std::move(step));
    }
    plan.tasks.push_back(std::move(task));
  }
  plan.script = bytesFrom(value.at("script"));
  plan.workingFolder = bytesFrom(value.at("folder"));
  for (const json& pair : value.at("environment"))
    plan.environment.emplace_back(bytesFrom(pair.at(0)), bytesFrom(pair.at(1)));
  for (const json& pair : value.at("folders"))
    plan.folderVariables.emplace_back(bytesFrom(pair.at(0)), bytesFrom(pair.at(1)));
  plan.expected = bytesFrom(value.at("expected"));
  for (const json& note : value.at("notes")) plan.notes.push_back(bytesFrom(note));
  return plan;
}

constexpr int kJournalForm = 1;
constexpr const char* kWhat = "plumbline-run";

std::string lineOf(const json& value) { return text::toJsonText(value) + '\n'; }

/// inside makes a path below the run's folder relative, so that a run can be moved; others stay absolute.
std::string inside(const Run& run, const std::string& path) {
  const std::string root = run.folder + "/";
  return path.starts_with(root) ? path.substr(root.size()) : path;
}

std::string outside(const std::string& folder, const std::string& path) {
  return path.empty() || path.starts_with('/') ? path : folder + "/" + path;
}

json journalStep(const StepEvents& step) {
  return {{"name", toJsonBytes(step.name)},     {"group", step.group}, {"start", step.start}, {"began", step.began},
          {"ended", step.ended},              {"end", static_cast<int>(step.end)}, {"code", step.code},
          {"problem", toJsonBytes(step.problem)}, {"log_bytes", step.logBytes}, {"wrote", step.wroteOutput}};
}

StepEvents stepFromJournal(const json& value) {
  StepEvents step;
  step.name = bytesFrom(value.at("name"));
  step.group = value.at("group").get<std::int64_t>();
  step.start = value.at("start").get<std::uint64_t>();
  step.began = value.at("began").get<double>();
  step.ended = value.at("ended").get<double>();
  const int end = value.at("end").get<int>();
  if (end < 0 || end > static_cast<int>(StepEnd::NotStarted)) throw std::out_of_range("end");
  step.end = static_cast<StepEnd>(end);
  step.code = value.at("code").get<int>();
  step.problem = bytesFrom(value.at("problem"));
  step.logBytes = value.at("log_bytes").get<std::uint64_t>();
  step.wroteOutput = value.at("wrote").get<bool>();
  return step;
}

void readHeadLine(const json& line, Run& run) {
  run.id = line.at("id").get<std::string>();
  run.queued = line.at("queued").get<double>();
  run.title = bytesFrom(line.at("title"));
  auto spec = specOf(line.at("spec").dump());
  if (!spec) throw std::runtime_error(spec.error().text);
  run.spec = *std::move(spec);
  run.plan = planFrom(line.at("plan"));
  run.tasks.resize(run.plan.tasks.size());
}

void readTaskLine(const json& line, Run& run) {
  TaskStatus& task = run.tasks.at(line.at("task").get<std::size_t>());
  TaskStatus read;
  const auto state = stateOfWord(line.at("state").get<std::string>());
  if (!state) throw std::out_of_range("state");
  read.state = *state;
  read.attempt = line.at("attempt").get<int>();
  read.folder = outside(run.folder, bytesFrom(line.at("folder")));
  read.handle = bytesFrom(line.at("handle"));
  read.reason = bytesFrom(line.at("reason"));
  read.began = line.at("began").get<double>();
  read.ended = line.at("ended").get<double>();
  for (const json& step : line.at("steps")) read.steps.push_back(stepFromJournal(step));
  for (const json& file : line.at("files"))
    read.files.push_back({bytesFrom(file.at(0)), file.at(1).get<std::uint64_t>(), file.at(2).get<std::string>()});
  task = std::move(read);
}

void readRunLine(const json& line, Run& run) {
  run.spec.priority = line.at("priority").get<int>();
  run.isPaused = line.at("paused").get<bool>();
  run.facts.clear();
  for (const json& fact : line.at("facts")) run.facts[bytesFrom(fact.at(0))] = bytesFrom(fact.at(1));
  run.results.clear();
  for (const json& result : line.at("results")) run.results.push_back(outside(run.folder, bytesFrom(result)));
  run.problem = bytesFrom(line.at("problem"));
  run.isSaved = line.at("saved").get<bool>();
}

}  // namespace

std::string journalQueued(const Run& run) {
  return lineOf({{"journal", kWhat},
                 {"form", kJournalForm},
                 {"id", run.id},
                 {"queued", run.queued},
                 {"title", toJsonBytes(run.title)},
                 {"spec", text::parseJson(specText(run.spec))},
                 {"plan", planJson(run.plan)}});
}

std::string journalTask(const Run& run, std::size_t index) {
  const TaskStatus& task = run.tasks.at(index);
  json steps = json::array(), files = json::array();
  for (const StepEvents& step : task.steps) steps.push_back(journalStep(step));
  for (const OutputFile& file : task.files)
    files.push_back(json::array({toJsonBytes(file.name), file.bytes, file.sha256}));
  return lineOf({{"task", index},
                 {"state", stateWord(task.state)},
                 {"attempt", task.attempt},
                 {"folder", toJsonBytes(inside(run, task.folder))},
                 {"handle", toJsonBytes(task.handle)},
                 {"reason", toJsonBytes(task.reason)},
                 {"began", task.began},
                 {"ended", task.ended},
                 {"steps", std::move(steps)},
                 {"files", std::move(files)}});
}

std::string journalRun(const Run& run) {
  json facts = json::array(), results = json::array();
  for (const auto& [name, value] : run.facts) facts.push_back(json::array({toJsonBytes(name), toJsonBytes(value)}));
  for (const std::string& result : run.results) results.push_back(toJsonBytes(inside(run, result)));
  return lineOf({{"priority", run.spec.priority},
                 {"paused", run.isPaused},
                 {"facts", std::move(facts)},
                 {"results", std::move(results)},
                 {"problem", toJsonBytes(run.problem)},
                 {"saved", run.isSaved}});
}

base::Result<Run> replayRun(std::string_view bytes, const std::string& folder) {
  Run run;
  run.folder = folder;
  const auto damaged = [&](std::size_t line, const std::string& why) {
    return base::fail(base::ErrorCode::BadFormat, "This journal of a run cannot be read: " + why + ".",
                      "The run is left alone; its logs and outputs lie in the same folder.", folder + "/journal.jsonl",
                      line);
  };
  std::size_t number = 0;
  for (std::size_t begin = 0, end = 0; (end = bytes.find('\n', begin)) != std::string_view::npos; begin = end + 1) {
    ++number;
    const json line = text::parseJson(bytes.substr(begin, end - begin));
    if (!line.is_object()) return damaged(number, "the line is not a JSON object");
    try {
      if (number == 1) {
        if (line.value("journal", "") != kWhat) return damaged(number, "it does not begin as one of Plumbline's");
        if (line.at("form").get<int>() != kJournalForm) return damaged(number, "it is of a later form");
        readHeadLine(line, run);
      } else if (line.contains("task")) {
        readTaskLine(line, run);
      } else {
        readRunLine(line, run);
      }
    } catch (const std::exception& problem) {
      return damaged(number, problem.what());
    }
  }
  if (number == 0) return damaged(1, "it has no whole line");
  return run;
}

}  // namespace plumbline::runs
