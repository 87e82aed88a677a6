// SPDX-License-Identifier: GPL-3.0-or-later
// What the events of a task come to: the state it shows while it goes on, and what became of it.
//
//   showEvents(task, *events);                                     // Cold, with the steps so far
//   const TaskEnd end = endOfTask(spec, plan, *events, false);     // Failed, "exit code 1 in the cold run"
#pragma once

#include <string>
#include <string_view>

#include "core/runs/run_state.h"

namespace plumbline::runs {

/// stateOfStep: a step called "cold" or "warm" is that state; any other is Running.
RunState stateOfStep(std::string_view step);

/// showEvents takes steps, files and times over, and the state of the step that runs; before the first step the state
/// stays as it is.
void showEvents(TaskStatus& task, const TaskEvents& events);

struct TaskEnd {
  RunState state = RunState::Done;
  std::string reason;  ///< "" for Done and Cancelled
};
/// endOfTask judges a task whose keeper said "finished": the first step that did not go well decides; steps that were
/// never begun are a failure, or a cancel when somebody asked for that.
TaskEnd endOfTask(const RunSpec& spec, const TaskPlan& plan, const TaskEvents& events, bool wasCancelled);

}  // namespace plumbline::runs
