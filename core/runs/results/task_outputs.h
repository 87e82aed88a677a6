// SPDX-License-Identifier: GPL-3.0-or-later
// The files that the tasks of a run wrote, and short queries about tasks that every result is made from.
//
//   if (const std::string* bytes = bytesOf(outputs, task, resultName(run.plan.tasks[task]))) use(*bytes);
#pragma once

#include <cstddef>
#include <map>
#include <string>
#include <vector>

#include "core/runs/engine/run_state.h"

namespace plumbline::runs {

/// Outputs are the bytes of what tasks wrote: by task index, then by file name ("cold.csv"). Absent: not written.
using Outputs = std::map<std::size_t, std::map<std::string, std::string, std::less<>>>;

/// kGpuFile is the supervisor's record of a task's GPU: index, name, driver, clocks, memory, other processes.
inline constexpr std::string_view kGpuFile = "gpu.json";

/// bytesOf returns what a task wrote under that name; null when it did not.
const std::string* bytesOf(const Outputs& outputs, std::size_t task, const std::string& name);
/// resultName is the file that holds a task's result: the output of its last step that has one; "" for none.
std::string resultName(const TaskPlan& task);

/// statusOf is a task's status; one that the run does not have yet is waiting.
const TaskStatus& statusOf(const Run& run, std::size_t task);
/// endedWell tests whether a step ended with exit code 0. A step without events is judged by its task.
bool endedWell(const TaskStatus& status, const std::string& step);
/// lastRepeat is the highest repeat of the plan.
int lastRepeat(const RunPlan& plan);

/// listOf writes numbers with their noun: listOf({1, 2, 5}, "repeat") is "repeats 1, 2, 5".
std::string listOf(const std::vector<int>& numbers, const std::string& noun);
/// withoutDot removes the full stop, so that a sentence fits inside another one.
std::string withoutDot(std::string sentence);

}  // namespace plumbline::runs
