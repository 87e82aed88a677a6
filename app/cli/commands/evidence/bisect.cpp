// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/command.h"
#include "core/files/child_process.h"
#include "core/files/file_bytes.h"
#include "core/reports/evidence/bisect_report.h"

namespace plumbline::cli {

namespace {

using sources::BisectState;

constexpr std::string_view kDefaultState = "plumbline-bisect.json";

OptionSpec stateOption() { return option("--state FILE", "file of the bisection (default: plumbline-bisect.json)"); }
std::string statePath(const ParsedArguments& arguments) { return arguments.valueOr("--state", kDefaultState); }

CommandSpec bisectSpec(std::string name, std::string summary, std::vector<OptionSpec> options = {}) {
  CommandSpec spec{.name = "bisect " + std::move(name), .summary = std::move(summary), .options = std::move(options)};
  spec.options.push_back(stateOption());
  return spec;
}

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
CommandSpec bisectReportSpec() {
  CommandSpec spec = bisectSpec("report", "Add the result of a run to the bisection.");
  spec.positionals = {{.name = "COMMIT", .help = "the commit that ran"}, {.name = "RESULT", .help = "pass or fail"}};
  return spec;
}
CommandSpec runSpec() {
  CommandSpec spec = bisectSpec("run", "Run a command on commit after commit until the culprit is known.");
  spec.positionals = {{.name = "CMD", .help = "command and arguments behind --; PLUMBLINE_COMMIT names the commit; exit "
                                              "status 0: pass", .many = true}};
  return spec;
}

base::Result<BisectState> startedState(const ParsedArguments& arguments) {
  BisectState state;
  const std::string good = arguments.valueOr("--good", ""), bad = arguments.valueOr("--bad", "");
  if (const auto file = arguments.value("--commits")) {
    if (auto error = assign(state.commits, sources::namesBetween(*file, good, bad))) return base::fail(*error);
  } else {
    if (good.empty() || bad.empty()) return base::fail(badArgument("--good and --bad are needed, or --commits"));
    state.repository = arguments.valueOr("--repo", ".");
    if (auto error = assign(state.commits, sources::commitsBetween(state.repository, good, bad))) return base::fail(*error);
  }
  if (auto error = assign(state.confidence, numberOf(arguments, "--confidence", state.confidence))) return base::fail(*error);
  if (auto error = assign(state.runMinutes, numberOf(arguments, "--run-minutes", state.runMinutes))) return base::fail(*error);
  if (auto error = assign(state.switchMinutes, numberOf(arguments, "--switch-minutes", 0))) return base::fail(*error);
  if (!(state.confidence > 0 && state.confidence < 1))
    return base::fail(badArgument("argument --confidence: must be between 0 and 1"));
  if (!(state.runMinutes > 0) || !(state.switchMinutes >= 0))
    return base::fail(badArgument("argument --run-minutes and --switch-minutes: must be over 0, and 0 or more"));
  return state;
}

int runStart(const ParsedArguments& arguments, Context& context) {
  const auto state = startedState(arguments);
  if (!state) return printEitherError(context, startSpec(), state.error());
  if (const auto saved = sources::saveBisectState(statePath(arguments), *state); !saved)
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
  auto state = sources::readBisectState(statePath(arguments));
  if (!state) return printError(context, state.error());
  const auto commit = sources::commitNamed(*state, arguments.positionals[0]);
  if (!commit) return printUsageError(context, bisectReportSpec(), commit.error());
  const std::string& result = arguments.positionals[1];
  if (result != "pass" && result != "fail")
    return printUsageError(context, bisectReportSpec(), badArgument("argument RESULT: \"" + result + "\" is not pass or fail"));
  state->results.push_back({.commit = *commit, .hasFailed = result == "fail"});
  if (const auto saved = sources::saveBisectState(statePath(arguments), *state); !saved)
    return printError(context, saved.error());
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
  auto state = sources::readBisectState(statePath(arguments));
  if (!state) return printError(context, state.error());
  state->results.clear();
  if (const auto saved = sources::saveBisectState(statePath(arguments), *state); !saved)
    return printError(context, saved.error());
  context.out << reports::bisectText(*state) << std::flush;
  return kExitOk;
}

/// hasFailed checks the commit out, if there is a repository, and runs the command in this folder.
base::Result<bool> hasFailed(const BisectState& state, std::size_t commit, const std::vector<std::string>& command) {
  const auto run = [](const files::ChildRequest& request) -> base::Result<files::ChildAnswer> {
    auto answer = files::runChild(request);
    if (answer.isValue()) return std::move(answer.value());
    return base::fail(answer.isError() ? answer.error() : badArgument("The run was stopped."));
  };
  if (!state.repository.empty()) {
    const auto out = run({.program = "git",
                          .arguments = {"-C", state.repository, "-c", "advice.detachedHead=false", "checkout", "--quiet",
                                        "--detach", state.commits[commit]},
                          .environmentWithout = {"GIT_"}});
    if (!out) return base::fail(out.error());
    if (out->exitCode != 0)
      return base::fail(base::ErrorCode::NotWritable, "git cannot check out " + state.commits[commit] + ": " + out->err,
                        "Commit or stash the changes of the work tree.");
  }
  files::ChildRequest request{.program = "env", .arguments = {"--", "PLUMBLINE_COMMIT=" + state.commits[commit]}};
  request.arguments.insert(request.arguments.end(), command.begin(), command.end());
  const auto answer = run(request);
  if (!answer) return base::fail(answer.error());
  // env gives 126 and 127 for a command that cannot be started.
  if (answer->exitCode == 126 || answer->exitCode == 127)
    return base::fail(base::ErrorCode::NotFound, "The command cannot be started: " + answer->err, "Check its path.");
  return answer->exitCode != 0;
}

int runRun(const ParsedArguments& arguments, Context& context) {
  auto state = sources::readBisectState(statePath(arguments));
  if (!state) return printError(context, state.error());
  while (const auto step = reports::nextStep(*state)) {
    for (std::size_t i = 0; i < step->repeats; ++i) {
      const auto failed = hasFailed(*state, step->commit, arguments.positionals);
      if (!failed) return printError(context, failed.error());
      state->results.push_back({.commit = step->commit, .hasFailed = *failed});
      context.out << state->commits[step->commit] << (*failed ? " fail\n" : " pass\n") << std::flush;
      if (const auto saved = sources::saveBisectState(statePath(arguments), *state); !saved)
        return printError(context, saved.error());
    }
  }
  context.out << reports::bisectText(*state) << std::flush;
  return kExitOk;
}

}  // namespace

std::vector<Command> makeBisectCommands() {
  return {{startSpec(), runStart}, {nextSpec(), runNext}, {bisectReportSpec(), runBisectReport},
          {runSpec(), runRun},     {logSpec(), runLog},   {resetSpec(), runReset}};
}

}  // namespace plumbline::cli
