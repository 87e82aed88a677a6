// SPDX-License-Identifier: GPL-3.0-or-later
// What `repro` and `reproduce` share: the script, its options, and what they say at the end.
//
//   auto wanted = reproWish(arguments, "repro.py", "minify");
//   if (!wanted) return refuse(context, spec(), wanted.error());
#pragma once

#include <string>
#include <vector>

#include "app/cli/arguments.h"
#include "app/cli/command.h"
#include "core/runs/repro_options.h"
#include "core/runs/repro_script.h"
#include "core/runs/run_state.h"

namespace plumbline::cli {

struct ReproWish {
  runs::ReproScript script;
  runs::ReproOptions options;
};

/// withReproOptions adds the script's own options, --python and what every run has; --json prints what tellRepro and tellReproducibility have as JSON.
std::vector<OptionSpec> withReproOptions(std::vector<OptionSpec> options);
/// reproWish reads the script and its options. Errors: those of readReproScript; BadArgument.
base::Result<ReproWish> reproWish(const ParsedArguments& arguments, const std::string& script, const std::string& command);
/// tellNotes says on standard error what is odd about the script.
void tellNotes(const runs::ReproScript& script, Context& context);

/// tellRepro prints what came of a run, the one outcome or the class of many. Its exit status: see the help of each.
int tellRepro(const runs::Run& run, bool json, Context& context);
int tellReproducibility(const runs::Run& run, bool json, Context& context);

/// kExitCannotTell: too few runs proved anything.
inline constexpr int kExitCannotTell = 4;

}  // namespace plumbline::cli
