// SPDX-License-Identifier: GPL-3.0-or-later
#include <limits>

#include "app/cli/command.h"
#include "app/cli/fetch_run.h"
#include "app/cli/history_store.h"
#include "app/cli/progress_line.h"
#include "core/history/past/commit_pins.h"
#include "core/history/streaks_report.h"

namespace plumbline::cli {

namespace {

CommandSpec historyStreaksSpec() {
  return {.name = "history streaks",
          .summary = "Show the rows that are red now, since which run, and what else changed then.",
          .options =
              withStoreOption({option("--branch B", "runs of one branch (default: all)"),
                               option("--git REPO", "checkout of PyTorch: also name the pins that differ between the commits"),
                               option("--as-of DATE", "runs until then: a day, a time or Unix seconds (default: now)"),
                               option("--format F", "text (default), tsv or json", {"text", "tsv", "json"})})};
}

int runHistoryStreaks(const ParsedArguments& arguments, Context& context) {
  const auto asOf = timeOf(arguments, "--as-of", std::numeric_limits<std::int64_t>::max(), true);
  if (!asOf) return printUsageError(context, historyStreaksSpec(), asOf.error());
  auto store = openHistory(arguments, context, history::Store::Access::ReadOnly);
  if (!store) return printEitherError(context, historyStreaksSpec(), store.error());
  auto red = store->get().rows().redNow({arguments.valueOr("--branch", ""), *asOf});
  if (!red) return printError(context, red.error());
  if (!red->hasRuns) {
    const std::string branch = arguments.valueOr("--branch", "");
    return printError(context, {base::ErrorCode::NotFound,
                                "The history has no runs" + (branch.empty() ? std::string() : " of the branch " + branch) + (arguments.has("--as-of") ? " until then." : "."),
                                "Add results with history add."});
  }
  if (const auto repository = arguments.value("--git")) {
    const WatchedWork work(context);
    const auto done = history::addPins(red->runs, *repository, work.stopToken());
    if (work.isStopped()) return kExitStopped;
    if (!done) return printError(context, done.error());
  }
  context.out << history::streaksReport(*red, history::clustersOf(*red),
                                        history::reportForm(arguments.valueOr("--format", "text")))
              << std::flush;
  return kExitOk;
}

}  // namespace

Command makeHistoryStreaksCommand() { return {historyStreaksSpec(), runHistoryStreaks}; }

}  // namespace plumbline::cli
