// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/runs/engine/run_state.h"

#include <string.h>

#include <algorithm>
#include <array>
#include <csignal>
#include <map>
#include <utility>

namespace plumbline::runs {
namespace {

struct StateName {
  RunState state;
  std::string_view text;
};
constexpr std::array<StateName, 11> kStateNames{{{RunState::Waiting, "waiting"},
                                       {RunState::Preparing, "preparing"},
                                       {RunState::Running, "running"},
                                       {RunState::Cold, "cold"},
                                       {RunState::Warm, "warm"},
                                       {RunState::Reading, "reading"},
                                       {RunState::Done, "done"},
                                       {RunState::Failed, "failed"},
                                       {RunState::TimedOut, "timed out"},
                                       {RunState::Cancelled, "cancelled"},
                                       {RunState::Lost, "lost"}}};

/// badness orders the states of tasks that are over.
int badness(RunState state) {
  switch (state) {
    case RunState::Cancelled: return 1;
    case RunState::Failed: return 2;
    case RunState::TimedOut: return 3;
    case RunState::Lost: return 4;
    default: return 0;
  }
}

/// TargetUse counts what runs at the same time.
struct TargetUse {
  std::map<std::string, int> targets;
  std::map<std::pair<std::string, std::string>, int> devices;
};

double durationOf(const TaskStatus& task) {
  return task.began > 0 && task.ended > task.began ? task.ended - task.began : 0;
}

/// inStep names the step, when a task has more than one.
std::string inStep(const StepEvents& step) {
  const RunState state = stateOfStep(step.name);
  return state == RunState::Running ? std::string() : " in the " + step.name + " run";
}

std::string signalText(int number) {
  const std::string word = signalName(number);
  // A SIGKILL after a timeout or a cancel is reported as such; another one usually comes from the kernel.
  return number == SIGKILL ? word + " (often for want of memory)" : word;
}

TaskEnd endOfStep(const RunSpec& spec, const StepEvents& step, bool mustWrite) {
  const std::string where = inStep(step);
  // The supervisor's own problem is often the cause: a full disk ends the log and the program alike.
  const std::string besides = step.problem.empty() ? "" : "; " + step.problem;
  switch (step.end) {
    case StepEnd::Exited:
      // The exit code of a repro script is a result, not a failure; outcome_reader.h judges it.
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
  return {RunState::Failed, "its end is unknown" + where};
}

}  // namespace

std::string_view stateWord(RunState state) {
  for (const StateName& word : kStateNames)
    if (word.state == state) return word.text;
  return "waiting";
}

std::optional<RunState> stateOfWord(std::string_view text) {
  for (const StateName& word : kStateNames)
    if (word.text == text) return word.state;
  return std::nullopt;
}

bool isFinished(RunState state) { return state >= RunState::Done; }

bool isInProgress(RunState state) { return state != RunState::Waiting && !isFinished(state); }

std::string signalName(int number) {
  const char* name = ::sigabbrev_np(number);
  return name == nullptr ? "signal " + std::to_string(number) : std::string("SIG") + name;
}

RunState stateOf(const Run& run) {
  RunState furthest = RunState::Waiting, worst = RunState::Done;
  bool isAllOver = true;
  for (const TaskStatus& task : run.tasks) {
    if (isFinished(task.state)) {
      if (badness(task.state) > badness(worst)) worst = task.state;
      continue;
    }
    isAllOver = false;
    furthest = std::max(furthest, task.state);
  }
  return isAllOver ? worst : furthest;
}

RunProgress progressOf(const Run& run, double now) {
  RunProgress progress;
  progress.total = static_cast<int>(run.tasks.size());
  std::map<std::string_view, std::pair<double, int>> byModel;
  double sum = 0;
  int count = 0;
  const auto modelOf = [&](std::size_t task) {
    return task < run.plan.tasks.size() ? std::string_view(run.plan.tasks[task].model) : std::string_view();
  };
  for (std::size_t i = 0; i < run.tasks.size(); ++i) {
    const TaskStatus& task = run.tasks[i];
    if (!isFinished(task.state)) continue;
    ++progress.done;
    if (badness(task.state) > badness(RunState::Cancelled)) ++progress.failed;
    if (task.state == RunState::Cancelled) ++progress.cancelled;
    const double seconds = durationOf(task);
    if (task.state != RunState::Done || seconds <= 0) continue;  // a failed one is no estimate for others
    auto& [modelSum, modelCount] = byModel[modelOf(i)];
    modelSum += seconds;
    ++modelCount;
    sum += seconds;
    ++count;
  }
  if (progress.done == progress.total) {
    progress.secondsLeft = 0;
    return progress;
  }
  if (count == 0) return progress;

  double left = 0, longest = 0;
  for (std::size_t i = 0; i < run.tasks.size(); ++i) {
    const TaskStatus& task = run.tasks[i];
    if (isFinished(task.state)) continue;
    const auto known = byModel.find(modelOf(i));
    double seconds = known == byModel.end() ? sum / count : known->second.first / known->second.second;
    if (isInProgress(task.state) && task.began > 0) seconds = std::max(0.0, seconds - (now - task.began));
    left += seconds;
    longest = std::max(longest, seconds);
  }
  const int parallel = std::clamp(run.spec.jobs, 1, progress.total - progress.done);
  progress.secondsLeft = std::max(longest, left / parallel);
  return progress;
}

const Run* findRun(const Queue& queue, std::string_view id) {
  const auto found = std::ranges::find_if(queue.runs, [&](const RunPtr& run) { return run->id == id; });
  return found == queue.runs.end() ? nullptr : found->get();
}

std::vector<TaskRef> nextTasks(const Queue& queue, const Limits& limits) {
  TargetUse use;
  for (const RunPtr& run : queue.runs) {
    const auto active = static_cast<int>(
        std::ranges::count_if(run->tasks, [](const TaskStatus& task) { return isInProgress(task.state); }));
    // Whether the tasks of a run without a process still run is unknown until it is resumed.
    if (active == 0 || run->access != RunAccess::Full || traitsOf(run->spec.target).isScheduled) continue;
    const std::string target = targetName(run->spec.target);
    use.targets[target] += active;
    use.devices[{target, deviceOf(run->spec)}] += active;
  }
  std::vector<TaskRef> next;
  for (const RunPtr& run : queue.runs) {
    if (run->isPaused || run->access != RunAccess::Full) continue;
    int active = 0;
    bool isWaiting = false;
    for (const TaskStatus& task : run->tasks) {
      active += isInProgress(task.state) ? 1 : 0;
      isWaiting = isWaiting || task.state == RunState::Waiting;
    }
    if (!isWaiting) continue;
    const bool isCluster = traitsOf(run->spec.target).isScheduled;
    const std::string target = targetName(run->spec.target);
    int* const onTarget = isCluster ? nullptr : &use.targets[target];
    if (onTarget != nullptr && *onTarget >= limits.perTarget) continue;
    const std::string device = isCluster ? std::string() : deviceOf(run->spec);
    int* const onDevice = isCluster ? nullptr : &use.devices[{target, device}];
    const int mostOnDevice = device == "cpu" ? limits.cpuTasks : limits.perDevice;
    for (std::size_t i = 0; i < run->tasks.size() && (isCluster || active < std::max(1, run->spec.jobs)); ++i) {
      if (run->tasks[i].state != RunState::Waiting) continue;
      if (!isCluster && (*onTarget >= limits.perTarget || *onDevice >= mostOnDevice)) break;
      if (!isCluster) {
        ++*onTarget;
        ++*onDevice;
      }
      ++active;
      next.push_back({run->id, i});
    }
  }
  return next;
}

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
    const auto planned = std::ranges::find(plan.steps, step.name, &Step::name);
    TaskEnd end = endOfStep(spec, step, planned != plan.steps.end() && !planned->output.empty());
    if (end.state != RunState::Done) return end;
  }
  if (events.steps.size() >= plan.steps.size()) return {};
  if (wasCancelled) return {RunState::Cancelled, {}};
  const std::string& next = plan.steps[events.steps.size()].name;
  const StepEvents* last = events.steps.empty() ? nullptr : &events.steps.back();
  if (spec.kind == RunKind::TorchCache && last != nullptr && last->end == StepEnd::Exited)
    return {RunState::Failed, "the " + last->name + " run has no compile time, so the " + next + " run was not started"};
  return {RunState::Failed,
          stateOfStep(next) == RunState::Running ? "ended before it began" : "ended before the " + next + " run"};
}

}  // namespace plumbline::runs
