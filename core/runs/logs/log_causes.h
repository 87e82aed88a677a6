// SPDX-License-Identifier: GPL-3.0-or-later
// The causes of failures (core/sources/formats/failure_causes.h) of whole logs, as text and JSON, and those of a task.
//
//   out << causesJson({{"run.log", sources::failureCauses(bytes)}});
//   for (const LogCauses& log : causesIn(outputs, task)) show(placedCause(log, log.failures.front()));
#pragma once

#include <span>
#include <string>
#include <vector>

#include "core/base/result.h"
#include "core/runs/engine/run_state.h"
#include "core/sources/formats/failure_causes.h"

namespace plumbline::runs {

struct LogCauses {
  std::string log;  ///< path; of a task the one below the folder of its run: "2-1/cold.log"
  std::vector<sources::FailureCause> failures;
};

/// readLogCauses reads a whole log. Errors: those of readFile; BadFormat for what is no log of the benchmark runner.
base::Result<LogCauses> readLogCauses(const std::string& path);

/// causesJson: {"format", "version", "models": [{"model", "status", "cause", "line"}]}, unknown values null; with `isNamed`
/// each model also has its "log".
std::string causesJson(std::span<const LogCauses> logs, bool isNamed = false);
/// causesText is a table per log, with `isNamed` below its name, and how many models failed for the same reason.
std::string causesText(std::span<const LogCauses> logs, bool isNamed = false);

/// kCausesFile is the name that the causes of a task have among its outputs.
inline constexpr std::string_view kCausesFile = "causes.json";
/// readCauses reads the logs of a finished task's steps; a log that cannot be read has none.
std::vector<LogCauses> readCauses(const Run& run, std::size_t task);
/// causesIn are those that RunStore stored with a task's outputs.
std::vector<LogCauses> causesIn(const Outputs& outputs, std::size_t task);
/// logPath is where the log of a task's cause lies, an absolute path.
std::string logPath(const Run& run, const std::string& log);
/// taskCausesJson is the form they are stored in.
std::string taskCausesJson(std::span<const LogCauses> logs);

/// placedCause: "torch.OutOfMemoryError: CUDA out of memory. ... (1-1/run.log, line 48)"; "" without a cause.
std::string placedCause(const std::string& log, const sources::FailureCause& cause);
/// singleCause is the placed cause of the first log with one failure alone; "" when there is none, as for a whole suite.
std::string singleCause(std::span<const LogCauses> logs);

}  // namespace plumbline::runs
