// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/runs/result_files.h"

#include <algorithm>
#include <filesystem>
#include <utility>

#include "core/runs/repro_results.h"

namespace plumbline::runs {
namespace {

constexpr const char* kFolder = "results/";

std::string folderOf(const Run& run, int repeat) {
  return run.spec.repeats > 1 ? kFolder + ("repeat-" + std::to_string(repeat)) + "/" : kFolder;
}

ResultFiles ofCache(const Run& run, const Outputs& outputs) {
  ResultFiles files;
  std::string json = cacheJson(cacheResult(run, outputs));
  if (!json.empty()) files.files.push_back({kFolder + std::string("torchcache.json"), std::move(json)});
  return files;
}

/// ofJsonCommand takes each repeat's file as it is: nobody but its reader knows how such files would be joined.
ResultFiles ofJsonCommand(const Run& run, const Outputs& outputs) {
  ResultFiles files;
  for (const auto& [task, written] : outputs)
    for (const auto& [name, bytes] : written)
      files.files.push_back({folderOf(run, run.plan.tasks.at(task).repeat) + name, bytes});
  return files;
}

ResultFiles ofTables(const Run& run, const Outputs& outputs) {
  ResultFiles files;
  // Under the baseline's own name a result is found to belong to it.
  std::string name = std::filesystem::path(run.plan.expected).filename().string();
  if (!name.ends_with(".csv")) name = "result.csv";
  for (int repeat = 1; repeat <= std::max(1, run.spec.repeats); ++repeat) {
    const auto table = suiteTable(run, repeat, outputs);
    if (table && table->table) files.files.push_back({folderOf(run, repeat) + name, std::string(table->table->bytes())});
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

ResultFiles resultFiles(const Run& run, const Outputs& outputs) {
  Run told = run;  // its exit status is part of a result, and depends on what is missing
  told.problem = problemOf(run, outputs);
  ResultFiles files = filesOf(told, outputs);
  files.problem = told.problem;
  return files;
}

}  // namespace plumbline::runs
