// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/command.h"
#include "core/reports/rules/rules_report.h"
#include "core/verdicts/rule_sets/rule_set.h"

namespace plumbline::cli {

namespace {

CommandSpec rulesSpec() {
  return {.name = "rules",
          .summary = "List the rule sets that --rules accepts, one per generation of the check scripts.",
          .options = {option("--show GEN", "show one generation: forms, tolerances, flaky models")}};
}

int runRules(const ParsedArguments& arguments, Context& context) {
  if (const auto generation = arguments.value("--show")) {
    const auto rules = verdicts::ruleSet(*generation);
    if (!rules) return printUsageError(context, rulesSpec(), rules.error());
    context.out << reports::rulesText(**rules) << std::flush;
    return kExitOk;
  }
  for (const std::string& generation : verdicts::generations()) {
    const auto rules = verdicts::ruleSet(generation);
    if (!rules) return printError(context, rules.error());
    context.out << reports::rulesLine(**rules, generation == verdicts::kDefaultGeneration);
  }
  context.out.flush();
  return kExitOk;
}

}  // namespace

Command makeRulesCommand() { return {rulesSpec(), runRules}; }

}  // namespace plumbline::cli
