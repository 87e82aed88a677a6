// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <filesystem>
#include <sstream>

#include "app/cli/commit_wish.h"
#include "app/cli/edit_output.h"
#include "app/cli/fetch_run.h"
#include "app/cli/rule_choice.h"
#include "core/fetch/fetch_report.h"
#include "core/overview/tree_around.h"
#include "core/overview/update.h"
#include "core/reports/update_report.h"

namespace plumbline::cli {

namespace {

using overview::UpdateMode;

CommandSpec spec() {
  return {
      .name = "update",
      .summary = "Take what a commit's runs say into all baselines: as a diff, as a patch, or written.",
      .positionals = {{.name = "SOURCES", .help = "results: folders, artifact zips, CSVs", .required = false, .many = true}},
      .options = withEditOptions(withFetchOptions(
          {expectedTreeOption(true),
           {.name = "--mode",
            .value = "MODE",
            .help = "merge (default): models that were not run stay; replace: with --remove-lost they leave the baselines "
                    "of complete runs",
            .choices = {"merge", "replace"}},
           attemptOption(), nameOption(), useOption(), commitOption(),
           {.name = "--reason", .value = "TEXT", .help = "why it is right; goes into the commit message and the log"},
           {.name = "--allow-regressions", .value = "", .help = "with --reason: also what makes a baseline worse"},
           {.name = "--remove-lost", .value = "", .help = "with --mode replace: models that a complete run did not bring leave"},
           {.name = "--take-unmeasured",
            .value = "",
            .help = "take the zeros of failed runs too, which are padding and no counts"},
           {.name = "--new-files", .value = "", .help = "make baselines for configs that have none"},
           rulesOption()})),
      .details =
          "examples:\n"
          "  plumbline-cli update artifacts/ --expected pytorch\n"
          "  plumbline-cli update artifacts/ --expected pytorch --new-files --write\n"
          "  plumbline-cli update --sha 7c01a80 --expected pytorch --patch baselines.patch\n"
          "  plumbline-cli update artifacts/ --expected pytorch --allow-regressions --reason 'pin bump' --write\n"
          "\n"
          "What PyTorch's update_expected.py is for, but: models of a missing shard stay, rows keep their\n"
          "order and files their layout, counters of failed runs are kept, every config whose name is\n"
          "understood is covered, of several attempts the latest complete one counts, and what makes a\n"
          "baseline worse is held back unless --allow-regressions and --reason are given.\n"
          "With --sha or --url the artifacts are fetched first, as the command fetch does.\n"
          "exit status:\n"
          "  0 all done, or nothing to do; 1 something was held back or not taken, or artifacts are missing;\n"
          "  2 bad arguments, or a file cannot be used or written; 130 stopped with Ctrl-C.\n"};
}

base::Error bad(std::string text) { return {base::ErrorCode::BadArgument, std::move(text), "", "", 0, 0}; }

/// newTreeOf is where baselines of new configs go: the root of the tree that was opened.
std::string newTreeOf(const overview::CommitView& view, const std::string& expected) {
  const std::string baseline = overview::mainBaseline(view.opened());
  const std::string folder = baseline.empty() ? std::string() : overview::treeFolder(baseline);
  return folder.empty() ? expected : folder;
}

/// fetched adds the artifacts of --sha or --url to what is opened. Gives what is missing, in a sentence, "" for nothing.
base::Outcome<std::string> fetched(const ParsedArguments& arguments, Context& context, overview::OpenWish& opening) {
  const auto wanted = fetchWanted(arguments);
  if (!wanted) return wanted.error();
  auto outcome = runFetch(*wanted, spec(), arguments, context);
  if (outcome.isCancelled()) return base::Cancelled{};
  if (outcome.isError()) return outcome.error();
  opening.paths.push_back({outcome.value().folder, sources::Role::Actual});
  return fetch::isComplete(outcome.value()) ? std::string() : fetch::reportText(outcome.value());
}

/// unreadTree: without the baselines that were named there is nothing to bring up to date; new ones need only the folder.
std::optional<base::Error> unreadTree(const sources::Opened& opened, const std::string& tree, bool makesNew) {
  if (std::any_of(opened.pieces.begin(), opened.pieces.end(), [](const auto& piece) { return piece.isBaseline; })) return std::nullopt;
  std::error_code ignored;
  if (makesNew && std::filesystem::is_directory(tree, ignored)) return std::nullopt;
  for (const base::Error& error : opened.problems)
    if (error.file == tree) return error;
  return base::Error{base::ErrorCode::NotFound, "There are no baselines here.",
                     "Name a PyTorch checkout, or its folder ci_expected_accuracy.", tree, 0, 0};
}

int run(const ParsedArguments& arguments, Context& context) {
  if (const auto error = editOptionsError(arguments)) return refuse(context, spec(), *error);
  if (arguments.valueOr("--patch", "x").empty()) return refuse(context, spec(), bad("argument --patch: name a file, or -"));
  overview::UpdateWish wish;
  wish.mode = arguments.valueOr("--mode", "merge") == "replace" ? UpdateMode::Replace : UpdateMode::Merge;
  wish.removeLost = arguments.has("--remove-lost");
  wish.takeUnmeasured = arguments.has("--take-unmeasured");
  wish.allowRegressions = arguments.has("--allow-regressions");
  wish.reason = arguments.valueOr("--reason", "");
  if (wish.removeLost && wish.mode != UpdateMode::Replace)
    return refuse(context, spec(), bad("--remove-lost goes with --mode replace"));
  auto opening = commitWish(arguments, context);
  if (!opening) return refuse(context, spec(), opening.error());
  const bool fetches = arguments.has("--sha") || arguments.has("--url");
  if (fetches != arguments.positionals.empty())
    return refuse(context, spec(), bad("name either sources, or a commit with --sha or --url"));
  const auto stop = [&](const base::Error& error) {
    complain(context, error);
    return kExitUsage;
  };
  std::string missing;
  if (fetches) {
    const auto got = fetched(arguments, context, *opening);
    if (got.isCancelled()) return kExitStopped;
    if (got.isError()) return got.error().code == base::ErrorCode::BadArgument ? refuse(context, spec(), got.error()) : stop(got.error());
    missing = got.value();
  }
  const auto view = overview::openCommit(*opening);
  if (!view.isValue()) return stop(view.error());
  const sources::Opened& opened = view.value()->opened();
  if (const auto unknown = unknownFile(*opening, opened)) return stop(*unknown);
  if (std::all_of(opened.pieces.begin(), opened.pieces.end(), [](const auto& piece) { return piece.isBaseline; }))
    return stop(!opened.problems.empty() ? opened.problems.front()
                                         : base::Error{base::ErrorCode::NotFound, "There are no results among the sources.",
                                                       "Name the folder or the zips that hold them."});
  if (const auto unread = unreadTree(opened, *arguments.value("--expected"), arguments.has("--new-files"))) return stop(*unread);
  if (arguments.has("--new-files")) wish.newTree = newTreeOf(*view.value(), *arguments.value("--expected"));
  baselines::Drafts drafts;
  auto report = overview::planUpdate(*view.value(), wish, drafts);
  if (!report) return stop(report.error());
  if (!missing.empty()) report->refused.push_back(missing);
  for (const base::Error& problem : opened.problems) report->refused.push_back(base::describe(problem));
  if (const auto undo = drafts.apply(report->change); !undo) return stop(undo.error());
  int handed = kExitOk;
  if (drafts.changed().empty()) {
    context.err << "plumbline-cli: nothing to change\n";
  } else {
    handed = handOver(arguments, drafts, context);
  }
  std::istringstream said(reports::updateText(*view.value(), *report));
  for (std::string line; std::getline(said, line);)
    context.err << (line.starts_with(' ') ? "" : "plumbline-cli: ") << line << '\n';
  context.err.flush();
  return handed != kExitOk ? handed : report->isComplete() ? kExitOk : kExitFails;
}

}  // namespace

Command updateCommand() { return {spec(), run}; }

}  // namespace plumbline::cli
