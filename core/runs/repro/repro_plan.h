// SPDX-License-Identifier: GPL-3.0-or-later
// A repro script as tasks of a run: the parts of planRun, checkSpec and titleOf for RunKind::Repro.
//
//   RunPlan plan = planRepro(spec);      // eager runs first, then the repeats; a task has one step and no output file
#pragma once

#include <string>

#include "core/base/result.h"
#include "core/runs/engine/task_file.h"
#include "core/runs/spec/run_plan.h"
#include "core/runs/spec/run_spec.h"

namespace plumbline::runs {

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
