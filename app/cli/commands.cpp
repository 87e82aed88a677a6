// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/command.h"
#include "app/cli/help_text.h"

namespace plumbline::cli {

const std::vector<Command>& commands() {
  static const std::vector<Command> kCommands = {
      checkAccuracyCommand(), checkGraphBreaksCommand(), checkMemoryCommand(),       checkPerfCommand(),
      checkStatusCommand(),   checkSpeedupCommand(),     checkInstructionsCommand(), compareCommand(),      diffCommand(),
      chartCommand(),         overviewCommand(),
      sameCommand(),          marginsCommand(),
      acceptCommand(),        updateCommand(),           siblingsCommand(),         lintCommand(),          mergeCommand(),
      flakyListCommand(),     flakyCheckCommand(),       flakyAddCommand(),         flakyRemoveCommand(),
      flakyImportCommand(),   flakyExportCommand(),      reportCommand(),         verifyCommand(),       fetchCommand(),
      runTorchcacheCommand(), runSuiteCommand(),         runRepeatCommand(),         runCommandCommand(),   runSpecCommand(),
      runListCommand(),       runShowCommand(),          runLogCommand(),            runCancelCommand(),    runResumeCommand(),
      runRemoveCommand(),     reproCommand(),            reproNewCommand(),          reproduceCommand(),    rulesCommand(),         sampleCommand()};
  return kCommands;
}

void complain(Context& context, const base::Error& error) {
  context.out.flush();
  context.err << "plumbline-cli: " << base::describe(error) << '\n' << std::flush;
}

int refuse(Context& context, const CommandSpec& spec, const base::Error& error) {
  context.out.flush();
  context.err << usageText(spec) << "plumbline-cli " << spec.name << ": error: " << base::describe(error) << '\n'
              << std::flush;
  return kExitUsage;
}

}  // namespace plumbline::cli
