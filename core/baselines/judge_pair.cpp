// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/baselines/judge_pair.h"

namespace plumbline::baselines {

base::Outcome<std::shared_ptr<const verdicts::Comparison>> judgePair(const JudgeRequest& request,
                                                                     const base::Progress& progress) {
  verdicts::ComparisonOptions options;
  options.rules = request.rules;
  if (!options.rules) {
    auto rules = verdicts::ruleSet(verdicts::kDefaultGeneration);
    if (!rules) return rules.error();
    options.rules = *std::move(rules);
  }
  options.words = {request.actualPath, request.expectedPath, request.sha};
  options.checks = request.checks;
  options.sideBySide = request.sideBySide;
  options.ownFlaky = request.ownFlaky;
  if (!options.ownFlaky)
    options.ownFlaky = std::make_shared<const flaky::OwnFlaky>(
        flaky::readOwnLists(request.expectedPath, request.today.value_or(flaky::localToday())));
  return verdicts::Comparison::make({{request.actual}, {request.expected}}, options, progress);
}

}  // namespace plumbline::baselines
