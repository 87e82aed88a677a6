// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/command.h"
#include "app/cli/fetch_run.h"
#include "app/cli/history_store.h"
#include "app/cli/progress_line.h"
#include "core/evidence/evidence_rows.h"
#include "core/reports/evidence/change_report.h"

namespace plumbline::cli {

namespace {

using statistics::ChangeMethod;
using statistics::SeriesChangeOptions;

constexpr std::size_t kAllRuns = 1'000'000;

CommandSpec changesSpec() {
  return {.name = "changes",
          .summary = "Find change points in the series of a CSV file: where a level moved, by how much, how surely.",
          .positionals = {{.name = "FILE", .help = "CSV, oldest row first; a column is a series unless --series is given",
                           .required = false}},
          .options = {option("--store STORE", "the history instead of a file: a file of its own, or "
                                              "postgresql://user@host:port/database"),
                      option("--column C", "column of the values (default: every column of numbers; with --series the last one)"),
                      option("--time C", "column of times or commits; rows are sorted by times that are numbers or ISO dates (default: time, timestamp, date, datetime, day, "
                                         "index, commit, revision or sha)"),
                      option("--series C", "column whose text says which series a row belongs to"),
                      option("--method M", "default, otava or perfherder", {"default", "otava", "perfherder"}),
                      option("--window N", "otava: points of a window (default: 50)"),
                      option("--max-p P", "default and otava: largest p of a change (default: 0.005; otava 0.001)"),
                      option("--min-magnitude M", "smallest change relative to the level before (default: 0)"),
                      option("--threshold T", "perfherder: smallest t (default: 7)"),
                      option("--better D", "lower or higher (default: by the name of the column or series, lower if it is unknown)",
                             {"lower", "higher"}),
                      option("--format F", "text (default) or json", {"text", "json"})}};
}

base::Result<std::optional<double>> positiveOption(const ParsedArguments& arguments, const std::string& name, bool hasIt) {
  if (!arguments.has(name)) return std::optional<double>();
  if (!hasIt) return base::fail(badArgument("argument " + name + ": the method does not have it"));
  const auto number = numberOf(arguments, name, 0);
  if (!number) return base::fail(number.error());
  if (!(*number >= 0)) return base::fail(badArgument("argument " + name + ": must be a number from 0 on"));
  return std::optional<double>(*number);
}

base::Result<SeriesChangeOptions> changeOptionsOf(const ParsedArguments& arguments) {
  const std::string method = arguments.valueOr("--method", "default");
  SeriesChangeOptions options;
  if (method == "otava") options.method = ChangeMethod::Otava;
  if (method == "perfherder") options.method = ChangeMethod::Perfherder;
  const bool isOtava = options.method == ChangeMethod::Otava, isPerfherder = options.method == ChangeMethod::Perfherder;
  if (auto error = assign(options.maxP, positiveOption(arguments, "--max-p", !isPerfherder))) return base::fail(*error);
  if (options.maxP.value_or(0) > 1) return base::fail(badArgument("argument --max-p: must be from 0 to 1"));
  if (auto error = assign(options.minMagnitude, positiveOption(arguments, "--min-magnitude", true)))
    return base::fail(*error);
  if (auto error = assign(options.threshold, positiveOption(arguments, "--threshold", isPerfherder)))
    return base::fail(*error);
  if (!arguments.has("--window")) return options;
  if (!isOtava) return base::fail(badArgument("argument --window: the method does not have it"));
  const auto window = wholeNumberOf(arguments, "--window", 0, 2, 10'000);
  if (!window) return base::fail(window.error());
  options.window = static_cast<std::size_t>(*window);
  return options;
}

base::Result<std::vector<sources::NumberSeries>> storedSeries(const ParsedArguments& arguments, WatchedWork& work, Context& context) {
  for (const char* option : {"--time", "--series"})
    if (arguments.has(option)) return base::fail(badArgument(std::string("argument ") + option + ": the history does not have it"));
  auto store = openHistory(arguments, context, history::Store::Access::ReadOnly);
  if (!store) return base::fail(store.error());
  auto series = evidence::readNumberSeries(store->get(), {.metric = arguments.valueOr("--column", ""), .runs = kAllRuns},
                                           work.progress("reading the history"));
  if (!series || !series->empty() || work.isStopped()) return series;
  return base::fail(base::ErrorCode::NotFound, "The history has no such numbers.",
                    "Metrics are spelled as in the CSV files; history stats shows what is there.", store->get().name());
}

base::Result<std::vector<sources::NumberSeries>> chosenSeries(const ParsedArguments& arguments, WatchedWork& work, Context& context) {
  if (arguments.has("--store") != arguments.positionals.empty()) return base::fail(badArgument("give either FILE or --store"));
  if (arguments.has("--store")) return storedSeries(arguments, work, context);
  return sources::readNumberSeries(arguments.positionals.front(), {.column = arguments.valueOr("--column", ""),
                                                                   .time = arguments.valueOr("--time", ""),
                                                                   .series = arguments.valueOr("--series", "")});
}

int runChanges(const ParsedArguments& arguments, Context& context) {
  const auto options = changeOptionsOf(arguments);
  if (!options) return printUsageError(context, changesSpec(), options.error());
  WatchedWork work(context);
  auto series = chosenSeries(arguments, work, context);
  if (work.isStopped()) return kExitStopped;
  if (!series) return printEitherError(context, changesSpec(), series.error());
  const std::string better = arguments.valueOr("--better", "");
  const auto found =
      findChangesIn(*std::move(series), *options,
                    better.empty() ? reports::BetterLevel::ByName
                                   : better == "lower" ? reports::BetterLevel::Lower : reports::BetterLevel::Higher,
                    work.progress("looking for changes"));
  if (!found.isValue()) return kExitStopped;
  const reports::ChangeReport& report = found.value();
  context.out << (arguments.valueOr("--format", "text") == "json" ? changeJson(report) : changeText(report)) << std::flush;
  return changeExit(report) == 0 ? kExitOk : kExitFails;
}

}  // namespace

Command makeChangesCommand() { return {changesSpec(), runChanges}; }

}  // namespace plumbline::cli
