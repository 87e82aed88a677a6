// SPDX-License-Identifier: GPL-3.0-or-later
// The rule set of a PyTorch checkout: the generation of its check scripts, recognised by their content, with their
// flaky names. The scripts are read as text and never executed (SPEC 0, 3, 4).
//
//   if (auto checkout = flaky::findCheckout(expectedPath)) {
//     CheckoutRules offer = *checkoutRules(*checkout);     // offer.rules->origin says what was used
//   }
#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "core/base/result.h"
#include "core/flaky/checkout.h"
#include "core/verdicts/rule_sets/rule_set.h"

namespace plumbline::verdicts {

struct CheckoutRules {
  std::shared_ptr<const RuleSet> rules;  ///< generation "checkout: A3, G3"; origin: the sentence for people
  std::string label;                     ///< "this checkout: A3, G3"
  bool certain = true;                   ///< false: something was not recognised, and origin says what stands in for it
};

/// checkoutRules never runs anything. Where a script is missing or of an unknown form, the default generation's rule
/// stands in and `origin` says so. Errors: only those of loading the rule sets themselves.
base::Result<CheckoutRules> checkoutRules(const flaky::Checkout& checkout);

/// ScriptForm is what a script was recognised as.
struct ScriptForm {
  std::string name;        ///< "A1", "A2", "A3", "G1", "G1b", "G2", "G3"; "" when unknown
  std::string generation;  ///< the rule set whose rule is the same; the default one when unknown
  std::string doubt;       ///< why it is unknown, as the end of a sentence; "" when it is known
};

/// accuracyForm and graphBreaksForm recognise a script by its content.
ScriptForm accuracyForm(std::string_view source);
ScriptForm graphBreaksForm(std::string_view source);

}  // namespace plumbline::verdicts
