// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/command.h"
#include "app/cli/run_options.h"
#include "app/cli/run_to_end.h"

namespace plumbline::cli {

namespace {

CommandSpec runTorchcacheSpec() {
  return {
      .name = "run torchcache",
      .summary = "Measure compile times with a cold and a warm cache as CI's cachebench does.",
      .options =
          withRunOptions({requiredOption("--pytorch DIR", "PyTorch checkout; with ssh its path on the host"),
                          requiredOption("--suite S", "torchbench or huggingface"),
                          listOption("--model M", "run only this model; repeatable"),
                          option("--mode M", "training (default) or inference", {"training", "inference"}),
                          option("--device D", "cuda (default) or cpu"), option("--dynamic", "use dynamic shapes"),
                          option("--repeat N", "cold and warm runs per model, 1 to 9 (default: 1)"),
                          option("--keep-going", "start the warm run although the cold one failed"),
                          option("--python PATH", "Python interpreter (default: python3)"),
                          option("-o, --output FILE", "write cachebench's JSON to FILE; required unless --dry-run")}),
      .details = kRunExitText};
}

int runRunTorchcache(const ParsedArguments& arguments, Context& context) {
  runs::RunSpec requested{.kind = runs::RunKind::TorchCache};
  requested.checkout = arguments.valueOr("--pytorch", "");
  requested.suite = arguments.valueOr("--suite", "");
  requested.models = arguments.list("--model");
  requested.mode = arguments.valueOr("--mode", "training") == "inference" ? configs::Mode::Inference : configs::Mode::Training;
  requested.device = arguments.valueOr("--device", "");
  requested.dynamic = arguments.has("--dynamic");
  requested.keepGoing = arguments.has("--keep-going");
  requested.python = arguments.valueOr("--python", requested.python);
  if (auto read = readNumber(arguments, "--repeat", requested.repeats); !read) return printUsageError(context, runTorchcacheSpec(), read.error());
  if (!arguments.has("--output") && !arguments.has("--dry-run"))
    return printUsageError(context, runTorchcacheSpec(), badArgument("the following arguments are required: --output"));
  const auto request = runOptions(arguments, std::move(requested));
  if (!request) return printUsageError(context, runTorchcacheSpec(), request.error());
  return runToEnd(*request, context);
}

}  // namespace

Command makeRunTorchcacheCommand() { return {runTorchcacheSpec(), runRunTorchcache}; }

}  // namespace plumbline::cli
