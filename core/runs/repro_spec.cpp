// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <filesystem>

#include "core/runs/repro_options.h"
#include "core/runs/repro_plan.h"

namespace plumbline::runs {
namespace {

namespace fs = std::filesystem;

bool compares(const ReproScript& script, const ReproOptions& options) {
  return options.accuracy.value_or(script.accuracy) != ReproAccuracy::Off;
}

/// set puts a variable in place of an older one of that name.
void set(std::vector<std::pair<std::string, std::string>>& list, const std::string& name, const std::string& value) {
  std::erase_if(list, [&](const auto& entry) { return entry.first == name; });
  list.emplace_back(name, value);
}

}  // namespace

std::vector<std::pair<std::string, std::string>> reproEnvironment() {
  return {{"PYTHONHASHSEED", "0"}, {"CUBLAS_WORKSPACE_CONFIG", ":4096:8"}};
}

bool canRunEager(const ReproScript& script, const ReproOptions& options) {
  return script.form == ReproForm::AfterDynamo && script.callsRunRepro && options.command == ReproCommand::Run &&
         compares(script, options) && options.backend != "eager";
}

base::Result<RunSpec> specForRepro(const ReproScript& script, const ReproOptions& options, int repeats) {
  ReproOptions whole = options;
  std::error_code problem;
  const fs::path path = fs::absolute(script.path, problem).lexically_normal();
  // The script runs in the task's folder, where its relative save_dir would be another one.
  if (!whole.saveDir && !script.saveDir.empty() && fs::path(script.saveDir).is_relative())
    whole.saveDir = (path.parent_path() / script.saveDir).lexically_normal().string();
  auto arguments = reproArguments(script, whole);
  if (!arguments) return base::fail(arguments.error());
  RunSpec spec;
  spec.kind = RunKind::Repro;
  spec.script = path.string();
  spec.arguments = *std::move(arguments);
  spec.reproForm = script.form;
  spec.onlyRuns = !compares(script, options);
  spec.device = script.needsCuda() ? "cuda" : "cpu";
  spec.repeats = repeats;
  spec.environment = reproEnvironment();
  spec.folderVariables = {{"TORCH_COMPILE_DEBUG_DIR", ""}};
  spec.freshCache = true;
  return spec;
}

base::Result<RunSpec> specForReproducibility(const ReproScript& script, const ReproOptions& options, int repeats,
                                             int eagerRuns) {
  auto spec = specForRepro(script, options, repeats);
  if (spec && canRunEager(script, options)) spec->eagerRuns = eagerRuns;
  return spec;
}

RunSpec specForWhy(const RunSpec& row) {
  RunSpec spec = row;
  spec.test = SuiteTest::Accuracy;
  spec.title = "Why: " + titleOf(row);
  spec.repeats = 1;
  spec.output.clear();  // a look must not replace the result it looks into
  set(spec.environment, "TORCHDYNAMO_REPRO_AFTER", "dynamo");
  set(spec.environment, "TORCHDYNAMO_REPRO_LEVEL", "4");
  set(spec.environment, "TORCH_COMPILE_DEBUG", "1");
  std::erase_if(spec.environment, [](const auto& entry) { return entry.first == "TORCH_COMPILE_DEBUG_DIR"; });
  set(spec.folderVariables, "TORCH_COMPILE_DEBUG_DIR", "");
  spec.freshCache = spec.kind != RunKind::TorchCache;
  if (spec.freshCache)
    for (const auto& variable : cacheEnvironment({}))
      std::erase_if(spec.environment, [&](const auto& entry) { return entry.first == variable.first; });
  return spec;
}

}  // namespace plumbline::runs
