// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/run_to_end.h"

#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <iterator>
#include <nlohmann/json.hpp>
#include <set>

#include "app/cli/history_store.h"
#include "app/cli/pair_input.h"
#include "core/files/file_bytes.h"
#include "core/reports/compare/compare_report.h"
#include "core/reports/text_parts.h"
#include "core/runs/engine/run_queue.h"
#include "core/runs/engine/run_store.h"
#include "core/runs/engine/task_file.h"
#include "core/runs/repro/repro_options.h"
#include "core/runs/results/run_record.h"
#include "core/runs/results/run_summary.h"
#include "core/runs/spec/command_template.h"
#include "core/runs/spec/run_plan.h"
#include "core/text/escapes.h"
#include "core/text/json_text.h"
#include "core/text/quantities.h"
#include "core/verdicts/comparison.h"

namespace plumbline::cli {
namespace {

using runs::Run;
using runs::RunState;
using runs::TaskStatus;
using verdicts::Comparison;

constexpr std::size_t kDefaultColumns = 80;      // if the terminal does not report its width
constexpr std::size_t kNameWidth = 60;  // of a task
constexpr std::size_t kNamesShown = 3;  // of what runs now

bool isWrong(RunState state) { return runs::isFinished(state) && state != RunState::Done; }

std::string changeText(const Run& run, std::size_t task) {
  const TaskStatus& status = run.tasks[task];
  std::string text = taskName(run, task) + ": " + std::string(runs::stateWord(status.state));
  if (status.attempt > 1 && !runs::isFinished(status.state)) text += ", attempt " + std::to_string(status.attempt);
  if (runs::isFinished(status.state) && status.began > 0 && status.ended > status.began)
    text += " after " + spanText(status.ended - status.began);
  if (isWrong(status.state) && !status.reason.empty()) text += ": " + reports::printableText(status.reason);
  return text;
}

std::string nowText(const Run& run) {
  std::string text;
  std::size_t count = 0;
  for (std::size_t i = 0; i < run.tasks.size(); ++i) {
    const RunState state = run.tasks[i].state;
    if (state == RunState::Waiting || runs::isFinished(state) || ++count > kNamesShown) continue;
    text += (text.empty() ? "" : "; ") + taskName(run, i) + ' ' + std::string(runs::stateWord(state));
  }
  return count > kNamesShown ? text + " and " + std::to_string(count - kNamesShown) + " more" : text;
}

/// countsOf: "2 of 3 tasks done".
std::string countsOf(const runs::RunProgress& progress) {
  return std::to_string(progress.done) + " of " + text::counted(static_cast<std::size_t>(progress.total), "task") + " done";
}

/// lineOf is the line that is shown while a run goes on. The time left of a suite's models is better than that of its tasks.
std::string lineOf(const Run& run, double now, const runs::SuiteWatch::State& suite) {
  const runs::RunProgress progress = runs::progressOf(run, now);
  std::string text = countsOf(progress);
  if (progress.failed > 0) text += ", " + std::to_string(progress.failed) + " failed";
  const bool isEstimated = !suite.hasTimeLeft && progress.secondsLeft >= 0 && progress.done < progress.total;
  if (isEstimated) text += ", about " + spanText(progress.secondsLeft) + " left";
  const std::string running = nowText(run);
  return text + (running.empty() ? "" : " | " + running) + (suite.text.empty() ? "" : " | " + suite.text);
}

using runs::Run;
/// BaselineComparison is a result compared with its baseline.
struct BaselineComparison {
  std::string text;
  int exit = kExitOk;
};

/// baselineOf is the file to hold the result against; "" where there is none on this machine.
std::string baselineOf(const Run& run) {
  const bool isTable = run.spec.kind == runs::RunKind::Suite ||
                       (run.spec.kind == runs::RunKind::Command && run.spec.form == runs::ResultForm::Csv);
  if (!isTable || run.spec.repeats > 1 || run.results.empty() || run.plan.expected.empty()) return {};
  std::error_code problem;
  const bool isHere = std::filesystem::exists(run.plan.expected, problem);
  // A missing baseline that was given is an error, reported when it is read.
  return isHere || !run.spec.baseline.empty() ? run.plan.expected : std::string();
}

struct JudgedRows {
  std::vector<std::uint32_t> rows;
  std::vector<std::string> ended;  ///< models without a row, whose task did not end well
};

/// judged omits lost models that were not requested: a run of three models does not lose the others. Those whose task
/// did not end well are reported with it.
JudgedRows judged(const Comparison& comparison, const Run& run, const runs::RequestedModels& requested) {
  std::set<std::string> ended;
  for (std::size_t i = 0; i < run.plan.tasks.size() && i < run.tasks.size(); ++i)
    if (run.tasks[i].state != runs::RunState::Done) ended.insert(run.plan.tasks[i].model);
  ended.erase("");
  JudgedRows judged;
  std::set<std::string> withRow;  // a name may be there twice
  std::string scratch;
  for (std::size_t i = 0; i < comparison.rowCount(); ++i) {
    const bool isLost = comparison.row(i).has(verdicts::Finding::Lost);
    const std::string name(comparison.modelName(i, scratch));
    if (isLost && (!requested.contains(name) || ended.contains(name))) continue;
    judged.rows.push_back(static_cast<std::uint32_t>(i));
    withRow.insert(name);
  }
  std::ranges::set_difference(ended, withRow, std::back_inserter(judged.ended));
  return judged;
}

/// withoutText names models that CI's verdict is not about, since the result has no row of them.
std::string withoutText(const std::vector<std::string>& models) {
  if (models.empty()) return {};
  std::string text = ", without ";
  for (std::size_t i = 0; i < std::min(models.size(), kNamesShown); ++i) text += (i == 0 ? "" : ", ") + reports::printableText(models[i]);
  return models.size() > kNamesShown ? text + " and " + std::to_string(models.size() - kNamesShown) + " more" : text;
}

base::Result<BaselineComparison> compareWithBaseline(const Run& run, const std::string& baseline, Context& context) {
  auto [actual, expected] = loadPair(run.results.front(), baseline);
  if (!actual) return base::fail(actual.error());
  if (!expected) return base::fail(expected.error());
  const auto made = verdicts::judgePair({.actual = *actual,
                                         .expected = *expected,
                                         .actualPath = run.results.front(),
                                         .expectedPath = baseline,
                                         .sha = context.environment.sha,
                                         .today = context.environment.today,
                                         .defaultFlakyList = context.environment.flakyList});
  if (!made.isValue()) return base::fail(made.error());
  const Comparison& comparison = *made.value();
  printWarnings(context, comparison.options().ownFlaky->problems());
  if (const auto unjudged = comparison.unjudged()) return base::fail(*unjudged);
  const runs::RequestedModels requested(run.spec);
  const auto [rows, ended] = judged(comparison, run, requested);
  std::vector<std::string> words = {run.spec.output.empty() ? run.results.front() : run.spec.output, baseline};
  if (const std::string query = requested.query(ended); !query.empty()) words.insert(words.end(), {"--filter", query});
  return BaselineComparison{"Against " + reports::printableText(baseline) + ": " + reports::compareSummary({.comparison = comparison, .rows = rows, .isPart = true}) + withoutText(ended) + "\nSee plumbline-cli compare " +
                  text::shellLine(words) + '\n',
              comparison.ciExit()};
}

using runs::RunPlan;
using runs::RunSpec;
using Json = nlohmann::ordered_json;  // members keep their order

constexpr const char* kTask = "TASK";
std::string targetText(const RunSpec& spec) {
  std::string text = runs::targetName(spec.target);
  if (!spec.target.gres.empty()) text += ", " + spec.target.gres;
  if (!spec.target.timeLimit.empty()) text += ", at most " + spec.target.timeLimit;
  if (spec.nice != 0) text += ", nice " + std::to_string(spec.nice);
  return text + (spec.jobs > 1 ? ", " + std::to_string(spec.jobs) + " tasks at the same time" : "");
}

std::string tasksText(const RunPlan& plan) {
  std::set<std::string> models;
  std::size_t steps = 0;
  for (const runs::TaskPlan& task : plan.tasks) {
    if (!task.model.empty()) models.insert(task.model);
    steps = std::max(steps, task.steps.size());
  }
  std::string text = text::counted(plan.tasks.size(), "task");
  if (!models.empty()) text += " of " + text::counted(models.size(), "model");
  return text + (steps > 1 ? ", " + text::counted(steps, "command") + " each" : "");
}

bool hasCache(const RunPlan& plan) {
  return std::ranges::any_of(plan.tasks, [](const runs::TaskPlan& task) { return task.cache; });
}

std::vector<std::pair<std::string, std::string>> environmentOf(const RunPlan& plan) {
  auto environment = plan.environment;
  for (const auto& [name, place] : plan.folderVariables)
    environment.emplace_back(name, std::string(kTask) + (place.empty() ? "" : "/" + place));
  if (hasCache(plan))
    for (auto& variable : runs::cacheEnvironment(std::string(kTask) + '/' + std::string(runs::kCacheFolder)))
      environment.push_back(std::move(variable));
  return environment;
}

/// planText is for people. TASK stands for the folder that each task gets.
std::string planText(const RunSpec& spec, const RunPlan& plan) {
  std::string text = reports::labelledLine("run", runs::titleOf(spec)) + reports::labelledLine("host", targetText(spec)) +
                     reports::labelledLine("folder", plan.workingFolder.empty() ? kTask : plan.workingFolder) + reports::labelledLine("tasks", tasksText(plan)) +
                     reports::labelledLine("timeout", text::counted(static_cast<std::size_t>(spec.timeout.count()), "second") +
                                         (runs::isWholeSuite(spec) ? " a model, as the script has it" : " a command"));
  if (spec.retries > 0) text += reports::labelledLine("retries", std::to_string(spec.retries));
  if (hasCache(plan)) text += reports::labelledLine("cache", spec.keepCache ? "empty for every task, and kept" : "empty for every task, removed afterwards");
  if (!plan.expected.empty()) text += reports::labelledLine("baseline", plan.expected);
  if (!spec.output.empty()) text += reports::labelledLine("result", spec.output);
  for (const std::string& note : plan.notes) text += reports::labelledLine("note", note);
  if (!plan.unset.empty()) text += reports::labelledLine("unset", text::joined(plan.unset));
  for (const auto& [name, value] : environmentOf(plan)) text += reports::labelledLine("environment", std::string(name).append("=").append(value));
  text += std::string("\ncommands; ") + kTask + " is the folder that each task gets:\n";
  for (const std::string& command : runs::commandLines(plan, kTask)) text += "  " + reports::printableText(command) + '\n';
  return text;
}

/// planJsonText is the same for programs (resources/help/json.md).
std::string planJsonText(const RunSpec& spec, const RunPlan& plan) {
  Json environment = Json::object();
  for (const auto& [name, value] : environmentOf(plan)) environment[name] = value;
  const Json out = {{"format", "plumbline-run-plan"},
                    {"version", 2},
                    {"title", runs::titleOf(spec)},
                    {"spec", text::parseOrderedJson(runs::specText(spec))},
                    {"tasks", plan.tasks.size()},
                    {"working_folder", plan.workingFolder},
                    {"environment", environment},
                    {"expected", plan.expected},
                    {"notes", plan.notes},
                    {"commands", runs::commandLines(plan, kTask)}};
  return text::toJsonText(out, 2) + '\n';
}

using Clock = std::chrono::steady_clock;
constexpr int kTaskPollMs = 100;
constexpr std::chrono::milliseconds kPollInterval{50};  // between two looks at Ctrl-C and the progress
constexpr std::chrono::seconds kSilence{2};     // after that the probe of the host is reported
constexpr std::chrono::seconds kSlack{2};       // until the end of a child is noticed

double secondsNow() {
  return std::chrono::duration<double>(std::chrono::system_clock::now().time_since_epoch()).count();
}

/// fileProblem returns why the result could not be written, before hours of work.
std::optional<base::Error> fileProblem(const std::string& file) {
  if (file.empty()) return std::nullopt;
  const auto problem = [&](std::string text, std::string hint) {
    return base::Error{base::ErrorCode::NotWritable, std::move(text), std::move(hint), file};
  };
  std::error_code error;
  const std::filesystem::path path(file);
  if (std::filesystem::is_directory(path, error)) return problem("This is a folder.", "Name a file for the result.");
  const auto folder = path.parent_path();
  if (!std::filesystem::is_directory(folder, error)) return problem("Its folder does not exist.", "Make it first.");
  if (::access(folder.c_str(), W_OK) != 0) return problem("Its folder cannot be written.", "Take another one for the result.");
  return std::nullopt;
}

int notStarted(Context& context, const base::Error& error) {
  printError(context, error);
  return kExitNotStarted;
}

/// probe checks the host; nullopt after Ctrl-C. Importing torch may take a minute, so a longer probe is reported.
std::optional<runs::ProbeReport> probe(runs::BlockingRunQueue& queue, const RunOptions& options, const Interrupt& interrupt,
                                       Context& context) {
  queue.startProbe(options.spec, options.plan);
  const Clock::time_point silence = Clock::now() + kSilence;
  for (bool isReported = false; !interrupt.arrived();) {
    if (auto report = queue.probed(kPollInterval)) return report;
    if (isReported || Clock::now() < silence) continue;
    isReported = true;
    RunProgressLines(context).print("Checking " + runs::targetName(options.spec.target) + "; --no-probe skips this.");
  }
  return std::nullopt;
}

/// canStart reports the findings of the probe.
bool canStart(const runs::ProbeReport& report, Context& context) {
  for (const auto& finding : report.findings)
    printError(context, {finding.blocks ? base::ErrorCode::NotFound : base::ErrorCode::BadArgument,
                       (finding.blocks ? "" : "warning: ") + finding.text, finding.hint});
  return report.canStart();
}

/// Stopping is what Ctrl-C has come to.
class Stopping {
 public:
  explicit Stopping(const std::vector<std::string>& ids) : m_ids(ids) {}
  /// arrived: once cancels, twice sets a limit to the waiting, three times ends it.
  void arrived(runs::BlockingRunQueue& queue, RunProgressLines& lines);
  bool isTooLong() const { return m_count > 1 && Clock::now() >= m_limit; }

