// SPDX-License-Identifier: GPL-3.0-or-later
#include <istream>

#include "app/cli/command.h"
#include "app/cli/fetch_run.h"
#include "app/cli/history_store.h"
#include "app/cli/progress_line.h"
#include "core/history/upkeep/pruning.h"
#include "core/text/quantities.h"

namespace plumbline::cli {

namespace {

using history::countsText;
using history::Pruning;

CommandSpec historyPruneSpec() {
  return {.name = "history prune",
          .summary = "Hide old runs, show them again, or remove the hidden ones for good.",
          .options = withStoreOption({option("--before T", "hide runs before then: a day, a time or Unix seconds"),
                                      option("--undo", "show the runs again that the last prune hid"),
                                      option("--vacuum", "remove the hidden runs for good and give their space back"),
                                      option("--yes", "do not ask")})};
}

/// isConfirmed asks where a person can answer; elsewhere it needs --yes.
bool isConfirmed(const ParsedArguments& arguments, Context& context, const std::string& question) {
  if (arguments.has("--yes")) return true;
  if (context.environment.answers == nullptr) {
    context.out << "nothing was changed: give --yes to do it\n" << std::flush;
    return false;
  }
  context.out << question << " [y/N] " << std::flush;
  std::string answer;
  std::getline(*context.environment.answers, answer);
  if (answer == "y" || answer == "Y" || answer == "yes") return true;
  context.out << "nothing was changed\n" << std::flush;
  return false;
}

int reportStop(const WatchedWork& work, Context& context, const base::Error& error) {
  return work.isStopped() ? kExitStopped : printError(context, error);
}

int hideRuns(history::Store& store, std::int64_t before, Context& context) {
  WatchedWork work(context);
  store.connection().stopWith(work.stopToken());
  Pruning pruning(store.connection());
  const auto hidden = pruning.hide(before);
  if (!hidden) return reportStop(work, context, hidden.error());
  const auto left = pruning.visible();
  if (!left) return reportStop(work, context, left.error());
  context.out << "hid " << countsText(*hidden) << "; " << countsText(*left) << " stay\n"
              << "history prune --undo shows them again, history prune --vacuum removes them for good\n"
              << std::flush;
  return kExitOk;
}

int showAgain(history::Store& store, Context& context) {
  const auto shown = Pruning(store.connection()).undo();
  if (!shown) return printError(context, shown.error());
  context.out << "shows " << countsText(*shown) << " again\n" << std::flush;
  return kExitOk;
}

int removeHidden(history::Store& store, const history::HiddenRuns& shown, Context& context) {
  WatchedWork work(context);
  store.connection().stopWith(work.stopToken());
  const auto before = store.sizeBytes();
  if (!before) return printError(context, before.error());
  const auto removed = Pruning(store.connection()).vacuum(shown, work.progress("removing the hidden runs"));
  if (!removed) return reportStop(work, context, removed.error());
  auto after = store.sizeBytes();
  if (removed->reclaimError) after = base::fail(*removed->reclaimError);
  context.out << "removed " << countsText(removed->counts);
  if (after) context.out << "; " << text::sizeText(*before) << " -> " << text::sizeText(*after);
  context.out << '\n' << std::flush;
  return after ? kExitOk : reportStop(work, context, after.error());
}

struct Preview {
  bool isConfirmed = false;
  history::HiddenRuns hidden;  ///< what was shown before a vacuum
};

/// previewed shows what would be done, from a store that is only read, and asks whether to do it.
base::Result<Preview> previewed(const ParsedArguments& arguments, std::int64_t before, Context& context) {
  const bool isVacuum = arguments.has("--vacuum");
  auto store = openHistory(arguments, context, history::Store::Access::ReadOnly);
  if (!store) return base::fail(std::move(store.error()));
  if (arguments.has("--undo")) return Preview{.isConfirmed = true, .hidden = {}};
  Pruning pruning(store->get().connection());
  Preview preview;
  if (isVacuum) {
    auto hidden = pruning.hidden();
    if (!hidden) return base::fail(std::move(hidden.error()));
    preview.hidden = *std::move(hidden);
  }
  const auto chosen = isVacuum ? base::Result<history::RunCounts>(preview.hidden.counts) : pruning.olderThan(before);
  if (!chosen) return base::fail(chosen.error());
  const auto visible = pruning.visible();
  if (!visible) return base::fail(visible.error());
  const auto size = store->get().sizeBytes();
  if (!size) return base::fail(size.error());
  context.out << store->get().name() << ": " << text::sizeText(*size) << ", " << countsText(*visible) << '\n';
  if (chosen->runs == 0 && !isVacuum) {  // a vacuum that was stopped may still have space to give back
    context.out << "no run is older\n" << std::flush;
    return preview;
  }
  context.out << (isVacuum ? "to remove for good: " : "to hide: ") << countsText(*chosen) << '\n';
  preview.isConfirmed = isConfirmed(arguments, context, isVacuum ? "Remove them for good?" : "Hide them?");
  return preview;
}

int runHistoryPrune(const ParsedArguments& arguments, Context& context) {
  const auto usageError = [&](const base::Error& error) { return printUsageError(context, historyPruneSpec(), error); };
  if (int{arguments.has("--before")} + int{arguments.has("--undo")} + int{arguments.has("--vacuum")} != 1)
    return usageError(badArgument("give one of --before, --undo and --vacuum"));
  const auto before = timeOf(arguments, "--before", 0, false);
  if (!before) return usageError(before.error());
  const auto preview = previewed(arguments, *before, context);
  if (!preview) return printEitherError(context, historyPruneSpec(), preview.error());
  if (!preview->isConfirmed) return kExitOk;
  auto store = openHistory(arguments, context, history::Store::Access::ReadWrite);
  if (!store) return printEitherError(context, historyPruneSpec(), store.error());
  if (arguments.has("--undo")) return showAgain(store->get(), context);
  return arguments.has("--vacuum") ? removeHidden(store->get(), preview->hidden, context)
                                   : hideRuns(store->get(), *before, context);
}

}  // namespace

Command makeHistoryPruneCommand() { return {historyPruneSpec(), runHistoryPrune}; }

}  // namespace plumbline::cli
