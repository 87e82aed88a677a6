// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <sstream>

#include "app/cli/commit_wish.h"
#include "app/cli/edit_output.h"
#include "app/cli/rule_choice.h"
#include "core/baselines/hand_over.h"
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
      .positionals = {{.name = "SOURCES", .help = "results: folders, artifact zips, CSVs", .many = true}},
      .options = withEditOptions(
          {expectedTreeOption(true),
           {.name = "--mode",
            .value = "MODE",
            .help = "merge (default): models that were not run stay; replace: with --remove-lost they leave the baselines "
                    "of complete runs",
            .choices = {"merge", "replace"}},
           attemptOption(), commitOption(),
           {.name = "--reason", .value = "TEXT", .help = "why it is right; goes into the commit message and the log"},
           {.name = "--allow-regressions", .value = "", .help = "with --reason: also what makes a baseline worse"},
           {.name = "--remove-lost", .value = "", .help = "with --mode replace: models that a complete run did not bring leave"},
           {.name = "--take-unmeasured",
            .value = "",
            .help = "take the zeros of failed runs too, which are padding and no counts"},
           {.name = "--new-files", .value = "", .help = "make baselines for configs that have none"},
           rulesOption()}),
      .details =
          "examples:\n"
          "  plumbline-cli update artifacts/ --expected pytorch\n"
          "  plumbline-cli update artifacts/ --expected pytorch --new-files --write\n"
          "  plumbline-cli update artifacts/ --expected pytorch --allow-regressions --reason 'pin bump' --write\n"
          "\n"
          "What PyTorch's update_expected.py is for, but: models of a missing shard stay, rows keep their\n"
          "order and files their layout, counters of failed runs are kept, every config whose name is\n"
          "understood is covered, of several attempts the latest complete one counts, and what makes a\n"
          "baseline worse is held back unless --allow-regressions and --reason are given.\n"
          "exit status:\n"
          "  0 all done, or nothing to do; 1 something was held back or not taken;\n"
          "  2 bad arguments, or a file cannot be used or written.\n"};
}

base::Error bad(std::string text) { return {base::ErrorCode::BadArgument, std::move(text), "", "", 0, 0}; }

/// newTreeOf is where baselines of new configs go: the root of the tree that was opened.
std::string newTreeOf(const overview::CommitView& view, const std::string& expected) {
  const std::string baseline = overview::mainBaseline(view.opened());
  const std::string folder = baseline.empty() ? std::string() : overview::treeFolder(baseline);
  return folder.empty() ? expected : folder;
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
  const auto opening = commitWish(arguments, context);
  if (!opening) return refuse(context, spec(), opening.error());
  const auto stop = [&](const base::Error& error) {
    complain(context, error);
    return kExitUsage;
  };
  const auto view = overview::openCommit(*opening);
  if (!view.isValue()) return stop(view.error());
  const sources::Opened& opened = view.value()->opened();
  if (std::all_of(opened.pieces.begin(), opened.pieces.end(), [](const auto& piece) { return piece.isBaseline; }))
    return stop(!opened.problems.empty() ? opened.problems.front()
                                         : base::Error{base::ErrorCode::NotFound, "There are no results among the sources.",
                                                       "Name the folder or the zips that hold them."});
  if (arguments.has("--new-files")) wish.newTree = newTreeOf(*view.value(), *arguments.value("--expected"));
  baselines::Drafts drafts;
  auto report = overview::planUpdate(*view.value(), wish, drafts);
  if (!report) return stop(report.error());
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
