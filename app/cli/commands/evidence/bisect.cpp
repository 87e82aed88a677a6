// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/command.h"
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
  spec.positionals = {{.name = "COMMIT", .help = "the commit that ran"}, {.name = "RESULT", .help = "pass or fail"}};
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

int runReset(const ParsedArguments& arguments, Context& context) {
  auto state = sources::readBisectState(statePath(arguments));
  if (!state) return printError(context, state.error());
  state->results.clear();
  if (const auto saved = sources::saveBisectState(statePath(arguments), *state); !saved)
    return printError(context, saved.error());
  context.out << reports::bisectText(*state) << std::flush;
  return kExitOk;
}

/// Search is `bisect run` under way.
class Search {
 public:
  Search(std::string path, std::vector<std::string> command, Context& context)
      : m_path(std::move(path)), m_command(std::move(command)), m_context(context) {}

  /// run changes `state` until the bisection is done, and checks out what was checked out before.
  std::optional<base::Error> run(BisectState& state) {
    if (state.repository.empty()) return runAll(state);
    std::string head;
    if (auto error = assign(head, git(state, {"rev-parse", "--abbrev-ref", "HEAD"}))) return error;
    if (head == "HEAD\n") {
      if (auto error = assign(head, git(state, {"rev-parse", "HEAD"}))) return error;
    }
    head.pop_back();
    auto error = runAll(state);
    const auto back = git(state, {"checkout", "--quiet", head, "--"});
    if (!error && !back) error = back.error();
    return error;
  }

 private:
  static base::Result<files::ChildAnswer> child(const files::ChildRequest& request) {
    auto answer = files::runChild(request);
    if (answer.isValue()) return std::move(answer.value());
    return base::fail(answer.isError() ? answer.error() : badArgument("The run was stopped."));
  }

  static base::Result<std::string> git(const BisectState& state, const std::vector<std::string>& words) {
    files::ChildRequest request{.program = "git",
                                .arguments = {"-C", state.repository},
                                .untrusted = state.repository,
                                .environmentWithout = {"GIT_"}};
    request.arguments.insert(request.arguments.end(), words.begin(), words.end());
    const auto answer = child(request);
    if (!answer) return base::fail(answer.error());
    if (answer->exitCode == 0) return answer->out;
    return base::fail(base::ErrorCode::NotWritable, "git " + text::joined(words, " ") + " failed: " + answer->err,
                      "Commit or stash the changes of the work tree.");
  }

  /// hasFailed checks the commit out, if there is a repository, and runs the command in this folder.
  base::Result<bool> hasFailed(const BisectState& state, const std::string& commit) const {
    if (!state.repository.empty()) {
      const auto out = git(state, {"checkout", "--quiet", "--detach", commit, "--"});
      if (!out) return base::fail(out.error());
    }
    files::ChildRequest request{.program = "env", .arguments = {"--", "PLUMBLINE_COMMIT=" + commit}, .isOutputPassed = true};
    request.arguments.insert(request.arguments.end(), m_command.begin(), m_command.end());
    const auto answer = child(request);
    if (!answer) return base::fail(answer.error());
    if (answer->exitCode >= 0 && answer->exitCode < 125) return answer->exitCode != 0;
    const std::string ended = "The command ended with status " + std::to_string(answer->exitCode) + " on " + commit;
    if (answer->exitCode == 125)
      return base::fail(base::ErrorCode::BadArgument, ended + ": this commit cannot be judged.",
                        "Leave it out: name the other commits in a file for \"bisect start --commits\".");
    // env gives 126 and 127 for a command that cannot be started; 128 and a signal is a command that was killed.
    const bool isKilled = answer->exitCode > 127;
    return base::fail(base::ErrorCode::BadArgument,
                      ended + (isKilled ? ": it was killed." : ": it cannot be started."),
                      isKilled ? "Where that is a failure, let the command exit with 1 for it." : "Check its path.");
  }

  std::optional<base::Error> runAll(BisectState& state) {
    while (const auto step = reports::nextStep(state)) {
      const std::string commit = state.commits[step->commit];
      for (std::size_t i = 0; i < step->repeats; ++i) {
        bool failed = false;
        if (auto error = assign(failed, hasFailed(state, commit))) return error;
        m_context.out << commit << (failed ? " fail\n" : " pass\n") << std::flush;
        if (auto error = assign(state, sources::addBisectResult(m_path, commit, failed))) return error;
      }
    }
    return std::nullopt;
  }

  std::string m_path;
  std::vector<std::string> m_command;
  Context& m_context;
};

int runRun(const ParsedArguments& arguments, Context& context) {
  auto state = sources::readBisectState(statePath(arguments));
  if (!state) return printError(context, state.error());
  if (!state->repository.empty() && files::foreignPart(statePath(arguments), ""))
    return printError(
        context, {base::ErrorCode::BadArgument, "This bisection belongs to another user, or others may write to it.",
                  "It names the repository that would be checked out: copy it first.", statePath(arguments)});
  if (const auto error = Search(statePath(arguments), arguments.positionals, context).run(*state))
    return printError(context, *error);
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
