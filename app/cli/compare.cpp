// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <array>

#include "app/cli/command.h"
#include "app/cli/load.h"
#include "app/cli/rule_choice.h"
#include "app/cli/word_list.h"
#include "core/reports/compare_report.h"
#include "core/verdicts/comparison.h"
#include "core/verdicts/row_view.h"

namespace plumbline::cli {

namespace {

using verdicts::Check;
using verdicts::Comparison;

constexpr std::array kPairChecks = {Check::Accuracy, Check::GraphBreaks, Check::Memory};

CommandSpec spec() {
  return {.name = "compare",
          .summary = "Compare a run with its baseline over all metrics, with reasons and findings.",
          .positionals = {{.name = "ACTUAL", .help = "CSV that the run produced"},
                          {.name = "EXPECTED", .help = "baseline CSV it is held against"}},
          .options = {rulesOption(),
                      {.name = "--checks",
                       .value = "LIST",
                       .help = "checks that decide: accuracy,graph-breaks,memory; default: those whose column both files have"},
                      {.name = "--format",
                       .value = "F",
                       .help = "text (default), json or csv",
                       .choices = {"text", "json", "csv"}},
                      {.name = "--only",
                       .value = "CLASSES",
                       .help = "list these classes only: fail,invalid,missing,flaky,improved,expected-fail,pass"},
                      {.name = "--filter",
                       .value = "TEXT",
                       .help = "list matching rows only, as in the window: a part of the name, /regex/, "
                               "graph_breaks>2, finding:lost, flaky:yes"},
                      {.name = "--all",
                       .value = "",
                       .help = "list unchanged rows too, as json, csv, --only and --filter do anyway"}},
          .details = "examples:\n"
                     "  plumbline-cli compare run.csv baseline.csv\n"
                     "  plumbline-cli compare run.csv baseline.csv --only fail,missing\n"
                     "  plumbline-cli compare run.csv baseline.csv --format json | jq '.rows[] | select(.failsCi).model'\n"
                     "\n"
                     "Text lists the rows that changed, that a check names or that have a finding, except a\n"
                     "flaky entry that may be stale; worst first. Lost models (in the baseline, not in the\n"
                     "run) and other findings are ours: they never change the exit status.\n"
                     "exit status:\n"
                     "  0 nothing to do; 1 CI would fail; 2 a file cannot be used, or bad arguments.\n"};
}

base::Result<verdicts::RowFilter> rowFilter(const ParsedArguments& arguments, const Comparison& comparison) {
  const auto classes = namedAmong(arguments, "--only", verdicts::kAllClasses, verdicts::className);
  if (!classes) return base::fail(classes.error());
  verdicts::RowFilter filter;
  for (const verdicts::VerdictClass cls : *classes) filter.classes |= verdicts::classBit(cls);
  filter.changedOnly =
      arguments.valueOr("--format", "text") == "text" && !arguments.has("--all") && !arguments.has("--filter");
  filter.findingsShown = verdicts::noteworthyFindings();
  if (const auto text = arguments.value("--filter")) {
    std::vector<std::string> metrics;
    for (const verdicts::MetricColumn& metric : comparison.metrics()) metrics.push_back(metric.info.name);
    auto query = verdicts::Query::parse(*text, metrics);
    if (!query) return base::fail({base::ErrorCode::BadArgument, "argument --filter: " + query.error().text, "", ""});
    filter.query = std::move(*query);
  }
  return filter;
}

void print(const ParsedArguments& arguments, const reports::CompareReport& report, Context& context) {
  const auto sink = [&context](std::string_view piece) { context.out << piece; };
  const std::string format = arguments.valueOr("--format", "text");
  if (format == "json") {
    reports::writeCompareJson(report, sink);
  } else if (format == "csv") {
    reports::writeCompareCsv(report, sink);
  } else {
    reports::writeCompareText(report,
                              {context.environment.columns, context.environment.colour,
                               rulesOffer(arguments, arguments.positionals[1])},
                              sink);
  }
  context.out.flush();
}

base::Result<std::shared_ptr<const Comparison>> compare(const ParsedArguments& arguments, Context& context,
                                                        const std::shared_ptr<const verdicts::RuleSet>& rules,
                                                        std::vector<Check> checks) {
  const std::string& actualPath = arguments.positionals[0];
  const std::string& expectedPath = arguments.positionals[1];
  auto [actual, expected] = loadPair(actualPath, expectedPath);
  if (!actual) return base::fail(actual.error());
  if (!expected) return base::fail(expected.error());
  const auto own = std::make_shared<const flaky::OwnFlaky>(
      flaky::readOwnLists(expectedPath, context.environment.today.value_or(flaky::localToday())));
  for (const flaky::OwnList& list : own->lists)
    if (list.problem) complain(context, *list.problem);  // a warning: its entries excuse nothing, CI's answer stands
  const auto made = Comparison::make({{*actual}, {*expected}},
                                     {.rules = rules,
                                      .words = {actualPath, expectedPath, context.environment.sha},
                                      .checks = std::move(checks),
                                      .ownFlaky = own});
  if (!made.isValue()) return base::fail(made.error());
  return made.value();
}

int run(const ParsedArguments& arguments, Context& context) {
  const auto rules = chosenRules(arguments, arguments.positionals[1]);
  if (!rules) return refuse(context, spec(), rules.error());
  const auto checks = namedAmong(arguments, "--checks", kPairChecks, verdicts::checkName);
  if (!checks) return refuse(context, spec(), checks.error());
  const auto comparison = compare(arguments, context, *rules, *checks);
  if (!comparison) {
    complain(context, comparison.error());
    return kExitUsage;
  }
  const auto filter = rowFilter(arguments, **comparison);
  if (!filter) return refuse(context, spec(), filter.error());
  const verdicts::RowKeys keys(*comparison);
  const auto rows = verdicts::viewRows(keys, *filter, {});
  print(arguments, {**comparison, *rows}, context);
  return (*comparison)->ciExit();
}

}  // namespace

Command compareCommand() { return {spec(), run}; }

}  // namespace plumbline::cli
