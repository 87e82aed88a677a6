// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/runs/task_steps.h"

#include <string.h>

#include <algorithm>
#include <csignal>

namespace plumbline::runs {
namespace {

/// inStep says where, when a task has more steps than one.
std::string inStep(const StepEvents& step) {
  const RunState state = stateOfStep(step.name);
  return state == RunState::Running ? std::string() : " in the " + step.name + " run";
}

std::string signalText(int number) {
  const char* name = ::sigabbrev_np(number);
  const std::string word = name == nullptr ? "signal " + std::to_string(number) : std::string("SIG") + name;
  // Nobody here sends SIGKILL but after a timeout or a cancel, which have words of their own.
  return number == SIGKILL ? word + " (often for want of memory)" : word;
}

TaskEnd endOfStep(const RunSpec& spec, const StepEvents& step, bool mustWrite) {
  const std::string where = inStep(step);
  // What the keeper met besides is often the cause: a full disk ends the log and the program alike.
  const std::string besides = step.problem.empty() ? "" : "; " + step.problem;
  switch (step.end) {
    case StepEnd::Exited:
      // What a repro script ends with is its answer; the log tells which.
      if (spec.kind == RunKind::Repro) return {};
      if (step.code != 0) return {RunState::Failed, "exit code " + std::to_string(step.code) + where + besides};
      if (mustWrite && !step.wroteOutput) return {RunState::Failed, "wrote no result" + where + besides};
      return {};
    case StepEnd::Signalled: return {RunState::Failed, "killed by " + signalText(step.code) + where + besides};
    case StepEnd::TimedOut:
      return {RunState::TimedOut, "not done after " + std::to_string(stepLimit(spec).count()) + " s" + where};
    case StepEnd::Cancelled: return {RunState::Cancelled, {}};
    case StepEnd::NotStarted:
      return {RunState::Failed, step.problem.empty() ? "could not be started" + where : step.problem + where};
    case StepEnd::Running: break;
  }
  return {RunState::Failed, "nobody saw its end" + where};
}

}  // namespace

RunState stateOfStep(std::string_view step) {
  if (step == "cold") return RunState::Cold;
  return step == "warm" ? RunState::Warm : RunState::Running;
}

void showEvents(TaskStatus& task, const TaskEvents& events) {
  task.steps = events.steps;
  task.files = events.files;
  if (events.steps.empty()) return;
  task.state = events.finished ? RunState::Reading : stateOfStep(events.steps.back().name);
  task.began = events.steps.front().began;
}

TaskEnd endOfTask(const RunSpec& spec, const TaskPlan& plan, const TaskEvents& events, bool wasCancelled) {
  for (const StepEvents& step : events.steps) {
    const auto planned = std::find_if(plan.steps.begin(), plan.steps.end(), [&](const Step& s) { return s.name == step.name; });
    TaskEnd end = endOfStep(spec, step, planned != plan.steps.end() && !planned->output.empty());
    if (end.state != RunState::Done) return end;
  }
  if (events.steps.size() >= plan.steps.size()) return {};
  if (wasCancelled) return {RunState::Cancelled, {}};
  const std::string& next = plan.steps[events.steps.size()].name;
  return {RunState::Failed, stateOfStep(next) == RunState::Running ? "ended before it began" : "ended before the " + next + " run"};
}

}  // namespace plumbline::runs
