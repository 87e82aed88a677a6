// SPDX-License-Identifier: GPL-3.0-or-later
// check_perf_csv: speedup or latency of every row against a target, one-sided or two-sided (SPEC 6).
//
//   CheckRun run = checkPerf(frame, "perf.csv", {.threshold = 1.2, .scale = 0.95});
#pragma once

#include <optional>
#include <string>

#include "core/verdicts/check.h"

namespace plumbline::verdicts {

enum class PerfMetric { Speedup, AbsLatency };

struct PerfOptions {
  std::optional<double> threshold;  ///< target; the script crashes without one
  double scale = 1.0;               ///< > 0; bounds are threshold x scale and threshold / scale
  PerfMetric metric = PerfMetric::Speedup;
  bool failOnImprovement = false;
};

/// checkPerf judges one file. `path` is printed as typed. Linear in rows.
CheckRun checkPerf(const tables::Frame& file, const std::string& path, const PerfOptions& options,
                   Want want = Want::Output, const base::Progress& progress = {});

/// perfFileNotFound is what the script answers when there is no such file: one line on standard output, exit 1.
CheckRun perfFileNotFound(const std::string& path);

}  // namespace plumbline::verdicts
