// SPDX-License-Identifier: GPL-3.0-or-later
#include <memory>

#include "app/cli/bisect_file.h"
#include "app/cli/command.h"
#include "app/cli/fetch_run.h"
#include "app/cli/progress_line.h"
#include "app/cli/run_options.h"
#include "app/cli/run_to_end.h"
#include "core/files/child_process.h"
#include "core/reports/evidence/bisect_report.h"
#include "core/reports/text_parts.h"
#include "core/runs/engine/run_queue.h"
#include "core/runs/spec/command_template.h"
#include "core/text/quantities.h"

namespace plumbline::cli {

namespace {

using sources::BisectState;

constexpr const char* kCommitVariable = "PLUMBLINE_COMMIT";
constexpr int kPollMs = 100;

CommandSpec bisectRunSpec() {
  CommandSpec spec = bisectSpec("run", "Run a command on commit after commit until the culprit is known.", withFolderOption(hostOptions()));
  spec.positionals = {{.name = "CMD", .help = "command and arguments behind --; PLUMBLINE_COMMIT names the commit; exit "
                                              "status 0: pass, 1 to 124: fail, others stop the search", .many = true}};
  return spec;
}

/// Failed is whether the test failed; nullopt: it was stopped.
using Failed = std::optional<bool>;

/// failedBy reads an exit status; 128 and a signal is a command that was killed. Errors: BadArgument for one that is no answer.
base::Result<Failed> failedBy(int status, const std::string& commit) {
  if (status >= 0 && status < 125) return Failed(status != 0);
  const std::string ended = "The command ended with status " + std::to_string(status) + " on " + reports::printableText(commit);
  if (status == 125)
    return base::fail(base::ErrorCode::BadArgument, ended + ": this commit cannot be judged.",
                      "Leave it out: name the other commits in a file for \"bisect start --commits\".");
  // env and shells give 126 and 127 for a command that cannot be started.
  const bool isKilled = status > 127;
  return base::fail(base::ErrorCode::BadArgument, ended + (isKilled ? ": it was killed." : ": it cannot be started."),
                    isKilled ? "Where that is a failure, let the command exit with 1 for it." : "Check its path.");
}

/// Tests is where the command runs.
class Tests {
 public:
  Tests() = default;
  virtual ~Tests() = default;
  Tests(const Tests&) = delete;
  Tests& operator=(const Tests&) = delete;
  virtual base::Result<Failed> hasFailed(const BisectState& state, std::size_t commit) = 0;
  virtual bool isStopped() const = 0;
  virtual bool checksOut() const = 0;  ///< commits are checked out here, in the repository of the bisection
};

/// TestsHere runs the command in this folder, in a checkout of the commit where there is a repository.
class TestsHere : public Tests {
 public:
  TestsHere(std::vector<std::string> command, Context& context) : m_command(std::move(command)), m_work(context) {}

  base::Result<Failed> hasFailed(const BisectState& state, std::size_t index) override {
    const std::string& commit = state.commits[index];
    if (auto error = sources::checkOutBisected(state, commit)) return base::fail(*std::move(error));
    files::ChildRequest request{.program = "env",
                                .arguments = {"--", std::string(kCommitVariable).append("=").append(commit)},
                                .isOutputPassed = true,
                                .grace = std::chrono::seconds{3}};
    request.arguments.insert(request.arguments.end(), m_command.begin(), m_command.end());
    const auto answer = files::runChild(request, m_work.stopToken());
    if (answer.isError()) return base::fail(answer.error());
    return answer.isCancelled() ? Failed() : failedBy(answer.value().exitCode, commit);
  }
  bool isStopped() const override { return m_work.isStopped(); }
  bool checksOut() const override { return true; }

 private:
  std::vector<std::string> m_command;
  WatchedWork m_work;
};

/// TestsOnHost makes each test a run of its own on another host, where nothing is checked out: that is the command's work.
class TestsOnHost : public Tests {
 public:
  TestsOnHost(const RunOptions& options, Context& context)
      : m_spec(options.spec),
        m_interrupt(true),
        m_queue({.folder = options.folder, .adoptOthers = false, .includeFinished = false, .pollIntervalMs = kPollMs}),
        m_context(context) {}

  base::Result<Failed> hasFailed(const BisectState& state, std::size_t index) override {
    runs::RunSpec spec = m_spec;
    spec.title = "bisect " + reports::commitTitle(state, index);
    spec.environment.emplace_back(kCommitVariable, state.commits[index]);
    auto plan = runs::planRun(spec);
    if (!plan) return base::fail(plan.error());
    for (runs::TaskPlan& task : plan->tasks)
      for (runs::Step& step : task.steps) step.output.clear();  // its exit status is the result
    const auto id = m_queue.add(spec, *plan);
    if (!id) return base::fail(id.error());
    if (!waitForRuns(m_queue, {*id}, m_interrupt, m_context)) return Failed();
    const runs::QueuePtr queue = m_queue.queue();
    const runs::Run* run = runs::findRun(*queue, *id);
    return run == nullptr || isStopped() ? base::Result<Failed>(Failed()) : failedIn(*run, state.commits[index]);
  }
  bool isStopped() const override { return m_interrupt.hasArrived() || m_interrupt.arrived(); }
  bool checksOut() const override { return false; }

