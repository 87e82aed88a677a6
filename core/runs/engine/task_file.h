// SPDX-License-Identifier: GPL-3.0-or-later
// The contract between Plumbline and supervisor.py, the program that runs a task: on this machine, over SSH or in a
// Slurm job. The supervisor outlives the process that started it; its results are in the task's folder:
//
//   task.json       what to do (taskText)
//   supervisor.py       supervisorScript; probe.py beside it probeScript, run when task.json wants facts
//   events.jsonl    one event per line (readEvents); the last one is "finished"
//   supervisor.lock     locked (flock) as long as the supervisor runs
//   cold.log ...    output of a step, both streams; cut in the middle when it is over the limit
//   cold.csv ...    result of a step; an older one is removed before the step begins
//   cache/          the fresh cache; removed at the end, or by removeLeftovers after a kill
//   cancel          requests the end, as SIGTERM does
//
//   auto events = readEvents(bytes);   // events->finished, events->steps
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/result.h"
#include "core/runs/spec/run_plan.h"

namespace plumbline::runs {

inline constexpr std::uint64_t kMaxEventBytes = std::uint64_t{64} << 20;  ///< of events.jsonl

inline constexpr std::string_view kTaskFile = "task.json", kEventsFile = "events.jsonl", kLockFile = "supervisor.lock",
                                  kCancelFile = "cancel", kCacheFolder = "cache";

/// taskText is task.json of one task:
/// {"form": 1, "steps": [{"name", "words": [[before, file, after], ...], "output"}], "environment": {},
/// "unset": [variables that the steps do not inherit], "folder": working folder, "timeout": s, "grace": s, "log_bytes": n, "nice": n, "cache": bool, "cache_variables": {"NAME":
/// "sub-folder of the cache, may be empty"}, "keep_cache": bool, "facts": {"python", "checkout", "script"} or null,
/// "scratch": folder or "", "folder_variables": {"NAME": "place in the task's folder, may be empty"}, "bring_scripts":
/// bool, "copies": {"name": "text"}, "required_column": "compilation_latency" or "", "keep_going": bool, "gpus": [index or UUID],
/// "watch_gpu": bool} Of several GPUs the task waits for one that no other task of this user has; of the one it uses, gpu.json
/// records what nvidia-smi says. A step whose
/// output lacks the required column ends the task as one that failed does, unless it keeps going. Copies are files that the supervisor writes into the folder before the first step:
/// a repro script, where its path means nothing. With bring_scripts the repro scripts in sub-folders are copied into
/// the folder itself at the end. Bytes that are not UTF-8 are written for Python's surrogateescape. Facts are collected
/// by a plan's first task, and by every task on a cluster, whose nodes differ.
using TaskCopies = std::vector<std::pair<std::string, std::string>>;
std::string taskText(const RunSpec& spec, const RunPlan& plan, const TaskPlan& task, const TaskCopies& copies = {});

enum class StepEnd : std::uint8_t { Running, Exited, Signalled, TimedOut, Cancelled, NotStarted };
struct StepEvents {
  std::string name = {};
  std::int64_t group = 0;       ///< process group (and session) of the step, its leader's process id
  std::uint64_t start =
      0;  ///< the leader's start time in clock ticks since boot; with the id it identifies the process
  double began = 0, ended = 0;  ///< seconds since 1970; ended 0: not yet
  StepEnd end = StepEnd::Running;
  int code = 0;                 ///< exit code, or the signal's number
  std::string problem =
      {};  ///< NotStarted: why ("no program nvcc in PATH"); else what went wrong besides ("its log ends early")
  std::uint64_t logBytes = 0;   ///< printed; more than the log's size when it was cut
  bool wroteOutput = false;
};
struct OutputFile {
  std::string name;             ///< "cold.csv"
  std::uint64_t bytes = 0;
  std::string sha256;
};
/// Facts of the machine as probe.py found them, by name: "python", "torch", "cuda", "devices", "driver", "governor",
/// "load", "git_sha", "git_dirty", "host", "cpu", "disk_free". Values are text.
using Facts = std::map<std::string, std::string>;

struct TaskEvents {
  std::int64_t supervisor = 0;      ///< the supervisor's pid; 0: it has not begun
  std::uint64_t start = 0;      ///< its start time, as that of a step
  std::string boot;             ///< the kernel's boot id: pids of an earlier boot mean nothing
  std::string token;            ///< in the environment of everything it starts, as PLUMBLINE_TASK
  std::string host;
  Facts facts;
  std::vector<StepEvents> steps;
  bool finished = false;
  std::string problem;          ///< what the supervisor could not do ("the cache cannot be removed: ...")
  bool cacheRemoved = true;     ///< false: it was kept
  std::vector<OutputFile> files;
};
/// readEvents reads events.jsonl. An incomplete last line and unknown events are skipped. Errors: BadFormat with the
/// line.
base::Result<TaskEvents> readEvents(std::string_view bytes, const std::string& file = {});

/// asciiJson quotes any bytes in ASCII as Python's json.dumps does: a byte that is not UTF-8 is the lone surrogate of
/// surrogateescape, which JSON libraries refuse to write.
std::string asciiJson(std::string_view bytes);

/// lastLine is the last line of a program's output that is not blank, without surrounding line ends.
std::string lastLine(std::string_view output);

/// supervisorScript and probeScript are the Python programs (3.6 and later, standard library alone) compiled in.
std::string_view supervisorScript();
std::string_view probeScript();

}  // namespace plumbline::runs
