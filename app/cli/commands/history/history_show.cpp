// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/command.h"
#include "app/cli/history_store.h"
#include "core/history/show_report.h"

namespace plumbline::cli {

namespace {

CommandSpec historyShowSpec() {
  return {
      .name = "history show",
      .summary = "Show the values of a model over all runs, with baseline moves, decisions and flaky lists.",
      .positionals = {{.name = "MODEL", .help = "model, as in the CSV files"}},
      .options =
          withStoreOption({option("--config GLOB", "configs: a name, with * for any text and ? for any character"),
                           option("--metric M", "one metric: accuracy, graph_breaks, speedup ..."),
                           option("--since T", "runs since then: a day, a time or Unix seconds"),
                           option("--format F", "text (default), tsv or json", {"text", "tsv", "json"})})};
}

int runHistoryShow(const ParsedArguments& arguments, Context& context) {
  const auto since = timeOf(arguments, "--since", 0, false);
  if (!since) return printUsageError(context, historyShowSpec(), since.error());
  auto store = openHistory(arguments, context, history::Store::Access::ReadOnly);
  if (!store) return printEitherError(context, historyShowSpec(), store.error());
  const std::string model = arguments.positionals.front();
  const history::SeriesQuery query{model, arguments.valueOr("--config", ""), arguments.valueOr("--metric", ""), *since};
  auto series = store->get().runs().series(query);
  if (!series) return printError(context, series.error());
  const auto moves = store->get().baselines().read({.files = {}, .model = model, .column = {}});
  if (!moves) return printError(context, moves.error());
  const auto decisions = history::decisionsOf(store->get().connection(), model);
  if (!decisions) return printError(context, decisions.error());
  history::addUnmeasured(*series, *moves, *decisions, query);
  if (series->series.empty())
    return printError(context, {base::ErrorCode::NotFound, "The history has no such values of " + model + '.',
                                "Names are spelled as in the CSV files; history blame shows what its baselines say.", store->get().name()});
  std::vector<history::RowKey> rows;
  for (const history::Series& one : series->series) rows.push_back({one.key.config, one.key.model, one.key.metric});
  const auto red = store->get().rows().redSince(rows);
  if (!red) return printError(context, red.error());
  const auto episodes = history::readEpisodes(store->get().connection());
  if (!episodes) return printError(context, episodes.error());
  context.out << history::showReport(*series, *red, *moves, *decisions, *episodes,
                                     history::reportForm(arguments.valueOr("--format", "text")))
              << std::flush;
  return kExitOk;
}

}  // namespace

Command makeHistoryShowCommand() { return {historyShowSpec(), runHistoryShow}; }

}  // namespace plumbline::cli
