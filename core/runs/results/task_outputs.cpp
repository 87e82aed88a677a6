// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/runs/results/task_outputs.h"

#include <algorithm>

namespace plumbline::runs {

std::string listOf(const std::vector<int>& numbers, const std::string& what) {
  std::string out = what + (numbers.size() == 1 ? "" : "s");
  for (std::size_t i = 0; i < numbers.size(); ++i) out += (i == 0 ? " " : ", ") + std::to_string(numbers[i]);
  return out;
}

std::string withoutDot(std::string sentence) {
  while (!sentence.empty() && (sentence.back() == '.' || sentence.back() == ' ')) sentence.pop_back();
  return sentence;
}

const TaskStatus& statusOf(const Run& run, std::size_t task) {
  static const TaskStatus kWaiting;
  return task < run.tasks.size() ? run.tasks[task] : kWaiting;
}

bool endedWell(const TaskStatus& status, const std::string& step) {
  const auto found = std::ranges::find(status.steps, step, &StepEvents::name);
  if (found == status.steps.end()) return status.state == RunState::Done || status.state == RunState::Reading;
  return found->end == StepEnd::Exited && found->code == 0;
}

std::string resultName(const TaskPlan& task) {
  const auto found =
      std::find_if(task.steps.rbegin(), task.steps.rend(), [](const Step& s) { return !s.output.empty(); });
  return found == task.steps.rend() ? std::string() : found->output;
}

const std::string* bytesOf(const Outputs& outputs, std::size_t task, const std::string& name) {
  const auto files = outputs.find(task);
  if (files == outputs.end()) return nullptr;
  const auto file = files->second.find(name);
  return file == files->second.end() ? nullptr : &file->second;
}

int lastRepeat(const RunPlan& plan) {
  int last = 0;
  for (const TaskPlan& task : plan.tasks) last = std::max(last, task.repeat);
  return last;
}

}  // namespace plumbline::runs
