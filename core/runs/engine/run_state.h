// SPDX-License-Identifier: GPL-3.0-or-later
// An immutable snapshot of the queue: runs in their order, each with its tasks.
//
//   for (const RunPtr& run : queue->runs) show(run->title, stateOf(*run), progressOf(*run, now));
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/result.h"
#include "core/runs/engine/task_file.h"
#include "core/runs/spec/run_plan.h"
#include "core/runs/spec/run_spec.h"

namespace plumbline::runs {

enum class RunState : std::uint8_t {
  Waiting,
  Preparing,  ///< its folder is made, its supervisor is started, or the cluster has it and no node yet
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
/// stateWord is the displayed name: "waiting", "timed out". isFinished is true from Done on.
std::string_view stateWord(RunState state);
std::optional<RunState> stateOfWord(std::string_view word);
bool isFinished(RunState state);
/// isInProgress: started and not finished.
bool isInProgress(RunState state);
/// signalName is "SIGKILL", or "signal 99" for one without a name.
std::string signalName(int number);

struct TaskStatus {
  RunState state = RunState::Waiting;
  int attempt = 1;
  std::string folder;       ///< on this machine: logs, outputs and events of the present attempt
  std::string handle;       ///< the executor's name for it ("4711", "ssh folder", "812_3"); "" before it is started
  std::string reason;       ///< one sentence for Failed, TimedOut, Lost: "exit code 1 in the cold run"
  double began = 0, ended = 0;  ///< seconds since 1970; 0: not yet
  std::vector<StepEvents> steps;
  std::vector<OutputFile> files;
};

/// RunAccess: what this process may do with a run that it does not have in its queue.
enum class RunAccess : std::uint8_t {
  Full,     ///< finished, or supervised by a process
  Abandoned,  ///< unfinished, and its process is gone: it can be resumed
  Foreign,  ///< of another user, or others may write to it: shown, never run
};

struct Run {
  std::string id;           ///< "20261121-234502-k3f9": sorts by time, is a folder's name
  std::string folder;
  std::string title;
  RunSpec spec;
  RunPlan plan;
  std::vector<TaskStatus> tasks;  ///< one per task of the plan
  Facts facts;              ///< of the first task that has them
  double queued = 0;        ///< seconds since 1970
  bool isPaused = false;    ///< its waiting tasks stay waiting
  RunAccess access = RunAccess::Full;
  bool isAdopted = false;  ///< begun by a program that is gone
  bool isSaved = false;     ///< finished, and its results and record are written
  std::vector<std::string> results;  ///< files of a finished run: CSV or JSON; empty without a result
  std::string problem;      ///< why there is no result although tasks are done
};
using RunPtr = std::shared_ptr<const Run>;

/// stateOf sums up: the furthest active state, else Waiting; when all are over the worst of lost, timed out, failed,
/// cancelled, done.
RunState stateOf(const Run& run);

struct RunProgress {
  int done = 0, failed = 0, total = 0;  ///< tasks; failed are among done, and so are cancelled
  double secondsLeft =
      -1;  ///< estimate from the tasks that are done, by model where there is one; -1: nothing to go by
  int cancelled = 0;
};
RunProgress progressOf(const Run& run, double now);

struct Queue {
  std::uint64_t number = 0;
  std::vector<RunPtr> runs;  ///< priority first, then as queued; finished ones keep their place
};
using QueuePtr = std::shared_ptr<const Queue>;
const Run* findRun(const Queue& queue, std::string_view id);

/// Limits for tasks that run at the same time; a Slurm target is only limited by its array.
struct Limits {
  int perTarget = 1;   ///< tasks on one machine
  int perDevice = 1;  ///< tasks on one machine's device of one kind: two on a GPU would spoil each other's times
  int cpuTasks = 1;   ///< the same for device cpu
};
struct TaskRef {
  std::string run;
  std::size_t task = 0;
  bool operator==(const TaskRef&) const = default;
};
/// nextTasks are the waiting tasks that may begin now, in the order they should. For Slurm all of a run: they become
/// one array, and it is the cluster that lets only the run's jobs of them run at the same time.
std::vector<TaskRef> nextTasks(const Queue& queue, const Limits& limits);

// From the events of a task to its state.
//
//   showEvents(task, *events);                                     // Cold, with the steps so far
//   const TaskEnd end = endOfTask(spec, plan, *events, false);     // Failed, "exit code 1 in the cold run"

/// stateOfStep: a step called "cold" or "warm" is that state; any other is Running.
RunState stateOfStep(std::string_view step);

/// showEvents copies steps, files and times, and the state of the running step; before the first step the state
/// stays as it is.
void showEvents(TaskStatus& task, const TaskEvents& events);

struct TaskEnd {
  RunState state = RunState::Done;
  std::string reason;  ///< "" for Done and Cancelled
};
/// endOfTask judges a task with a "finished" event: the first step that failed decides; steps that were
/// never begun are a failure, or a cancel when one was requested.
TaskEnd endOfTask(const RunSpec& spec, const TaskPlan& plan, const TaskEvents& events, bool wasCancelled);

// The journal of one run: the request and every change of state, one JSON line each, in RUN/journal.jsonl. The process
// with the run in its queue holds the file's lock (files::LockedLog).
//
//   log.append(journalQueued(run)); log.append(journalTask(run, 3));
//   auto run = replayRun(bytes, folder);      // after a crash

/// journalQueued begins every journal: form, id, spec, plan, time.
std::string journalQueued(const Run& run);
/// journalTask is the whole current state of one task; journalRun priority, paused, facts and results.
std::string journalTask(const Run& run, std::size_t task);
std::string journalRun(const Run& run);

/// replayRun returns the last state of a run. A last line without a line end is incomplete and skipped. Errors:
/// BadFormat with the line for anything else, and for a later form.
base::Result<Run> replayRun(std::string_view bytes, const std::string& folder);

// The files that the tasks of a run wrote, and short queries about tasks that every result is made from.
//
//   if (const std::string* bytes = bytesOf(outputs, task, resultName(run.plan.tasks[task]))) use(*bytes);

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
