// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/command.h"
#include "app/cli/fetch_run.h"
#include "core/fetch/fetch_report.h"

namespace plumbline::cli {

namespace {

CommandSpec fetchSpec() {
  return {.name = "fetch",
          .summary = "Download the benchmark artifacts of a commit from CI.",
          .options = withFetchOptions(
              {option("--into DIR", "also copy the zips below this folder"),
               option("--format F", "text (default) or json", {"text", "json"})}),
          .details = "examples:\n"
                     "  plumbline-cli fetch --sha 7c01a80274234e4517a49b6cc1e3c9e1a0a07c58\n"
                     "  plumbline-cli fetch --url https://github.com/pytorch/pytorch/pull/161617 --into artifacts\n"
                     "  plumbline-cli fetch --sha 7c01a80 --offline\n"
                     "\n"
                     "Downloads all attempts of all benchmark jobs of the commit. Artifacts in the cache are not\n"
                     "downloaded again; an interrupted download is resumed. The first line printed is the folder\n"
                     "with the zips.\n"
                     "GitHub answers 60 requests per hour without a token, enough for a few commits. A token is\n"
                     "read from PLUMBLINE_GITHUB_TOKEN, GITHUB_TOKEN or the desktop's keyring; to store it there:\n"
                     "  secret-tool store --label=Plumbline user github server plumbline type plaintext\n"
                     "exit status:\n"
                     "  0 complete; 1 artifacts are missing or jobs still run; 2 bad arguments, or nothing could\n"
                     "  be downloaded; 130 interrupted with Ctrl-C.\n"};
}

int runFetch(const ParsedArguments& arguments, Context& context) {
  auto requested = fetchRequest(arguments);
  if (!requested) return printUsageError(context, fetchSpec(), requested.error());
  requested->options.into = arguments.valueOr("--into", "");
  if (arguments.has("--into") && requested->options.into.empty())
    return printUsageError(context, fetchSpec(), badArgument("argument --into: name a folder"));
  const auto outcome = runFetch(*requested, fetchSpec(), arguments, context);
  if (outcome.isCancelled()) return kExitStopped;
  if (outcome.isError()) return printError(context, outcome.error());
  const fetch::FetchReport& report = outcome.value();
  const bool isNothing = report.missing() == report.files.size();
  const int exit = isNothing ? kExitUsage : fetch::isComplete(report) ? kExitOk : kExitFails;
  const bool isJson = arguments.valueOr("--format", "text") == "json";
  context.out << (isJson ? fetch::fetchJson(report, exit) : fetch::fetchText(report)) << std::flush;
  return exit;
}

}  // namespace

Command makeFetchCommand() { return {fetchSpec(), runFetch}; }

}  // namespace plumbline::cli
