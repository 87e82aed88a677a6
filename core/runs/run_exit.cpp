// SPDX-License-Identifier: GPL-3.0-or-later
// What a run is worth as a whole: exit status, and what its tasks do not say.
#include <algorithm>

#include "core/runs/repro_results.h"
#include "core/runs/result_words.h"
#include "core/runs/run_results.h"

namespace plumbline::runs {
namespace {

constexpr int kGood = 0, kSomeFailed = 1, kNotStarted = 3;
constexpr std::size_t kMostShown = 10;

bool hasBegun(const TaskStatus& status) {
  return std::any_of(status.steps.begin(), status.steps.end(),
                     [](const StepEvents& step) { return step.end != StepEnd::NotStarted; });
}

/// joined keeps to what a person reads: the first ones, and how many more there are.
std::string joined(const std::vector<std::string>& parts, const std::string& between) {
  std::string out;
  for (std::size_t i = 0; i < parts.size() && i < kMostShown; ++i) out += (i == 0 ? "" : between) + parts[i];
  return out;
}

std::string andMore(std::size_t count) {
  return count > kMostShown ? " and " + std::to_string(count - kMostShown) + " more" : std::string();
}

std::string sentences(const std::vector<std::string>& parts) {
  const std::string more = andMore(parts.size());
  return joined(parts, " ") + (more.empty() ? "" : " ..." + more + '.');
}

constexpr int kAnyRepeat = 0;

/// tasksSay tells whether some task of a model already says that it failed.
bool tasksSay(const Run& run, const std::string& model, int repeat) {
  for (std::size_t i = 0; i < run.plan.tasks.size(); ++i) {
    const TaskPlan& task = run.plan.tasks[i];
    const bool isMeant = task.model == model && (repeat == kAnyRepeat || task.repeat == repeat);
    if (isMeant && statusOf(run, i).state != RunState::Done) return true;
  }
  return false;
}

/// whyNothing is what people want to know first when nothing came of a run: why the first task failed.
std::string whyNothing(const Run& run, const std::string& what) {
  for (std::size_t i = 0; i < run.plan.tasks.size(); ++i) {
    const std::string& reason = statusOf(run, i).reason;
    if (statusOf(run, i).state != RunState::Done && !reason.empty()) return what + ": " + withoutDot(reason) + '.';
  }
  return what + '.';
}

std::string problemOfTimes(const Run& run, const Outputs& outputs) {
  const CacheResult result = cacheResult(run, outputs);
  std::vector<std::string> out;
  const bool isEmpty = std::none_of(result.models.begin(), result.models.end(),
                                    [](const ModelTimes& times) { return times.speedup.has_value(); });
  if (isEmpty) out.push_back(whyNothing(run, "No model has a cold and a warm time to compare, so there is no result"));
  for (const ModelTimes& times : result.models)
    if (!times.problem.empty() && !tasksSay(run, times.model, kAnyRepeat))
      out.push_back(times.model + ": " + times.problem + '.');
  return sentences(out);
}

std::string problemOfTables(const Run& run, const Outputs& outputs) {
  std::vector<std::string> out;
  const int last = lastRepeat(run.plan);
  bool hasTable = false;
  for (int repeat = 1; repeat <= last; ++repeat) {
    const std::string where = last > 1 ? " in repeat " + std::to_string(repeat) : "";
    const auto table = suiteTable(run, repeat, outputs);
    if (!table) {
      out.push_back(table.error().text);
      continue;
    }
    hasTable = hasTable || table->table != nullptr;
    for (const base::Error& problem : table->problems) out.push_back(problem.file + where + ": " + problem.text);
    std::vector<std::string> lost = table->lost;
    std::erase_if(lost, [&](const std::string& model) { return tasksSay(run, model, repeat); });
    if (!lost.empty())
      out.push_back(joined(lost, ", ") + andMore(lost.size()) + (lost.size() == 1 ? " has" : " have") + " no row" +
                    where + '.');
  }
  if (!hasTable) out.insert(out.begin(), whyNothing(run, "No table was written, so there is no result"));
  return sentences(out);
}

std::string problemOfFiles(const Run& run, const Outputs& outputs) {
  for (std::size_t i = 0; i < run.plan.tasks.size(); ++i)
    if (bytesOf(outputs, i, resultName(run.plan.tasks[i])) != nullptr) return {};
  return whyNothing(run, "The command wrote no file, so there is no result");
}

}  // namespace

std::string problemOf(const Run& run, const Outputs& outputs) {
  if (run.spec.kind == RunKind::Repro) return reproProblem(run, outputs);
  if (run.spec.kind == RunKind::TorchCache) return problemOfTimes(run, outputs);
  if (run.spec.kind == RunKind::Command && run.spec.form == ResultForm::CacheJson) return problemOfFiles(run, outputs);
  return problemOfTables(run, outputs);
}

bool hasFailedRows(const Run& run, const Outputs& outputs) {
  if (run.spec.kind == RunKind::Repro) {
    const auto outcomes = outcomesIn(run, outputs);
    return !std::all_of(outcomes.begin(), outcomes.end(), [](const ReproOutcome& outcome) { return isGoodResult(outcome.result); });
  }
  if (run.spec.kind == RunKind::TorchCache || (run.spec.kind == RunKind::Command && run.spec.form == ResultForm::CacheJson))
    return false;
  const std::vector<ModelRepeats> models = repeatSummary(run, outputs);
  return std::any_of(models.begin(), models.end(), [](const ModelRepeats& model) { return !model.failedRepeats.empty(); });
}

int exitOf(const Run& run) {
  const auto isDone = [](const TaskStatus& status) { return status.state == RunState::Done; };
  const bool allDone = !run.tasks.empty() && std::all_of(run.tasks.begin(), run.tasks.end(), isDone);
  if (allDone) return run.problem.empty() ? kGood : kSomeFailed;
  // A run that somebody cancelled before it began was not refused by its machine.
  const bool noneBegan = std::none_of(run.tasks.begin(), run.tasks.end(), [&](const TaskStatus& status) {
    return isDone(status) || hasBegun(status) || !isOver(status.state);
  });
  const bool someFailed = std::any_of(run.tasks.begin(), run.tasks.end(),
                                      [](const TaskStatus& status) { return status.state == RunState::Failed; });
  return run.tasks.empty() || (noneBegan && someFailed) ? kNotStarted : kSomeFailed;
}

}  // namespace plumbline::runs
