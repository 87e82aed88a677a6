// SPDX-License-Identifier: GPL-3.0-or-later
// Logs of the benchmark runner (SPEC 11.1) as tables: one per run and mode in the log, a row per model that gave an
// answer, and a table of its own for each CSV that was printed into the log.
//
//   FormatPieces log = readRunnerLog(text, progress);   // isKnown is false for any other text
#pragma once

#include "core/base/progress.h"
#include "core/sources/source_text.h"

namespace plumbline::sources {

/// readRunnerLog. Columns: dev, mode, name, tag (where one is printed), accuracy, speedup, abs_latency, the counters
/// that
/// --explain prints, and log_line, the line on which the model's answer stands. A model that began and gave no answer
/// has no row, as in CI's CSV; such models are named in the problems.
FormatPieces readRunnerLog(const SourceText& text, const base::Progress& progress = {});

}  // namespace plumbline::sources
