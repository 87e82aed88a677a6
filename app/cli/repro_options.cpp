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
  return {
      option("--accuracy", "compare compiled with eager"),
      option("--strict-accuracy", "after_aot: do not require a float64 reference"),
      option("--no-accuracy", "do not compare with eager"),
      option("--save-dir DIR", "folder of the saved inputs"),
      option("--no-save-dir", "use random inputs"),
      option("--autocast", "after_dynamo: use autocast"),
      option("--no-autocast", "after_dynamo: do not use autocast"),
      option("--backend B", "after_dynamo: inductor, aot_eager, eager ..."),
      option("--only-fwd", "after_dynamo, run: no backward pass"),
      option("--tracing-mode M", "after_aot: real, fake or symbolic", {"real", "fake", "symbolic"}),
      option("--isolate", "after_aot, minify: run each attempt in its own process"),
      option("--no-isolate", "minify: run all attempts in one process"),
      option("--skip-saving-eager-intermediates", "after_aot, minify"),
      option("--offload-to-disk", "after_aot, minify: keep values on disk"),
      option("--skip-sanity", "after_aot, minify: skip the check of the whole graph"),
      option("--max-granularity N", "after_aot, minify: a power of two"),
      option("--check-str S", "after_aot, minify: text that the failure must contain"),
      option("--skip-saving-inductor-intermediates", "after_aot, analyze"),
      option("--skip-saving-float64-intermediates", "after_aot, analyze"),
      option("--skip-check-deterministic", "after_aot, analyze"),
      option("--stable-hash", "after_aot, analyze"),
      option("--keep-settings",
             "run the script itself, with its own repro variables and cache folders (default: a copy without them)"),
      option("--python PATH", "Python interpreter (default: python3)")};
}

}  // namespace

std::vector<OptionSpec> withReproOptions(std::vector<OptionSpec> options) {
  std::vector<OptionSpec> all = reproOptions();
  for (OptionSpec& option : options) all.push_back(std::move(option));
  all = withRunOptions(std::move(all));
  std::erase_if(all, [](const OptionSpec& option) { return option.name == "--no-history"; });  // they measure nothing
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
