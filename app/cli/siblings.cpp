// SPDX-License-Identifier: GPL-3.0-or-later
#include <charconv>

#include "app/cli/commit_wish.h"
#include "app/cli/rule_choice.h"
#include "core/overview/tree_around.h"
#include "core/reports/shown_text.h"
#include "core/reports/sibling_report.h"

namespace plumbline::cli {

namespace {

CommandSpec spec() {
  return {
      .name = "siblings",
      .summary = "One model in all its configs, or rows that a sibling baseline left behind.",
      .positionals = {{.name = "SOURCES",
                       .help = "results: folders, artifact zips, CSVs, benchmark JSON, logs",
                       .required = false,
                       .many = true}},
      .options = {expectedTreeOption(true),
                  {.name = "--model", .value = "M", .help = "the model; needed without --drift"},
                  {.name = "--drift",
                   .value = "",
                   .help = "ask git's history of the baselines: rows that stayed while their sibling moved"},
                  {.name = "--commits",
                   .value = "N",
                   .help = "with --drift: how many commits of the baselines to look at, the newest first; default 500"},
                  attemptOption(), nameOption(), useOption(), commitOption(), rulesOption(),
                  {.name = "--format", .value = "F", .help = "text (default) or json", .choices = {"text", "json"}}},
      .details =
          "examples:\n"
          "  plumbline-cli siblings --expected pytorch --model hf_Bert\n"
          "  plumbline-cli siblings --expected pytorch --model hf_Bert artifacts/\n"
          "  plumbline-cli siblings --expected pytorch --drift\n"
          "\n"
          "--drift needs git and a clone, and no results. It compares with the closest siblings of the same\n"
          "mode: both said the same, then one moved, and the other did not follow.\n"
          "exit status:\n"
          "  0 done, with --drift no row was left behind; 1 rows were left behind;\n"
          "  2 bad arguments, no such model, or nothing could be read.\n"};
}

base::Error bad(std::string text) { return {base::ErrorCode::BadArgument, std::move(text), "", "", 0, 0}; }

base::Result<std::size_t> commitsOf(const ParsedArguments& arguments) {
  const std::string text = arguments.valueOr("--commits", "500");
  std::size_t number = 0;
  const auto read = std::from_chars(text.data(), text.data() + text.size(), number);
  if (read.ec != std::errc() || read.ptr != text.data() + text.size() || number == 0 || number > 1'000'000)
    return base::fail(bad("argument --commits: \"" + text + "\" is no number of commits from 1 on"));
  return number;
}

int failed(const base::Error& error, Context& context) {
  complain(context, error);
  return kExitUsage;
}

int drift(const ParsedArguments& arguments, std::size_t commits, Context& context) {
  const std::string tree = *arguments.value("--expected");
  const auto opened = sources::open({{tree, sources::Role::Expected}});
  if (!opened.isValue()) return failed(opened.error(), context);
  const std::string baseline = overview::mainBaseline(opened.value());
  const std::string folder = baseline.empty() ? tree : overview::treeFolder(baseline);
  const auto history = sources::readHistory(folder.empty() ? tree : folder, ".", {.commits = commits});
  if (!history.isValue()) return failed(history.error(), context);
  auto rows = overview::driftRows(history.value(), arguments.valueOr("--model", ""));
  const reports::DriftReport report{std::move(rows.value()), history.value().commits.size(), history.value().cut};
  const int exit = report.rows.empty() ? kExitOk : kExitFails;
  context.out << (arguments.valueOr("--format", "text") == "json" ? reports::driftJson(report, exit) : reports::driftText(report))
              << std::flush;
  return exit;
}

int run(const ParsedArguments& arguments, Context& context) {
  const auto commits = commitsOf(arguments);
  if (!commits) return refuse(context, spec(), commits.error());
  if (arguments.has("--drift")) {
    if (!arguments.positionals.empty()) return refuse(context, spec(), bad("--drift asks git alone; leave the results out"));
    return drift(arguments, *commits, context);
  }
  const auto model = arguments.value("--model");
  if (!model || model->empty()) return refuse(context, spec(), bad("name the model with --model, or ask for --drift"));
  const auto wish = commitWish(arguments, context);
  if (!wish) return refuse(context, spec(), wish.error());
  const auto view = overview::openCommit(*wish);
  if (!view.isValue()) return failed(view.error(), context);
  if (const auto unknown = unknownFile(*wish, view.value()->opened())) return failed(*unknown, context);
  const auto rows = overview::siblingRows(*view.value(), *model);
  if (rows.empty())
    return failed({base::ErrorCode::NotFound, "No baseline and no run has the model " + reports::shownText(*model) + '.',
                   "Names are spelled as in the CSV files."}, context);
  context.out << (arguments.valueOr("--format", "text") == "json" ? reports::siblingsJson(*view.value(), *model, rows)
                                                                   : reports::siblingsText(*view.value(), *model, rows))
              << std::flush;
  return kExitOk;
}

}  // namespace

Command siblingsCommand() { return {spec(), run}; }

}  // namespace plumbline::cli
