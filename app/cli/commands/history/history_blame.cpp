// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/command.h"
#include "app/cli/history_store.h"
#include "core/history/history_report.h"

namespace plumbline::cli {

namespace {

CommandSpec historyBlameSpec() {
  return {.name = "history blame",
          .summary = "Show which commit gave each cell of a baseline its value.",
          .positionals = {{.name = "FILE", .help = "baseline: its path in the repository, or the end of it"},
                          {.name = "MODEL", .help = "one model", .required = false},
                          {.name = "COLUMN", .help = "one column: accuracy, graph_breaks ...", .required = false}},
          .options = withStoreOption({option("--all", "all changes of each cell, oldest first, also of rows that are gone"),
                                      option("--format F", "text (default), tsv or json", {"text", "tsv", "json"})})};
}

base::Error noCell(const ParsedArguments& arguments, const std::string& file) {
  const std::string column = arguments.positionals.size() > 2 ? arguments.positionals[2] + " of " : "";
  return {base::ErrorCode::NotFound, "The history has no change of " + column + arguments.positionals[1] + " here.",
          "Names are spelled as in the CSV files; --all also lists rows that are gone.", file};
}

int runHistoryBlame(const ParsedArguments& arguments, Context& context) {
  auto store = openHistory(arguments, context, history::Store::Access::ReadOnly);
  if (!store) return printEitherError(context, historyBlameSpec(), store.error());
  history::BaselineStore& baselines = store->get().baselines();
  const auto paths = baselines.paths();
  if (!paths) return printError(context, paths.error());
  const auto file = history::fileNamed(*paths, arguments.positionals.front());
  if (!file) return printError(context, file.error());
  history::BlameOptions options{.model = {}, .column = {}, .all = arguments.has("--all")};
  if (arguments.positionals.size() > 1) options.model = arguments.positionals[1];
  if (arguments.positionals.size() > 2) options.column = arguments.positionals[2];
  const auto moves = baselines.readLineage(*file, options.model, options.column);
  if (!moves) return printError(context, moves.error());
  const auto cells = blame(*moves, *file, options);
  if (cells.empty() && !options.model.empty()) return printError(context, noCell(arguments, *file));
  context.out << history::blameReport(*moves, cells, history::reportForm(arguments.valueOr("--format", "text"))) << std::flush;
  return kExitOk;
}

}  // namespace

Command makeHistoryBlameCommand() { return {historyBlameSpec(), runHistoryBlame}; }

}  // namespace plumbline::cli
