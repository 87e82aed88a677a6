// SPDX-License-Identifier: GPL-3.0-or-later
// check accuracy, check graph-breaks, check memory: three scripts with one command line.
#include <string_view>

#include "app/cli/command.h"
#include "app/cli/pair_input.h"
#include "core/verdicts/check.h"

namespace plumbline::cli {

namespace {

using verdicts::Check;

struct PairCheck {
  Check check;
  const char *name, *summary, *example, *more;
};
constexpr PairCheck kPairs[] = {
    {Check::Accuracy, "check accuracy", "Check the accuracy column as check_accuracy.py does.",
     "  plumbline-cli check accuracy --actual run/inductor_timm_training.csv \\\n"
     "      --expected ci_expected_accuracy/inductor_timm_training.csv\n",
     ""},
    {Check::GraphBreaks, "check graph-breaks", "Check graph breaks and other counters as check_graph_breaks.py does.",
     "  plumbline-cli check graph-breaks --actual run.csv --expected baseline.csv --rules 2026-08\n",
     "  With --rules 2026-08, a file that is not CSV is a bad argument: 2.\n"},
    {Check::Memory, "check memory", "Check compression_ratio as check_memory_compression_ratio.py does.",
     "  plumbline-cli check memory --actual run.csv --expected baseline.csv\n", ""}};

CommandSpec pairSpec(const PairCheck& pair) {
  return {.name = pair.name,
          .summary = pair.summary,
          .options = {requiredOption("--actual A", "CSV of the run"), requiredOption("--expected E", "baseline CSV"),
                      rulesOption()},
          .details = std::string("example:\n") + pair.example + checkExitText() + pair.more};
}

template <std::size_t kPair>
int runPair(const ParsedArguments& arguments, Context& context) {
  const Check kind = kPairs[kPair].check;
  const CommandSpec spec = pairSpec(kPairs[kPair]);
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
    const bool isG3 = kind == Check::GraphBreaks && (*rules)->graphBreaks.form == verdicts::GraphBreaksForm::G3;
    return isG3 ? printUsageError(context, spec, error) : printError(context, error, kExitFails);
  }
  const verdicts::CheckInput input{{tables::Frame::of(*actual)}, {tables::Frame::of(*expected)}};
  const verdicts::CheckArguments words{actualPath, expectedPath, context.environment.sha};
  const auto print = [&context](std::string_view piece) { context.out << piece; };
  const verdicts::CheckRun run = checkPair(kind, input, words, **rules, verdicts::Want::Output, {}, print);
  if (run.refused && run.exitCode == kExitUsage) return printUsageError(context, spec, *run.refused);
  return printRun(run, context);
}

}  // namespace

std::vector<Command> makeCheckPairCommands() {
  return {{pairSpec(kPairs[0]), runPair<0>}, {pairSpec(kPairs[1]), runPair<1>}, {pairSpec(kPairs[2]), runPair<2>}};
}

}  // namespace plumbline::cli
