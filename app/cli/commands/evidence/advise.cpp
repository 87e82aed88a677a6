// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/command.h"
#include "app/cli/flaky_files.h"
#include "app/cli/history_store.h"
#include "app/cli/pair_input.h"
#include "core/evidence/advice_report.h"
#include "core/verdicts/comparison.h"

namespace plumbline::cli {

namespace {

using evidence::AdviceDetail;

CommandSpec adviseSpec() {
  return {.name = "advise",
          .summary = "Advise on each row that is no plain pass: accept, keep, flaky or look, with the evidence.",
          .positionals = {{.name = "ACTUAL", .help = "CSV of the run"}, {.name = "EXPECTED", .help = "baseline CSV"}},
          .options = withStoreOption({listOption("--flaky LIST", "a flaky.toml, check script or checkout that counts as well; repeatable"),
                                      option("--evidence", "also print what each sentence stands on"), rulesOption(),
                                      option("--format F", "text (default) or json", {"text", "json"})})};
}

/// ownFlakyFor reads the lists that count for a baseline and those of --flaky. Errors: a list of --flaky that cannot be read.
base::Result<std::shared_ptr<const flaky::OwnFlaky>> ownFlakyFor(const ParsedArguments& arguments, const std::string& expected, const Context& context) {
  auto own = flaky::readOwnLists(expected, today(context), context.environment.flakyList);
  auto named = readLists(valuesOf(arguments, "--flaky"));
  if (!named) return base::fail(std::move(named.error()));
  for (const flaky::FlakySource& list : *named) own.lists.push_back({list.path(), list.entries(), std::nullopt});
  if (!named->empty()) own.isDefault = false;
  return std::make_shared<const flaky::OwnFlaky>(std::move(own));
}

base::Result<std::shared_ptr<const verdicts::Comparison>> judge(const ParsedArguments& arguments, Context& context) {
  const std::string& actualPath = arguments.positionals[0];
  const std::string& expectedPath = arguments.positionals[1];
  const auto rules = chosenRules(arguments, expectedPath);
  if (!rules) return base::fail(rules.error());
  auto own = ownFlakyFor(arguments, expectedPath, context);
  if (!own) return base::fail(std::move(own.error()));
  const auto [actual, expected] = loadPair(actualPath, expectedPath);
  for (const auto* table : {&actual, &expected}) {
    if (!*table) return base::fail(table->error());
    if (const auto& error = (**table)->pandasError()) return base::fail(*error);
  }
  auto made = verdicts::judgePair({.actual = *actual,
                                   .expected = *expected,
                                   .actualPath = actualPath,
                                   .expectedPath = expectedPath,
                                   .rules = *rules,
                                   .sha = context.environment.sha,
                                   .ownFlaky = *std::move(own),
                                   .today = context.environment.today});
  if (!made.isValue()) return base::fail(made.error());
  printWarnings(context, made.value()->options().ownFlaky->problems());
  return made.value();
}

int runAdvise(const ParsedArguments& arguments, Context& context) {
  const auto comparison = judge(arguments, context);
  if (!comparison) return printEitherError(context, adviseSpec(), comparison.error());
  auto history = openKnownHistory(arguments, context);
  if (!history) return printEitherError(context, adviseSpec(), history.error());
  const auto advice = evidence::advisePair(*history ? &(*history)->get() : nullptr, **comparison);
  if (!advice) return printError(context, advice.error());
  if (arguments.valueOr("--format", "text") == "json") {
    context.out << adviceJson(*advice) << std::flush;
    return kExitOk;
  }
  context.out << adviceText(*advice, arguments.has("--evidence") ? AdviceDetail::Evidence : AdviceDetail::Sentences) << std::flush;
  if (advice->rows.empty()) context.err << "plumbline-cli: every row is a plain pass\n";
  return kExitOk;
}

}  // namespace

Command makeAdviseCommand() { return {adviseSpec(), runAdvise}; }

}  // namespace plumbline::cli
