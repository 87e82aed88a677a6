// SPDX-License-Identifier: GPL-3.0-or-later
// The --rules option: a generation, or the rules found in the PyTorch checkout around the expected file.
#pragma once

#include <memory>
#include <string>

#include "app/cli/arguments.h"
#include "core/verdicts/rule_sets/rule_set.h"
#include "core/verdicts/verdict.h"

namespace plumbline::cli {

OptionSpec rulesOption();

/// rulesOffer suggests --rules checkout for an expected file in a PyTorch checkout; "" otherwise or with --rules.
std::string rulesOffer(const ParsedArguments& arguments, const std::string& expectedPath);
/// rulesNotice returns a sentence that the check is judged by `used` although its script in the PyTorch checkout around
/// the expected file has another form, or other flaky names for this file; "" where neither is so or --rules is given.
std::string rulesNotice(const ParsedArguments& arguments, const std::string& expectedPath, verdicts::Check check,
                        const verdicts::RuleSet& used);
/// usesCheckout returns whether --rules names the checkout.
bool usesCheckout(const ParsedArguments& arguments);

/// chosenRules loads what --rules names, the default generation without it. Errors: BadArgument.
base::Result<std::shared_ptr<const verdicts::RuleSet>> chosenRules(const ParsedArguments& arguments,
                                                                   const std::string& expectedPath);

}  // namespace plumbline::cli
