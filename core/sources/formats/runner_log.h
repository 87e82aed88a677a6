// SPDX-License-Identifier: GPL-3.0-or-later
// Logs of the benchmark runner (SPEC 11.1) as tables: one per run and mode in the log with a row per model that has a
// result, and one for each CSV printed into the log.
//
//   FormatPieces log = readRunnerLog(text, progress);   // isKnown is false for any other text
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/progress.h"
#include "core/sources/formats/source_text.h"

namespace plumbline::sources {

/// LogAnswer is the result of one model; fields that the line does not have are empty.
struct LogAnswer {
  std::string accuracy, speedup, absLatency;
};
/// answerIn reads "pass", "fail_accuracy", "pass-sqnr-39.586", "1.234x", "perf: 22.472 ms sqnr: 35.0".
std::optional<LogAnswer> answerIn(std::string_view line);

/// LogModel is the line that a model begins with: device, train or eval, name, tag, and maybe the result.
struct LogModel {
  std::string device, mode, name, tag;
  std::optional<LogAnswer> answer;
};
std::optional<LogModel> modelIn(std::string_view line);
/// failedToLoad is the model of "WARNING:root:NAME failed to load"; "" for other lines.
std::string_view failedToLoad(std::string_view line);
/// endsRun matches the lines between two runs: "speedup   gmean=0.00x mean=7.285x", "start ...".
bool endsRun(std::string_view line);

/// readRunnerLog. Columns: dev, mode, name, tag (if printed), accuracy, speedup, abs_latency, the counters that
/// --explain prints, and log_line, the line of the model's result. A model without a result has no row, as in CI's CSV;
/// the problems list such models.
FormatPieces readRunnerLog(const SourceText& text, const base::Progress& progress = {});

}  // namespace plumbline::sources