 private:
  const std::vector<std::string>& m_ids;
  int m_count = 0;
  Clock::time_point m_limit;
};

void Stopping::arrived(runs::BlockingRunQueue& queue, RunProgressLines& lines) {
  ++m_count;
  if (m_count > 2) {
    m_limit = Clock::now();
    return;
  }
  std::chrono::seconds grace{0};
  const runs::QueuePtr now = queue.queue();
  for (const std::string& id : m_ids)
    if (const runs::Run* run = runs::findRun(*now, id)) grace = std::max(grace, run->spec.grace);
  if (m_count == 1) {
    m_limit = Clock::now() + grace + kSlack;
    for (const std::string& id : m_ids) queue.cancel(id);
    lines.print("Cancelling: running tasks have " + std::to_string(grace.count()) + " s to end.");
    return;
  }
  m_limit = std::max(m_limit, Clock::now());
  lines.print("Cancelling: this program waits no longer than that.");
}

/// reportUnfinished lists runs that continue without this program.
void reportUnfinished(const runs::Queue& queue, const std::vector<std::string>& ids, RunProgressLines& lines) {
  for (const std::string& id : ids) {
    const runs::Run* run = runs::findRun(queue, id);
    if (run == nullptr || runs::isFinished(runs::stateOf(*run))) continue;
    std::string names;
    for (std::size_t i = 0; i < run->tasks.size(); ++i)
      if (run->tasks[i].state != runs::RunState::Waiting && !runs::isFinished(run->tasks[i].state))
        names += (names.empty() ? "" : "; ") + taskName(*run, i);
    lines.print("Run " + id + " has not ended yet" + (names.empty() ? "" : ", still running: " + names) +
              ". Cancellation is requested; plumbline-cli run resume finishes it.");
  }
}

}  // namespace

std::string spanText(double seconds) {
  const long tenths = std::lround(std::max(0.0, seconds) * 10);
  if (tenths < 100) return std::to_string(tenths / 10) + '.' + std::to_string(tenths % 10) + " s";
  return text::clockText(std::lround(seconds));
}

std::string taskName(const Run& run, std::size_t task) {
  if (task >= run.plan.tasks.size()) return "task " + std::to_string(task + 1);
  const runs::TaskPlan& plan = run.plan.tasks[task];
  if (run.spec.kind == runs::RunKind::Repro)
    return std::string(runs::isEagerTask(plan) ? "eager run " : "run ") + std::to_string(plan.repeat);
  std::string name = reports::elidedText(reports::printableText(plan.model), kNameWidth);
  if (name.empty() && run.spec.partitions > 1)
    name = "part " + std::to_string(plan.partition + 1) + " of " + std::to_string(run.spec.partitions);
  if (name.empty()) name = run.spec.kind == runs::RunKind::Command ? "the command" : "the whole suite";
  return run.spec.repeats > 1 ? name + ", repeat " + std::to_string(plan.repeat) : name;
}

void RunProgressLines::print(const std::string& sentence) {
  m_line.show("");
  m_context.err << sentence << '\n' << std::flush;
}

void RunProgressLines::printChanges(const Run& run) {
  auto& printed = m_printed[run.id];
  const bool isNew = printed.empty();
  printed.resize(run.tasks.size(), {RunState::Waiting, 1});
  if (isNew) print("Run " + run.id + ": " + reports::printableText(run.title) + (run.isAdopted ? " (adopted)" : ""));
  const runs::RunProgress progress = runs::progressOf(run, 0);
  for (std::size_t i = 0; i < run.tasks.size(); ++i) {
    const std::pair<RunState, int> state{run.tasks[i].state, run.tasks[i].attempt};
    if (state == printed[i]) continue;
    printed[i] = state;
    if (m_context.environment.errorTerminal && !isWrong(state.first)) continue;
    print('[' + std::to_string(progress.done) + '/' + std::to_string(progress.total) + "] " + changeText(run, i));
  }
}

void RunProgressLines::show(const runs::Queue& queue, const std::vector<std::string>& ids, double now) {
  std::string line;
  for (const std::string& id : ids) {
    const Run* run = runs::findRun(queue, id);
    if (run == nullptr) continue;
    printChanges(*run);
    const auto suite = m_suites.update(*run, now, [this](const runs::SuiteProgress::Ended& model) {
      if (!m_context.environment.errorTerminal)
        print("  " + reports::printableText(model.name) + ": " + (model.status.empty() ? "no status" : model.status));
    });
    if (line.empty() && !runs::isFinished(runs::stateOf(*run))) line = lineOf(*run, now, suite);
  }
  const std::size_t columns = m_context.environment.columns;
  m_line.show(reports::elidedText(line, (columns > 1 ? columns : kDefaultColumns) - 1));
}

int printOutcome(const Run& run, bool json, Context& context) {
  std::vector<base::Error> problems;
  const runs::Outputs outputs = runs::RunStore::outputsOf(run, problems);
  for (const base::Error& problem : problems) printError(context, problem);
  context.out << (json ? runs::recordText(run, outputs) : runs::summaryText(run, outputs)) << std::flush;
  const int exit = runs::exitOf(run);
  const std::string baseline = baselineOf(run);
  // Without a baseline every failed model counts.
  if (baseline.empty()) return runs::hasFailedRows(run, outputs) ? std::max(exit, kExitFails) : exit;
  const auto compared = compareWithBaseline(run, baseline, context);
  if (!compared) {
    printError(context, compared.error());
    return std::max(exit, kExitFails);
  }
  (json ? context.err : context.out) << compared->text << std::flush;
  return std::max(exit, compared->exit == 0 ? kExitOk : kExitFails);
}

bool waitForRuns(runs::BlockingRunQueue& queue, const std::vector<std::string>& ids, const Interrupt& interrupt, Context& context,
                 const RunWatch& watch) {
  RunProgressLines lines(context);
  const auto poll = [&](const std::string& id) {
    const runs::QueuePtr now = queue.queue();
    lines.show(*now, ids, secondsNow());
    const runs::Run* run = watch.poll ? runs::findRun(*now, id) : nullptr;
    if (run != nullptr) watch.poll(*run, lines);
  };
  const auto printProblems = [&] {
    for (const base::Error& problem : queue.takeProblems()) lines.print("plumbline-cli: " + base::describe(problem));
  };
  Stopping stopping(ids);
  for (const std::string& id : ids) {
    while (!queue.wait(id, kPollInterval)) {
      poll(id);
      if (interrupt.arrived()) stopping.arrived(queue, lines);
      if (!stopping.isTooLong()) continue;
      reportUnfinished(*queue.queue(), ids, lines);
      printProblems();
      return false;
    }
    poll(id);
  }
  printProblems();
  return true;
}

namespace {

bool isSameFile(const std::string& one, const std::string& other) {
  const auto bytes = files::readFile(one), others = files::readFile(other);
  return bytes && others && bytes->bytes == others->bytes;
}

}  // namespace

void rememberRun(const runs::Run& run, Context& context) {
  if (run.spec.kind == runs::RunKind::TorchCache) return;  // compile times of caches have no config to be remembered by
  // The result of a command has a name of its own only where it was written to; what could not be replaced there is an older one.
  const bool hasOwnName = run.spec.kind == runs::RunKind::Command && !run.spec.output.empty() && run.results.size() == 1 &&
                          isSameFile(run.spec.output, run.results.front());
  addToHistory(hasOwnName ? std::vector{run.spec.output} : run.results, context);
}

int runToEnd(const RunOptions& options, Context& context, const RunWatch& watch) {
  if (!options.saveSpec.empty())
    if (const auto saved = files::saveFile(options.saveSpec, runs::specText(options.spec)); !saved)
      return notStarted(context, saved.error());
  if (options.dryRun) {
    context.out << (options.json ? planJsonText(options.spec, options.plan) : planText(options.spec, options.plan)) << std::flush;
    return kExitOk;
  }
  if (const auto problem = fileProblem(options.spec.output)) return notStarted(context, *problem);

  const Interrupt interrupt;
  const QueueProgram program;
  const int jobs = options.spec.jobs;
  runs::BlockingRunQueue queue({.folder = options.folder, .limits = {jobs, jobs, jobs}, .adoptOthers = false, .includeFinished = false, .pollIntervalMs = kTaskPollMs});
  if (options.probe) {
    const auto report = probe(queue, options, interrupt, context);
    if (!report) {
      RunProgressLines(context).print("Interrupted; nothing was started.");
      return kExitFails;
    }
    if (!canStart(*report, context)) return kExitNotStarted;
  }
  if (interrupt.arrived()) return kExitFails;
  for (const std::string& note : options.plan.notes) printError(context, {base::ErrorCode::BadArgument, "note: " + note, ""});
  const auto id = queue.add(options.spec, options.plan);
  if (!id) return notStarted(context, id.error());
  const bool isOver = waitForRuns(queue, {*id}, interrupt, context, watch);
  const runs::QueuePtr last = queue.queue();
  const runs::Run* run = runs::findRun(*last, *id);
  if (run == nullptr || !isOver) return kExitFails;
  const int exit = watch.report ? watch.report(*run) : printOutcome(*run, options.json, context);
  if (options.isRemembered) rememberRun(*run, context);
  return exit;
}

}  // namespace plumbline::cli
