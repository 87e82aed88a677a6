// SPDX-License-Identifier: GPL-3.0-or-later
// What the `run` commands share: where and how something runs, and what becomes of it. Each command makes a spec of its own
// options; this adds the common ones, and makes paths whole so that another program can take the run up later.
//
//   spec.options = withRunOptions({...});
//   auto wish = runWish(arguments, context, ownSpec);        // BadArgument
//   return runToEnd(*wish, spec(), context);                 // run_to_end.h
#pragma once

#include <string>
#include <vector>

#include "app/cli/command.h"
#include "core/runs/run_spec.h"

namespace plumbline::cli {

/// kExitNotStarted: nothing ran, because the place, the folder or the file for the result will not do.
inline constexpr int kExitNotStarted = 3;

struct RunWish {
  runs::RunSpec spec;
  std::string folder;    ///< of the runs
  std::string saveSpec;  ///< "": nowhere
  bool json = false;     ///< the record on standard output instead of the summary
  bool dryRun = false;   ///< say what would run, start nothing
  bool probe = true;     ///< look at the place first
};

/// withRunOptions adds --on and all that goes with it, --timeout, --env, --json, --dry-run, ...
std::vector<OptionSpec> withRunOptions(std::vector<OptionSpec> options);
/// withFolderOption adds --folder alone, for commands that look at runs; runsFolder reads it.
std::vector<OptionSpec> withFolderOption(std::vector<OptionSpec> options);
std::string runsFolder(const ParsedArguments& arguments);

/// suiteOptions are what `run suite` and `run repeat` have in common; readSuite puts them into a spec.
std::vector<OptionSpec> suiteOptions();
base::Result<void> readSuite(const ParsedArguments& arguments, runs::RunSpec& spec);

/// runWish sets what the common options say over what the spec has, and makes the spec's paths whole. Errors: BadArgument.
base::Result<RunWish> runWish(const ParsedArguments& arguments, runs::RunSpec spec);

/// wholeNumber reads an option's value; what is not given stays. Errors: BadArgument.
base::Result<void> wholeNumber(const ParsedArguments& arguments, const std::string& option, int& value);
/// countOf reads a word that is no option. Errors: BadArgument.
base::Result<int> countOf(const std::string& what, const std::string& text);
/// wholePath is the same file for a program that was started elsewhere; "" stays "".
std::string wholePath(const std::string& path);
base::Error badOption(std::string text);

/// kRunExitText is the end of the help of every command that runs something.
extern const char* const kRunExitText;

}  // namespace plumbline::cli
