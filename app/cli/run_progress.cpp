// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/run_progress.h"

#include <algorithm>
#include <cmath>

#include "core/reports/printable_text.h"
#include "core/runs/repro/repro_options.h"
#include "core/text/quantities.h"

namespace plumbline::cli {
namespace {

using runs::Run;
using runs::RunState;
using runs::TaskStatus;

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

std::string lineOf(const Run& run, double now) {
  const runs::RunProgress progress = runs::progressOf(run, now);
  std::string text = std::to_string(progress.done) + " of " + std::to_string(progress.total) + " done";
  if (progress.failed > 0) text += ", " + std::to_string(progress.failed) + " failed";
  if (progress.secondsLeft >= 0 && progress.done < progress.total) text += ", about " + spanText(progress.secondsLeft) + " left";
  const std::string running = nowText(run);
  return text + (running.empty() ? "" : " | " + running);
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
    const std::string suite = m_suites.update(*run, now, [this](const runs::SuiteProgress::Ended& model) {
      if (!m_context.environment.errorTerminal)
        print("  " + reports::printableText(model.name) + ": " + (model.status.empty() ? "no status" : model.status));
    });
    if (line.empty() && !runs::isFinished(runs::stateOf(*run))) line = lineOf(*run, now) + (suite.empty() ? "" : " | " + suite);
  }
  const std::size_t columns = m_context.environment.columns;
  m_line.show(reports::elidedText(line, (columns > 1 ? columns : kDefaultColumns) - 1));
}

}  // namespace plumbline::cli
