// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>

#include "app/cli/command.h"
#include "app/cli/history_store.h"
#include "app/cli/progress_line.h"
#include "app/cli/run_options.h"
#include "app/cli/run_to_end.h"
#include "core/runs/engine/run_queue.h"
#include "core/runs/engine/run_store.h"

namespace plumbline::cli {

namespace {

CommandSpec runResumeSpec() {
  return {.name = "run resume",
          .summary = "Resume runs whose program is gone, wait for them and write the results.",
          .options = withFolderOption({option("--jobs N", "parallel tasks (default: 1)"),
                                       option("--json", "print the record of each run instead of the summary"),
                                       noHistoryOption()}),
          .details = kRunExitText};
}

int runRunResume(const ParsedArguments& arguments, Context& context) {
  int jobs = 1;
  if (auto read = readNumber(arguments, "--jobs", jobs); !read) return printUsageError(context, runResumeSpec(), read.error());
  if (jobs < 1) return printUsageError(context, runResumeSpec(), badArgument("argument --jobs: at least 1"));
  const Interrupt interrupt;
  const QueueProgram program;
  runs::BlockingRunQueue queue({.folder = runsFolder(arguments), .limits = {jobs, jobs, jobs}, .resumeOthers = true, .includeFinished = false});
  const std::vector<std::string> ids = queue.adopted();
  std::vector<base::Error> problems;  // the queue reports them
  if (const auto store = runs::RunStore::open(runsFolder(arguments)))
    for (const runs::Run& run : store->list(problems))
      if (run.access == runs::RunAccess::Foreign && !(runs::isFinished(runs::stateOf(run)) && run.isSaved))
        printError(context, runs::foreignRun(run));
  if (ids.empty()) {
    if (!arguments.has("--json")) context.out << "no runs to resume\n" << std::flush;
    return kExitOk;
  }
  int exit = waitForRuns(queue, ids, interrupt, context) ? kExitOk : kExitFails;
  const runs::QueuePtr last = queue.queue();
  for (const std::string& id : ids) {
    const runs::Run* run = runs::findRun(*last, id);
    if (run == nullptr || !runs::isFinished(runs::stateOf(*run))) continue;
    exit = std::max(exit, printOutcome(*run, arguments.has("--json"), context));
    if (!arguments.has("--no-history")) rememberRun(*run, context);
  }
  return exit;
}

}  // namespace

Command makeRunResumeCommand() { return {runResumeSpec(), runRunResume}; }

}  // namespace plumbline::cli
