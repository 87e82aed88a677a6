// SPDX-License-Identifier: GPL-3.0-or-later
// The tables that the tasks of a run wrote: merged per repeat, and counted over repeats.
//
//   for (const ModelRepeats& model : repeatSummary(run, outputs)) show(model.model, model.statuses);
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "core/base/result.h"
#include "core/runs/engine/run_state.h"
#include "core/tables/csv_table.h"

namespace plumbline::runs {

/// suiteTable joins the CSVs of one repeat: one per model or partition, in the plan's order. Errors: TooLarge.
struct SuiteTable {
  std::shared_ptr<const tables::CsvTable> table;  ///< null when none was written
  std::vector<std::string> lost;  ///< requested models without a row: a crash leaves none (SPEC 11.1)
  std::vector<base::Error> problems;  ///< files that are not such a table
};
base::Result<SuiteTable> suiteTable(const Run& run, int repeat, const Outputs& outputs);

struct StatusCount {
  /// The accuracy word. In a table without that column "measured" or "not measured". "lost" for a finished repeat
  /// without a row, "cancelled" and "timed out" when it was ended so.
  std::string status;
  int count = 0;
};
struct MetricSpread {
  std::string metric;
  int count = 0;  ///< repeats with a number
  double min = 0, median = 0, max = 0, mean = 0;
  double stddev = 0;  ///< of the sample; 0 for one value
};
struct ModelRepeats {
  std::string model;
  std::vector<StatusCount> statuses;  ///< most frequent first
  std::vector<MetricSpread> metrics;  ///< zeros that mean "not measured" are left out
  std::vector<int> failedRepeats;     ///< whose row does not pass; their logs are kept
  std::string cause = {};             ///< of the first of them, as placedCause; "" when its log has none
  bool isStable = true;               ///< one status in all repeats
};
std::vector<ModelRepeats> repeatSummary(const Run& run, const Outputs& outputs);

/// outputProblem is why what a task wrote is no result although its steps ended well, in one sentence: no file, no
/// number, no row of its model. "" when it is one. Call it before a task is set to Done.
std::string outputProblem(const Run& run, std::size_t task, const Outputs& outputs);

}  // namespace plumbline::runs
