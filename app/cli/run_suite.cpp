// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/command.h"
#include "app/cli/run_to_end.h"
#include "app/cli/run_wish.h"

namespace plumbline::cli {

namespace {

CommandSpec spec() {
  std::vector<OptionSpec> options = suiteOptions();
  options.push_back({.name = "--output", .letter = 'o', .value = "FILE", .help = "the CSV of the run"});
  return {.name = "run suite",
          .summary = "Run a benchmark suite as CI runs it, and hold the result against its baseline.",
          .positionals = {{.name = "EXTRA", .help = "behind --: further arguments of the suite's script", .required = false, .many = true}},
          .options = withRunOptions(std::move(options)),
          .details = std::string("examples:\n"
                     "  plumbline-cli run suite --pytorch ~/pytorch --config dynamic_inductor_torchbench_training -o run.csv\n"
                     "  plumbline-cli run suite --pytorch ~/pytorch --suite huggingface --device cpu --mode inference \\\n"
                     "      --performance --model BertForMaskedLM -- --freezing\n"
                     "  plumbline-cli run suite --pytorch /srv/pytorch --config inductor_timm_training --partitions 8 \\\n"
                     "      --on slurm:gpu --gres gpu:1 --jobs 8 -o timm.csv\n"
                     "\n"
                     "A config has the flags that CI gives it. After the run one line says how it compares with the\n"
                     "baseline; plumbline-cli compare tells the rows.\n") + kRunExitText};
}

int run(const ParsedArguments& arguments, Context& context) {
  runs::RunSpec wanted;
  if (auto read = readSuite(arguments, wanted); !read) return refuse(context, spec(), read.error());
  if (arguments.positionals.size() > arguments.behindDashes)
    return refuse(context, spec(), badOption("unrecognized arguments: " + arguments.positionals.front() + " (what the script shall get stands behind --)"));
  wanted.extra = arguments.positionals;
  const auto wish = runWish(arguments, std::move(wanted));
  if (!wish) return refuse(context, spec(), wish.error());
  return runToEnd(*wish, spec(), context);
}

}  // namespace

Command runSuiteCommand() { return {spec(), run}; }

}  // namespace plumbline::cli
