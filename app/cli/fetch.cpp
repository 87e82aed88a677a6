// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/command.h"
#include "app/cli/fetch_run.h"
#include "core/fetch/fetch_report.h"

namespace plumbline::cli {

namespace {

CommandSpec spec() {
  return {.name = "fetch",
          .summary = "Get the benchmark artifacts of a commit from CI.",
          .options = withFetchOptions(
              {{.name = "--into", .value = "DIR", .help = "put the zips below this folder too, not only in the cache"},
               {.name = "--format", .value = "F", .help = "text (default) or json", .choices = {"text", "json"}}}),
          .details =
              "examples:\n"
              "  plumbline-cli fetch --sha 7c01a80274234e4517a49b6cc1e3c9e1a0a07c58\n"
              "  plumbline-cli fetch --url https://github.com/pytorch/pytorch/pull/161617 --into artifacts\n"
              "  plumbline-cli fetch --sha 7c01a80 --offline\n"
              "\n"
              "All attempts of all benchmark jobs of the commit. What is in the cache is not fetched again, and\n"
              "what was stopped goes on where it was. The first line of the text is the folder with the zips.\n"
              "GitHub answers 60 questions an hour without a token, enough for some commits. A token is taken from\n"
              "PLUMBLINE_GITHUB_TOKEN, GITHUB_TOKEN or the desktop's keyring, where this command puts one:\n"
              "  secret-tool store --label=Plumbline user github server plumbline type plaintext\n"
              "exit status:\n"
              "  0 every artifact is there; 1 some are missing, or jobs still run;\n"
              "  2 bad arguments, or nothing could be had; 130 stopped with Ctrl-C.\n"};
}

int run(const ParsedArguments& arguments, Context& context) {
  auto wanted = fetchWanted(arguments);
  if (!wanted) return refuse(context, spec(), wanted.error());
  wanted->options.into = arguments.valueOr("--into", "");
  if (arguments.has("--into") && wanted->options.into.empty())
    return refuse(context, spec(), {base::ErrorCode::BadArgument, "argument --into: name a folder", ""});
  const auto outcome = runFetch(*wanted, spec(), arguments, context);
  if (outcome.isCancelled()) return kExitStopped;
  if (outcome.isError()) {
    complain(context, outcome.error());
    return kExitUsage;
  }
  const fetch::FetchReport& report = outcome.value();
  const bool isNothing = report.missing() == report.files.size();
  const int exit = isNothing ? kExitUsage : fetch::isComplete(report) ? kExitOk : kExitFails;
  const bool isJson = arguments.valueOr("--format", "text") == "json";
  context.out << (isJson ? fetch::fetchJson(report, exit) : fetch::fetchText(report)) << std::flush;
  return exit;
}

}  // namespace

Command fetchCommand() { return {spec(), run}; }

}  // namespace plumbline::cli
