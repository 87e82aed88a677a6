// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/command.h"
#include "app/cli/fetch_run.h"
#include "app/cli/history_store.h"
#include "app/cli/progress_line.h"
#include "core/text/quantities.h"

namespace plumbline::cli {

namespace {

constexpr std::size_t kAllCommits = 10'000'000;
constexpr std::size_t kMaxVersionBytes = std::size_t{1} << 30;

CommandSpec historyAddSpec() {
  return {.name = "history add",
          .summary = "Add the history of a checkout's baselines to the history.",
          .options = withStoreOption({requiredOption("--git REPO", "checkout whose baselines to read, or a folder in it")})};
}

int runHistoryAdd(const ParsedArguments& arguments, Context& context) {
  auto store = openHistory(arguments, history::Store::Access::ReadWrite);
  if (!store) return printEitherError(context, historyAddSpec(), store.error());
  WatchedWork work(context);
  const std::string repository = *arguments.value("--git");
  const auto read = sources::readHistory(repository, ".", {.commits = kAllCommits, .bytes = kMaxVersionBytes, .ending = ".csv"},
                                         work.progress("reading the history of " + repository));
  if (read.isCancelled()) return kExitStopped;
  if (read.isError()) return printError(context, read.error());
  const history::BaselineHistory moves = history::changesIn(read.value());
  const auto added = store->get().baselines().add(moves);
  if (!added) return printError(context, added.error());
  context.out << "added " << text::counted(added->commits, "commit") << " with " << text::counted(added->moves, "moved cell") << " and "
              << text::counted(added->changes - added->moves, "cell") << " that came or went; " << added->knownCommits
              << " were there already\n";
  if (moves.otherFiles > 0)
    context.out << "skipped " << text::counted(moves.otherFiles, "CSV file") << ": no column \"name\" with \"accuracy\", \"graph_breaks\" or status words\n";
  if (moves.isCut)
    context.out << "older commits are missing: the clone is shallow, or its versions take more than " << text::sizeText(kMaxVersionBytes) << '\n';
  context.out.flush();
  return kExitOk;
}

}  // namespace

Command makeHistoryAddCommand() { return {historyAddSpec(), runHistoryAdd}; }

}  // namespace plumbline::cli
