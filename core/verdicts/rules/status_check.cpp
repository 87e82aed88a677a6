// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/verdicts/rules/status_check.h"

#include "core/verdicts/metric_catalogue.h"
#include "core/verdicts/python_text.h"
#include "core/verdicts/rules/file_check.h"

namespace plumbline::verdicts {

namespace {
constexpr std::size_t kModelWidth = 34;
constexpr std::size_t kScriptIndent = 16;
}  // namespace

CheckRun checkStatus(const tables::Frame& file, const std::string& path, Want want, const base::Progress& progress) {
  CheckRun run;
  run.check = Check::Status;
  const RowValues rows(file);
  const tables::TypedColumn* names = rows.column("name");
  const tables::TypedColumn* statuses = rows.column("accuracy");
  if (rows.count() != 0 && (names == nullptr || statuses == nullptr)) {
    crashOnColumn(run, path, file, names == nullptr ? "name" : "accuracy");
    return run;
  }
  const std::uint8_t metric = metricIndex("accuracy");
  std::vector<std::uint32_t> failed;
  std::string nameScratch;
  std::string statusScratch;
  for (std::size_t row = 0; row < rows.count(); ++row) {
    if ((row & 0xfffU) == 0 && !progress.report(row, rows.count())) {
      run.cancelled = true;
      return run;
    }
    const tables::Value status = rows.at(*statuses, row, statusScratch);
    if (status.kind != tables::ValueKind::Text) {
      crashAt(run, path, file, row, "The accuracy of this row is a number or missing, not a word.",
              "The script stops here with a TypeError.");
      return run;
    }
    const bool passes = status.text.find("pass") != std::string_view::npos;
    const auto number = static_cast<std::uint32_t>(row);
    if (!passes) failed.push_back(number);
    run.verdicts.push_back({number, StatusWord::None, passes ? VerdictClass::Pass : VerdictClass::Fail,
                            passes ? Reason::Equal : Reason::LacksPass, metric});
    if (want == Want::Output) {
      appendPadded(run.output, rows.at(*names, row, nameScratch), kModelWidth);
      run.output += ' ';
      run.output += status.text;
      run.output += '\n';
    }
  }
  if (failed.empty()) return run;
  run.exitCode = 1;
  const auto list = joinedNames(rows, *names, failed);
  if (!list) {
    crashOnNames(run, path);
  } else if (want == Want::Output) {
    appendNameBlock(run.output, "Error " + std::to_string(failed.size()) + " models failed", *list, kScriptIndent);
  }
  return run;
}

}  // namespace plumbline::verdicts
