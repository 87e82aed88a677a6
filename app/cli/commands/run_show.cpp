// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/command.h"
#include "app/cli/run_options.h"
#include "app/cli/run_to_end.h"
#include "core/reports/text_parts.h"
#include "core/runs/engine/run_store.h"
#include "core/runs/results/run_record.h"
#include "core/runs/results/run_summary.h"

namespace plumbline::cli {

namespace {

CommandSpec runShowSpec() {
  return {.name = "run show",
          .summary = "Show a run: its state, tasks, host and results.",
          .positionals = {{.name = "ID", .help = "run, by the beginning or end of its id, or last for the newest"}},
          .options = withFolderOption({option("--json", "print the record as JSON")})};
}

std::string factLine(std::string label, const std::string& text) {
  constexpr std::size_t kWidth = 16;
  label.resize(std::max(kWidth, label.size() + 1), ' ');
  return label + reports::printableText(text) + '\n';
}

std::string textOf(const runs::Run& run) {
  std::string text = factLine("run", run.id) + factLine("title", run.title) + factLine("state", stateText(run)) +
                     factLine("host", runs::targetName(run.spec.target));
  for (const auto& [name, value] : run.facts) text += factLine(name, value);
  text += "\ntasks:\n";
  for (std::size_t i = 0; i < run.tasks.size(); ++i) {
    const runs::TaskStatus& task = run.tasks[i];
    text += "  " + std::to_string(i + 1) + "  " + taskName(run, i) + ": " + std::string(runs::stateWord(task.state));
    if (task.ended > task.began && task.began > 0) text += " after " + spanText(task.ended - task.began);
    if (task.attempt > 1) text += ", attempt " + std::to_string(task.attempt);
    if (!task.reason.empty()) text += ": " + reports::printableText(task.reason);
    text += '\n';
  }
  return text + '\n';
}

int runRunShow(const ParsedArguments& arguments, Context& context) {
  const auto found = findRunById(runsFolder(arguments), arguments.positionals.front(), context);
  if (!found) {
    printError(context, found.error());
    return kExitUsage;
  }
  std::vector<base::Error> problems;
  const runs::Outputs outputs = runs::RunStore::outputsOf(*found, problems);
  for (const base::Error& problem : problems) printError(context, problem);
  const bool isOver = supervisionOf(*found) == Supervision::Finished;
  if (arguments.has("--json")) {
    context.out << runs::recordText(*found, outputs) << std::flush;
  } else {
    context.out << textOf(*found);
    context.out << (isOver ? runs::summaryText(*found, outputs) : factLine("folder", found->folder)) << std::flush;
  }
  return isOver ? runs::exitOf(*found) : kExitOk;
}

}  // namespace

Command makeRunShowCommand() { return {runShowSpec(), runRunShow}; }

}  // namespace plumbline::cli
