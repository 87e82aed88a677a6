// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/runs/plan_json.h"

#include <QByteArray>
#include <nlohmann/json.hpp>
#include <utility>

#include "core/text/utf8.h"

namespace plumbline::runs {

using nlohmann::json;

json bytesJson(std::string_view bytes) {
  if (!text::firstInvalidUtf8(bytes)) return std::string(bytes);
  const QByteArray raw = QByteArray::fromRawData(bytes.data(), static_cast<qsizetype>(bytes.size()));
  return {{"base64", raw.toBase64().toStdString()}};
}

std::string bytesFrom(const json& value) {
  if (value.is_string()) return value.get<std::string>();
  return QByteArray::fromBase64(QByteArray::fromStdString(value.at("base64").get<std::string>())).toStdString();
}

json planJson(const RunPlan& plan) {
  json tasks = json::array();
  for (const TaskPlan& task : plan.tasks) {
    json steps = json::array();
    for (const Step& step : task.steps) {
      json words = json::array();
      for (const Word& word : step.words)
        words.push_back(json::array({bytesJson(word.before), bytesJson(word.file), bytesJson(word.after)}));
      steps.push_back({{"name", bytesJson(step.name)}, {"words", std::move(words)}, {"output", bytesJson(step.output)}});
    }
    tasks.push_back({{"model", bytesJson(task.model)},
                     {"repeat", task.repeat},
                     {"partition", task.partition},
                     {"steps", std::move(steps)},
                     {"cache", task.cache}});
  }
  json environment = json::array(), notes = json::array(), folders = json::array();
  for (const auto& [name, place] : plan.folderVariables) folders.push_back(json::array({bytesJson(name), bytesJson(place)}));
  for (const auto& [name, value] : plan.environment) environment.push_back(json::array({bytesJson(name), bytesJson(value)}));
  for (const std::string& note : plan.notes) notes.push_back(bytesJson(note));
  return {{"tasks", std::move(tasks)},
          {"script", bytesJson(plan.script)},
          {"folder", bytesJson(plan.workingFolder)},
          {"environment", std::move(environment)},
          {"folders", std::move(folders)},
          {"expected", bytesJson(plan.expected)},
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
  for (const json& pair : value.at("environment")) plan.environment.emplace_back(bytesFrom(pair.at(0)), bytesFrom(pair.at(1)));
  // Journals of earlier versions have none.
  for (const json& pair : value.value("folders", json::array()))
    plan.folderVariables.emplace_back(bytesFrom(pair.at(0)), bytesFrom(pair.at(1)));
  plan.expected = bytesFrom(value.at("expected"));
  for (const json& note : value.at("notes")) plan.notes.push_back(bytesFrom(note));
  return plan;
}

}  // namespace plumbline::runs
