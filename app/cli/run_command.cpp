// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/command.h"
#include "app/cli/run_command_wish.h"
#include "app/cli/run_to_end.h"
#include "app/cli/run_wish.h"

namespace plumbline::cli {

namespace {

CommandSpec spec() {
  std::vector<OptionSpec> options = commandOptions();
  for (OptionSpec option : std::vector<OptionSpec>{
           {.name = "--pytorch", .value = "DIR", .help = "the PyTorch checkout, for {checkout}"},
           {.name = "--suite", .value = "S", .help = "for {suite}"},
           {.name = "--mode", .value = "M", .help = "for {mode}: training (default) or inference", .choices = {"training", "inference"}},
           {.name = "--device", .value = "D", .help = "for {device}; default cuda"},
           {.name = "--model", .value = "M", .help = "for {model}, a task each; may be given more than once", .repeatable = true},
           {.name = "--python", .value = "PATH", .help = "for {python}; default python3"},
           {.name = "--fresh-cache", .value = "", .help = "an empty cache folder for every task, for {cache} and torch"},
           {.name = "--repeat", .value = "N", .help = "run it N times; default 1"},
           {.name = "--expected", .value = "CSV", .help = "baseline to hold the result against"},
           {.name = "--output", .letter = 'o', .value = "FILE", .help = "where the result goes; required unless --dry-run"}})
    options.push_back(std::move(option));
  return {.name = "run command",
          .summary = "Run any program that writes such a CSV or JSON.",
          .positionals = {{.name = "WORDS", .help = "behind --: the program and its arguments, with fields", .required = false, .many = true}},
          .options = withRunOptions(std::move(options)),
          .details = "fields, each inside one word whatever it holds; no shell sees them, {{ is a brace:\n" + fieldsText() +
                     "\nexamples:\n"
                     "  plumbline-cli run command -o out.csv -- ./bench.sh --out {output}\n"
                     "  plumbline-cli run command --form cachejson --model llama --model moco -o out.json -- \\\n"
                     "      {python} mybench.py --only={model} --json={output}\n"
                     "\n" + kRunExitText};
}

int run(const ParsedArguments& arguments, Context& context) {
  runs::RunSpec wanted;
  if (auto read = readCommand(arguments, arguments.positionals, wanted); !read) return refuse(context, spec(), read.error());
  wanted.checkout = arguments.valueOr("--pytorch", "");
  wanted.suite = arguments.valueOr("--suite", "");
  wanted.mode = arguments.valueOr("--mode", "training") == "inference" ? configs::Mode::Inference : configs::Mode::Training;
  wanted.device = arguments.valueOr("--device", "");
  if (auto read = wholeNumber(arguments, "--repeat", wanted.repeats); !read) return refuse(context, spec(), read.error());
  if (!arguments.has("--output") && !arguments.has("--dry-run"))
    return refuse(context, spec(), badOption("the following arguments are required: --output"));
  const auto wish = runWish(arguments, std::move(wanted));
  if (!wish) return refuse(context, spec(), wish.error());
  return runToEnd(*wish, spec(), context);
}

}  // namespace

Command runCommandCommand() { return {spec(), run}; }

}  // namespace plumbline::cli
