// SPDX-License-Identifier: GPL-3.0-or-later
// Options shared by the `run` commands. Each command makes a spec of its own options; runOptions adds the common ones and
// makes paths absolute so that another process can adopt the run.
//
//   spec.options = withRunOptions({...});
//   auto options = runOptions(arguments, ownSpec);        // BadArgument
//   return runToEnd(*options, context);                   // run_to_end.h
#pragma once

#include <string>
#include <vector>

#include "app/cli/arguments.h"
#include "app/cli/command.h"
#include "core/runs/engine/run_state.h"
#include "core/runs/spec/run_plan.h"

namespace plumbline::cli {

/// kExitNotStarted: nothing ran, because the host, the folder or the output file cannot be used.
inline constexpr int kExitNotStarted = 3;

struct RunOptions {
  runs::RunSpec spec;
  runs::RunPlan plan;    ///< of the spec
  std::string folder;    ///< of the runs
  std::string saveSpec;  ///< "": nowhere
  bool json = false;     ///< the record on standard output instead of the summary
  bool dryRun = false;   ///< print the plan, start nothing
  bool probe = true;     ///< check the host first
  bool isRemembered = true;  ///< add the results to the history that the settings name
};

/// hostOptions are --on and its refinements, --timeout, --grace and --env.
std::vector<OptionSpec> hostOptions();
/// withRunOptions adds those and --json, --dry-run ...
std::vector<OptionSpec> withRunOptions(std::vector<OptionSpec> options);
/// withFolderOption adds --folder alone, for commands about existing runs; runsFolder reads it.
std::vector<OptionSpec> withFolderOption(std::vector<OptionSpec> options);
std::string runsFolder(const ParsedArguments& arguments);

/// suiteOptions are shared by `run suite` and `run repeat`; readSuite applies them to a spec.
std::vector<OptionSpec> suiteOptions();
base::Result<void> readSuite(const ParsedArguments& arguments, runs::RunSpec& spec);

/// runOptions applies the common options to the spec, makes its paths absolute and plans the run. Errors: BadArgument.
base::Result<RunOptions> runOptions(const ParsedArguments& arguments, runs::RunSpec spec);

/// readNumber sets `value` to that of an option, if given. Errors: BadArgument.
base::Result<void> readNumber(const ParsedArguments& arguments, const std::string& option, int& value);
/// absolutePath returns "" for "".
std::string absolutePath(const std::string& path);

/// kRunExitText is the end of the help of every command that runs something.
extern const char* const kRunExitText;

/// commandOptions are --form and --working-folder, shared by `run command` and `run repeat`.
std::vector<OptionSpec> commandOptions();
/// fieldsText lists the fields with a line of help each.
std::string fieldsText();
/// readCommand applies the command line to run, those options and --model, --python, --fresh-cache and --expected to a spec.
/// Without --working-folder and checkout it runs in the current folder. Errors: BadArgument.
base::Result<void> readCommand(const ParsedArguments& arguments, std::vector<std::string> words, runs::RunSpec& spec);

// Finds runs on disk by their id, by its beginning or end, or by "last".
//
//   const auto run = findRunById(runsFolder(arguments), "k3f9", context);

/// runsIn lists the runs of a folder, newest first, and reports damaged ones. A missing folder has none.
std::vector<runs::Run> runsIn(const std::string& folder, Context& context);
/// findRunById. Errors: NotFound; BadArgument when several fit.
base::Result<runs::Run> findRunById(const std::string& folder, const std::string& word, Context& context);

/// Supervision: whether a program supervises an unfinished run.
enum class Supervision { Finished, Supervised, Abandoned };
Supervision supervisionOf(const runs::Run& run);
/// stateText returns the name of the state, "left behind" for an abandoned run, "not yours" for an unfinished foreign one.
std::string stateText(const runs::Run& run);

}  // namespace plumbline::cli
