// SPDX-License-Identifier: GPL-3.0-or-later
// What a command is: how it is called, and the function behind it. One command per file; the list is in commands.cpp.
#pragma once

#include <ostream>
#include <vector>

#include "app/cli/arguments.h"
#include "app/cli/cli.h"
#include "core/base/error.h"

namespace plumbline::cli {

struct Context {
  std::ostream& out;
  std::ostream& err;
  const Environment& environment;
};

struct Command {
  CommandSpec spec;
  int (*run)(const ParsedArguments& arguments, Context& context);
};

/// commands lists every command in the order of the help.
const std::vector<Command>& commands();

/// complain writes "plumbline-cli: file:line: text hint" to standard error.
void complain(Context& context, const base::Error& error);
/// refuse writes the usage and "plumbline-cli check perf: error: text" to standard error and gives kExitUsage.
int refuse(Context& context, const CommandSpec& spec, const base::Error& error);

Command checkAccuracyCommand();
Command checkGraphBreaksCommand();
Command checkMemoryCommand();
Command checkPerfCommand();
Command checkStatusCommand();
Command checkSpeedupCommand();
Command checkInstructionsCommand();
Command compareCommand();
Command diffCommand();
Command chartCommand();
Command overviewCommand();
Command sameCommand();
Command marginsCommand();
Command acceptCommand();
Command updateCommand();
Command siblingsCommand();
Command lintCommand();
Command mergeCommand();
Command flakyListCommand();
Command flakyCheckCommand();
Command flakyAddCommand();
Command flakyRemoveCommand();
Command flakyImportCommand();
Command flakyExportCommand();
Command reportCommand();
Command verifyCommand();
Command fetchCommand();
Command runTorchcacheCommand();
Command runSuiteCommand();
Command runRepeatCommand();
Command runCommandCommand();
Command runSpecCommand();
Command runListCommand();
Command runShowCommand();
Command runLogCommand();
Command runCancelCommand();
Command runResumeCommand();
Command runRemoveCommand();
Command reproCommand();
Command reproNewCommand();
Command reproduceCommand();
Command rulesCommand();
Command sampleCommand();

}  // namespace plumbline::cli
