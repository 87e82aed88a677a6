// SPDX-License-Identifier: GPL-3.0-or-later
// Small words that the results of a run are told with.
//
//   countOf(2, "model")                      // "2 models"
//   listOf({1, 2, 5}, "repeat")              // "repeats 1, 2, 5"
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "core/runs/run_results.h"

namespace plumbline::runs {

std::string countOf(std::size_t count, const std::string& what);
std::string listOf(const std::vector<int>& numbers, const std::string& what);
/// withoutDot lets a sentence stand inside another one.
std::string withoutDot(std::string sentence);
/// fixedText is a number with so many decimals; "nan", "inf" and "-inf" as Python writes them.
std::string fixedText(double value, int decimals);
/// shortText is a number with so many significant digits and no zeros at its end.
std::string shortText(double value, int digits);

/// statusOf is a task's status; one that the run does not have yet waits.
const TaskStatus& statusOf(const Run& run, std::size_t task);
/// endedWell tells whether a step ran to its end with exit code 0. One that nobody told of is judged by its task.
bool endedWell(const TaskStatus& status, const std::string& step);
/// resultName is the file that holds a task's result: the output of its last step that has one; "" for none.
std::string resultName(const TaskPlan& task);
/// bytesOf is what a task wrote under that name; null when it did not.
const std::string* bytesOf(const Outputs& outputs, std::size_t task, const std::string& name);
/// lastRepeat is the highest repeat of the plan.
int lastRepeat(const RunPlan& plan);

}  // namespace plumbline::runs
