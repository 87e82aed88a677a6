// SPDX-License-Identifier: GPL-3.0-or-later
#include <chrono>

#include "app/cli/command.h"
#include "app/cli/interrupt.h"
#include "app/cli/queue_program.h"
#include "app/cli/run_find.h"
#include "app/cli/run_outcome.h"
#include "app/cli/run_to_end.h"
#include "app/cli/run_wish.h"
#include "core/runs/run_store.h"
#include "core/runs/waiting_queue.h"

namespace plumbline::cli {

namespace {

CommandSpec spec() {
  return {.name = "run cancel",
          .summary = "End a run, and everything it started; what is done already is kept.",
          .positionals = {{.name = "ID", .help = "the run, by the beginning or end of its id; last: the newest"}},
          .options = withFolderOption({}),
          .details = "examples:\n"
                     "  plumbline-cli run cancel last\n"
                     "\n"
                     "A run of a program that still runs is left to it: it is asked, and ends within a few seconds.\n"
                     "exit status:\n"
                     "  0 cancelled, asked to end, or over already; 1 it has not ended yet;\n"
                     "  2 bad arguments, or there is no such run.\n"};
}

/// endAbandoned takes up a run that nobody sees to, and ends it.
int endAbandoned(const std::string& folder, const runs::Run& wanted, Context& context) {
  const Interrupt interrupt;
  const QueueProgram program;
  runs::WaitingQueue queue({.folder = folder, .adoptOthers = true, .withOver = false, .only = wanted.id});
  if (queue.adopted().empty()) {
    complain(context, {base::ErrorCode::Changed, "Another program took the run up just now.", "Ask again.", wanted.folder});
    return kExitFails;
  }
  queue.cancel(wanted.id);
  if (!waitForRuns(queue, {wanted.id}, interrupt, context)) return kExitFails;
  const runs::QueuePtr last = queue.queue();
  if (const runs::Run* run = runs::findRun(*last, wanted.id)) tellOutcome(*run, false, context);
  return kExitOk;
}

int run(const ParsedArguments& arguments, Context& context) {
  const std::string folder = runsFolder(arguments);
  const auto found = runNamed(folder, arguments.positionals.front(), context);
  if (!found) {
    complain(context, found.error());
    return kExitUsage;
  }
  switch (keepingOf(*found)) {
    case Keeping::Over:
      context.out << "run " << found->id << " is over: " << runs::stateWord(runs::stateOf(*found)) << '\n' << std::flush;
      return kExitOk;
    case Keeping::Nobody:
      return endAbandoned(folder, *found, context);
    case Keeping::Program:
      break;
  }
  if (const auto asked = runs::RunStore::askToCancel(*found); !asked) {
    complain(context, asked.error());
    return kExitFails;
  }
  context.out << "run " << found->id << " is asked to end\n" << std::flush;
  return kExitOk;
}

}  // namespace

Command runCancelCommand() { return {spec(), run}; }

}  // namespace plumbline::cli
