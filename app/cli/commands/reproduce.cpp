// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/command.h"
#include "app/cli/repro_options.h"
#include "app/cli/run_options.h"
#include "app/cli/run_to_end.h"

namespace plumbline::cli {

namespace {

CommandSpec reproduceSpec() {
  return {
      .name = "reproduce",
      .summary = "Run a repro script N times and classify it: fails always, sometimes, or in eager too.",
      .positionals = {{.name = "N", .help = "number of runs, 1 to 999; at least 5 for a result"},
                      {.name = "SCRIPT", .help = "repro.py, minifier_launcher.py or checkpoint"}},
      .options = withReproOptions({option(
          "--eager-runs K", "first run K times with --backend eager, 0 to 9 (default: 2 if the script supports it)")})};
}

int runReproduce(const ParsedArguments& arguments, Context& context) {
  const auto refused = [&](const base::Error& error) { return printUsageError(context, reproduceSpec(), error); };
  const auto count = wholeNumber("N", arguments.positionals.at(0));
  if (!count) return refused(count.error());
  auto requested = reproRequest(arguments, arguments.positionals.at(1), "run");
  if (!requested) return refused(requested.error());
  const bool isSilent = requested->script.accuracy == runs::ReproAccuracy::Off && !requested->options.accuracy;
  if (isSilent && requested->script.callsRunRepro) {
    requested->options.accuracy = runs::ReproAccuracy::Accuracy;
    requested->script.notes.emplace_back("The script does not compare; it is run with --accuracy.");
  }
  int eagerRuns = runs::kEagerRuns;
  if (auto number = readNumber(arguments, "--eager-runs", eagerRuns); !number) return refused(number.error());
  if (arguments.has("--eager-runs") && eagerRuns > 0 && !runs::canRunEager(requested->script, requested->options))
    return refused(badArgument("argument --eager-runs: this script has no run with another backend to compare"));
  auto made = runs::specForReproducibility(requested->script, requested->options, *count, eagerRuns);
  if (!made) return refused(made.error());
  made->python = arguments.valueOr("--python", made->python);
  const auto request = runOptions(arguments, *std::move(made));
  if (!request) return refused(request.error());
  if (!request->dryRun) printNotes(requested->script, context);
  RunWatch watch;
  watch.report = [&](const runs::Run& done) { return printReproducibility(done, request->json, context); };
  return runToEnd(*request, context, watch);
}

}  // namespace

Command makeReproduceCommand() { return {reproduceSpec(), runReproduce}; }

}  // namespace plumbline::cli
