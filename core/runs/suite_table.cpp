// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <set>

#include "core/diff/run_table.h"
#include "core/runs/repro_results.h"
#include "core/runs/result_words.h"
#include "core/runs/run_results.h"
#include "core/tables/shard_merge.h"

namespace plumbline::runs {
namespace {

using TablePtr = std::shared_ptr<const tables::CsvTable>;

constexpr std::string_view kName = "name";

/// readTable. Errors: TooLarge; BadFormat for what pandas could not read, or a table without names.
base::Result<TablePtr> readTable(const std::string& bytes, const std::string& file) {
  auto scanned = tables::CsvTable::scan(bytes, file);
  if (!scanned.isValue()) return base::fail(scanned.isError() ? scanned.error() : base::Error{.file = file});
  const TablePtr& table = scanned.value();
  if (const auto& error = table->pandasError()) return base::fail(*error);
  if (!table->columnOf(kName)) {
    return base::fail({.code = base::ErrorCode::BadFormat,
                       .text = "The table has no column \"name\".",
                       .hint = "Look into the log: a benchmark that writes its results has this column.",
                       .file = file,
                       .line = 1});
  }
  return table;
}

std::set<std::string> modelsOf(const TablePtr& table) {
  std::set<std::string> models;
  const auto rows = diff::RunTable::of(table);
  if (!rows) return models;
  for (std::size_t row = 0; row < rows->rowCount(); ++row)
    if (auto model = rows->modelName(row)) models.insert(std::move(*model));
  return models;
}

/// fileOf names a task's result for people: "llama/result.csv", "part 2/result.csv".
std::string fileOf(const TaskPlan& task) {
  return (task.model.empty() ? "part " + std::to_string(task.partition + 1) : task.model) + "/" + resultName(task);
}

}  // namespace

base::Result<SuiteTable> suiteTable(const Run& run, int repeat, const Outputs& outputs) {
  SuiteTable out;
  std::vector<TablePtr> parts;
  for (std::size_t i = 0; i < run.plan.tasks.size(); ++i) {
    const TaskPlan& task = run.plan.tasks[i];
    const std::string* bytes = task.repeat == repeat ? bytesOf(outputs, i, resultName(task)) : nullptr;
    if (bytes == nullptr) continue;
    if (auto table = readTable(*bytes, fileOf(task)))
      parts.push_back(std::move(*table));
    else
      out.problems.push_back(table.error());
  }
  if (!parts.empty()) {
    auto merged = tables::mergeShards(parts, "repeat " + std::to_string(repeat) + ".csv");
    if (!merged.isValue()) return base::fail(merged.isError() ? merged.error() : base::Error{});
    for (const tables::RepeatedName& again : merged.value().repeated) {
      out.problems.push_back({.code = base::ErrorCode::BadFormat,
                              .text = "The model " + again.name + " is in " + parts[again.kept.shard]->fileName() +
                                      " too, whose row was kept.",
                              .file = parts[again.dropped.shard]->fileName()});
    }
    out.table = merged.value().table;
  }
  const std::set<std::string> models = out.table ? modelsOf(out.table) : std::set<std::string>{};
  for (std::size_t i = 0; i < run.plan.tasks.size(); ++i) {
    const TaskPlan& task = run.plan.tasks[i];
    if (task.repeat == repeat && !task.model.empty() && isOver(statusOf(run, i).state) && !models.contains(task.model))
      out.lost.push_back(task.model);
  }
  return out;
}

std::string outputProblem(const Run& run, std::size_t task, const Outputs& outputs) {
  if (task >= run.plan.tasks.size()) return {};
  const TaskPlan& plan = run.plan.tasks[task];
  if (run.spec.kind == RunKind::Repro) {
    const std::string* told = bytesOf(outputs, task, std::string(kOutcomeFile));
    const auto outcome = told == nullptr ? base::Result<ReproOutcome>(base::fail({})) : outcomeOfJson(*told);
    return outcome ? outcomeProblem(*outcome) : "its log cannot be read";
  }
  const auto missing = [](const Step& step) { return "the " + step.name + " run wrote no " + step.output; };
  for (const Step& step : plan.steps) {
    if (step.output.empty()) continue;
    const std::string* bytes = bytesOf(outputs, task, step.output);
    if (bytes == nullptr) return missing(step);
    if (run.spec.kind != RunKind::TorchCache) continue;
    if (const auto time = compileTime(*bytes, step.output); !time)
      return step.output + ": " + withoutDot(time.error().text);
  }
  if (run.spec.kind == RunKind::TorchCache || resultName(plan).empty()) return {};
  const std::string file = resultName(plan);
  const std::string& bytes = *bytesOf(outputs, task, file);
  if (run.spec.kind == RunKind::Command && run.spec.form == ResultForm::CacheJson)
    return sources::readCacheRuns(bytes, file).empty() ? file + " holds no compile times" : std::string();
  const auto table = readTable(bytes, file);
  if (!table) return file + ": " + withoutDot(table.error().text);
  const auto models = modelsOf(*table);
  if (models.empty()) return file + " has no row";
  if (!plan.model.empty() && !models.contains(plan.model)) return file + " has no row of " + plan.model;
  return {};
}

}  // namespace plumbline::runs
