// SPDX-License-Identifier: GPL-3.0-or-later
// Options shared by commands that write a report: the thresholds, the format and the file.
//
//   const auto file = outputFile(arguments);                        // BadArgument for an empty name
//   const auto format = reportFormat(arguments, reports::isDiffFormat, ".txt or .json");
//   if (const auto written = writeOutput(*file, text, context.out); !written) return fail(context, written.error());
#pragma once

#include <string>
#include <vector>

#include "app/cli/command.h"
#include "core/diff/choose_runs.h"
#include "core/diff/thresholds.h"
#include "core/reports/check/report_format.h"

namespace plumbline::cli {

OptionSpec outputOption();
/// outputFile returns the value of --output; "" stands for standard output. Errors: BadArgument.
base::Result<std::string> outputFile(const ParsedArguments& arguments);

/// reportFormat returns the format that --format names, else the one of the file's ending, else text. Only
/// formats that isAllowed are accepted; `endings` lists theirs for the error. Errors: BadArgument.
base::Result<reports::ReportFormat> reportFormat(const ParsedArguments& arguments,
                                                 bool (*isAllowed)(reports::ReportFormat format),
                                                 const std::string& endings);

/// isAmong returns whether `file` is one of the files at `paths`, which writing would destroy.
bool isAmong(const std::vector<std::string>& paths, const std::string& file);
bool isAmong(const std::vector<diff::SideRequest>& sides, const std::string& file);

/// writeOutput writes to the file, or to `out` for "".
base::Result<void> writeOutput(const std::string& file, const std::string& bytes, std::ostream& out);

OptionSpec thresholdOption(std::string help);
/// setThresholds applies every value of a repeatable option. Errors: BadArgument.
base::Result<void> setThresholds(diff::Thresholds& thresholds, const ParsedArguments& arguments,
                                 const std::string& option = "--threshold");

}  // namespace plumbline::cli
