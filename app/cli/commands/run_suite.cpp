// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/command.h"
#include "app/cli/run_options.h"
#include "app/cli/run_to_end.h"

namespace plumbline::cli {

namespace {

CommandSpec runSuiteSpec() {
  std::vector<OptionSpec> options = suiteOptions();
  options.push_back(option("-o, --output FILE", "write the CSV to FILE"));
  return {.name = "run suite",
          .summary = "Run a benchmark suite as CI does and compare the result with its baseline.",
          .positionals = {{.name = "EXTRA", .help = "after --: further arguments for the script of the suite", .required = false, .many = true}},
          .options = withRunOptions(std::move(options)),
          .details = kRunExitText};
}

int runRunSuite(const ParsedArguments& arguments, Context& context) {
  runs::RunSpec requested;
  if (auto read = readSuite(arguments, requested); !read) return printUsageError(context, runSuiteSpec(), read.error());
  if (arguments.positionals.size() > arguments.behindDashes)
    return printUsageError(context, runSuiteSpec(), badArgument("unrecognized arguments: " + arguments.positionals.front() + " (write arguments of the script after --)"));
  requested.extra = arguments.positionals;
  const auto request = runOptions(arguments, std::move(requested));
  if (!request) return printUsageError(context, runSuiteSpec(), request.error());
  return runToEnd(*request, context);
}

}  // namespace

Command makeRunSuiteCommand() { return {runSuiteSpec(), runRunSuite}; }

}  // namespace plumbline::cli
