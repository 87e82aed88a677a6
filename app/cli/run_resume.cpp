// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>

#include "app/cli/command.h"
#include "app/cli/interrupt.h"
#include "app/cli/queue_program.h"
#include "app/cli/run_outcome.h"
#include "app/cli/run_to_end.h"
#include "app/cli/run_wish.h"
#include "core/runs/waiting_queue.h"

namespace plumbline::cli {

namespace {

CommandSpec spec() {
  return {.name = "run resume",
          .summary = "Take up what a program that is gone left behind, wait for it, write the results.",
          .options = withFolderOption({{.name = "--jobs", .value = "N", .help = "tasks at the same time; default 1"},
                                       {.name = "--json", .value = "", .help = "print the record of each run instead of the summary"}}),
          .details = std::string("examples:\n"
                     "  plumbline-cli run resume\n"
                     "\n"
                     "What still runs is joined, what has ended meanwhile is read, what has not begun is begun; a\n"
                     "task of which nobody knows is lost, and said to be.\n") + kRunExitText};
}

int run(const ParsedArguments& arguments, Context& context) {
  int jobs = 1;
  if (auto read = wholeNumber(arguments, "--jobs", jobs); !read) return refuse(context, spec(), read.error());
  if (jobs < 1) return refuse(context, spec(), badOption("argument --jobs: at least 1"));
  const Interrupt interrupt;
  const QueueProgram program;
  runs::WaitingQueue queue({.folder = runsFolder(arguments), .limits = {jobs, jobs, jobs}, .adoptOthers = true, .withOver = false});
  const std::vector<std::string> ids = queue.adopted();
  if (ids.empty()) {
    if (!arguments.has("--json")) context.out << "nothing was left behind\n" << std::flush;
    return kExitOk;
  }
  int exit = waitForRuns(queue, ids, interrupt, context) ? kExitOk : kExitFails;
  const runs::QueuePtr last = queue.queue();
  for (const std::string& id : ids) {
    const runs::Run* run = runs::findRun(*last, id);
    if (run != nullptr && runs::isOver(runs::stateOf(*run))) exit = std::max(exit, tellOutcome(*run, arguments.has("--json"), context));
  }
  return exit;
}

}  // namespace

Command runResumeCommand() { return {spec(), run}; }

}  // namespace plumbline::cli
