// SPDX-License-Identifier: GPL-3.0-or-later
// What check perf, status and speedup share: one file, named with -f as in the scripts, or just named.
#pragma once

#include <optional>
#include <string>

#include "app/cli/command.h"
#include "core/tables/frame.h"

namespace plumbline::cli {

OptionSpec fileOption();
PositionalSpec filePositional();

/// namedFile gives the path from -f or from the word alone; none when neither is there. Errors: BadArgument for both.
base::Result<std::optional<std::string>> namedFile(const ParsedArguments& arguments);

/// loadFrame reads the file as pandas would. Errors: as loadTable, and what makes pandas raise; without a path, ScriptCrash.
base::Result<tables::Frame> loadFrame(const std::optional<std::string>& path);

}  // namespace plumbline::cli
