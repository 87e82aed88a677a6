// SPDX-License-Identifier: GPL-3.0-or-later
// The command line of a repro script, option by option (SPEC 15.3, 15.4), and the run that it becomes.
//
//   auto words = reproArguments(script, {.command = ReproCommand::Minify});
//   auto spec = specForRepro(script, options);       // kind Repro, started by the queue as any other run
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/result.h"
#include "core/runs/engine/task_file.h"
#include "core/runs/repro/repro_script.h"
#include "core/runs/spec/run_plan.h"
#include "core/runs/spec/run_spec.h"

namespace plumbline::runs {

enum class ReproCommand : std::uint8_t { Run, Minify, GetArgs, Analyze, MinifierQuery };  ///< the last three: AfterAot
std::string_view commandWord(ReproCommand command);
std::optional<ReproCommand> commandOfWord(std::string_view word);

/// ReproOptions: options that are not set are left to the script.
struct ReproOptions {
  ReproCommand command = ReproCommand::Run;
  std::optional<ReproAccuracy> accuracy = {};
  std::optional<std::string> saveDir = {};   ///< "": --no-save-dir
  std::optional<bool> autocast = {};         ///< AfterDynamo
  std::string backend = {};                  ///< AfterDynamo
  bool onlyFwd = false;                      ///< AfterDynamo, run
  std::string tracingMode = {};              ///< AfterAot
  std::optional<bool> isolate = {};          ///< minify
  bool skipSavingEagerIntermediates = false; ///< AfterAot, minify
  bool offloadToDisk = false;
  bool skipSanity = false;
  int maxGranularity = 0;                    ///< a power of two; 0: no limit
  std::string checkStr = {};
  bool skipSavingInductorIntermediates = false;  ///< AfterAot, analyze
  bool skipSavingFloat64Intermediates = false;
  bool skipCheckDeterministic = false;
  bool stableHash = false;
  bool keepSettings = false;                 ///< run the script itself, with its ReproSettings
  bool operator==(const ReproOptions&) const = default;
};

/// OptionInfo is one option as forms and help show it.
struct OptionInfo {
  std::string flag;   ///< "--only-fwd"
  std::string label;  ///< "Forward only"
  std::string help;   ///< one sentence
};
/// optionsFor lists the options that a form has for a command.
std::vector<OptionInfo> optionsFor(ReproForm form, ReproCommand command);

/// reproArguments are the words after the script's path. Errors: BadArgument naming an option that this form or command
/// does not have, or a granularity that is not a power of two.
base::Result<std::vector<std::string>> reproArguments(const ReproScript& script, const ReproOptions& options);

/// ReproEnvironment: fixed seeds (PYTHONHASHSEED=0, CUBLAS_WORKSPACE_CONFIG) and, for a run of its own, nothing that an
/// earlier one left: the caches are fresh.
std::vector<std::pair<std::string, std::string>> reproEnvironment();

/// specForRepro makes the run: RunKind::Repro, fresh cache, `repeats` tasks, each in its own folder, so that what a
/// script writes where it stands (repro.py, checkpoints, isolate) lands there and is kept. A relative save_dir of the
/// script is given as a whole path below the script's own folder. Errors: those of reproArguments.
base::Result<RunSpec> specForRepro(const ReproScript& script, const ReproOptions& options, int repeats = 1);

/// kEagerRuns is the default number of runs with --backend eager before the others.
inline constexpr int kEagerRuns = 2;
/// specForReproducibility is specForRepro with such runs first, where the form, the command and the accuracy have a use
/// for them (canRunEager); they separate the backend from Dynamo's capture as the cause.
base::Result<RunSpec> specForReproducibility(const ReproScript& script, const ReproOptions& options, int repeats,
                                             int eagerRuns = kEagerRuns);
bool canRunEager(const ReproScript& script, const ReproOptions& options);

/// WhyLevel is when PyTorch writes a repro script (SPEC 15.2): when compiling or running fails, before either begins (the
/// only one that a signal leaves), or when the accuracy fails.
enum class WhyLevel : std::uint8_t { Crash = 2, Always = 3, Accuracy = 4 };
/// specForWhy is the row's own accuracy run with the variables that make PyTorch write a repro script after AOT Autograd;
/// `after` may be dynamo, which makes healthy models fail on PyTorch 2.11. The script is below the task's own folder, where
/// reproScriptsIn finds it: the run works there and not in the checkout, so that nothing is dropped into that.
RunSpec specForWhy(const RunSpec& row, WhyLevel level = WhyLevel::Accuracy, const std::string& after = "aot");

// A repro script as tasks of a run: the parts of planRun, checkSpec and titleOf for RunKind::Repro.
//
//   RunPlan plan = planRepro(spec);      // eager runs first, then the repeats; a task has one step and no output file

/// kEagerStep is the step of a task that runs with --backend eager, kReproStep that of the others.
inline constexpr std::string_view kEagerStep = "eager", kReproStep = "run";

base::Result<void> checkRepro(const RunSpec& spec);
/// planRepro needs a spec that passes checkSpec. Over ssh, and with cleanCopy, the script is "script.py" in the task's
/// folder.
RunPlan planRepro(const RunSpec& spec);
/// reproTitle is "repro.py run".
std::string reproTitle(const RunSpec& spec);
/// copiesFor are the files that a task's folder must hold before it begins: the copy of the script. Errors: those of
/// readFile and reproScriptOf.
base::Result<TaskCopies> copiesFor(const RunSpec& spec);
/// commandOf is the subcommand in a spec's arguments; "run" without one.
std::string commandOf(const RunSpec& spec);
/// isEagerTask tests whether a task runs with --backend eager.
bool isEagerTask(const TaskPlan& task);

}  // namespace plumbline::runs
