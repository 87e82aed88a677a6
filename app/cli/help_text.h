// SPDX-License-Identifier: GPL-3.0-or-later
// The help and usage texts of commands, made from the same CommandSpec that reads the command line.
#pragma once

#include <string>

#include "app/cli/arguments.h"

namespace plumbline::cli {

/// usageText gives "usage: plumbline-cli check status [-h] ...\n", folded at 80 columns.
std::string usageText(const CommandSpec& spec);
/// helpText gives usage, summary, arguments, options and details.
std::string helpText(const CommandSpec& spec);

}  // namespace plumbline::cli
