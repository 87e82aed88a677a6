// SPDX-License-Identifier: GPL-3.0-or-later
// What the queue looks like at one moment: runs in their order, each with its tasks. Given out as a whole, never changed
// afterwards.
//
//   for (const RunPtr& run : queue->runs) show(run->title, stateOf(*run), progressOf(*run, now));
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/runs/run_plan.h"
#include "core/runs/run_spec.h"
#include "core/runs/task_file.h"

namespace plumbline::runs {

enum class RunState : std::uint8_t {
  Waiting,
  Preparing,  ///< its folder is made, its keeper is started, or the cluster has it and no node yet
  Running,    ///< a step that is neither cold nor warm
  Cold,
  Warm,
  Reading,    ///< results are fetched and read
  Done,
  Failed,
  TimedOut,
  Cancelled,
  Lost,       ///< it was started, and what became of it cannot be known
};
/// stateWord is what people read: "waiting", "timed out". isOver is true from Done on.
std::string_view stateWord(RunState state);
std::optional<RunState> stateOfWord(std::string_view word);
bool isOver(RunState state);

struct TaskStatus {
  RunState state = RunState::Waiting;
  int attempt = 1;
  std::string folder;       ///< on this machine: logs, outputs and events of the present attempt
  std::string handle;       ///< the executor's word for it ("4711", "ssh folder", "812_3"); "" before it is started
  std::string reason;       ///< one sentence for Failed, TimedOut, Lost: "exit code 1 in the cold run"
  double began = 0, ended = 0;  ///< seconds since 1970; 0: not yet
  std::vector<StepEvents> steps;
  std::vector<OutputFile> files;
};

struct Run {
  std::string id;           ///< "20261121-234502-k3f9": sorts by time, is a folder's name
  std::string folder;
  std::string title;
  RunSpec spec;
  RunPlan plan;
  std::vector<TaskStatus> tasks;  ///< one per task of the plan
  Facts facts;              ///< of the first task that told them
  double queued = 0;        ///< seconds since 1970
  bool isPaused = false;    ///< its waiting tasks stay waiting
  bool isFoundAgain = false;  ///< begun by a program that is gone
  bool isSaved = false;     ///< over, and its results and record are written
  std::vector<std::string> results;  ///< files to open, once it is over: CSV or JSON; empty when nothing came of it
  std::string problem;      ///< why there is no result although tasks are done
};
using RunPtr = std::shared_ptr<const Run>;

/// stateOf sums up: the furthest active state, else Waiting; when all are over the worst of lost, timed out, failed,
/// cancelled, done.
RunState stateOf(const Run& run);

struct RunProgress {
  int done = 0, failed = 0, total = 0;  ///< tasks; failed are among done, and so are cancelled
  double secondsLeft = -1;  ///< estimate from the tasks that are done, by model where there is one; -1: nothing to go by
  int cancelled = 0;
};
RunProgress progressOf(const Run& run, double now);

struct Queue {
  std::uint64_t number = 0;
  std::vector<RunPtr> runs;  ///< priority first, then as queued; those that are over stay in their place
};
using QueuePtr = std::shared_ptr<const Queue>;
const Run* findRun(const Queue& queue, std::string_view id);

/// Limits say how much may run at the same time; a Slurm place has no limit but its array's.
struct Limits {
  int perPlace = 1;   ///< tasks on one machine
  int perDevice = 1;  ///< tasks on one machine's device of one kind: two on a GPU would spoil each other's times
  int cpuTasks = 1;   ///< the same for device cpu
};
struct TaskRef {
  std::string run;
  std::size_t task = 0;
  bool operator==(const TaskRef&) const = default;
};
/// nextTasks are the waiting tasks that may begin now, in the order they should. For Slurm all of a run: they become one
/// array, and it is the cluster that lets only the run's jobs of them run at the same time.
std::vector<TaskRef> nextTasks(const Queue& queue, const Limits& limits);

}  // namespace plumbline::runs
