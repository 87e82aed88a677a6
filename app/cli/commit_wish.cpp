// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/commit_wish.h"

#include <algorithm>
#include <sstream>
#include <utility>

#include "app/cli/rule_choice.h"
#include "core/overview/assignment_text.h"
#include "core/tasks/both.h"

namespace plumbline::cli {

OptionSpec expectedTreeOption(bool required) {
  return {.name = "--expected",
          .value = "TREE",
          .help = "baselines: a checkout, its folder ci_expected_accuracy, or one file",
          .required = required};
}

OptionSpec attemptOption() {
  return {.name = "--attempt",
          .value = "WHICH",
          .help = "of several attempts of a shard: latest (default: the latest complete one) or first, as PyTorch's "
                  "updater takes it",
          .choices = {"latest", "first"}};
}

OptionSpec commitOption() {
  return {.name = "--commit",
          .value = "SHA",
          .help = "of several commits among the sources the one to take, its first digits will do; \"none\" for results "
                  "without one; default: the last"};
}

OptionSpec nameOption() {
  return {.name = "--name",
          .value = "FILE=CONFIG",
          .help = "what a file is whose name does not say it, with @1/4 behind it for a shard: "
                  "run.csv=rocm/inductor_timm_training@1/4; can be repeated",
          .repeatable = true};
}

OptionSpec useOption() {
  return {.name = "--use",
          .value = "FILE",
          .help = "this file stands for its shard, whatever --attempt says; can be repeated",
          .repeatable = true};
}

namespace {

std::vector<std::string> listOf(const std::string& joined) {
  std::vector<std::string> out;
  std::istringstream text(joined);
  for (std::string part; std::getline(text, part, ',');) out.push_back(part);
  return out;
}

}  // namespace

std::optional<base::Error> unknownFile(const overview::OpenWish& wish, const sources::Opened& opened) {
  std::vector<std::string> named;
  for (const sources::Assignment& assignment : wish.open.assignments) named.push_back(assignment.origin);
  for (const overview::AttemptChoice& choice : wish.view.choices) named.push_back(choice.origin);
  for (const std::string& origin : named) {
    const bool isHere = std::any_of(opened.pieces.begin(), opened.pieces.end(),
                                    [&](const sources::Piece& piece) { return piece.origin == origin; });
    if (!isHere)
      return base::Error{base::ErrorCode::BadArgument, "There is no such file among the sources.",
                         "Write it as the overview does, with its folder or zip.", origin, 0, 0};
  }
  return std::nullopt;
}

std::optional<base::Error> unreadSource(const sources::Opened& opened) {
  for (const base::Error& error : opened.problems) {
    // Over a limit, wherever it was reached: nobody looked at the rest.
    if (error.code == base::ErrorCode::TooLarge) return error;
    for (std::size_t i = 0; i < opened.paths.size(); ++i) {
      if (opened.paths[i].path != error.file) continue;
      // A folder with a link in it, or a log with a model that crashed, was read all the same.
      const bool broughtSome = std::any_of(opened.pieces.begin(), opened.pieces.end(),
                                           [&](const sources::Piece& piece) { return piece.source == i; });
      if (!broughtSome) return error;
    }
  }
  return std::nullopt;
}

base::Result<overview::OpenWish> commitWish(const ParsedArguments& arguments, const Context& context) {
  overview::OpenWish wish;
  // The tree that was named comes first: of two baselines of a config the first counts.
  if (const auto tree = arguments.value("--expected")) wish.paths.push_back({*tree, sources::Role::Expected});
  for (const std::string& path : arguments.positionals) wish.paths.push_back({path, sources::Role::Auto});
  for (const std::string& text : listOf(arguments.valueOr("--name", ""))) {
    auto assignment = overview::assignmentOfText(text);
    if (!assignment) {
      base::Error error = assignment.error();
      error.text = "argument --name: " + error.text;
      return base::fail(std::move(error));
    }
    wish.open.assignments.push_back(*std::move(assignment));
  }
  for (const std::string& origin : listOf(arguments.valueOr("--use", ""))) wish.view.choices.push_back({origin});
  wish.ruleId = arguments.valueOr("--rules", "");
  if (!usesCheckout(arguments)) {
    auto rules = chosenRules(arguments, "");
    if (!rules) return base::fail(rules.error());
    wish.view.rules = *std::move(rules);
  }
  wish.today = context.environment.today;
  wish.view.sha = context.environment.sha;
  wish.view.commit = arguments.valueOr("--commit", "");
  if (arguments.valueOr("--attempt", "latest") == "first") wish.view.attempts = overview::AttemptRule::First;
  wish.sideBySide = [](const std::function<void()>& one, const std::function<void()>& other) {
    const auto done = [](const std::function<void()>& work) {
      work();
      return true;
    };
    (void)tasks::both([&] { return done(one); }, [&] { return done(other); });
  };
  return wish;
}

}  // namespace plumbline::cli
