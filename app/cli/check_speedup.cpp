// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/verdicts/rules/speedup_check.h"

#include "app/cli/check_file.h"
#include "app/cli/print_run.h"
#include "core/verdicts/rule_set.h"

namespace plumbline::cli {

namespace {

CommandSpec spec() {
  return {.name = "check speedup",
          .summary = "Every speedup must reach the fixed bound of check_hf_bert_perf_csv.py.",
          .positionals = {filePositional()},
          .options = {fileOption()},
          .details = "example:\n  plumbline-cli check speedup -f hf_bert.csv\n" + checkExitText()};
}

int run(const ParsedArguments& arguments, Context& context) {
  const auto path = namedFile(arguments);
  if (!path) return refuse(context, spec(), path.error());
  const auto rules = verdicts::ruleSet(verdicts::kDefaultGeneration);
  if (!rules) return refuse(context, spec(), rules.error());
  const auto frame = loadFrame(*path);
  if (!frame) {
    complain(context, frame.error());
    return kExitFails;
  }
  return printRun(verdicts::checkSpeedup(*frame, **path, (*rules)->hfBertSpeedup), context);
}

}  // namespace

Command checkSpeedupCommand() { return {spec(), run}; }

}  // namespace plumbline::cli
