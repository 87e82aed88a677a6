// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/commit_options.h"
#include "app/cli/history_store.h"

#include <algorithm>

#include "app/cli/pair_input.h"
#include "core/tasks/both.h"

namespace plumbline::cli {

OptionSpec expectedTreeOption(bool required) {
  OptionSpec spec = option("--expected TREE", "baselines: a PyTorch checkout, its folder ci_expected_accuracy, or one file");
  spec.required = required;
  return spec;
}

OptionSpec attemptOption() {
  return option("--attempt WHICH", "attempt to use for each shard: latest complete (latest, default) or first, as in "
                                   "PyTorch's updater", {"latest", "first"});
}

OptionSpec commitOption() {
  return option("--commit SHA", "commit to use if the sources have several, by its first digits; \"none\" for results "
                                "without a commit (default: the last)");
}

OptionSpec nameOption() {
  return listOption("--name FILE=CONFIG", "config of a file whose name does not include it, followed by @1/4 for a "
                                          "shard: run.csv=rocm/inductor_timm_training@1/4; repeatable");
}

OptionSpec useOption() {
  return listOption("--use FILE", "use this file for its shard, regardless of --attempt; repeatable");
}

std::optional<base::Error> unknownFile(const overview::OpenRequest& request, const sources::Opened& opened) {
  std::vector<std::string> named;
  for (const sources::Assignment& assignment : request.open.assignments) named.push_back(assignment.origin);
  for (const overview::AttemptChoice& choice : request.view.choices) named.push_back(choice.origin);
  for (const std::string& origin : named) {
    const bool isHere =
        std::ranges::any_of(opened.pieces, [&](const sources::Piece& piece) { return piece.origin == origin; });
    if (!isHere)
      return base::Error{base::ErrorCode::BadArgument, "There is no such file among the sources.",
                         "Write it as history add and overview do, with its folder, its zip, or the part of a log behind #.", origin, 0, 0};
  }
  return std::nullopt;
}

std::optional<base::Error> unreadSource(const sources::Opened& opened) {
  for (const base::Error& error : opened.problems) {
    // Over a limit: the rest was not read.
    if (error.code == base::ErrorCode::TooLarge) return error;
    for (std::size_t i = 0; i < opened.paths.size(); ++i) {
      if (opened.paths[i].path != error.file) continue;
      // A folder with a link in it, or a log with a model that crashed, was read all the same.
      const bool broughtSome =
          std::ranges::any_of(opened.pieces, [&](const sources::Piece& piece) { return piece.source == i; });
      if (!broughtSome) return error;
    }
  }
  return std::nullopt;
}

std::optional<base::Error> unjudgedRun(const overview::CommitView& view) {
  for (const overview::ConfigResult& config : view.configs())
    if (config.comparison && config.problem) return config.problem;
  return std::nullopt;
}

base::Result<overview::OpenRequest> openOptions(const ParsedArguments& arguments, const Context& context) {
  overview::OpenRequest request;
  // The tree that was named comes first: of two baselines of a config the first counts.
  if (const auto tree = arguments.value("--expected")) request.paths.push_back({*tree, sources::Role::Expected});
  for (const std::string& path : arguments.positionals) request.paths.push_back({path, sources::Role::Auto});
  for (const std::string& text : valuesOf(arguments, "--name")) {
    auto assignment = overview::assignmentOfText(text);
    if (!assignment) {
      base::Error error = assignment.error();
      error.text = "argument --name: " + error.text;
      return base::fail(std::move(error));
    }
    request.open.assignments.push_back(*std::move(assignment));
  }
  for (const std::string& origin : valuesOf(arguments, "--use")) request.view.choices.push_back({origin});
  request.ruleId = arguments.valueOr("--rules", "");
  if (!usesCheckout(arguments)) {
    if (auto error = assign(request.view.rules, chosenRules(arguments, ""))) return base::fail(*std::move(error));
  }
  request.today = context.environment.today;
  request.defaultFlakyList = context.environment.flakyList;
  request.view.sha = context.environment.sha;
  request.view.decisions = decisionStore(context);
  request.view.commit = arguments.valueOr("--commit", "");
  if (arguments.valueOr("--attempt", "latest") == "first") request.view.attempts = overview::AttemptRule::First;
  request.sideBySide = tasks::bothAtOnce;
  return request;
}

}  // namespace plumbline::cli
