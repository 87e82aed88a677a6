// SPDX-License-Identifier: GPL-3.0-or-later
// The contract between Plumbline and keeper.py, the small program that runs a task where it runs, whoever started it:
// here, over SSH, in a Slurm job. The keeper outlives the window; what happened is in the task's folder:
//
//   task.json       what to do (taskText)
//   keeper.py       keeperScript; probe.py beside it probeScript, asked when task.json wants facts
//   events.jsonl    what happened, a line each (readEvents); the last one is "finished"
//   keeper.lock     locked (flock) as long as the keeper runs
//   cold.log ...    what a step printed, both streams; cut in the middle when it is over the limit
//   cold.csv ...    what a step wrote; removed before the step begins, so that nothing old is read as new
//   cache/          the fresh cache; removed at the end, or by removeLeftovers after a kill
//   cancel          made by whoever wants it to end; the keeper looks for it and for SIGTERM
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
#include "core/runs/run_plan.h"

namespace plumbline::runs {

inline constexpr std::string_view kTaskFile = "task.json", kEventsFile = "events.jsonl", kLockFile = "keeper.lock",
                                  kCancelFile = "cancel", kCacheFolder = "cache";

/// taskText is task.json of one task:
/// {"form": 1, "steps": [{"name", "words": [[before, file, after], ...], "output"}], "environment": {}, "folder": working
/// folder, "timeout": s, "grace": s, "log_bytes": n, "nice": n, "cache": bool, "cache_variables": {"NAME": "sub-folder of
/// the cache, may be empty"}, "keep_cache": bool, "facts": {"python", "checkout", "script"} or null, "scratch": folder or "",
/// "folder_variables": {"NAME": "place in the task's folder, may be empty"}, "bring_scripts": bool, "copies": {"name": "text"}}
/// Copies are files that the keeper writes into the folder before the first step: a repro script, where its path means
/// nothing. With bring_scripts the repro scripts in sub-folders are copied into the folder itself at the end. A byte
/// that is no UTF-8 is written as Python's surrogateescape reads it. Facts are asked by a plan's first task, and by every
/// task on a cluster, whose nodes differ.
using TaskCopies = std::vector<std::pair<std::string, std::string>>;
std::string taskText(const RunSpec& spec, const RunPlan& plan, const TaskPlan& task, const TaskCopies& copies = {});

enum class StepEnd : std::uint8_t { Running, Exited, Signalled, TimedOut, Cancelled, NotStarted };
struct StepEvents {
  std::string name = {};
  std::int64_t group = 0;       ///< process group (and session) of the step, its leader's process id
  std::uint64_t start = 0;      ///< the leader's start time in clock ticks since boot: tells it from a later one of that id
  double began = 0, ended = 0;  ///< seconds since 1970; ended 0: not yet
  StepEnd end = StepEnd::Running;
  int code = 0;                 ///< exit code, or the signal's number
  std::string problem = {};     ///< NotStarted: why ("no program nvcc in PATH"); else what went wrong besides ("its log ends early")
  std::uint64_t logBytes = 0;   ///< printed; more than the log's size when it was cut
  bool wroteOutput = false;
};
struct OutputFile {
  std::string name;             ///< "cold.csv"
  std::uint64_t bytes = 0;
  std::string sha256;
};
/// Facts of the machine as probe.py found them, by name: "python", "torch", "cuda", "devices", "driver", "governor",
/// "load", "git_sha", "git_dirty", "host", "cpu", "disk_free". Values are text for people and records.
using Facts = std::map<std::string, std::string>;

struct TaskEvents {
  std::int64_t keeper = 0;      ///< the keeper's pid; 0: it has not begun
  std::uint64_t start = 0;      ///< its start time, as that of a step
  std::string boot;             ///< the kernel's boot id: pids of an earlier boot mean nothing
  std::string token;            ///< in the environment of everything it starts, as PLUMBLINE_TASK
  std::string host;
  Facts facts;
  std::vector<StepEvents> steps;
  bool finished = false;
  std::string problem;          ///< what the keeper could not do ("the cache cannot be removed: ...")
  bool cacheRemoved = true;     ///< false: it was kept
  std::vector<OutputFile> files;
};
/// readEvents reads events.jsonl, of which the last line may be half written. Events it does not know are passed over. Errors: BadFormat naming the line.
base::Result<TaskEvents> readEvents(std::string_view bytes, const std::string& file = {});

/// keeperScript and probeScript are the Python programs (3.6 and later, standard library alone) compiled in.
std::string_view keeperScript();
std::string_view probeScript();

}  // namespace plumbline::runs
