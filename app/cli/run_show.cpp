// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/command.h"
#include "app/cli/run_find.h"
#include "app/cli/run_progress.h"
#include "app/cli/run_wish.h"
#include "core/reports/shown_text.h"
#include "core/runs/run_results.h"
#include "core/runs/run_store.h"

namespace plumbline::cli {

namespace {

CommandSpec spec() {
  return {.name = "run show",
          .summary = "Show one run: its state, its tasks, where they ran, what came of it.",
          .positionals = {{.name = "ID", .help = "the run, by the beginning or end of its id; last: the newest"}},
          .options = withFolderOption({{.name = "--json", .value = "", .help = "the whole record as JSON"}}),
          .details = "examples:\n"
                     "  plumbline-cli run show last\n"
                     "  plumbline-cli run show k3f9 --json\n"
                     "exit status:\n"
                     "  that of the run itself: 0 all good, or not over; 1 some failed; 3 nothing could start;\n"
                     "  2 bad arguments, or there is no such run.\n"};
}

std::string line(std::string label, const std::string& text) {
  constexpr std::size_t kWidth = 16;
  label.resize(std::max(kWidth, label.size() + 1), ' ');
  return label + reports::shownText(text) + '\n';
}

std::string textOf(const runs::Run& run) {
  std::string text = line("run", run.id) + line("what", run.title) + line("state", stateText(run)) +
                     line("where", runs::placeName(run.spec.place));
  for (const auto& [name, value] : run.facts) text += line(name, value);
  text += "\ntasks:\n";
  for (std::size_t i = 0; i < run.tasks.size(); ++i) {
    const runs::TaskStatus& task = run.tasks[i];
    text += "  " + std::to_string(i + 1) + "  " + taskName(run, i) + ": " + std::string(runs::stateWord(task.state));
    if (task.ended > task.began && task.began > 0) text += " after " + spanText(task.ended - task.began);
    if (task.attempt > 1) text += ", attempt " + std::to_string(task.attempt);
    if (!task.reason.empty()) text += ": " + reports::shownText(task.reason);
    text += '\n';
  }
  return text + '\n';
}

int run(const ParsedArguments& arguments, Context& context) {
  const auto found = runNamed(runsFolder(arguments), arguments.positionals.front(), context);
  if (!found) {
    complain(context, found.error());
    return kExitUsage;
  }
  std::vector<base::Error> problems;
  const runs::Outputs outputs = runs::RunStore::outputsOf(*found, problems);
  for (const base::Error& problem : problems) complain(context, problem);
  const bool isOver = keepingOf(*found) == Keeping::Over;
  if (arguments.has("--json")) {
    context.out << runs::recordText(*found, outputs) << std::flush;
  } else {
    context.out << textOf(*found);
    context.out << (isOver ? runs::summaryText(*found, outputs) : line("folder", found->folder)) << std::flush;
  }
  return isOver ? runs::exitOf(*found) : kExitOk;
}

}  // namespace

Command runShowCommand() { return {spec(), run}; }

}  // namespace plumbline::cli
