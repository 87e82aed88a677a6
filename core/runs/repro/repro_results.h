// SPDX-License-Identifier: GPL-3.0-or-later
// The result of a run of a repro script, from the outcomes that RunStore stores with the run's outputs.
//
//   const auto outcomes = outcomesIn(run, outputs);
//   show(reproSummary(run, outputs));
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/runs/engine/run_state.h"
#include "core/runs/repro/repro_outcome.h"

namespace plumbline::runs {

/// kOutcomeFile is the name that a task's outcome has among its outputs.
inline constexpr std::string_view kOutcomeFile = "outcome.json";

/// outcomesIn are those of all tasks that have one, in the plan's order.
std::vector<ReproOutcome> outcomesIn(const Run& run, const Outputs& outputs);
/// isGoodResult: nothing differs, nothing failed. A crash of the compiled model is not good, although torch counts it
/// as same.
bool isGoodResult(ReproResult result);
/// isReproducibilityRun: the same comparison several times. Repeated runs of a minifier are not one.
bool isReproducibilityRun(const Run& run);
/// outcomeProblem is why a task is no answer at all ("import failed: ..."); "" when it is one.
std::string outcomeProblem(const ReproOutcome& outcome);
/// reproProblem is Run::problem of such a run.
std::string reproProblem(const Run& run, const Outputs& outputs);

/// outcomeText is one outcome in a few lines: result, evidence, warnings, hint.
std::string outcomeText(const ReproOutcome& outcome);
/// checkpointsText lists the smallest scripts of all tasks, the best one first; "" without any.
std::string checkpointsText(const Run& run);
/// cleanMinified removes the lines of scriptForRun from the scripts that a minifier left in the run's own folder: they name
/// caches of this run, which are gone with it. Errors: those of readFile and saveFile, for each file that stays as it was.
std::vector<base::Error> cleanMinified(const Run& run);
/// reproSummary is what the command line prints at the end; reproResultsJson the same as JSON.
std::string reproSummary(const Run& run, const Outputs& outputs);
std::string reproResultsJson(const Run& run, const Outputs& outputs);

}  // namespace plumbline::runs
