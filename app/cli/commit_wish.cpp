// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/commit_wish.h"

#include "app/cli/rule_choice.h"
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

base::Result<overview::OpenWish> commitWish(const ParsedArguments& arguments, const Context& context) {
  overview::OpenWish wish;
  for (const std::string& path : arguments.positionals) wish.paths.push_back({path, sources::Role::Auto});
  if (const auto tree = arguments.value("--expected")) wish.paths.push_back({*tree, sources::Role::Expected});
  wish.ruleId = arguments.valueOr("--rules", "");
  if (!usesCheckout(arguments)) {
    auto rules = chosenRules(arguments, "");
    if (!rules) return base::fail(rules.error());
    wish.view.rules = *std::move(rules);
  }
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
