// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/command.h"
#include "app/cli/fetch_run.h"
#include "core/fetch/fetch_plan.h"

namespace plumbline::cli {

namespace {

CommandSpec fetchSpec() {
  return {.name = "fetch",
          .summary = "Download the benchmark artifacts of a commit from CI.",
          .options = withFetchOptions(
              {option("--into DIR", "also copy the zips below this folder"),
               option("--format F", "text (default) or json", {"text", "json"})})};
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
