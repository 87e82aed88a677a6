// SPDX-License-Identifier: GPL-3.0-or-later
// What the files of a run say, task by task, for people who look at it. Reads the disk: not for a window's thread.
//
//   RunReading reading = readRun(*run);
//   reading.tasks[3].cold                     // seconds, when its step wrote them
#pragma once

#include <cstddef>
#include <map>
#include <optional>
#include <string>

#include "core/runs/run_results.h"

namespace plumbline::runs {

struct TaskReading {
  std::optional<double> cold, warm;  ///< TorchCache: compile times in seconds
  std::string status;                ///< accuracy's word in the first row that a task with one model wrote
  std::string problem;               ///< why there is no such value although the task is over; one sentence
};
struct RunReading {
  std::string run;                           ///< id
  std::map<std::size_t, TaskReading> tasks;  ///< those there is something to say about
  std::string summary;                       ///< summaryText
};
/// readingOf is made of bytes; readRun reads them first.
RunReading readingOf(const Run& run, const Outputs& outputs);
RunReading readRun(const Run& run);

}  // namespace plumbline::runs
