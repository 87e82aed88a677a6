// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/bisect_file.h"
#include "app/cli/command.h"
#include "app/cli/fetch_run.h"
#include "core/reports/evidence/bisect_report.h"

namespace plumbline::cli {

namespace {

using sources::BisectState;

CommandSpec startSpec() {
  return bisectSpec("start", "Begin a search for the commit that broke a test which also fails without it.",
                    {option("--good SHA", "a commit believed to be good (with --commits: default the first)"),
                     option("--bad SHA", "a later commit believed to be bad (with --commits: default the last)"),
                     option("--repo DIR", "git repository of the commits (default: .)"),
                     option("--commits FILE", "names of the commits, oldest first, one a line, instead of a repository"),
                     option("--confidence P", "stop at this probability (default: 0.95)"),
                     option("--run-minutes M", "minutes of one run (default: 1)"),
                     option("--switch-minutes M", "minutes to build another commit, so that repeats pay (default: 0)")});
}
CommandSpec nextSpec() {
  return bisectSpec("next", "Show the commit to run next, and how often.",
                    {option("--format F", "text (default) or json", {"text", "json"})});
}
CommandSpec logSpec() { return bisectSpec("log", "List the runs of the bisection."); }
CommandSpec resetSpec() { return bisectSpec("reset", "Forget the results of the bisection, keep its commits."); }
CommandSpec undoSpec() { return bisectSpec("undo", "Take the newest result back."); }
CommandSpec bisectReportSpec() {
  CommandSpec spec = bisectSpec("report", "Add the result of a run to the bisection.");
  spec.positionals = {{.name = "COMMIT", .help = "the commit that ran; any revision of git, such as HEAD"},
                      {.name = "RESULT", .help = "pass or fail"}};
  return spec;
}
base::Result<BisectState> startedState(const ParsedArguments& arguments) {
  sources::BisectRequest request{.repository = arguments.valueOr("--repo", "."),
                                 .good = arguments.valueOr("--good", ""),
                                 .bad = arguments.valueOr("--bad", ""),
                                 .commitsFile = arguments.valueOr("--commits", "")};
  if (auto error = assign(request.confidence, numberOf(arguments, "--confidence", request.confidence))) return base::fail(*error);
  if (auto error = assign(request.runMinutes, numberOf(arguments, "--run-minutes", request.runMinutes))) return base::fail(*error);
  if (auto error = assign(request.switchMinutes, numberOf(arguments, "--switch-minutes", 0))) return base::fail(*error);
  return sources::newBisectState(request);
}

int runStart(const ParsedArguments& arguments, Context& context) {
  const auto state = startedState(arguments);
  if (!state) return printEitherError(context, startSpec(), state.error());
  if (const auto saved = sources::startBisectState(statePath(arguments), *state); !saved)
    return printError(context, saved.error());
  context.out << reports::bisectText(*state) << std::flush;
  return kExitOk;
}

int runNext(const ParsedArguments& arguments, Context& context) {
  const auto state = sources::readBisectState(statePath(arguments));
  if (!state) return printError(context, state.error());
  const bool isJson = arguments.valueOr("--format", "text") == "json";
  context.out << (isJson ? reports::bisectJson(*state) : reports::bisectText(*state)) << std::flush;
  return kExitOk;
}

int runBisectReport(const ParsedArguments& arguments, Context& context) {
  const std::string& result = arguments.positionals[1];
  if (result != "pass" && result != "fail")
    return printUsageError(context, bisectReportSpec(), badArgument("argument RESULT: \"" + result + "\" is not pass or fail"));
  const auto state = sources::addBisectResult(statePath(arguments), arguments.positionals[0], result == "fail");
  if (!state) return printEitherError(context, bisectReportSpec(), state.error());
  context.out << reports::bisectText(*state) << std::flush;
  return kExitOk;
}

int runUndo(const ParsedArguments& arguments, Context& context) {
  const auto state = sources::removeBisectResult(statePath(arguments));
  if (!state) return printError(context, state.error());
  context.out << reports::bisectText(*state) << std::flush;
  return kExitOk;
}

int runLog(const ParsedArguments& arguments, Context& context) {
  const auto state = sources::readBisectState(statePath(arguments));
  if (!state) return printError(context, state.error());
  context.out << reports::bisectLog(*state) << std::flush;
  return kExitOk;
}

int runReset(const ParsedArguments& arguments, Context& context) {
  const std::string path = statePath(arguments);
  auto state = sources::readBisectState(path);
  if (!state) return printError(context, state.error());
  if (const auto error = foreignState(path, *state); error && !state->head.empty()) return printError(context, *error);
  const auto lock = sources::BisectLock::take(path);
  if (!lock) return printError(context, lock.error());
  if (auto error = assign(*state, sources::resetBisectState(path))) return printError(context, *error);
  context.out << reports::bisectText(*state) << std::flush;
  return kExitOk;
}

}  // namespace

std::vector<Command> makeBisectCommands() {
  return {{startSpec(), runStart}, {nextSpec(), runNext}, {bisectReportSpec(), runBisectReport},
          {undoSpec(), runUndo},   makeBisectRunCommand(), {logSpec(), runLog},
          {resetSpec(), runReset}};
}

}  // namespace plumbline::cli
