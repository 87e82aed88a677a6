// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/command.h"
#include "app/cli/repro_wish.h"
#include "app/cli/run_to_end.h"
#include "app/cli/run_wish.h"

namespace plumbline::cli {

namespace {

CommandSpec spec() {
  return {.name = "reproduce",
          .summary = "Run a repro script N times: does it fail every time, and is it eager that wavers?",
          .positionals = {{.name = "N", .help = "how often, 1 to 999; 5 are the least that tell"},
                          {.name = "SCRIPT", .help = "a repro.py, minifier_launcher.py or checkpoint"}},
          .options = withReproOptions({{.name = "--eager-runs", .value = "K", .help = "runs with --backend eager first, 0 to 9; default 2 where the script can"}}),
          .details = "examples:\n"
                     "  plumbline-cli reproduce 10 repro.py\n"
                     "  plumbline-cli reproduce 20 repro.py --on slurm:gpu --jobs 4 --json\n"
                     "\n"
                     "Each run has fixed seeds and an empty cache. A script of the after_dynamo form holds eager\n"
                     "against eager before it compiles, in every run. Runs with --backend eager come first: they\n"
                     "tell whether the backend makes the difference or Dynamo's capture. Without accuracy in the\n"
                     "script, --accuracy is added: nothing could be told otherwise.\n"
                     "exit status:\n"
                     "  0 healthy; 1 it fails, always or sometimes, or eager is not deterministic;\n"
                     "  2 bad arguments or no repro script; 3 could not start; 4 cannot tell.\n"};
}

int run(const ParsedArguments& arguments, Context& context) {
  const auto refused = [&](const base::Error& error) { return refuse(context, spec(), error); };
  const auto count = countOf("N", arguments.positionals.at(0));
  if (!count) return refused(count.error());
  auto wanted = reproWish(arguments, arguments.positionals.at(1), "run");
  if (!wanted) return refused(wanted.error());
  const bool isSilent = wanted->script.accuracy == runs::ReproAccuracy::Off && !wanted->options.accuracy;
  if (isSilent && wanted->script.callsRunRepro) {
    wanted->options.accuracy = runs::ReproAccuracy::Accuracy;
    wanted->script.notes.emplace_back("The script does not compare; it is run with --accuracy.");
  }
  int eagerRuns = runs::kEagerRuns;
  if (auto number = wholeNumber(arguments, "--eager-runs", eagerRuns); !number) return refused(number.error());
  if (arguments.has("--eager-runs") && eagerRuns > 0 && !runs::canRunEager(wanted->script, wanted->options))
    return refused(badOption("argument --eager-runs: this script has no run with another backend to compare"));
  auto made = runs::specForReproducibility(wanted->script, wanted->options, *count, eagerRuns);
  if (!made) return refused(made.error());
  made->python = arguments.valueOr("--python", made->python);
  const auto wish = runWish(arguments, *std::move(made));
  if (!wish) return refused(wish.error());
  if (!wish->dryRun) tellNotes(wanted->script, context);
  RunWatch watch;
  watch.tell = [&](const runs::Run& done) { return tellReproducibility(done, wish->json, context); };
  return runToEnd(*wish, spec(), context, watch);
}

}  // namespace

Command reproduceCommand() { return {spec(), run}; }

}  // namespace plumbline::cli
