// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/command.h"
#include "app/cli/run_options.h"
#include "app/cli/run_to_end.h"

namespace plumbline::cli {

namespace {

CommandSpec runRepeatSpec() {
  std::vector<OptionSpec> options = suiteOptions();
  for (OptionSpec& option : commandOptions()) options.push_back(std::move(option));
  options.push_back(option("-o, --output FILE", "write a JSON summary of all repeats to FILE"));
  return {.name = "run repeat",
          .summary = "Run the same N times and show how often the status changes and how far numbers spread.",
          .positionals = {{.name = "N", .help = "number of repeats, 1 to 999"},
                          {.name = "WORDS", .help = "after --: with --pytorch further arguments for the script of the suite, else a program and its arguments (see run command)", .required = false, .many = true}},
          .options = withRunOptions(std::move(options)),
          .details = kRunExitText};
}

int runRunRepeat(const ParsedArguments& arguments, Context& context) {
  const auto refused = [&](const base::Error& error) { return printUsageError(context, runRepeatSpec(), error); };
  const auto count = wholeNumber("N", arguments.positionals.front());
  if (!count) return refused(count.error());
  if (arguments.positionals.size() > arguments.behindDashes + 1)
    return refused(badArgument("unrecognized arguments: " + arguments.positionals[1] + " (write the program after --)"));
  std::vector<std::string> words(arguments.positionals.begin() + 1, arguments.positionals.end());
  runs::RunSpec requested;
  if (arguments.has("--pytorch") || arguments.has("--config") || arguments.has("--suite") || words.empty()) {
    if (auto read = readSuite(arguments, requested); !read) return refused(read.error());
    requested.extra = std::move(words);
  } else if (auto read = readCommand(arguments, std::move(words), requested); !read) {
    return refused(read.error());
  }
  requested.repeats = *count;
  const auto request = runOptions(arguments, std::move(requested));
  if (!request) return refused(request.error());
  return runToEnd(*request, context);
}

}  // namespace

Command makeRunRepeatCommand() { return {runRepeatSpec(), runRunRepeat}; }

}  // namespace plumbline::cli
