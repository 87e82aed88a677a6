// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/command.h"
#include "core/files/file_bytes.h"
#include "core/verdicts/rules/instructions_check.h"

namespace plumbline::cli {

namespace {

CommandSpec checkInstructionsSpec() {
  return {.name = "check instructions",
          .summary = "Check instruction counts as pr_time_benchmarks/check_results.py does.",
          .positionals = {{.name = "EXPECTED", .help = "rows: benchmark, metric, count, margin"},
                          {.name = "RESULT", .help = "rows: benchmark, metric, count"},
                          {.name = "OUT", .help = "file to write the new expected rows to"}},
          .details = checkExitText()};
}

/// Discards the new rows; the script then reads nothing back.
constexpr std::string_view kNowhere = "/dev/null";

int runCheckInstructions(const ParsedArguments& arguments, Context& context) {
  const std::string& expectedPath = arguments.positionals[0];
  const std::string& resultPath = arguments.positionals[1];
  const std::string& outPath = arguments.positionals[2];
  const auto expected = files::readFile(expectedPath);
  const auto result = expected ? files::readFile(resultPath) : expected;
  if (!result) return printError(context, result.error(), kExitFails);
  const auto checked = verdicts::checkInstructions({expected->bytes, expectedPath}, {result->bytes, resultPath});
  const int exit = printRun(checked.check, context);
  if (!checked.newExpected) return exit;
  if (outPath != kNowhere) {
    if (const auto saved = files::saveFile(outPath, *checked.newExpected); !saved)
      return printError(context, saved.error(), kExitFails);
  }
  const std::string_view readBack = outPath == kNowhere ? std::string_view() : *checked.newExpected;
  context.out << verdicts::instructionsClosing(readBack, exit != kExitOk, outPath) << std::flush;
  return exit;
}

}  // namespace

Command makeCheckInstructionsCommand() { return {checkInstructionsSpec(), runCheckInstructions}; }

}  // namespace plumbline::cli
