// SPDX-License-Identifier: GPL-3.0-or-later
// check_csv: every row's accuracy must hold the letters "pass" (SPEC 6), so pass_due_to_skip passes, and so does
// bypass.
#pragma once

#include <string>

#include "core/verdicts/check.h"

namespace plumbline::verdicts {

/// checkStatus judges one file. A status that is not a text (an empty cell, a column of numbers) makes the script
/// crash.
CheckRun checkStatus(const tables::Frame& file, const std::string& path, Want want = Want::Output,
                     const base::Progress& progress = {});

}  // namespace plumbline::verdicts
