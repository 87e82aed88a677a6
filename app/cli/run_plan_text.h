// SPDX-License-Identifier: GPL-3.0-or-later
// What a run would do, for --dry-run: the plan, the environment, the commands as lines for a shell.
//
//   context.out << planText(spec, *plan, context.environment.columns);
#pragma once

#include <string>

#include "core/runs/run_plan.h"

namespace plumbline::cli {

/// planText is for people. TASK stands for the folder that each task gets.
std::string planText(const runs::RunSpec& spec, const runs::RunPlan& plan);
/// planJsonText is the same for programs (resources/help/json.md).
std::string planJsonText(const runs::RunSpec& spec, const runs::RunPlan& plan);

}  // namespace plumbline::cli
