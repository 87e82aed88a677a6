// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/commit_options.h"
#include "app/cli/pair_input.h"
#include "core/overview/open_commit.h"
#include "core/reports/overview/overview_report.h"

namespace plumbline::cli {

namespace {

CommandSpec siblingsSpec() {
  return {
      .name = "siblings",
      .summary = "Show one model in all configs, or rows that a sibling baseline left behind.",
      .positionals = {{.name = "SOURCES",
                       .help = "results: folders, artifact zips, CSVs, benchmark JSON, logs",
                       .required = false,
                       .many = true}},
      .options = {expectedTreeOption(true),
                  option("--model M", "model; required without --drift"),
                  option("--drift", "search the git history of the baselines for rows that did not follow their "
                                    "sibling"),
                  option("--commits N", "with --drift: number of commits to search, newest first (default: 500)"),
                  attemptOption(), nameOption(), useOption(), commitOption(), rulesOption(),
                  option("--format F", "text (default) or json", {"text", "json"})}};
}

int drift(const ParsedArguments& arguments, std::size_t commits, Context& context) {
  const std::string tree = *arguments.value("--expected");
  const auto opened = sources::open({{tree, sources::Role::Expected}});
  if (!opened.isValue()) return printError(context, opened.error());
  const std::string baseline = overview::mainBaseline(opened.value());
  const std::string folder = baseline.empty() ? tree : overview::treeFolder(baseline);
  const auto history = sources::readHistory(folder.empty() ? tree : folder, ".", {.commits = commits});
  if (!history.isValue()) return printError(context, history.error());
  auto rows = overview::driftRows(history.value(), arguments.valueOr("--model", ""));
  const reports::DriftReport report{std::move(rows.value()), history.value().commits.size(), history.value().cut};
  const int exit = report.rows.empty() ? kExitOk : kExitFails;
  context.out << (arguments.valueOr("--format", "text") == "json" ? reports::driftJson(report, exit) : reports::driftText(report))
              << std::flush;
  return exit;
}

int runSiblings(const ParsedArguments& arguments, Context& context) {
  const auto commits = wholeNumberOf(arguments, "--commits", 500, 1, 1'000'000);
  if (!commits) return printUsageError(context, siblingsSpec(), commits.error());
  if (arguments.has("--drift")) {
    if (!arguments.positionals.empty()) return printUsageError(context, siblingsSpec(), badArgument("--drift uses git only; omit the results"));
    return drift(arguments, static_cast<std::size_t>(*commits), context);
  }
  const auto model = arguments.value("--model");
  if (!model || model->empty()) return printUsageError(context, siblingsSpec(), badArgument("give --model or --drift"));
  const auto request = openOptions(arguments, context);
  if (!request) return printUsageError(context, siblingsSpec(), request.error());
  const auto view = overview::openCommit(*request);
  if (!view.isValue()) return printError(context, view.error());
  if (const auto unknown = unknownFile(*request, view.value()->opened())) return printError(context, *unknown);
  printWarnings(context, view.value()->flakyProblems());
  const auto rows = overview::siblingRows(*view.value(), *model);
  if (rows.empty())
    return printError(context, {base::ErrorCode::NotFound, "No baseline or run has the model " + *model + '.',
                                "Names are spelled as in the CSV files."});
  context.out << (arguments.valueOr("--format", "text") == "json" ? reports::siblingsJson(*view.value(), *model, rows)
                                                                   : reports::siblingsText(*view.value(), *model, rows))
              << std::flush;
  return kExitOk;
}

}  // namespace

Command makeSiblingsCommand() { return {siblingsSpec(), runSiblings}; }

}  // namespace plumbline::cli
