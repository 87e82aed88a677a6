// SPDX-License-Identifier: GPL-3.0-or-later
// A command: its options and the function that runs it. Each has one file in app/cli/commands; command.cpp lists them.
#pragma once

#include <ostream>
#include <string>
#include <vector>

#include "app/cli/arguments.h"
#include "app/cli/cli.h"
#include "core/base/result.h"
#include "core/verdicts/check.h"

namespace plumbline::cli {

/// usageText gives "usage: plumbline-cli check status [-h] ...\n", folded at 80 columns.
std::string usageText(const CommandSpec& spec);
/// helpResource is the text in resources/cli that ends the help of a command: examples, exit status; "" without one.
std::string helpResource(std::string name);
/// helpText gives usage, summary, arguments, options, helpResource and details.
std::string helpText(const CommandSpec& spec);

struct Context {
  std::ostream& out;  ///< on a terminal, out and err escape controls
  std::ostream& err;
  const Environment& environment;
  std::ostream& styledOut;  ///< for text with our own colours, which has made strangers' text printable; out escapes it
  std::ostream& styledErr;  ///< for the line of progress
};

struct Command {
  CommandSpec spec;
  int (*run)(const ParsedArguments& arguments, Context& context);
};

/// commands lists every command in the order of the help.
const std::vector<Command>& commands();

/// printError writes "plumbline-cli: file:line: text hint" to standard error and returns `exit`.
int printError(Context& context, const base::Error& error, int exit = kExitUsage);
/// printWarnings writes problems that change no exit status, such as those of flaky lists that excuse nothing.
void printWarnings(Context& context, const std::vector<base::Error>& problems);
/// printLines writes lines to standard error, each with the program's name before it unless it is indented.
void printLines(Context& context, const std::string& lines);
/// printUsageError writes the usage and "plumbline-cli check perf: error: text" to standard error and gives kExitUsage.
int printUsageError(Context& context, const CommandSpec& spec, const base::Error& error);
/// printEitherError takes a BadArgument without a file for a usage error.
int printEitherError(Context& context, const CommandSpec& spec, const base::Error& error);

std::vector<Command> makeCheckPairCommands();  ///< accuracy, graph-breaks, memory
std::vector<Command> makeCheckFileCommands();  ///< perf, status, speedup
Command makeCheckInstructionsCommand();
Command makeCompareCommand();
Command makeDiffCommand();
Command makeChartCommand();
Command makeOverviewCommand();
Command makeSameCommand();
Command makeMarginsCommand();
Command makeRateCommand();
Command makeChangesCommand();
std::vector<Command> makeBisectCommands();  ///< start, next, report, run, log, reset
Command makeBisectRunCommand();  ///< one of them
std::vector<Command> makeEvidenceCommands();  ///< evidence, its noise, margins and gaps
Command makeCausesCommand();
Command makeAdviseCommand();
Command makeAcceptCommand();
Command makeUpdateCommand();
Command makeSiblingsCommand();
Command makeLintCommand();
Command makeMergeCommand();
Command makeFlakyListCommand();
Command makeFlakyCheckCommand();
Command makeFlakyAddCommand();
Command makeFlakyRemoveCommand();
Command makeFlakyImportCommand();
Command makeFlakyExportCommand();
Command makeFlakyHealedCommand();
Command makeReportCommand();
Command makeVerifyCommand();
Command makeFetchCommand();
Command makeWatchCommand();
Command makeRunTorchcacheCommand();
Command makeRunSuiteCommand();
Command makeRunRepeatCommand();
Command makeRunCommandCommand();
Command makeRunSpecCommand();
Command makeRunListCommand();
Command makeRunShowCommand();
Command makeRunLogCommand();
Command makeRunCancelCommand();
Command makeRunResumeCommand();
Command makeRunRemoveCommand();
Command makeHistoryAddCommand();
Command makeHistoryBlameCommand();
Command makeHistoryShowCommand();
Command makeHistorySiblingsCommand();
Command makeHistoryStreaksCommand();
Command makeHistoryExportCommand();
Command makeHistoryImportCommand();
Command makeHistoryCopyCommand();
Command makeHistoryPruneCommand();
Command makeHistoryCheckCommand();
Command makeHistoryStatsCommand();
Command makeReproCommand();
Command makeReproNewCommand();
Command makeReproduceCommand();
Command makeWhyCommand();
Command makeRulesCommand();
Command makeSampleCommand();

// Shared by the check commands: printing what a script prints, and the end of their help.

/// printRun writes the output to standard output, a crash to standard error, and gives the exit status.
int printRun(const verdicts::CheckRun& run, Context& context);

/// checkExitText is the paragraph about exit statuses at the end of every check's help.
std::string checkExitText();

}  // namespace plumbline::cli
