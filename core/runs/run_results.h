// SPDX-License-Identifier: GPL-3.0-or-later
// What the files that steps wrote come to: compile times, merged tables, counts over repeats; and the record of the run.
// Pure functions over bytes; run_store.h reads and writes the files.
//
//   auto latency = compileTime(bytes, "cold.csv");                    // as cachebench reads it (SPEC 13)
//   CacheResult result = cacheResult(run, outputs);
//   saveFile(spec.output, cacheJson(result));
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/result.h"
#include "core/runs/run_state.h"
#include "core/sources/cache_run.h"
#include "core/tables/csv_table.h"

namespace plumbline::runs {

/// compileTime is `compilation_latency` of the first data row, split at commas, as Python's float() reads it. Errors:
/// BadFormat: no row, no such column, a short row, no number.
base::Result<double> compileTime(std::string_view csv, const std::string& file);

/// Outputs are the bytes of what tasks wrote: by task index, then by file name ("cold.csv"). Absent: not written.
using Outputs = std::map<std::size_t, std::map<std::string, std::string, std::less<>>>;

struct RepeatOfModel {
  int repeat = 1;
  RunState state = RunState::Waiting;
  std::optional<double> cold, warm;  ///< seconds
  std::string problem;               ///< one sentence when it has not both
};
struct ModelTimes {
  std::string model;
  std::vector<RepeatOfModel> repeats;  ///< all of them, failed ones too
  std::optional<double> speedup;       ///< over the good repeats; nothing without one, or when the cold times sum to 0
  std::string problem;                 ///< "2 of 3 repeats failed: ..."; "" when all is well
};
struct CacheResult {
  std::string suite, device;
  configs::Mode mode = configs::Mode::Training;
  bool dynamic = false;
  std::vector<ModelTimes> models;
};
CacheResult cacheResult(const Run& run, const Outputs& outputs);
/// isGood tells a repeat whose times count: its task is done (or being read), and both could be read.
bool isGood(const RepeatOfModel& repeat);
/// cacheJson is the file cachebench writes, with the good repeats of every model that has one (SPEC 13): same records, same
/// order, same spelling as Python's json.dump, numbers as Python writes floats: NaN and Infinity too, which cachebench
/// writes for such times. "" when no model has one: then there is no file, and one that is there already must not stay.
std::string cacheJson(const CacheResult& result);
sources::CacheRun cacheRun(const CacheResult& result, const std::string& origin);

/// suiteTable joins the CSVs of one repeat: one per model or partition, in the plan's order. Errors: TooLarge.
struct SuiteTable {
  std::shared_ptr<const tables::CsvTable> table;  ///< null when none was written
  std::vector<std::string> lost;  ///< models that were asked for and have no row: a crash leaves none (SPEC 11.1)
  std::vector<base::Error> problems;  ///< files that are no such table
};
base::Result<SuiteTable> suiteTable(const Run& run, int repeat, const Outputs& outputs);

/// Flakiness over N repeats.
struct StatusCount {
  /// accuracy's word. In a table without that column "measured" or "not measured". "lost" for a repeat that is over and
  /// left no row, "cancelled" when it was cancelled.
  std::string status;
  int count = 0;
};
struct MetricSpread {
  std::string metric;
  int count = 0;  ///< repeats with a number
  double least = 0, median = 0, most = 0, mean = 0, deviation = 0;  ///< deviation: sample standard deviation, 0 for one value
};
struct ModelRepeats {
  std::string model;
  std::vector<StatusCount> statuses;  ///< most frequent first
  std::vector<MetricSpread> metrics;  ///< zeros that mean "not measured" are left out
  std::vector<int> failedRepeats;     ///< whose row does not pass; their logs are kept
  bool isStable = true;               ///< one status in all repeats
};
std::vector<ModelRepeats> repeatSummary(const Run& run, const Outputs& outputs);
std::string repeatText(const std::vector<ModelRepeats>& models);
std::string repeatJson(const Run& run, const std::vector<ModelRepeats>& models);

/// outputProblem is why what a task wrote is no result although its steps ended well, in one sentence: no file, no number,
/// no row of its model. "" when it is one. Ask it before a task is called done.
std::string outputProblem(const Run& run, std::size_t task, const Outputs& outputs);
/// problemOf is Run::problem: what is missing in the result although no task says so, or why there is none. "" when
/// nothing is.
std::string problemOf(const Run& run, const Outputs& outputs);

/// recordText is our own record of a run, JSON, documented in resources/help/json.md: spec, command lines, facts, every
/// task with its attempts, steps, exits, times, files with hashes, and the results with the failed repeats.
std::string recordText(const Run& run, const Outputs& outputs);

/// summaryText is what the command line prints at the end: a line per model, then the counts. exitOf: 0 all good, 1 some
/// failed, lost, cancelled, or has no result (Run::problem), 3 nothing could be started.
std::string summaryText(const Run& run, const Outputs& outputs);
int exitOf(const Run& run);
/// hasFailedRows tells whether a row of the result does not pass: what counts where no baseline says what is expected.
bool hasFailedRows(const Run& run, const Outputs& outputs);

}  // namespace plumbline::runs
