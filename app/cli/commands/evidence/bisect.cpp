// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/command.h"
#include "app/cli/fetch_run.h"
#include "app/cli/progress_line.h"
#include "core/files/child_process.h"
#include "core/files/descriptor.h"
#include "core/reports/evidence/bisect_report.h"
#include "core/text/quantities.h"

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
CommandSpec undoSpec() { return bisectSpec("undo", "Take the newest result back."); }
CommandSpec bisectReportSpec() {
  CommandSpec spec = bisectSpec("report", "Add the result of a run to the bisection.");
  spec.positionals = {{.name = "COMMIT", .help = "the commit that ran; any revision of git, such as HEAD"},
                      {.name = "RESULT", .help = "pass or fail"}};
  return spec;
}
CommandSpec runSpec() {
  CommandSpec spec = bisectSpec("run", "Run a command on commit after commit until the culprit is known.");
  spec.positionals = {{.name = "CMD", .help = "command and arguments behind --; PLUMBLINE_COMMIT names the commit; exit "
                                              "status 0: pass, 1 to 124: fail, others stop the search", .many = true}};
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

/// foreignState returns why a state is not trusted: the repository that it names would be checked out.
std::optional<base::Error> foreignState(const std::string& path, const BisectState& state) {
  if (state.repository.empty() || !files::foreignPart(path, "")) return std::nullopt;
  return base::Error{base::ErrorCode::BadArgument, "This bisection belongs to another user, or others may write to it.",
                     "It names the repository that would be checked out: copy it first.", path};
}

int runReset(const ParsedArguments& arguments, Context& context) {
  const std::string path = statePath(arguments);
  auto state = sources::readBisectState(path);
  if (!state) return printError(context, state.error());
  if (const auto error = foreignState(path, *state); error && !state->head.empty()) return printError(context, *error);
  if (auto error = assign(*state, sources::resetBisectState(path))) return printError(context, *error);
  context.out << reports::bisectText(*state) << std::flush;
  return kExitOk;
}

/// Search is `bisect run` under way.
class Search {
 public:
  Search(std::string path, std::vector<std::string> command, std::stop_token stop, Context& context)
      : m_path(std::move(path)), m_command(std::move(command)), m_stop(std::move(stop)), m_context(context) {}

  /// run changes `state` until the bisection is done or a stop is requested, and checks out what was checked out before.
  std::vector<base::Error> run(BisectState& state) {
    if (auto error = assign(state, sources::beginBisectSearch(m_path))) return {*error};
    const BisectState begun = state;
    std::vector<base::Error> errors;
    if (auto error = runAll(state)) errors.push_back(*error);
    if (auto error = assign(state, sources::endBisectSearch(m_path, begun))) {
      error->hint += " Then \"plumbline-cli bisect reset\" puts HEAD back, and \"bisect run\" at its end.";
      errors.push_back(*error);
    }
    return errors;
  }

 private:
  /// hasFailed checks the commit out, if there is a repository, and runs the command in this folder; nullopt: it was stopped.
  base::Result<std::optional<bool>> hasFailed(const BisectState& state, const std::string& commit) const {
    if (auto error = sources::checkOutBisected(state, commit)) return base::fail(*std::move(error));
    files::ChildRequest request{.program = "env",
                                .arguments = {"--", "PLUMBLINE_COMMIT=" + commit},
                                .isOutputPassed = true,
                                .grace = std::chrono::seconds{3}};
    request.arguments.insert(request.arguments.end(), m_command.begin(), m_command.end());
    const auto answer = files::runChild(request, m_stop);
    if (answer.isError()) return base::fail(answer.error());
    if (answer.isCancelled()) return std::optional<bool>();
    const int status = answer.value().exitCode;
    if (status >= 0 && status < 125) return status != 0;
    const std::string ended = "The command ended with status " + std::to_string(status) + " on " + commit;
    if (status == 125)
      return base::fail(base::ErrorCode::BadArgument, ended + ": this commit cannot be judged.",
                        "Leave it out: name the other commits in a file for \"bisect start --commits\".");
    // env gives 126 and 127 for a command that cannot be started; 128 and a signal is a command that was killed.
    const bool isKilled = status > 127;
    return base::fail(base::ErrorCode::BadArgument,
                      ended + (isKilled ? ": it was killed." : ": it cannot be started."),
                      isKilled ? "Where that is a failure, let the command exit with 1 for it." : "Check its path.");
  }

  std::optional<base::Error> runAll(BisectState& state) {
    while (const auto step = reports::nextStep(state)) {
      const std::string commit = state.commits[step->commit];
      for (std::size_t i = 0; i < step->repeats && !m_stop.stop_requested(); ++i) {
        std::optional<bool> failed;
        if (auto error = assign(failed, hasFailed(state, commit))) return error;
        if (!failed) break;
        if (auto error = assign(state, sources::addBisectResult(m_path, commit, *failed))) return error;
        m_context.out << reports::bisectRunText(state) << std::flush;
      }
      if (m_stop.stop_requested()) break;
    }
    return std::nullopt;
  }

  std::string m_path;
  std::vector<std::string> m_command;
  std::stop_token m_stop;
  Context& m_context;
};

int runRun(const ParsedArguments& arguments, Context& context) {
  const std::string path = statePath(arguments);
  auto state = sources::readBisectState(path);
  if (!state) return printError(context, state.error());
  if (const auto error = foreignState(path, *state)) return printError(context, *error);
  const WatchedWork work(context);
  const auto errors = Search(path, arguments.positionals, work.stopToken(), context).run(*state);
  for (const base::Error& error : errors) printError(context, error);
  if (!errors.empty()) return kExitUsage;
  if (work.isStopped() && reports::nextStep(*state)) {
    printLines(context, "Stopped after " + text::counted(state->results.size(), "run") + ", which are kept: \"bisect run\" goes on.\n");
    return kExitStopped;
  }
  context.out << reports::bisectText(*state) << std::flush;
  return kExitOk;
}

}  // namespace

std::vector<Command> makeBisectCommands() {
  return {{startSpec(), runStart}, {nextSpec(), runNext}, {bisectReportSpec(), runBisectReport},
          {undoSpec(), runUndo},   {runSpec(), runRun},   {logSpec(), runLog},
          {resetSpec(), runReset}};
}

}  // namespace plumbline::cli
