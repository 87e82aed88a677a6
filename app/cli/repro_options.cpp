// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/repro_options.h"

#include <algorithm>

#include "app/cli/run_options.h"
#include "core/runs/engine/run_store.h"
#include "core/runs/repro/repro_results.h"
#include "core/runs/repro/reproducibility.h"
#include "core/runs/results/run_summary.h"

namespace plumbline::cli {
namespace {

using runs::ReproAccuracy;
using runs::ReproResult;

/// oneOf reads options of which at most one may be given. Errors: BadArgument naming both.
base::Result<std::string> oneOf(const ParsedArguments& arguments, const std::vector<std::string>& options) {
  std::string given;
  for (const std::string& option : options) {
    if (!arguments.has(option)) continue;
    if (!given.empty()) return base::fail(badArgument(std::string("argument ").append(option).append(": not allowed with ").append(given)));
    given = option;
  }
  return given;
}

base::Result<void> readPairs(const ParsedArguments& arguments, runs::ReproOptions& options) {
  const auto accuracy = oneOf(arguments, {"--accuracy", "--strict-accuracy", "--no-accuracy"});
  if (!accuracy) return base::fail(accuracy.error());
  if (*accuracy == "--accuracy") options.accuracy = ReproAccuracy::Accuracy;
  if (*accuracy == "--strict-accuracy") options.accuracy = ReproAccuracy::Strict;
  if (*accuracy == "--no-accuracy") options.accuracy = ReproAccuracy::Off;
  const auto inputs = oneOf(arguments, {"--save-dir", "--no-save-dir"});
  if (!inputs) return base::fail(inputs.error());
  if (*inputs == "--no-save-dir") options.saveDir = "";
  if (*inputs == "--save-dir") options.saveDir = absolutePath(arguments.valueOr("--save-dir", ""));
  if (*inputs == "--save-dir" && options.saveDir->empty()) return base::fail(badArgument("argument --save-dir: name a folder"));
  for (const auto& [yes, no, value] : {std::tuple("--autocast", "--no-autocast", &options.autocast),
                                       std::tuple("--isolate", "--no-isolate", &options.isolate)}) {
    const auto given = oneOf(arguments, {yes, no});
    if (!given) return base::fail(given.error());
    if (!given->empty()) *value = *given == yes;
  }
  return {};
}

std::vector<OptionSpec> reproOptions() {
  return {{.name = "--accuracy", .value = "", .help = "compare compiled with eager"},
          {.name = "--strict-accuracy", .value = "", .help = "after_aot: do not require a float64 reference"},
          {.name = "--no-accuracy", .value = "", .help = "do not compare with eager"},
          {.name = "--save-dir", .value = "DIR", .help = "folder of the saved inputs"},
          {.name = "--no-save-dir", .value = "", .help = "use random inputs"},
          {.name = "--autocast", .value = "", .help = "after_dynamo: use autocast"},
          {.name = "--no-autocast", .value = "", .help = "after_dynamo: do not use autocast"},
          {.name = "--backend", .value = "B", .help = "after_dynamo: inductor, aot_eager, eager ..."},
          {.name = "--only-fwd", .value = "", .help = "after_dynamo, run: no backward pass"},
          {.name = "--tracing-mode", .value = "M", .help = "after_aot: real, fake or symbolic", .choices = {"real", "fake", "symbolic"}},
          {.name = "--isolate", .value = "", .help = "after_aot, minify: run each attempt in its own process"},
          {.name = "--no-isolate", .value = "", .help = "minify: run all attempts in one process"},
          {.name = "--skip-saving-eager-intermediates", .value = "", .help = "after_aot, minify"},
          {.name = "--offload-to-disk", .value = "", .help = "after_aot, minify: keep values on disk"},
          {.name = "--skip-sanity", .value = "", .help = "after_aot, minify: skip the check of the whole graph"},
          {.name = "--max-granularity", .value = "N", .help = "after_aot, minify: a power of two"},
          {.name = "--check-str", .value = "S", .help = "after_aot, minify: text that the failure must contain"},
          {.name = "--skip-saving-inductor-intermediates", .value = "", .help = "after_aot, analyze"},
          {.name = "--skip-saving-float64-intermediates", .value = "", .help = "after_aot, analyze"},
          {.name = "--skip-check-deterministic", .value = "", .help = "after_aot, analyze"},
          {.name = "--stable-hash", .value = "", .help = "after_aot, analyze"},
          {.name = "--keep-settings", .value = "", .help = "run the script itself, with its own repro variables and cache folders (default: a copy without them)"},
          {.name = "--python", .value = "PATH", .help = "Python interpreter (default: python3)"}};
}

}  // namespace

std::vector<OptionSpec> withReproOptions(std::vector<OptionSpec> options) {
  std::vector<OptionSpec> all = reproOptions();
  for (OptionSpec& option : options) all.push_back(std::move(option));
  all = withRunOptions(std::move(all));
  for (OptionSpec& option : all)
    if (option.name == "--json") option.help = "print the outcome as JSON";
  return all;
}

base::Result<ReproRequest> reproRequest(const ParsedArguments& arguments, const std::string& script, const std::string& command) {
  auto read = runs::readReproScript(absolutePath(script));
  if (!read) return base::fail(read.error());
  ReproRequest request{.script = *std::move(read), .options = {}};
  runs::ReproOptions& options = request.options;
  const auto word = runs::commandOfWord(command.empty() ? request.script.command : command);
  if (!word)
    return base::fail(badArgument("argument COMMAND: invalid choice: '" + (command.empty() ? request.script.command : command) +
                                "' (choose from run, minify, get_args, analyze, minifier-query)"));
  options.command = *word;
  if (auto pairs = readPairs(arguments, options); !pairs) return base::fail(pairs.error());
  options.backend = arguments.valueOr("--backend", "");
  options.tracingMode = arguments.valueOr("--tracing-mode", "");
  options.checkStr = arguments.valueOr("--check-str", "");
  if (auto number = readNumber(arguments, "--max-granularity", options.maxGranularity); !number)
    return base::fail(number.error());
  for (const auto& [option, value] :
       {std::pair("--only-fwd", &options.onlyFwd), std::pair("--offload-to-disk", &options.offloadToDisk),
        std::pair("--skip-saving-eager-intermediates", &options.skipSavingEagerIntermediates),
        std::pair("--skip-sanity", &options.skipSanity),
        std::pair("--skip-saving-inductor-intermediates", &options.skipSavingInductorIntermediates),
        std::pair("--skip-saving-float64-intermediates", &options.skipSavingFloat64Intermediates),
        std::pair("--skip-check-deterministic", &options.skipCheckDeterministic),
        std::pair("--stable-hash", &options.stableHash), std::pair("--keep-settings", &options.keepSettings)})
    *value = arguments.has(option);
  return request;
}

void printNotes(const runs::ReproScript& script, Context& context) {
  for (const std::string& note : script.notes) printError(context, {base::ErrorCode::BadArgument, "note: " + note, "", script.path});
}

int printRepro(const runs::Run& run, bool json, Context& context) {
  std::vector<base::Error> problems;
  const runs::Outputs outputs = runs::RunStore::outputsOf(run, problems);
  for (const base::Error& problem : problems) printError(context, problem);
  context.out << (json ? runs::reproResultsJson(run, outputs) : runs::summaryText(run, outputs)) << std::flush;
  const auto outcomes = runs::outcomesIn(run, outputs);
  if (outcomes.empty() || outcomes.front().result == ReproResult::NotStarted) return kExitNotStarted;
  return std::ranges::all_of(outcomes, [](const auto& one) { return runs::isGoodResult(one.result); }) ? kExitOk
                                                                                                       : kExitFails;
}

int printReproducibility(const runs::Run& run, bool json, Context& context) {
  std::vector<base::Error> problems;
  const runs::Outputs outputs = runs::RunStore::outputsOf(run, problems);
  for (const base::Error& problem : problems) printError(context, problem);
  context.out << (json ? runs::reproResultsJson(run, outputs) : runs::summaryText(run, outputs)) << std::flush;
  const auto outcomes = runs::outcomesIn(run, outputs);
  const bool noneStarted =
      std::ranges::all_of(outcomes, [](const auto& one) { return one.result == ReproResult::NotStarted; });
  if (noneStarted) return kExitNotStarted;
  switch (runs::reproducibility(outcomes).classification) {
    case runs::ReproClass::Healthy: return kExitOk;
    case runs::ReproClass::CrashesAlways:
    case runs::ReproClass::CrashesSometimes:
    case runs::ReproClass::EagerCrashes: return kExitCrashes;
    case runs::ReproClass::Inconclusive: return kExitInconclusive;
    case runs::ReproClass::DeterministicFailure:
    case runs::ReproClass::CompiledNotDeterministic:
    case runs::ReproClass::EagerNotDeterministic: break;
  }
  return kExitFails;
}

}  // namespace plumbline::cli
