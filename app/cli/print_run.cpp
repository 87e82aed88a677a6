// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/print_run.h"

namespace plumbline::cli {

int printRun(const verdicts::CheckRun& run, Context& context) {
  context.out << run.output << std::flush;
  if (!run.crash) return run.exitCode;
  complain(context, *run.crash);
  return kExitFails;
}

std::string checkExitText() {
  return "\n"
         "Standard output is what the script prints, byte for byte.\n"
         "exit status:\n"
         "  0 nothing to report; 1 the check fails, or the script would die (the reason\n"
         "  is on standard error); 2 bad arguments.\n";
}

}  // namespace plumbline::cli
