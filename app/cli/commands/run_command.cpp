// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/command.h"
#include "app/cli/run_options.h"
#include "app/cli/run_to_end.h"

namespace plumbline::cli {

namespace {

CommandSpec runCommandSpec() {
  std::vector<OptionSpec> options = commandOptions();
  for (OptionSpec option : std::vector<OptionSpec>{
           {.name = "--pytorch", .value = "DIR", .help = "PyTorch checkout, for {checkout}"},
           {.name = "--suite", .value = "S", .help = "for {suite}"},
           {.name = "--mode", .value = "M", .help = "for {mode}: training (default) or inference", .choices = {"training", "inference"}},
           {.name = "--device", .value = "D", .help = "for {device} (default: cuda)"},
           {.name = "--model", .value = "M", .help = "for {model}, one task each; repeatable", .repeatable = true},
           {.name = "--python", .value = "PATH", .help = "for {python} (default: python3)"},
           {.name = "--fresh-cache", .value = "", .help = "start every task with an empty cache, for {cache} and PyTorch"},
           {.name = "--repeat", .value = "N", .help = "run N times (default: 1)"},
           {.name = "--expected", .value = "CSV", .help = "baseline to compare the result with"},
           {.name = "--output", .letter = 'o', .value = "FILE", .help = "write the result to FILE; required unless --dry-run"}})
    options.push_back(std::move(option));
  return {.name = "run command",
          .summary = "Run any program that writes a CSV or JSON result.",
          .positionals = {{.name = "WORDS", .help = "program and arguments after --, with fields", .required = false, .many = true}},
          .options = withRunOptions(std::move(options)),
          .details = "fields are replaced within an argument, without a shell; {{ is a brace:\n" + fieldsText() +
                     "\nexamples:\n"
                     "  plumbline-cli run command -o out.csv -- ./bench.sh --out {output}\n"
                     "  plumbline-cli run command --form cachejson --model llama --model moco -o out.json -- \\\n"
                     "      {python} mybench.py --only={model} --json={output}\n"
                     "\n" + kRunExitText};
}

int runRunCommand(const ParsedArguments& arguments, Context& context) {
  runs::RunSpec requested;
  if (auto read = readCommand(arguments, arguments.positionals, requested); !read) return printUsageError(context, runCommandSpec(), read.error());
  requested.checkout = arguments.valueOr("--pytorch", "");
  requested.suite = arguments.valueOr("--suite", "");
  requested.mode = arguments.valueOr("--mode", "training") == "inference" ? configs::Mode::Inference : configs::Mode::Training;
  requested.device = arguments.valueOr("--device", "");
  if (auto read = readNumber(arguments, "--repeat", requested.repeats); !read) return printUsageError(context, runCommandSpec(), read.error());
  if (!arguments.has("--output") && !arguments.has("--dry-run"))
    return printUsageError(context, runCommandSpec(), badArgument("the following arguments are required: --output"));
  const auto request = runOptions(arguments, std::move(requested));
  if (!request) return printUsageError(context, runCommandSpec(), request.error());
  return runToEnd(*request, context);
}

}  // namespace

Command makeRunCommandCommand() { return {runCommandSpec(), runRunCommand}; }

}  // namespace plumbline::cli
