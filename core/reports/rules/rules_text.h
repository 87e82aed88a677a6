// SPDX-License-Identifier: GPL-3.0-or-later
// A rule set as a person reads it: where it came from, which form of each rule it holds, which models it excuses.
#pragma once

#include <string>

#include "core/verdicts/rule_sets/rule_set.h"

namespace plumbline::reports {

/// rulesLine gives one line: generation, "(default)" where it is, origin.
std::string rulesLine(const verdicts::RuleSet& rules, bool isDefault);

/// rulesText gives everything the rule set holds, flaky models included, as indented text.
std::string rulesText(const verdicts::RuleSet& rules);

}  // namespace plumbline::reports
