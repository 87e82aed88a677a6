// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/check_command.h"

namespace plumbline::cli {

int printRun(const verdicts::CheckRun& run, Context& context) {
  context.out << run.output << std::flush;
  return run.crash ? printError(context, *run.crash, kExitFails) : run.exitCode;
}

std::string checkExitText() {
  return "\n"
         "Prints exactly what the script prints.\n"
         "exit status:\n"
         "  0 the check passes; 1 it fails, or the script would raise an exception, printed to\n"
         "  standard error; 2 bad arguments.\n";
}

}  // namespace plumbline::cli
