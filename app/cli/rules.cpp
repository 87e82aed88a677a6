// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>

#include "app/cli/command.h"
#include "core/verdicts/rule_set.h"
#include "core/reports/rules_text.h"

namespace plumbline::cli {

namespace {

CommandSpec spec() {
  return {.name = "rules",
          .summary = "List the generations of check scripts that --rules can name.",
          .options = {{.name = "--show", .value = "GEN", .help = "everything one generation holds: forms, tolerances, flaky models"}},
          .details = "examples:\n  plumbline-cli rules\n  plumbline-cli rules --show 2026-08\n"};
}

int run(const ParsedArguments& arguments, Context& context) {
  if (const auto generation = arguments.value("--show")) {
    const auto rules = verdicts::ruleSet(*generation);
    if (!rules) return refuse(context, spec(), rules.error());
    context.out << reports::rulesText(**rules) << std::flush;
    return kExitOk;
  }
  for (const std::string& generation : verdicts::generations()) {
    const auto rules = verdicts::ruleSet(generation);
    if (!rules) {
      complain(context, rules.error());
      return kExitUsage;
    }
    context.out << reports::rulesLine(**rules, generation == verdicts::kDefaultGeneration);
  }
  context.out.flush();
  return kExitOk;
}

}  // namespace

Command rulesCommand() { return {spec(), run}; }

}  // namespace plumbline::cli
