// SPDX-License-Identifier: GPL-3.0-or-later
// check accuracy, check graph-breaks, check memory: three scripts with one command line.
#include <string_view>
#include <utility>

#include "app/cli/check_command.h"
#include "app/cli/command.h"
#include "app/cli/load.h"
#include "app/cli/rules_option.h"
#include "core/verdicts/check.h"

namespace plumbline::cli {

namespace {

using verdicts::Check;
using CheckFunction = verdicts::CheckRun (*)(const verdicts::CheckInput&, const verdicts::CheckArguments&,
                                             const verdicts::RuleSet&, verdicts::Want, const base::Progress&,
                                             const verdicts::OutputSink&);

CommandSpec pairSpec(std::string name, std::string summary, std::string details) {
  return {.name = std::move(name),
          .summary = std::move(summary),
          .options = {requiredOption("--actual A", "CSV of the run"),
                      requiredOption("--expected E", "baseline CSV"),
                      rulesOption()},
          .details = std::move(details)};
}

CheckFunction functionOf(Check check) {
  if (check == Check::Accuracy) return verdicts::checkAccuracy;
  return check == Check::Memory ? verdicts::checkMemory : verdicts::checkGraphBreaks;
}

int runPair(Check kind, const CommandSpec& spec, const ParsedArguments& arguments, Context& context) {
  const std::string actualPath = *arguments.value("--actual");
  const std::string expectedPath = *arguments.value("--expected");
  const auto rules = chosenRules(arguments, expectedPath);
  if (!rules) return printUsageError(context, spec, rules.error());
  if (usesCheckout(arguments)) context.err << "plumbline-cli: rules: " << (*rules)->origin << '\n';
  if (const std::string notice = rulesNotice(arguments, expectedPath, kind, **rules); !notice.empty())
    context.err << "plumbline-cli: " << notice << '\n';

  auto [actual, expected] = loadPair(actualPath, expectedPath);
  if (!actual || !expected) {
    const base::Error& error = actual ? expected.error() : actual.error();
    // graph-breaks 2026-08 takes a file that cannot be read for a bad argument; the other scripts die.
    if (kind == Check::GraphBreaks && (*rules)->graphBreaks.form == verdicts::GraphBreaksForm::G3) return printUsageError(context, spec, error);
    return printError(context, error, kExitFails);
  }
  const verdicts::CheckInput input{{tables::Frame::of(*actual)}, {tables::Frame::of(*expected)}};
  const verdicts::CheckArguments words{actualPath, expectedPath, context.environment.sha};
  const auto print = [&context](std::string_view piece) { context.out << piece; };
  const verdicts::CheckRun run = functionOf(kind)(input, words, **rules, verdicts::Want::Output, {}, print);
  if (run.refused && run.exitCode == kExitUsage) return printUsageError(context, spec, *run.refused);
  return printRun(run, context);
}

CommandSpec accuracySpec() {
  return pairSpec("check accuracy", "Check the accuracy column as check_accuracy.py does.",
                  "example:\n"
                  "  plumbline-cli check accuracy --actual run/inductor_timm_training.csv \\\n"
                  "      --expected ci_expected_accuracy/inductor_timm_training.csv\n" +
                      checkExitText());
}

CommandSpec graphBreaksSpec() {
  return pairSpec("check graph-breaks",
                  "Check graph breaks and other counters as check_graph_breaks.py does.",
                  "example:\n"
                  "  plumbline-cli check graph-breaks --actual run.csv --expected baseline.csv --rules 2026-08\n" +
                      checkExitText() +
                      "  With --rules 2026-08, a file that is not CSV is a bad argument: 2.\n");
}

CommandSpec memorySpec() {
  return pairSpec("check memory",
                  "Check compression_ratio as check_memory_compression_ratio.py does.",
                  "example:\n"
                  "  plumbline-cli check memory --actual run.csv --expected baseline.csv\n" +
                      checkExitText());
}

}  // namespace

Command makeCheckAccuracyCommand() {
  return {accuracySpec(), [](const ParsedArguments& arguments, Context& context) {
            return runPair(Check::Accuracy, accuracySpec(), arguments, context);
          }};
}

Command makeCheckGraphBreaksCommand() {
  return {graphBreaksSpec(), [](const ParsedArguments& arguments, Context& context) {
            return runPair(Check::GraphBreaks, graphBreaksSpec(), arguments, context);
          }};
}

Command makeCheckMemoryCommand() {
  return {memorySpec(), [](const ParsedArguments& arguments, Context& context) {
            return runPair(Check::Memory, memorySpec(), arguments, context);
          }};
}

}  // namespace plumbline::cli
