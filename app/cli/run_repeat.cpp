// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/command.h"
#include "app/cli/run_command_wish.h"
#include "app/cli/run_to_end.h"
#include "app/cli/run_wish.h"

namespace plumbline::cli {

namespace {

CommandSpec spec() {
  std::vector<OptionSpec> options = suiteOptions();
  for (OptionSpec& option : commandOptions()) options.push_back(std::move(option));
  options.push_back({.name = "--output", .letter = 'o', .value = "FILE", .help = "the summary over all repeats, as JSON"});
  return {.name = "run repeat",
          .summary = "Run the same N times: which models change their status, and how far numbers spread.",
          .positionals = {{.name = "N", .help = "how often, 1 to 999"},
                          {.name = "WORDS", .help = "behind --: with --pytorch further arguments of the suite's script, else a program and its arguments (see run command)", .required = false, .many = true}},
          .options = withRunOptions(std::move(options)),
          .details = std::string("examples:\n"
                     "  plumbline-cli run repeat 10 --pytorch ~/pytorch --config inductor_torchbench_training --model moco\n"
                     "  plumbline-cli run repeat 20 --pytorch ~/pytorch --suite huggingface --models-from flaky.csv -o repeat.json\n"
                     "  plumbline-cli run repeat 5 -- ./bench.sh --out {output}\n"
                     "\n"
                     "Per model: how often each status came, and least, median, most and deviation of every number.\n"
                     "The logs of repeats that failed are kept in the run's folder.\n") + kRunExitText};
}

int run(const ParsedArguments& arguments, Context& context) {
  const auto refused = [&](const base::Error& error) { return refuse(context, spec(), error); };
  const auto count = countOf("N", arguments.positionals.front());
  if (!count) return refused(count.error());
  if (arguments.positionals.size() > arguments.behindDashes + 1)
    return refused(badOption("unrecognized arguments: " + arguments.positionals[1] + " (what shall run stands behind --)"));
  std::vector<std::string> words(arguments.positionals.begin() + 1, arguments.positionals.end());
  runs::RunSpec wanted;
  if (arguments.has("--pytorch") || arguments.has("--config") || arguments.has("--suite") || words.empty()) {
    if (auto read = readSuite(arguments, wanted); !read) return refused(read.error());
    wanted.extra = std::move(words);
  } else if (auto read = readCommand(arguments, std::move(words), wanted); !read) {
    return refused(read.error());
  }
  wanted.repeats = *count;
  const auto wish = runWish(arguments, std::move(wanted));
  if (!wish) return refused(wish.error());
  return runToEnd(*wish, spec(), context);
}

}  // namespace

Command runRepeatCommand() { return {spec(), run}; }

}  // namespace plumbline::cli
