// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/runs/run_journal.h"

#include <QByteArray>
#include <nlohmann/json.hpp>
#include <stdexcept>
#include <utility>

#include "core/runs/plan_json.h"

namespace plumbline::runs {
namespace {

using nlohmann::json;

constexpr int kForm = 1;
constexpr const char* kWhat = "plumbline-run";

std::string lineOf(const json& value) { return value.dump(-1, ' ', false, json::error_handler_t::replace) + '\n'; }

/// inside gives a path below the run's folder as what follows it, so that a run may be moved; others stay whole.
std::string inside(const Run& run, const std::string& path) {
  const std::string root = run.folder + "/";
  return path.starts_with(root) ? path.substr(root.size()) : path;
}

std::string outside(const std::string& folder, const std::string& path) {
  return path.empty() || path.starts_with('/') ? path : folder + "/" + path;
}

json stepJson(const StepEvents& step) {
  return {{"name", bytesJson(step.name)},     {"group", step.group}, {"start", step.start}, {"began", step.began},
          {"ended", step.ended},              {"end", static_cast<int>(step.end)}, {"code", step.code},
          {"problem", bytesJson(step.problem)}, {"log_bytes", step.logBytes}, {"wrote", step.wroteOutput}};
}

StepEvents stepFrom(const json& value) {
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

void readHead(const json& line, Run& run) {
  run.id = line.at("id").get<std::string>();
  run.queued = line.at("queued").get<double>();
  run.title = bytesFrom(line.at("title"));
  auto spec = specOf(line.at("spec").dump());
  if (!spec) throw std::runtime_error(spec.error().text);
  run.spec = *std::move(spec);
  run.plan = planFrom(line.at("plan"));
  run.tasks.resize(run.plan.tasks.size());
}

void readTask(const json& line, Run& run) {
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
  for (const json& step : line.at("steps")) read.steps.push_back(stepFrom(step));
  for (const json& file : line.at("files"))
    read.files.push_back({bytesFrom(file.at(0)), file.at(1).get<std::uint64_t>(), file.at(2).get<std::string>()});
  task = std::move(read);
}

void readRun(const json& line, Run& run) {
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
                 {"form", kForm},
                 {"id", run.id},
                 {"queued", run.queued},
                 {"title", bytesJson(run.title)},
                 {"spec", json::parse(specText(run.spec), nullptr, false)},
                 {"plan", planJson(run.plan)}});
}

std::string journalTask(const Run& run, std::size_t index) {
  const TaskStatus& task = run.tasks.at(index);
  json steps = json::array(), files = json::array();
  for (const StepEvents& step : task.steps) steps.push_back(stepJson(step));
  for (const OutputFile& file : task.files) files.push_back(json::array({bytesJson(file.name), file.bytes, file.sha256}));
  return lineOf({{"task", index},
                 {"state", stateWord(task.state)},
                 {"attempt", task.attempt},
                 {"folder", bytesJson(inside(run, task.folder))},
                 {"handle", bytesJson(task.handle)},
                 {"reason", bytesJson(task.reason)},
                 {"began", task.began},
                 {"ended", task.ended},
                 {"steps", std::move(steps)},
                 {"files", std::move(files)}});
}

std::string journalRun(const Run& run) {
  json facts = json::array(), results = json::array();
  for (const auto& [name, value] : run.facts) facts.push_back(json::array({bytesJson(name), bytesJson(value)}));
  for (const std::string& result : run.results) results.push_back(bytesJson(inside(run, result)));
  return lineOf({{"priority", run.spec.priority},
                 {"paused", run.isPaused},
                 {"facts", std::move(facts)},
                 {"results", std::move(results)},
                 {"problem", bytesJson(run.problem)},
                 {"saved", run.isSaved}});
}

base::Result<Run> replayRun(std::string_view bytes, const std::string& folder) {
  Run run;
  run.folder = folder;
  const auto damaged = [&](std::size_t line, const std::string& why) {
    return base::fail({base::ErrorCode::BadFormat, "This journal of a run cannot be read: " + why + ".",
                       "The run is left alone; its logs and outputs lie in the same folder.", folder + "/journal.jsonl",
                       line, 0});
  };
  std::size_t number = 0;
  for (std::size_t begin = 0, end = 0; (end = bytes.find('\n', begin)) != std::string_view::npos; begin = end + 1) {
    ++number;
    const json line = json::parse(bytes.substr(begin, end - begin), nullptr, false);
    if (!line.is_object()) return damaged(number, "the line is no JSON object");
    try {
      if (number == 1) {
        if (line.value("journal", "") != kWhat) return damaged(number, "it does not begin as one of Plumbline's");
        if (line.at("form").get<int>() != kForm) return damaged(number, "it is of a later form");
        readHead(line, run);
      } else if (line.contains("task")) {
        readTask(line, run);
      } else {
        readRun(line, run);
      }
    } catch (const std::exception& problem) {
      return damaged(number, problem.what());
    }
  }
  if (number == 0) return damaged(1, "it has no whole line");
  return run;
}

}  // namespace plumbline::runs
