// SPDX-License-Identifier: GPL-3.0-or-later
// Shared by the check commands: printing what a script prints, and the end of their help.
#pragma once

#include <string>

#include "app/cli/command.h"
#include "core/verdicts/check.h"

namespace plumbline::cli {

/// printRun writes the output to standard output, a crash to standard error, and gives the exit status.
int printRun(const verdicts::CheckRun& run, Context& context);

/// checkExitText is the paragraph about exit statuses at the end of every check's help.
std::string checkExitText();

}  // namespace plumbline::cli
