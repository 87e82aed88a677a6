// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>

#include "app/cli/commit_options.h"
#include "app/cli/history_store.h"
#include "app/cli/pair_input.h"
#include "core/evidence/number_tests.h"
#include "core/history/past/commit_past.h"
#include "core/reports/overview/overview_report.h"

namespace plumbline::cli {

namespace {

CommandSpec overviewSpec() {
  return {.name = "overview",
          .summary = "Show what fails in all configs of a commit, grouped by cause.",
          .positionals = {{.name = "SOURCES",
                           .help = "folders, artifact zips, CSVs, benchmark JSON, logs; a PyTorch checkout among them "
                                   "provides the baselines",
                           .many = true}},
          .options = {expectedTreeOption(false), attemptOption(), nameOption(), useOption(), commitOption(),
                      option("--stale N",
                             "also list baseline rows that are missing from N or more complete runs, over "
                             "all commits"),
                      option("--new-since COMMIT",
                             "only rows that fail now and did not at that earlier commit of the history, with the day "
                             "since when; its first digits will do"),
                      withStoreOption({}).front(),
                      rulesOption(),
                      option("--format F", "text (default), markdown (fits a pull-request comment) or json",
                             {"text", "markdown", "json"}),
                      noHistoryOption()}};
}

/// isJudged reports unreadable sources and a view without verdicts, neither of which may pass in CI. False for these.
bool isJudged(const overview::CommitView& view, Context& context) {
  const auto unread = unreadSource(view.opened());
  if (unread) printError(context, *unread);
  const auto& configs = view.configs();
  const bool judged = std::ranges::any_of(
      configs, [](const auto& config) { return config.comparison != nullptr || config.ciExit != 0; });
  if (!judged)
    printError(context, {base::ErrorCode::NotFound, "Nothing to judge: no config has both a run and a baseline.",
                       "Give results and, with --expected, the baselines.", "", 0, 0});
  const auto unjudged = unjudgedRun(view);
  if (unjudged) printError(context, *unjudged);
  return !unread && judged && !unjudged;
}

base::Result<void> readPast(history::Store& store, const std::string& newSince, reports::OverviewReport& report) {
  auto past = history::commitPast(store, *report.view, report.groups, {.newSince = newSince});
  if (!past) return base::fail(std::move(past.error()));
  if (auto tested = evidence::addNoise(store, *report.view, report.groups, *past); !tested) return tested;
  report.past = *std::move(past);
  return {};
}

/// addPast adds what the history knows of the groups, where there is one. Errors: those of opening and reading it.
base::Result<void> addPast(const ParsedArguments& arguments, reports::OverviewReport& report, Context& context) {
  const auto newSince = arguments.value("--new-since");
  if (newSince) {
    auto asked = openHistory(arguments, context, history::Store::Access::ReadOnly);
    if (!asked) return base::fail(std::move(asked.error()));
    return readPast(asked->get(), *newSince, report);
  }
  auto known = openKnownHistory(arguments, context);
  if (!known) return base::fail(std::move(known.error()));
  if (!*known) return {};
  return readPast((*known)->get(), "", report);
}

int runOverview(const ParsedArguments& arguments, Context& context) {
  const auto request = openOptions(arguments, context);
  if (!request) return printUsageError(context, overviewSpec(), request.error());
  const auto stale = wholeNumberOf(arguments, "--stale", 0, arguments.has("--stale") ? 1 : 0, 999'999);
  if (!stale) return printUsageError(context, overviewSpec(), stale.error());
  if (arguments.value("--new-since") == "")
    return printUsageError(context, overviewSpec(), badArgument("argument --new-since: name a commit"));
  const auto view = overview::openCommit(*request);
  if (!view.isValue()) return printError(context, view.error());
  if (const auto unknown = unknownFile(*request, view.value()->opened())) return printError(context, *unknown);
  printWarnings(context, view.value()->flakyProblems());
  reports::OverviewReport report{view.value(), overview::groupsOf(*view.value())};
  if (*stale > 0) report.stale = overview::staleBaselines(*view.value(), static_cast<std::size_t>(*stale));
  if (const auto added = addPast(arguments, report, context); !added) {
    if (arguments.has("--new-since") || arguments.has("--store")) return printError(context, added.error());
    printWarnings(context, {added.error()});  // the verdict of CI does not depend on the history
  }
  const bool complete = isJudged(*view.value(), context);
  const int exit = !complete ? kExitUsage : view.value()->ciExit() != 0 ? kExitFails : kExitOk;
  const std::string format = arguments.valueOr("--format", "text");
  context.out << (format == "json"       ? reports::overviewJson(report, exit)
                  : format == "markdown" ? reports::overviewMarkdown(report)
                                         : reports::overviewText(report))
              << std::flush;
  if (!arguments.has("--no-history")) addToHistory(view.value()->opened(), context);
  return exit;
}

}  // namespace

Command makeOverviewCommand() { return {overviewSpec(), runOverview}; }

}  // namespace plumbline::cli
