// SPDX-License-Identifier: GPL-3.0-or-later
// The causes of failures (core/sources/formats/failure_causes.h) of whole logs, as text and JSON, and those of a task.
//
//   out << causesJson({{"run.log", sources::failureCauses(bytes)}});
//   for (const LogCauses& log : causesIn(outputs, task)) show(placedCause(log, log.failures.front()));
#pragma once

#include <span>
#include <string>
#include <vector>

#include "core/runs/engine/run_state.h"
#include "core/sources/formats/failure_causes.h"

namespace plumbline::runs {

struct LogCauses {
  std::string log;  ///< path or name: "cold.log"
  std::vector<sources::FailureCause> failures;
};

/// causesJson: {"format", "version", "models": [{"model", "status", "cause", "line"}]}, unknown values null; of several
/// logs each model also has its "log".
std::string causesJson(std::span<const LogCauses> logs);
/// causesText is a table per log, and below it how many models failed for the same reason.
std::string causesText(std::span<const LogCauses> logs);

/// kCausesFile is the name that the causes of a task have among its outputs.
inline constexpr std::string_view kCausesFile = "causes.json";
/// readCauses reads the logs of a finished task's steps; a log that cannot be read has none.
std::vector<LogCauses> readCauses(const Run& run, std::size_t task);
/// causesIn are those that RunStore stored with a task's outputs.
std::vector<LogCauses> causesIn(const Outputs& outputs, std::size_t task);
/// taskCausesJson is the form they are stored in.
std::string taskCausesJson(std::span<const LogCauses> logs);

/// placedCause: "torch.OutOfMemoryError: CUDA out of memory. ... (run.log, line 48)"; "" without a cause.
std::string placedCause(const std::string& log, const sources::FailureCause& cause);
/// singleCause is the placed cause of the first log with one failure alone; "" when there is none, as for a whole suite.
std::string singleCause(std::span<const LogCauses> logs);

}  // namespace plumbline::runs
