// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/run_plan_text.h"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <set>

#include "core/reports/shown_text.h"
#include "core/runs/task_file.h"

namespace plumbline::cli {
namespace {

using runs::RunPlan;
using runs::RunSpec;
using Json = nlohmann::ordered_json;  // members stay in the order they are given

constexpr const char* kTask = "TASK";
constexpr std::size_t kLabelWidth = 13;

std::string line(std::string label, const std::string& text) {
  label.resize(std::max(kLabelWidth, label.size() + 1), ' ');
  return label + reports::shownText(text) + '\n';
}

std::string counted(std::size_t count, const std::string& what) {
  return std::to_string(count) + ' ' + what + (count == 1 ? "" : "s");
}

std::string placeText(const RunSpec& spec) {
  std::string text = runs::placeName(spec.place);
  if (!spec.place.gres.empty()) text += ", " + spec.place.gres;
  if (!spec.place.timeLimit.empty()) text += ", at most " + spec.place.timeLimit;
  if (spec.nice != 0) text += ", nice " + std::to_string(spec.nice);
  return text + (spec.jobs > 1 ? ", " + std::to_string(spec.jobs) + " tasks at the same time" : "");
}

std::string tasksText(const RunPlan& plan) {
  std::set<std::string> models;
  std::size_t steps = 0;
  for (const runs::TaskPlan& task : plan.tasks) {
    if (!task.model.empty()) models.insert(task.model);
    steps = std::max(steps, task.steps.size());
  }
  std::string text = counted(plan.tasks.size(), "task");
  if (!models.empty()) text += " of " + counted(models.size(), "model");
  return text + (steps > 1 ? ", " + counted(steps, "command") + " each" : "");
}

bool hasCache(const RunPlan& plan) {
  return std::any_of(plan.tasks.begin(), plan.tasks.end(), [](const runs::TaskPlan& task) { return task.cache; });
}

std::vector<std::pair<std::string, std::string>> environmentOf(const RunPlan& plan) {
  auto environment = plan.environment;
  for (const auto& [name, place] : plan.folderVariables)
    environment.emplace_back(name, std::string(kTask) + (place.empty() ? "" : "/" + place));
  if (hasCache(plan))
    for (auto& variable : runs::cacheEnvironment(std::string(kTask) + '/' + std::string(runs::kCacheFolder)))
      environment.push_back(std::move(variable));
  return environment;
}

}  // namespace

std::string planText(const RunSpec& spec, const RunPlan& plan) {
  std::string text = line("run", runs::titleOf(spec)) + line("place", placeText(spec)) +
                     line("in", plan.workingFolder.empty() ? kTask : plan.workingFolder) + line("tasks", tasksText(plan)) +
                     line("timeout", counted(static_cast<std::size_t>(spec.timeout.count()), "second") +
                                         (runs::isWholeSuite(spec) ? " a model, as the script has it" : " a command"));
  if (spec.retries > 0) text += line("retries", std::to_string(spec.retries));
  if (hasCache(plan)) text += line("cache", spec.keepCache ? "empty for every task, and kept" : "empty for every task, removed afterwards");
  if (!plan.expected.empty()) text += line("baseline", plan.expected);
  if (!spec.output.empty()) text += line("result", spec.output);
  for (const std::string& note : plan.notes) text += line("note", note);
  for (const auto& [name, value] : environmentOf(plan)) text += line("environment", std::string(name).append("=").append(value));
  text += std::string("\ncommands; ") + kTask + " is the folder that each task gets:\n";
  for (const std::string& command : runs::commandLines(plan, kTask)) text += "  " + reports::shownText(command) + '\n';
  return text;
}

std::string planJsonText(const RunSpec& spec, const RunPlan& plan) {
  Json environment = Json::object();
  for (const auto& [name, value] : environmentOf(plan)) environment[name] = value;
  const Json out = {{"format", "plumbline-run-plan"},
                    {"version", 1},
                    {"title", runs::titleOf(spec)},
                    {"spec", Json::parse(runs::specText(spec), nullptr, false)},
                    {"tasks", plan.tasks.size()},
                    {"workingFolder", plan.workingFolder},
                    {"environment", environment},
                    {"expected", plan.expected},
                    {"notes", plan.notes},
                    {"commands", runs::commandLines(plan, kTask)}};
  return out.dump(2, ' ', false, Json::error_handler_t::replace) + '\n';
}

}  // namespace plumbline::cli
