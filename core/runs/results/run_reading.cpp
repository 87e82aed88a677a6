// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/runs/results/run_reading.h"

#include <utility>

#include "core/runs/engine/run_store.h"
#include "core/runs/logs/log_causes.h"
#include "core/runs/repro/repro_results.h"
#include "core/runs/results/cache_result.h"
#include "core/runs/results/run_summary.h"
#include "core/runs/results/task_outputs.h"

namespace plumbline::runs {
namespace {

void readTimes(const Run& run, const Outputs& outputs, RunReading& reading) {
  std::map<std::pair<std::string, int>, std::size_t> places;
  for (std::size_t i = 0; i < run.plan.tasks.size(); ++i)
    places.emplace(std::pair(run.plan.tasks[i].model, run.plan.tasks[i].repeat), i);
  const CacheResult result = cacheResult(run, outputs);
  for (const ModelTimes& model : result.models)
    for (const RepeatOfModel& repeat : model.repeats) {
      const auto place = places.find({model.model, repeat.repeat});
      if (place == places.end()) continue;
      const bool over = place->second < run.tasks.size() && isFinished(run.tasks[place->second].state);
      reading.tasks[place->second] = {repeat.cold, repeat.warm, {}, over ? repeat.problem : std::string()};
    }
}

/// The first row's accuracy: a task with one model writes one row (SPEC 11.2).
std::string statusIn(const std::string& bytes, const std::string& file) {
  const auto table = tables::CsvTable::scan(bytes, file);
  if (!table.isValue() || table.value()->rowCount() == 0) return {};
  const auto column = table.value()->columnOf("accuracy");
  std::string scratch;
  return column ? std::string(table.value()->cell(0, *column, scratch)) : std::string();
}

}  // namespace

RunReading readingOf(const Run& run, const Outputs& outputs) {
  RunReading reading{.run = run.id, .tasks = {}, .summary = summaryText(run, outputs)};
  if (run.spec.kind == RunKind::TorchCache) {
    readTimes(run, outputs, reading);
    return reading;
  }
  if (run.spec.kind == RunKind::Repro) {
    for (const auto& [task, files] : outputs)
      if (const std::string* reported = bytesOf(outputs, task, std::string(kOutcomeFile)))
        if (const auto outcome = outcomeOfJson(*reported)) reading.tasks[task].status = resultText(outcome->result);
    return reading;
  }
  for (const auto& [task, files] : outputs) {
    if (task >= run.plan.tasks.size() || run.plan.tasks[task].model.empty()) continue;
    if (std::string cause = singleCause(causesIn(outputs, task)); !cause.empty())
      reading.tasks[task].problem = std::move(cause);
    for (const auto& [name, bytes] : files)
      if (std::string status = statusIn(bytes, name); !status.empty()) reading.tasks[task].status = std::move(status);
  }
  return reading;
}

RunReading readRun(const Run& run) {
  std::vector<base::Error> problems;
  return readingOf(run, RunStore::outputsOf(run, problems));
}

}  // namespace plumbline::runs
