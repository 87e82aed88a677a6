// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/verdicts/rules/speedup_check.h"

#include "core/verdicts/metric_catalogue.h"
#include "core/verdicts/python_number.h"
#include "core/verdicts/python_text.h"
#include "core/verdicts/rules/file_check.h"

namespace plumbline::verdicts {

namespace {
constexpr std::size_t kModelWidth = 34;
constexpr std::size_t kScriptIndent = 16;
}  // namespace

CheckRun checkSpeedup(const tables::Frame& file, const std::string& path, double bound, Want want,
                      const base::Progress& progress) {
  CheckRun run;
  run.check = Check::Speedup;
  const RowValues rows(file);
  const tables::TypedColumn* names = rows.column("name");
  const tables::TypedColumn* speedups = rows.column("speedup");
  if (rows.count() != 0 && (names == nullptr || speedups == nullptr)) {
    crashOnColumn(run, path, file, names == nullptr ? "name" : "speedup");
    return run;
  }
  const std::uint8_t metric = metricIndex("speedup");
  const Field limit = tables::Value::ofReal(bound);
  std::vector<std::uint32_t> failed;
  std::string nameScratch;
  std::string speedupScratch;
  for (std::size_t row = 0; row < rows.count(); ++row) {
    if ((row & 0xfffU) == 0 && !progress.report(row, rows.count())) {
      run.cancelled = true;
      return run;
    }
    const tables::Value speedup = rows.at(*speedups, row, speedupScratch);
    const Order order = pythonOrder(speedup, limit);
    if (order == Order::TypeError) {
      crashAt(run, path, file, row, "The speedup of this row is text, not a number.",
              "The script stops here with a TypeError.");
      return run;
    }
    const bool slow = order == Order::Less;
    const auto number = static_cast<std::uint32_t>(row);
    if (slow) failed.push_back(number);
    run.verdicts.push_back({number, StatusWord::None, slow ? VerdictClass::Fail : VerdictClass::Pass,
                            slow ? Reason::TooSlow : Reason::Equal, metric});
    if (want == Want::Output) {
      appendPadded(run.output, rows.at(*names, row, nameScratch), kModelWidth);
      run.output += ' ';
      appendStr(run.output, speedup);
      run.output += '\n';
    }
  }
  if (failed.empty()) return run;
  run.exitCode = 1;
  const auto list = joinedNames(rows, *names, failed);
  if (!list) {
    crashOnNames(run, path);
  } else if (want == Want::Output) {
    appendNameBlock(run.output, "Error " + std::to_string(failed.size()) + " models performance regressed", *list,
                    kScriptIndent);
  }
  return run;
}

}  // namespace plumbline::verdicts
