// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/command.h"
#include "app/cli/run_options.h"
#include "app/cli/run_to_end.h"

namespace plumbline::cli {

namespace {

CommandSpec runCommandSpec() {
  std::vector<OptionSpec> options = commandOptions();
  for (OptionSpec option : std::vector<OptionSpec>{
           option("--pytorch DIR", "PyTorch checkout, for {checkout}"), option("--suite S", "for {suite}"),
           option("--mode M", "for {mode}: training (default) or inference", {"training", "inference"}),
           option("--device D", "for {device} (default: cuda)"),
           listOption("--model M", "for {model}, one task each; repeatable"),
           option("--python PATH", "for {python} (default: python3)"),
           option("--fresh-cache", "start every task with an empty cache, for {cache} and PyTorch"),
           option("--repeat N", "run N times (default: 1)"),
           option("--expected CSV", "baseline to compare the result with"),
           option("-o, --output FILE", "write the result to FILE; required unless --dry-run")})
    options.push_back(std::move(option));
  return {.name = "run command",
          .summary = "Run any program that writes a CSV or JSON result.",
          .positionals = {{.name = "WORDS", .help = "program and arguments after --, with fields", .required = false, .many = true}},
          .options = withRunOptions(std::move(options)),
          .details = fieldsText() +
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
