// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/verdicts/rule_sets/rule_set.h"

#include <algorithm>

#include "core/verdicts/rule_sets/rule_files.h"

namespace plumbline::verdicts {

bool RuleSet::isKnownStatus(std::string_view status) const {
  if (std::ranges::find(knownStatuses, status) != knownStatuses.end()) return true;
  return std::ranges::any_of(knownStatusPrefixes, [status](const std::string& prefix) {
    return status.size() > prefix.size() && status.starts_with(prefix);
  });
}

const flaky::FlakyModels* RuleSet::flakyModels(Check check) const {
  if (check == Check::Accuracy) return &accuracy.flaky;
  return check == Check::GraphBreaks ? &graphBreaks.flaky : nullptr;
}

std::vector<std::string> generations() {
  std::vector<std::string> names = ruleFileNames();
  std::ranges::sort(names);
  return names;
}

base::Result<std::shared_ptr<const RuleSet>> ruleSet(std::string_view generation) {
  const std::vector<std::string> known = generations();
  if (std::ranges::find(known, generation) == known.end()) {
    std::string list;
    for (const std::string& name : known) list.append(list.empty() ? "" : ", ").append(name);
    return base::fail(base::ErrorCode::BadArgument, "There are no rules called \"" + std::string(generation) + "\".",
                      "Choose one of: " + list + ".");
  }
  auto rules = readRuleFile(generation);
  if (!rules) return base::fail(rules.error());
  return std::make_shared<const RuleSet>(std::move(*rules));
}

}  // namespace plumbline::verdicts
