// SPDX-License-Identifier: GPL-3.0-or-later
// What a command line of `diff` asks for: the sides, the thresholds, the form.
//
//   auto wish = diffWish(arguments, context);        // BadArgument says what is wrong with the words
//   auto diffs = diff::diffsOf(wish->sides);
#pragma once

#include <string>
#include <vector>

#include "app/cli/command.h"
#include "core/diff/choose_runs.h"
#include "core/reports/diff_report.h"
#include "core/reports/report_writers.h"

namespace plumbline::cli {

struct DiffWish {
  std::vector<diff::SideWish> sides;
  reports::DiffReportOptions options;
  reports::ReportFormat format = reports::ReportFormat::Text;
  std::string file;  ///< where it goes; "" and "-": standard output
};

CommandSpec diffSpec();
base::Result<DiffWish> diffWish(const ParsedArguments& arguments, const Context& context);

}  // namespace plumbline::cli
