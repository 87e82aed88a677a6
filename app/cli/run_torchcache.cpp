// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/command.h"
#include "app/cli/run_to_end.h"
#include "app/cli/run_wish.h"

namespace plumbline::cli {

namespace {

CommandSpec spec() {
  return {.name = "run torchcache",
          .summary = "Measure compile times with a cold and a warm cache, as CI's cachebench does.",
          .options = withRunOptions(
              {{.name = "--pytorch", .value = "DIR", .help = "the PyTorch checkout; over ssh its place there", .required = true},
               {.name = "--suite", .value = "S", .help = "torchbench or huggingface", .required = true},
               {.name = "--model", .value = "M", .help = "this model instead of the suite's list; may be given more than once", .repeatable = true},
               {.name = "--mode", .value = "M", .help = "training (default) or inference", .choices = {"training", "inference"}},
               {.name = "--device", .value = "D", .help = "cuda (default) or cpu"},
               {.name = "--dynamic", .value = "", .help = "with dynamic shapes"},
               {.name = "--repeat", .value = "N", .help = "pairs of a cold and a warm run per model, 1 to 9; default 1"},
               {.name = "--python", .value = "PATH", .help = "the interpreter; default python3"},
               {.name = "--output", .letter = 'o', .value = "FILE", .help = "cachebench's JSON; required unless --dry-run"}}),
          .details = std::string("examples:\n"
                     "  plumbline-cli run torchcache --pytorch ~/pytorch --suite torchbench -o torchcache.json\n"
                     "  plumbline-cli run torchcache --pytorch ~/pytorch --suite torchbench --model nanogpt \\\n"
                     "      --device cpu --repeat 3 -o nanogpt.json\n"
                     "  plumbline-cli run torchcache --pytorch ~/pytorch --suite huggingface --dry-run\n"
                     "\n"
                     "Every repeat of a model has an empty cache folder: the cold run fills it, the warm one finds it.\n"
                     "A repeat that fails takes no good ones with it. When no model was measured there is no FILE, and\n"
                     "an older one is removed, so that it is not read as new.\n") + kRunExitText};
}

int run(const ParsedArguments& arguments, Context& context) {
  runs::RunSpec wanted{.kind = runs::RunKind::TorchCache};
  wanted.checkout = arguments.valueOr("--pytorch", "");
  wanted.suite = arguments.valueOr("--suite", "");
  wanted.models = arguments.list("--model");
  wanted.mode = arguments.valueOr("--mode", "training") == "inference" ? configs::Mode::Inference : configs::Mode::Training;
  wanted.device = arguments.valueOr("--device", "");
  wanted.dynamic = arguments.has("--dynamic");
  wanted.python = arguments.valueOr("--python", wanted.python);
  if (auto read = wholeNumber(arguments, "--repeat", wanted.repeats); !read) return refuse(context, spec(), read.error());
  if (!arguments.has("--output") && !arguments.has("--dry-run"))
    return refuse(context, spec(), badOption("the following arguments are required: --output"));
  const auto wish = runWish(arguments, std::move(wanted));
  if (!wish) return refuse(context, spec(), wish.error());
  return runToEnd(*wish, spec(), context);
}

}  // namespace

Command runTorchcacheCommand() { return {spec(), run}; }

}  // namespace plumbline::cli
