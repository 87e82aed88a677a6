// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/runs/results/run_summary.h"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <utility>

#include "core/reports/text_parts.h"
#include "core/runs/engine/run_store.h"
#include "core/runs/logs/log_causes.h"
#include "core/runs/repro/repro_results.h"
#include "core/runs/results/cache_result.h"
#include "core/runs/results/run_record.h"
#include "core/sources/formats/cache_run.h"
#include "core/statistics/statistics.h"
#include "core/text/json_text.h"
#include "core/text/quantities.h"

namespace plumbline::runs {
namespace {

using reports::TableCell;
using reports::TableColumn;

constexpr std::size_t kNameWidth = 60, kFailuresShown = 50;
constexpr int kTimeDecimals = 3, kSpeedupDecimals = 1, kSpreadDigits = 4;

std::string shownName(const std::string& name) {
  return reports::elidedText(reports::printableText(name.empty() ? "the whole suite" : name), kNameWidth);
}

std::string tableText(std::vector<TableColumn> columns, const std::vector<std::vector<TableCell>>& rows) {
  if (rows.empty()) return {};
  reports::TextTable table(std::move(columns));
  for (const auto& row : rows) table.measure(row);
  std::string out = table.header("");
  for (const auto& row : rows) out += table.line(row);
  return out;
}

/// lineAbout is one line about a model or task.
std::string lineAbout(const std::string& name, const std::string& problem) {
  return "  " + name + ": " + reports::printableText(withoutDot(problem)) + ".\n";
}

std::string meanText(const ModelTimes& times, std::optional<double> RepeatOfModel::*which) {
  std::vector<double> values;
  for (const RepeatOfModel& repeat : times.repeats)
    if (isGood(repeat)) values.push_back(*(repeat.*which));
  return values.empty() ? "-" : text::fixedText(statistics::arithmeticMean(values).value, kTimeDecimals);
}

std::string timesText(const Run& run, const Outputs& outputs) {
  const CacheResult result = cacheResult(run, outputs);
  std::vector<std::vector<TableCell>> rows;
  std::string problems;
  std::size_t measured = 0, good = 0, all = 0;
  for (const ModelTimes& times : result.models) {
    const auto count = static_cast<std::size_t>(std::ranges::count_if(times.repeats, isGood));
    good += count;
    all += times.repeats.size();
    measured += times.speedup ? 1 : 0;
    rows.push_back({{shownName(times.model)},
                    {meanText(times, &RepeatOfModel::cold)},
                    {meanText(times, &RepeatOfModel::warm)},
                    {times.speedup ? text::fixedText(*times.speedup, kSpeedupDecimals) + " %" : "-"},
                    {std::to_string(count) + " of " + std::to_string(times.repeats.size())}});
    // Not repeated when the run's own problem has it.
    if (!times.problem.empty() && run.problem.find(times.model + ": " + times.problem) == std::string::npos)
      problems += lineAbout(shownName(times.model), times.problem);
  }
  return tableText({{.title = "MODEL"},
                    {.title = "COLD s", .firstToTheRight = true},
                    {.title = "WARM s", .firstToTheRight = true},
                    {.title = "SPEEDUP", .firstToTheRight = true},
                    {.title = "GOOD REPEATS"}},
                   rows) +
         problems + std::to_string(measured) + " of " + text::counted(result.models.size(), "model") + " measured, " +
         std::to_string(good) + " of " + text::counted(all, "repeat") + " good.\n";
}

/// failuresText is a line per task that did not end well.
std::string failuresText(const Run& run) {
  std::string out;
  std::size_t count = 0;
  for (std::size_t i = 0; i < run.plan.tasks.size(); ++i) {
    const TaskPlan& task = run.plan.tasks[i];
    const TaskStatus& status = statusOf(run, i);
    if (status.state == RunState::Done || ++count > kFailuresShown) continue;
    std::string name = shownName(task.model);
    if (task.model.empty() && run.spec.partitions > 1) name = "part " + std::to_string(task.partition + 1);
    if (lastRepeat(run.plan) > 1) name += ", repeat " + std::to_string(task.repeat);
    const std::string why = status.reason.empty() ? "" : ": " + status.reason;
    out += lineAbout(name, std::string(stateWord(status.state)) + why);
  }
  if (count > kFailuresShown) out += "  and " + std::to_string(count - kFailuresShown) + " more.\n";
  return out;
}

std::string statusText(const ModelRepeats& model) {
  std::string out;
  for (const StatusCount& count : model.statuses)
    out += (out.empty() ? "" : ", ") + reports::printableText(count.status) + ' ' + std::to_string(count.count);
  return out;
}

/// countsText: "pass 9, fail_accuracy 2, lost 1" over all models of one repeat.
std::string countsText(const std::vector<ModelRepeats>& models) {
  std::map<std::string, int> counts;
  for (const ModelRepeats& model : models)
    for (const StatusCount& count : model.statuses) counts[count.status] += count.count;
  ModelRepeats all;
  for (const auto& [status, count] : counts) all.statuses.push_back({.status = status, .count = count});
  std::ranges::stable_sort(all.statuses, std::greater{}, &StatusCount::count);
  return text::counted(models.size(), "model") + (models.empty() ? "" : ": ") + statusText(all) + ".\n";
}

/// cacheText says what the compile times stand for; "" without any.
std::string cacheText(const Run& run, const std::vector<ModelRepeats>& models) {
  const bool hasTimes = std::ranges::any_of(models, [](const ModelRepeats& model) {
    return std::ranges::any_of(model.metrics,
                               [](const MetricSpread& spread) { return spread.metric == kCompileTimeColumn; });
  });
  switch (hasTimes ? notesOf(run).cache : sources::CompileCache::Unstated) {
    case sources::CompileCache::Cold: return "Compile times: cold cache.\n";
    case sources::CompileCache::Warm: return "Compile times: warm cache.\n";
    case sources::CompileCache::Unknown:
      return "Compile times: unknown cache, which earlier runs may have filled; --fresh-cache makes them comparable.\n";
    case sources::CompileCache::Unstated: break;
  }
  return {};
}

/// clocksText: ", clock 345 to 1980 MHz"; times measured at different clocks compare badly.
std::string clocksText(std::uint64_t slowest, std::uint64_t fastest) {
  if (slowest == 0 || fastest == 0) return {};
  return ", clock " + (slowest == fastest ? "" : std::to_string(slowest) + " to ") + std::to_string(fastest) + " MHz";
}

/// gpusText is a line per GPU that tasks used: "GPU 1: NVIDIA H100, driver 580.1, peak memory 2.1 GB, clock 345 to 1980
/// MHz, 3 tasks".
std::string gpusText(const Run& run, const Outputs& outputs) {
  struct Use {
    std::string name;
    std::uint64_t peak = 0, others = 0, tasks = 0, slowest = 0, fastest = 0;  ///< clocks in MHz
  };
  std::map<std::string, Use> uses;
  for (std::size_t i = 0; i < run.plan.tasks.size(); ++i) {
    const std::string* bytes = bytesOf(outputs, i, std::string(kGpuFile));
    const nlohmann::json gpu = bytes == nullptr ? nlohmann::json() : text::parseJson(*bytes);
    if (!gpu.is_object()) continue;
    const auto text = [&](const char* key) { return gpu.contains(key) && gpu[key].is_string() ? gpu[key].get<std::string>() : std::string(); };
    Use& use = uses[text("index")];
    ++use.tasks;
    use.name = text("name") + (text("driver").empty() ? "" : ", driver " + text("driver"));
    const auto number = [&](const char* key) {
      return gpu.contains(key) && gpu[key].is_number_unsigned() ? gpu[key].get<std::uint64_t>() : 0;
    };
    use.peak = std::max(use.peak, number("peak_memory_mib"));
    use.fastest = std::max(use.fastest, number("clock_max_mhz"));
    if (const std::uint64_t slowest = number("clock_min_mhz"); slowest != 0)
      use.slowest = use.slowest == 0 ? slowest : std::min(use.slowest, slowest);
    if (gpu.contains("other_processes") && gpu["other_processes"].is_array())
      use.others = std::max<std::uint64_t>(use.others, gpu["other_processes"].size());
  }
  std::string out;
  for (const auto& [index, use] : uses)
    out += "GPU " + reports::printableText(index + ": " + use.name) +
           (use.peak == 0 ? "" : ", peak memory " + text::sizeText(use.peak << 20U)) +
           clocksText(use.slowest, use.fastest) +
           (use.others == 0 ? "" : ", shared with " + text::counted(use.others, "other process", "other processes")) +
           (use.tasks == 1 ? "" : ", " + std::to_string(use.tasks) + " tasks") + ".\n";
  return out;
}

constexpr int kAnyRepeat = 0;

/// hasFailedTask tests whether a task of a model failed already.
bool hasFailedTask(const Run& run, const std::string& model, int repeat) {
  for (std::size_t i = 0; i < run.plan.tasks.size(); ++i) {
    const TaskPlan& task = run.plan.tasks[i];
    const bool isSelected = task.model == model && (repeat == kAnyRepeat || task.repeat == repeat);
    if (isSelected && statusOf(run, i).state != RunState::Done) return true;
  }
  return false;
}

std::string tablesText(const Run& run, const Outputs& outputs) {
  const std::vector<ModelRepeats> models = repeatSummary(run, outputs);
  const std::string cache = cacheText(run, models);
  if (lastRepeat(run.plan) > 1) return repeatText(models) + cache;
  std::string out = countsText(models) + cache;
  for (const ModelRepeats& model : models)
    // failuresText has the tasks that failed or were ended, with the reason.
    if (!model.failedRepeats.empty() && !hasFailedTask(run, model.model, kAnyRepeat))
      out += lineAbout(shownName(model.model),
                       model.statuses.front().status + (model.cause.empty() ? "" : ": " + model.cause));
  return out;
}

/// problemText leaves out the reason that failuresText has.
std::string problemText(const Run& run) {
  std::string out = run.problem;
  for (const TaskStatus& status : run.tasks) {
    const std::string reason = ": " + withoutDot(status.reason) + '.';
    const std::size_t at = status.state == RunState::Done ? std::string::npos : out.find(reason);
    if (at != std::string::npos) out.replace(at, reason.size(), ".");
  }
  return out;
}

std::string filesText(const Run& run, const Outputs& outputs) {
  std::string out;
  for (std::size_t i = 0; i < run.plan.tasks.size(); ++i) {
    const std::string* bytes = bytesOf(outputs, i, resultName(run.plan.tasks[i]));
    if (bytes == nullptr) continue;
    for (const sources::CacheRun& found : sources::readCacheRuns(*bytes, resultName(run.plan.tasks[i])))
      out += "Repeat " + std::to_string(run.plan.tasks[i].repeat) + ": compile times of " +
             text::counted(found.models.size(), "model") + ".\n";
  }
  return out;
}

constexpr int kGood = 0, kSomeFailed = 1, kNotStarted = 3;
constexpr std::size_t kMaxShown = 10;

bool hasBegun(const TaskStatus& status) {
  return std::ranges::any_of(status.steps, [](const StepEvents& step) { return step.end != StepEnd::NotStarted; });
}

/// joinFirst joins at most kMaxShown parts.
std::string joinFirst(const std::vector<std::string>& parts, const std::string& between) {
  std::string out;
  for (std::size_t i = 0; i < parts.size() && i < kMaxShown; ++i) out += (i == 0 ? "" : between) + parts[i];
  return out;
}

std::string andMore(std::size_t count) {
  return count > kMaxShown ? " and " + std::to_string(count - kMaxShown) + " more" : std::string();
}

std::string sentences(const std::vector<std::string>& parts) {
  const std::string more = andMore(parts.size());
  return joinFirst(parts, " ") + (more.empty() ? "" : " ..." + more + '.');
}

/// whyNothing adds why the first task failed, unless that says no more than that nothing was written.
std::string whyNothing(const Run& run, const std::string& what) {
  for (std::size_t i = 0; i < run.plan.tasks.size(); ++i) {
    const std::string& reason = statusOf(run, i).reason;
    if (reason == "wrote no result") continue;
    if (statusOf(run, i).state != RunState::Done && !reason.empty()) return what + ": " + withoutDot(reason) + '.';
  }
  return what + '.';
}

std::string problemOfTimes(const Run& run, const Outputs& outputs) {
  const CacheResult result = cacheResult(run, outputs);
  std::vector<std::string> out;
  const bool isEmpty =
      std::ranges::none_of(result.models, [](const ModelTimes& times) { return times.speedup.has_value(); });
  if (isEmpty) out.push_back(whyNothing(run, "No model has a cold and a warm time to compare, so there is no result"));
  for (const ModelTimes& times : result.models)
    if (!times.problem.empty() && !hasFailedTask(run, times.model, kAnyRepeat))
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
    std::erase_if(lost, [&](const std::string& model) { return hasFailedTask(run, model, repeat); });
    if (!lost.empty())
      out.push_back(joinFirst(lost, ", ") + andMore(lost.size()) + (lost.size() == 1 ? " has" : " have") + " no row" +
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

std::string repeatText(const std::vector<ModelRepeats>& models) {
  std::vector<std::vector<TableCell>> rows;
  std::string spreads;
  std::size_t stable = 0;
  for (const ModelRepeats& model : models) {
    stable += model.isStable ? 1 : 0;
    std::string note = model.isStable ? "" : "changes";
    if (!model.failedRepeats.empty())
      note += (note.empty() ? "" : ", ") + std::string("failed in ") + listOf(model.failedRepeats, "repeat") +
              (model.cause.empty() ? "" : ": " + reports::printableText(model.cause));
    rows.push_back({{shownName(model.model)}, {statusText(model)}, {std::move(note)}});
    for (const MetricSpread& spread : model.metrics) {
      if (spread.min == spread.max) continue;
      spreads += "  " + shownName(model.model) + " " + spread.metric + ": median " +
                 text::shortNumber(spread.median, kSpreadDigits) + ", " + text::shortNumber(spread.min, kSpreadDigits) +
                 " to " + text::shortNumber(spread.max, kSpreadDigits) + ", standard deviation " +
                 text::shortNumber(spread.stddev, kSpreadDigits) + ", " +
                 text::counted(static_cast<std::size_t>(spread.count), "repeat") + ".\n";
    }
  }
  std::string out = tableText({{.title = "MODEL"}, {.title = "STATUSES"}, {.title = ""}}, rows);
  if (!spreads.empty()) out += "Numbers that differ between repeats:\n" + spreads;
  return out + std::to_string(stable) + " of " + text::counted(models.size(), "model") +
         " ended the same way in all repeats.\n";
}

std::string summaryText(const Run& run, const Outputs& outputs) {
  std::string out, problem = run.problem;
  if (run.spec.kind == RunKind::Repro) {
    out = reproSummary(run, outputs);
  } else if (run.spec.kind == RunKind::TorchCache) {
    out = timesText(run, outputs);
  } else {
    const bool isJson = run.spec.kind == RunKind::Command && run.spec.form == ResultForm::CacheJson;
    out = (isJson ? filesText(run, outputs) : tablesText(run, outputs)) + failuresText(run);
    problem = problemText(run);
  }
  out += gpusText(run, outputs);
  if (!problem.empty()) out += reports::printableText(problem) + '\n';
  std::vector<std::string> files = run.results;
  const std::string& asked = run.spec.output;
  if (!asked.empty() && !files.empty() && std::ranges::find(files, asked) == files.end())
    files.insert(files.begin(), asked);
  for (const std::string& file : files) out += "Result: " + reports::printableText(file) + '\n';
  if (!run.folder.empty()) out += "Logs and record: " + reports::printableText(run.folder) + '\n';
  return out;
}

std::string problemOf(const Run& run, const Outputs& outputs) {
  if (run.spec.kind == RunKind::Repro) return reproProblem(run, outputs);
  if (run.spec.kind == RunKind::TorchCache) return problemOfTimes(run, outputs);
  if (run.spec.kind == RunKind::Command && run.spec.form == ResultForm::CacheJson) return problemOfFiles(run, outputs);
  return problemOfTables(run, outputs);
}

bool hasFailedRows(const Run& run, const Outputs& outputs) {
  if (run.spec.kind == RunKind::Repro) {
    const auto outcomes = outcomesIn(run, outputs);
    return !std::ranges::all_of(outcomes, [](const ReproOutcome& outcome) { return isGoodResult(outcome.result); });
  }
  if (run.spec.kind == RunKind::TorchCache ||
      (run.spec.kind == RunKind::Command && run.spec.form == ResultForm::CacheJson))
    return false;
  const std::vector<ModelRepeats> models = repeatSummary(run, outputs);
  return std::ranges::any_of(models, [](const ModelRepeats& model) { return !model.failedRepeats.empty(); });
}

int exitOf(const Run& run) {
  const auto isDone = [](const TaskStatus& status) { return status.state == RunState::Done; };
  const bool allDone = !run.tasks.empty() && std::ranges::all_of(run.tasks, isDone);
  if (allDone) return run.problem.empty() ? kGood : kSomeFailed;
  // A run that was cancelled before it began was not refused by its machine.
  const bool noneBegan = std::ranges::none_of(run.tasks, [&](const TaskStatus& status) {
    return isDone(status) || hasBegun(status) || !isFinished(status.state);
  });
  const bool someFailed =
      std::ranges::any_of(run.tasks, [](const TaskStatus& status) { return status.state == RunState::Failed; });
  return run.tasks.empty() || (noneBegan && someFailed) ? kNotStarted : kSomeFailed;
}

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
