// SPDX-License-Identifier: GPL-3.0-or-later
// Shared by `repro` and `reproduce`: the script, its options and the report.
//
//   auto requested = reproRequest(arguments, "repro.py", "minify");
//   if (!requested) return printUsageError(context, spec(), requested.error());
#pragma once

#include <string>
#include <vector>

#include "app/cli/arguments.h"
#include "app/cli/command.h"
#include "core/runs/engine/run_state.h"
#include "core/runs/repro/repro_options.h"
#include "core/runs/repro/repro_script.h"

namespace plumbline::cli {

struct ReproRequest {
  runs::ReproScript script;
  runs::ReproOptions options;
};

/// withReproOptions adds the options of the script, --python and those of every run.
std::vector<OptionSpec> withReproOptions(std::vector<OptionSpec> options);
/// reproRequest reads the script and its options. Errors: those of readReproScript; BadArgument.
base::Result<ReproRequest> reproRequest(const ParsedArguments& arguments, const std::string& script, const std::string& command);
/// printNotes prints the notes of the script to standard error.
void printNotes(const runs::ReproScript& script, Context& context);

/// printRepro and printReproducibility print the outcome of a run and return the exit status.
int printRepro(const runs::Run& run, bool json, Context& context);
int printReproducibility(const runs::Run& run, bool json, Context& context);

/// kExitInconclusive: too few runs for a classification.
inline constexpr int kExitInconclusive = 4;
/// kExitCrashes: the model crashes, always or sometimes, compiled or in eager.
inline constexpr int kExitCrashes = 5;

}  // namespace plumbline::cli