 private:
  static base::Result<Failed> failedIn(const runs::Run& run, const std::string& commit) {
    const runs::TaskStatus& task = run.tasks.front();
    if (!task.steps.empty()) {
      const runs::StepEvents& step = task.steps.back();
      if (step.end == runs::StepEnd::Exited) return failedBy(step.code, commit);
      if (step.end == runs::StepEnd::Signalled) return failedBy(128 + step.code, commit);
    }
    return base::fail(base::ErrorCode::BadArgument,
                      "Run " + run.id + " on " + reports::printableText(commit) + " gave no result: " + std::string(runs::stateWord(task.state)) +
                          (task.reason.empty() ? "." : ", " + reports::printableText(task.reason) + "."),
                      "plumbline-cli run log " + run.id + " shows what it printed; \"bisect run\" goes on where it stopped.");
  }

  runs::RunSpec m_spec;
  Interrupt m_interrupt;  // before the threads of the queue
  QueueProgram m_program;
  runs::BlockingRunQueue m_queue;
  Context& m_context;
};

/// testsOf reads --on. Errors: BadArgument.
base::Result<std::unique_ptr<Tests>> testsOf(const ParsedArguments& arguments, Context& context) {
  const auto target = runs::parseTarget(arguments.valueOr("--on", "local"));
  if (!target) return base::fail(target.error());
  if (target->kind == runs::TargetKind::Local) {
    for (const OptionSpec& option : withFolderOption(hostOptions()))
      if (option.name != "--on" && arguments.has(option.name))
        return base::fail(badArgument("argument " + option.name + ": it needs a host that --on names"));
    return std::make_unique<TestsHere>(arguments.positionals, context);
  }
  std::vector<std::string> words = arguments.positionals;
  for (std::string& word : words) word = runs::literalWord(word);
  runs::RunSpec spec;
  if (auto read = readCommand(arguments, std::move(words), spec); !read) return base::fail(read.error());
  const auto options = runOptions(arguments, std::move(spec));
  if (!options) return base::fail(options.error());
  return std::make_unique<TestsOnHost>(*options, context);
}

std::optional<base::Error> runAll(const std::string& path, BisectState& state, Tests& tests, Context& context) {
  while (const auto step = reports::nextStep(state)) {
    for (std::size_t i = 0; i < step->repeats && !tests.isStopped(); ++i) {
      Failed failed;
      if (auto error = assign(failed, tests.hasFailed(state, step->commit))) return error;
      if (!failed) break;
      if (auto error = assign(state, sources::addBisectResult(path, state.commits[step->commit], *failed))) return error;
      context.out << reports::bisectRunText(state) << std::flush;
    }
    if (tests.isStopped()) break;
  }
  return std::nullopt;
}

/// searchWith changes `state` until the bisection is done or a stop is requested, and checks out what was checked out before.
std::vector<base::Error> searchWith(const std::string& path, BisectState& state, Tests& tests, Context& context) {
  if (auto error = assign(state, tests.checksOut() ? sources::beginBisectSearch(path) : sources::readBisectState(path))) return {*error};
  const BisectState begun = state;
  std::vector<base::Error> errors;
  if (auto error = runAll(path, state, tests, context)) errors.push_back(*error);
  if (!tests.checksOut()) return errors;
  if (auto error = assign(state, sources::endBisectSearch(path, begun))) {
    error->hint += " Then \"plumbline-cli bisect reset\" puts HEAD back, and \"bisect run\" at its end.";
    errors.push_back(*error);
  }
  return errors;
}

int runBisectRun(const ParsedArguments& arguments, Context& context) {
  const std::string path = statePath(arguments);
  auto state = sources::readBisectState(path);
  if (!state) return printError(context, state.error());
  const auto tests = testsOf(arguments, context);
  if (!tests) return printUsageError(context, bisectRunSpec(), tests.error());
  if (const auto error = foreignState(path, *state); error && (*tests)->checksOut()) return printError(context, *error);
  const auto lock = sources::BisectLock::take(path);
  if (!lock) return printError(context, lock.error());
  const auto errors = searchWith(path, *state, **tests, context);
  for (const base::Error& error : errors) printError(context, error);
  if (!errors.empty()) return kExitUsage;
  if ((*tests)->isStopped() && reports::nextStep(*state)) {
    printLines(context, "Stopped after " + text::counted(state->results.size(), "run") + ", which are kept: \"bisect run\" goes on.\n");
    return kExitStopped;
  }
  context.out << reports::bisectText(*state) << std::flush;
  return kExitOk;
}

}  // namespace

Command makeBisectRunCommand() { return {bisectRunSpec(), runBisectRun}; }

}  // namespace plumbline::cli
