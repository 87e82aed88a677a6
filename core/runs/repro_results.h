// SPDX-License-Identifier: GPL-3.0-or-later
// What the runs of a repro script come to, out of the outcomes that RunStore keeps among a run's outputs.
//
//   const auto outcomes = outcomesIn(run, outputs);
//   show(reproSummary(run, outputs));
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/runs/repro_outcome.h"
#include "core/runs/run_results.h"

namespace plumbline::runs {

/// kOutcomeFile is the name that a task's outcome has among its outputs.
inline constexpr std::string_view kOutcomeFile = "outcome.json";

/// outcomesIn are those of all tasks that have one, in the plan's order.
std::vector<ReproOutcome> outcomesIn(const Run& run, const Outputs& outputs);
/// isGoodResult: nothing differs, nothing failed; the compiled model crashed is not good, whatever torch says.
bool isGoodResult(ReproResult result);
/// isReproducibilityRun: the same comparison several times. A minifier makes scripts smaller; however often it runs,
/// nothing of reproducibility comes of it.
bool isReproducibilityRun(const Run& run);
/// outcomeProblem is why a task is no answer at all ("import failed: ..."); "" when it is one.
std::string outcomeProblem(const ReproOutcome& outcome);
/// reproProblem is Run::problem of such a run.
std::string reproProblem(const Run& run, const Outputs& outputs);

/// outcomeText tells one outcome in a few lines: result, evidence, warnings, hint.
std::string outcomeText(const ReproOutcome& outcome);
/// checkpointsText lists the smallest scripts of all tasks, the best one first; "" without any.
std::string checkpointsText(const Run& run);
/// reproSummary is what the command line prints at the end; reproResultsJson the same as JSON.
std::string reproSummary(const Run& run, const Outputs& outputs);
std::string reproResultsJson(const Run& run, const Outputs& outputs);

}  // namespace plumbline::runs
