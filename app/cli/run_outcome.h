// SPDX-License-Identifier: GPL-3.0-or-later
// What came of a run, told: the summary or the record on standard output, how it compares with its baseline, the exit
// status.
//
//   return tellOutcome(*run, wish.json, context);
#pragma once

#include "app/cli/command.h"
#include "core/runs/run_state.h"

namespace plumbline::cli {

/// tellOutcome gives the exit status: exitOf of core/runs, and 1 where CI would fail against the baseline.
int tellOutcome(const runs::Run& run, bool json, Context& context);

}  // namespace plumbline::cli
