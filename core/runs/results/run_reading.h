// SPDX-License-Identifier: GPL-3.0-or-later
// The results of a run, task by task. Reads the disk: not for a GUI thread.
//
//   RunReading reading = readRun(*run);
//   reading.tasks[3].cold                     // seconds, when its step wrote them
#pragma once

#include <cstddef>
#include <map>
#include <optional>
#include <string>

#include "core/runs/results/task_outputs.h"


namespace plumbline::runs {

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
