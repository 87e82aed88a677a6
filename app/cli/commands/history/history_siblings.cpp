// SPDX-License-Identifier: GPL-3.0-or-later
#include <limits>

#include "app/cli/command.h"
#include "app/cli/history_store.h"
#include "core/history/history_report.h"

namespace plumbline::cli {

namespace {

CommandSpec historySiblingsSpec() {
  return {.name = "history siblings",
          .summary = "Show baseline cells that moved in one config and not, later or elsewhere in its siblings.",
          .options = withStoreOption({option("--as-of DATE", "what was known then: a day, a time or Unix seconds (default: now)"),
                                      option("--model M", "one model"),
                                      option("--all", "also list siblings that moved, in the same commit or later"),
                                      option("--format F", "text (default), tsv or json", {"text", "tsv", "json"})})};
}

int runHistorySiblings(const ParsedArguments& arguments, Context& context) {
  const auto asOf = timeOf(arguments, "--as-of", std::numeric_limits<std::int64_t>::max(), true);
  if (!asOf) return printUsageError(context, historySiblingsSpec(), asOf.error());
  auto store = openHistory(arguments, context, history::Store::Access::ReadOnly);
  if (!store) return printEitherError(context, historySiblingsSpec(), store.error());
  const auto moves = store->get().baselines().read({.files = {}, .model = arguments.valueOr("--model", ""), .column = {}});
  if (!moves) return printError(context, moves.error());
  context.out << history::siblingsReport(*moves, siblingMoves(*moves, *asOf), arguments.has("--all"),
                                         history::reportForm(arguments.valueOr("--format", "text")))
              << std::flush;
  return kExitOk;
}

}  // namespace

Command makeHistorySiblingsCommand() { return {historySiblingsSpec(), runHistorySiblings}; }

}  // namespace plumbline::cli
