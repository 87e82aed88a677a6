// SPDX-License-Identifier: GPL-3.0-or-later

#include "app/cli/command.h"
#include "app/cli/progress_line.h"
#include "app/cli/run_options.h"
#include "app/cli/run_to_end.h"
#include "core/runs/engine/run_queue.h"
#include "core/runs/engine/run_store.h"

namespace plumbline::cli {

namespace {

CommandSpec runCancelSpec() {
  return {.name = "run cancel",
          .summary = "Cancel a run and end all processes it started.",
          .positionals = {{.name = "ID", .help = "run, by the beginning or end of its id, or last for the newest"}},
          .options = withFolderOption({})};
}

/// endAbandoned adopts a run without supervisor and ends it.
int endAbandoned(const std::string& folder, const runs::Run& requested, Context& context) {
  const Interrupt interrupt;
  const QueueProgram program;
  runs::BlockingRunQueue queue({.folder = folder, .resumeOthers = true, .includeFinished = false, .only = requested.id});
  if (queue.adopted().empty()) {
    printError(context, {base::ErrorCode::Changed, "Another program adopted the run just now.", "Try again.", requested.folder});
    return kExitFails;
  }
  queue.cancel(requested.id);
  if (!waitForRuns(queue, {requested.id}, interrupt, context)) return kExitFails;
  const runs::QueuePtr last = queue.queue();
  if (const runs::Run* run = runs::findRun(*last, requested.id)) printOutcome(*run, false, context);
  return kExitOk;
}

int runRunCancel(const ParsedArguments& arguments, Context& context) {
  const std::string folder = runsFolder(arguments);
  const auto found = findRunById(folder, arguments.positionals.front(), context);
  if (!found) {
    printError(context, found.error());
    return kExitUsage;
  }
  if (found->access == runs::RunAccess::Foreign) {
    printError(context, runs::foreignRun(*found));
    return kExitFails;
  }
  switch (supervisionOf(*found)) {
    case Supervision::Finished:
      context.out << "run " << found->id << " has finished: " << runs::stateWord(runs::stateOf(*found)) << '\n' << std::flush;
      return kExitOk;
    case Supervision::Abandoned: return endAbandoned(folder, *found, context);
    case Supervision::Supervised: break;
  }
  if (const auto asked = runs::RunStore::requestCancel(*found); !asked) {
    printError(context, asked.error());
    return kExitFails;
  }
  context.out << "run " << found->id << ": cancellation requested\n" << std::flush;
  return kExitOk;
}

}  // namespace

Command makeRunCancelCommand() { return {runCancelSpec(), runRunCancel}; }

}  // namespace plumbline::cli
