// SPDX-License-Identifier: GPL-3.0-or-later
// check_hf_bert_perf_csv: every row's speedup must reach a fixed bound (SPEC 6; RuleSet::hfBertSpeedup).
#pragma once

#include <string>

#include "core/verdicts/check.h"

namespace plumbline::verdicts {

/// checkSpeedup judges one file: below `bound` fails, NaN does not. A speedup that is text makes the script crash.
CheckRun checkSpeedup(const tables::Frame& file, const std::string& path, double bound, Want want = Want::Output,
                      const base::Progress& progress = {});

}  // namespace plumbline::verdicts
