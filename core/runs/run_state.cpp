// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/runs/run_state.h"

#include <algorithm>
#include <array>
#include <map>
#include <utility>

namespace plumbline::runs {
namespace {

struct StateWord {
  RunState state;
  std::string_view text;
};
constexpr std::array<StateWord, 11> kWords{{{RunState::Waiting, "waiting"},
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

bool isActive(RunState state) { return state != RunState::Waiting && !isOver(state); }

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

/// PlaceUse counts what runs at the same time.
struct PlaceUse {
  std::map<std::string, int> places;
  std::map<std::pair<std::string, std::string>, int> devices;
};

double durationOf(const TaskStatus& task) { return task.began > 0 && task.ended > task.began ? task.ended - task.began : 0; }

}  // namespace

std::string_view stateWord(RunState state) {
  for (const StateWord& word : kWords)
    if (word.state == state) return word.text;
  return "waiting";
}

std::optional<RunState> stateOfWord(std::string_view text) {
  for (const StateWord& word : kWords)
    if (word.text == text) return word.state;
  return std::nullopt;
}

bool isOver(RunState state) { return state >= RunState::Done; }

RunState stateOf(const Run& run) {
  RunState furthest = RunState::Waiting, worst = RunState::Done;
  bool isAllOver = true;
  for (const TaskStatus& task : run.tasks) {
    if (isOver(task.state)) {
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
    if (!isOver(task.state)) continue;
    ++progress.done;
    if (badness(task.state) > badness(RunState::Cancelled)) ++progress.failed;
    if (task.state == RunState::Cancelled) ++progress.cancelled;
    const double seconds = durationOf(task);
    if (task.state != RunState::Done || seconds <= 0) continue;  // one that failed at once says nothing of the others
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
    if (isOver(task.state)) continue;
    const auto known = byModel.find(modelOf(i));
    double seconds = known == byModel.end() ? sum / count : known->second.first / known->second.second;
    if (isActive(task.state) && task.began > 0) seconds = std::max(0.0, seconds - (now - task.began));
    left += seconds;
    longest = std::max(longest, seconds);
  }
  const int parallel = std::clamp(run.spec.jobs, 1, progress.total - progress.done);
  progress.secondsLeft = std::max(longest, left / parallel);
  return progress;
}

const Run* findRun(const Queue& queue, std::string_view id) {
  const auto found = std::find_if(queue.runs.begin(), queue.runs.end(), [&](const RunPtr& run) { return run->id == id; });
  return found == queue.runs.end() ? nullptr : found->get();
}

std::vector<TaskRef> nextTasks(const Queue& queue, const Limits& limits) {
  PlaceUse use;
  for (const RunPtr& run : queue.runs) {
    const auto active = static_cast<int>(std::count_if(run->tasks.begin(), run->tasks.end(),
                                                       [](const TaskStatus& task) { return isActive(task.state); }));
    if (active == 0 || run->spec.place.kind == PlaceKind::Slurm) continue;
    const std::string place = placeName(run->spec.place);
    use.places[place] += active;
    use.devices[{place, deviceOf(run->spec)}] += active;
  }
  std::vector<TaskRef> next;
  for (const RunPtr& run : queue.runs) {
    if (run->isPaused) continue;
    int active = 0;
    bool isWaiting = false;
    for (const TaskStatus& task : run->tasks) {
      active += isActive(task.state) ? 1 : 0;
      isWaiting = isWaiting || task.state == RunState::Waiting;
    }
    if (!isWaiting) continue;
    const bool isCluster = run->spec.place.kind == PlaceKind::Slurm;
    const std::string place = placeName(run->spec.place);
    int* const onPlace = isCluster ? nullptr : &use.places[place];
    if (onPlace != nullptr && *onPlace >= limits.perPlace) continue;
    const std::string device = isCluster ? std::string() : deviceOf(run->spec);
    int* const onDevice = isCluster ? nullptr : &use.devices[{place, device}];
    const int mostOnDevice = device == "cpu" ? limits.cpuTasks : limits.perDevice;
    for (std::size_t i = 0; i < run->tasks.size() && (isCluster || active < std::max(1, run->spec.jobs)); ++i) {
      if (run->tasks[i].state != RunState::Waiting) continue;
      if (!isCluster && (*onPlace >= limits.perPlace || *onDevice >= mostOnDevice)) break;
      if (!isCluster) {
        ++*onPlace;
        ++*onDevice;
      }
      ++active;
      next.push_back({run->id, i});
    }
  }
  return next;
}

}  // namespace plumbline::runs
