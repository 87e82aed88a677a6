// SPDX-License-Identifier: GPL-3.0-or-later
// The checks of a single file (SPEC 6), and what they share: reading rows as the scripts do, the block of failed names,
// dying as they die.
//
//   CheckRun run = checkPerf(frame, "perf.csv", {.threshold = 1.2, .scale = 0.95});
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/tables/frame.h"
#include "core/verdicts/check.h"

namespace plumbline::verdicts {

/// RowValues are the rows of pandas' df.iterrows(). Each row becomes one Series, so its cells share a type: when all
/// columns are numeric they become float64 (a model called 123 is then 123.0); a text or bool column keeps each cell as
/// it is (SPEC 6). A null column means a KeyError in the script.
class RowValues {
 public:
  explicit RowValues(const tables::Frame& frame);
  std::size_t count() const { return m_frame.rowCount(); }
  const tables::TypedColumn* column(std::string_view name) const { return m_frame.column(name); }
  tables::Value at(const tables::TypedColumn& column, std::size_t row, std::string& scratch) const;

 private:
  const tables::Frame& m_frame;
  bool m_allReal = false;
};

/// crashAt ends a run as a traceback does: exit 1, what was printed stays. `row` gives the line in the file.
void crashAt(CheckRun& run, const std::string& path, const tables::Frame& file, std::size_t row, std::string text,
             std::string hint);
/// crashOnColumn is crashAt for a column that is not there.
void crashOnColumn(CheckRun& run, const std::string& path, const tables::Frame& file, std::string_view column);

/// joinedNames is " ".join(names); nullopt where a name is not a text and Python raises a TypeError.
std::optional<std::string> joinedNames(const RowValues& rows, const tables::TypedColumn& names,
                                       const std::vector<std::uint32_t>& listed);

/// appendNameBlock prints "\n{title}\n    {names}\n\n", dedented as the script does from `indent` blanks.
void appendNameBlock(std::string& out, std::string_view title, std::string_view names, std::size_t indent);

/// crashOnNames ends a run whose list holds a name that is not a text.
void crashOnNames(CheckRun& run, const std::string& path);

/// ColumnCheck is a check that looks at one column of one file.
struct ColumnCheck {
  Check check = Check::Status;
  const char* column = "";
  Reason failure = Reason::LacksPass;
  const char* title = "";  ///< of the block of failed names: "models failed"
  const char* crash = "";  ///< what the script cannot read, where `fails` returns nullopt
  std::function<std::optional<bool>(const tables::Value& value)> fails;
};
/// checkColumn judges every row and prints a line per row and the block of failed names.
CheckRun checkColumn(const ColumnCheck& rule, const tables::Frame& file, const std::string& path, Want want,
                     const base::Progress& progress);

enum class PerfMetric { Speedup, AbsLatency };

struct PerfOptions {
  std::optional<double> threshold;  ///< target; the script crashes without one
  double scale = 1.0;               ///< > 0; bounds are threshold x scale and threshold / scale
  PerfMetric metric = PerfMetric::Speedup;
  bool failOnImprovement = false;
};

/// checkPerf is check_perf_csv: speedup or latency of every row against a target. `path` is printed as typed. Linear in rows.
CheckRun checkPerf(const tables::Frame& file, const std::string& path, const PerfOptions& options,
                   Want want = Want::Output, const base::Progress& progress = {});

/// perfFileNotFound is what the script answers when there is no such file: one line on standard output, exit 1.
CheckRun perfFileNotFound(const std::string& path);

/// checkSpeedup is check_hf_bert_perf_csv: below `bound` (RuleSet::hfBertSpeedup) fails, NaN does not. A speedup that is text makes the script crash.
CheckRun checkSpeedup(const tables::Frame& file, const std::string& path, double bound, Want want = Want::Output,
                      const base::Progress& progress = {});

/// checkStatus is check_csv: every accuracy must hold the letters "pass", as pass_due_to_skip does, and bypass. A status that is not a text (an empty cell, a column of numbers) makes the script
/// crash.
CheckRun checkStatus(const tables::Frame& file, const std::string& path, Want want = Want::Output,
                     const base::Progress& progress = {});

}  // namespace plumbline::verdicts
