// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <filesystem>

#include "app/cli/commit_options.h"
#include "app/cli/edit_output.h"
#include "app/cli/fetch_run.h"
#include "app/cli/history_store.h"
#include "app/cli/pair_input.h"
#include "core/evidence/advice_report.h"
#include "core/fetch/fetch_plan.h"
#include "core/overview/headline.h"
#include "core/overview/open_commit.h"
#include "core/overview/update.h"
#include "core/reports/baselines/baseline_report.h"

namespace plumbline::cli {

namespace {

using overview::UpdateMode;

CommandSpec updateSpec() {
  return {
      .name = "update",
      .summary = "Accept the results of a commit into all baselines: print a diff, write a patch or the files.",
      .positionals = {{.name = "SOURCES", .help = "results: folders, artifact zips, CSVs", .required = false, .many = true}},
      .options = withEditOptions(withFetchOptions(withStoreOption(
          {expectedTreeOption(true),
           option("--mode MODE", "merge (default): keep models that were not run; replace: with --remove-lost, remove "
                                 "them from the baselines of complete runs", {"merge", "replace"}),
           attemptOption(), nameOption(), useOption(), commitOption(),
           option("--group NAME", "only the cells of this group of `overview`: \"graph_breaks +1\""),
           option("--whole-rows", "with --group: every cell of the group's rows"),
           option("--reason TEXT", "reason for the commit message and the log"),
           option("--allow-regressions", "with --reason: also accept regressions"),
           option("--remove-lost", "with --mode replace: remove models that a complete run does not have"),
           option("--accept-unmeasured", "also accept the zeros of failed runs, which are padding"),
           option("--new-files", "create baselines for configs without one"),
           rulesOption()})))};
}

/// addAdvice reads the history where there is one, prints what it says of the rows, and gives the request its evidence.
/// Errors: those of opening and reading it.
base::Result<void> addAdvice(const ParsedArguments& arguments, const overview::CommitView& view, Context& context,
                             overview::UpdateRequest& request) {
  auto history = openKnownHistory(arguments, context);
  if (!history) return base::fail(std::move(history.error()));
  if (!*history) return {};
  const auto advice = evidence::AdviceReader(&(*history)->get()).adviseCommit(view);
  if (!advice) return base::fail(advice.error());
  printLines(context, evidence::adviceSummary(*advice));
  request.evidence = evidence::toEvidence(*advice);
  return {};
}

/// newTreeOf returns the folder for baselines of new configs: the root of the opened tree.
std::string newTreeOf(const overview::CommitView& view, const std::string& expected) {
  const std::string baseline = overview::mainBaseline(view.opened());
  const std::string folder = baseline.empty() ? std::string() : overview::treeFolder(baseline);
  return folder.empty() ? expected : folder;
}

/// fetched adds the artifacts of --sha or --url to the opened paths. Returns a sentence about missing ones, or "".
base::Outcome<std::string> fetched(const ParsedArguments& arguments, Context& context, overview::OpenRequest& opening) {
  const auto requested = fetchRequest(arguments);
  if (!requested) return requested.error();
  auto outcome = runFetch(*requested, updateSpec(), arguments, context);
  if (!outcome.isValue()) return outcome.failure();
  opening.paths.push_back({outcome.value().folder, sources::Role::Actual});
  return fetch::isComplete(outcome.value()) ? std::string() : fetch::reportText(outcome.value());
}

/// unreadTree returns an error if there are no baselines to update; new ones only need the folder.
std::optional<base::Error> unreadTree(const sources::Opened& opened, const std::string& tree, bool makesNew) {
  if (std::ranges::any_of(opened.pieces, [](const auto& piece) { return piece.isBaseline; })) return std::nullopt;
  std::error_code ignored;
  if (makesNew && std::filesystem::is_directory(tree, ignored)) return std::nullopt;
  for (const base::Error& error : opened.problems)
    if (error.file == tree) return error;
  return base::Error{base::ErrorCode::NotFound, "There are no baselines here.",
                     "Name a PyTorch checkout, or its folder ci_expected_accuracy.", tree, 0, 0};
}

int runUpdate(const ParsedArguments& arguments, Context& context) {
  if (const auto error = editOptionsError(arguments)) return printUsageError(context, updateSpec(), *error);
  if (arguments.valueOr("--patch", "x").empty()) return printUsageError(context, updateSpec(), badArgument("argument --patch: name a file, or -"));
  overview::UpdateRequest request;
  request.mode = arguments.valueOr("--mode", "merge") == "replace" ? UpdateMode::Replace : UpdateMode::Merge;
  request.removeLost = arguments.has("--remove-lost");
  request.acceptUnmeasured = arguments.has("--accept-unmeasured");
  request.allowRegressions = arguments.has("--allow-regressions");
  request.reason = arguments.valueOr("--reason", "");
  request.group = arguments.valueOr("--group", "");
  request.wholeRows = arguments.has("--whole-rows");
  if (request.wholeRows && request.group.empty())
    return printUsageError(context, updateSpec(), badArgument("--whole-rows goes with --group"));
  if (request.removeLost && request.mode != UpdateMode::Replace)
    return printUsageError(context, updateSpec(), badArgument("--remove-lost goes with --mode replace"));
  auto opening = openOptions(arguments, context);
  if (!opening) return printUsageError(context, updateSpec(), opening.error());
  const bool fetches = arguments.has("--sha") || arguments.has("--url");
  if (fetches != arguments.positionals.empty())
    return printUsageError(context, updateSpec(), badArgument("name either sources, or a commit with --sha or --url"));
  std::string missing;
  if (fetches) {
    const auto got = fetched(arguments, context, *opening);
    if (got.isCancelled()) return kExitStopped;
    if (got.isError()) return printEitherError(context, updateSpec(), got.error());
    missing = got.value();
  }
  const auto view = overview::openCommit(*opening);
  if (!view.isValue()) return printError(context, view.error());
  const sources::Opened& opened = view.value()->opened();
  if (const auto unknown = unknownFile(*opening, opened)) return printError(context, *unknown);
  if (std::ranges::all_of(opened.pieces, [](const auto& piece) { return piece.isBaseline; }))
    return printError(context, !opened.problems.empty() ? opened.problems.front()
                                         : base::Error{base::ErrorCode::NotFound, "There are no results among the sources.",
                                                       "Name the folder or the zips that hold them."});
  if (const auto unread = unreadTree(opened, *arguments.value("--expected"), arguments.has("--new-files"))) return printError(context, *unread);
  printWarnings(context, view.value()->flakyProblems());
  if (arguments.has("--new-files")) request.newTree = newTreeOf(*view.value(), *arguments.value("--expected"));
  if (const auto advised = addAdvice(arguments, *view.value(), context, request); !advised) return printEitherError(context, updateSpec(), advised.error());
  baselines::Drafts drafts;
  auto report = overview::planUpdate(*view.value(), request, drafts);
  if (!report) return printError(context, report.error());
  if (!missing.empty()) report->refused.push_back(missing);
  for (const base::Error& problem : opened.problems) report->refused.push_back(base::describe(problem));
  if (const auto undo = drafts.apply(report->change); !undo) return printError(context, undo.error());
  const baselines::CiChange ci = overview::ciChange(*view.value(), drafts);
  int handed = kExitOk;
  if (drafts.changed().empty()) {
    context.err << "plumbline-cli: nothing to change\n";
  } else {
    handed = outputEdits(arguments, drafts, context);
  }
  printLines(context, reports::updateText(*view.value(), *report) + (ci.edits > 0 ? baselines::ciText(ci) + '\n' : std::string()));
  return handed != kExitOk ? handed : report->isComplete() ? kExitOk : kExitFails;
}

}  // namespace

Command makeUpdateCommand() { return {updateSpec(), runUpdate}; }

}  // namespace plumbline::cli
