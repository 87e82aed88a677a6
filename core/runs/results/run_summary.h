// SPDX-License-Identifier: GPL-3.0-or-later
// The result of a run as a whole: text for the command line, exit status, and problems that no single task has.
//
//   out << summaryText(run, outputs);
//   return exitOf(run);
#pragma once

#include <cstddef>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "core/runs/engine/run_state.h"
#include "core/runs/results/repeat_summary.h"

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

// The results of a run, task by task. Reads the disk: not for a GUI thread.
//
//   RunReading reading = readRun(*run);
//   reading.tasks[3].cold                     // seconds, when its step wrote them

struct TaskReading {
  std::optional<double> cold, warm;  ///< TorchCache: compile times in seconds
  std::string status;                ///< the accuracy in the first row of a task with one model
  std::string problem;               ///< why a finished task has no such value, or the cause of a failed status
};
struct RunReading {
  std::string run;                           ///< id
  std::map<std::size_t, TaskReading> tasks;  ///< tasks with a result or problem
  std::string summary;                       ///< summaryText
};
/// readingOf is made of bytes; readRun reads them first.
RunReading readingOf(const Run& run, const Outputs& outputs);
RunReading readRun(const Run& run);

}  // namespace plumbline::runs
