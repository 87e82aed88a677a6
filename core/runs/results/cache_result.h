// SPDX-License-Identifier: GPL-3.0-or-later
// Compile times of a TorchCache run as cachebench computes them (SPEC 13). Pure functions over the bytes that tasks
// wrote.
//
//   auto latency = compileTime(bytes, "cold.csv");
//   CacheResult result = cacheResult(run, outputs);
//   saveFile(spec.output, cacheJson(result));
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/result.h"
#include "core/runs/engine/run_state.h"
#include "core/sources/run_notes.h"

namespace plumbline::runs {

using sources::kCompileTimeColumn;
/// compileTime is `compilation_latency` of the first data row as cachebench's get_compile_time reads it: lines end in
/// LF alone, each is stripped and split at commas, quotes mean nothing; the number is read as Python's float() does.
/// Errors: BadFormat: no row, no such column, a short row, no number.
base::Result<double> compileTime(std::string_view csv, const std::string& file);

struct RepeatOfModel {
  int repeat = 1;
  RunState state = RunState::Waiting;
  std::optional<double> cold, warm;  ///< seconds
  std::string problem;               ///< one sentence when one of the times is missing
};
struct ModelTimes {
  std::string model;
  std::vector<RepeatOfModel> repeats;  ///< all of them, failed ones too
  std::optional<double> speedup;       ///< over the good repeats; nullopt without one, or when the cold times sum to 0
  std::string problem;                 ///< "2 of 3 repeats failed: ..."; "" when all are good
};
struct CacheResult {
  std::string suite, device;
  configs::Mode mode = configs::Mode::Training;
  bool dynamic = false;
  std::vector<ModelTimes> models;
};
CacheResult cacheResult(const Run& run, const Outputs& outputs);
/// isGood tests whether a repeat's times count: its task is done (or being read), and both times could be read.
bool isGood(const RepeatOfModel& repeat);

/// cacheJson is the file that cachebench writes, with the good repeats of every model that has one (SPEC 13): same
/// records, order and spelling as Python's json.dump, including NaN and Infinity. "" when no model has one: no file is
/// written then, and an older one must be removed.
std::string cacheJson(const CacheResult& result);

}  // namespace plumbline::runs
