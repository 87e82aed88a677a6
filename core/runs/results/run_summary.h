// SPDX-License-Identifier: GPL-3.0-or-later
// The result of a run as a whole: text for the command line, exit status, and problems that no single task has.
//
//   out << summaryText(run, outputs);
//   return exitOf(run);
#pragma once

#include <string>
#include <vector>

#include "core/runs/results/repeat_summary.h"
#include "core/runs/results/task_outputs.h"

namespace plumbline::runs {

/// summaryText is what the command line prints at the end: a line per model, then the counts.
std::string summaryText(const Run& run, const Outputs& outputs);
std::string repeatText(const std::vector<ModelRepeats>& models);
/// exitOf: 0 all good, 1 some failed, lost, cancelled, or without a result (Run::problem), 3 nothing could be started.
int exitOf(const Run& run);
/// problemOf is Run::problem: what is missing in the result although no task reports it, or why there is none; "" when
/// the result is complete.
std::string problemOf(const Run& run, const Outputs& outputs);
/// hasFailedRows tests whether a row of the result does not pass: what counts without a baseline.
bool hasFailedRows(const Run& run, const Outputs& outputs);

}  // namespace plumbline::runs
