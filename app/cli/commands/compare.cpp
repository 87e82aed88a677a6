// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <array>

#include "app/cli/arguments.h"
#include "app/cli/command.h"
#include "app/cli/history_store.h"
#include "app/cli/pair_input.h"
#include "core/reports/compare/compare_report.h"
#include "core/reports/text_parts.h"
#include "core/sources/run_notes.h"
#include "core/tasks/both.h"
#include "core/verdicts/comparison.h"
#include "core/verdicts/view/row_view.h"

namespace plumbline::cli {

namespace {

using verdicts::Check;
using verdicts::Comparison;

constexpr std::array kPairChecks = {Check::Accuracy, Check::GraphBreaks, Check::Memory};

CommandSpec compareSpec() {
  return {.name = "compare",
          .summary = "Compare a run with its baseline over all metrics, with reasons and findings.",
          .positionals = {{.name = "ACTUAL", .help = "CSV of the run"}, {.name = "EXPECTED", .help = "baseline CSV"}},
          .options = {rulesOption(),
                      option("--checks LIST",
                             "checks to run: accuracy,graph-breaks,memory (default: those whose "
                             "column both files have)"),
                      option("--format F", "text (default), json or csv", {"text", "json", "csv"}),
                      option("--only CLASSES",
                             "list only these classes: "
                             "fail,invalid,missing,flaky,improved,expected-fail,pass"),
                      option("--filter TEXT",
                             "list only matching rows, as in the window: part of a name, /regex/, "
                             "graph_breaks>2, finding:lost, flaky:yes; the counts are theirs"),
                      option("--all", "also list unchanged rows, as json, csv, --only and --filter always do"),
                      noHistoryOption()}};
}

base::Result<verdicts::RowFilter> rowFilter(const ParsedArguments& arguments, const Comparison& comparison) {
  const auto classes = namedValues(arguments, "--only", verdicts::kAllClasses, verdicts::className);
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
    if (!query) return base::fail(badArgument("argument --filter: " + query.error().text));
    filter.query = std::move(*query);
  }
  return filter;
}

/// breakLines says which graph breaks are new, of the listed rows.
std::string breakLines(const reports::CompareReport& report) {
  std::string out, scratch;
  if (!report.actualNotes.hasBreaks) return out;  // then no sentence can say anything
  for (const std::uint32_t row : report.rows)
    if (const std::string sentence = sources::breakSentence(report.expectedNotes, report.actualNotes,
                                                            std::string(report.comparison.modelName(row, scratch)));
        !sentence.empty())
      out += reports::printableText(sentence) + ".\n";
  return out;
}

/// cacheLine says that compile times with an empty cache and with a filled one do not compare.
std::string cacheLine(const ParsedArguments& arguments, const reports::CompareReport& report) {
  const bool hasBoth = std::ranges::any_of(report.comparison.metrics(), [](const verdicts::MetricColumn& column) {
    return column.info.name == sources::kCompileTimeColumn && column.actual != nullptr && column.expected != nullptr;
  });
  const std::string text = hasBoth ? sources::cacheSentence(arguments.positionals[1], report.expectedNotes.cache,
                                                            arguments.positionals[0], report.actualNotes.cache)
                                   : std::string();
  return text.empty() ? text : "! " + reports::printableText(text) + '\n';
}

void print(const ParsedArguments& arguments, const reports::CompareReport& report, Context& context) {
  const std::string format = arguments.valueOr("--format", "text");
  std::ostream& out = format == "text" ? context.styledOut : context.out;
  const auto sink = [&out](std::string_view piece) { out << piece; };
  if (format == "json") {
    reports::writeCompareJson(report, sink);
  } else if (format == "csv") {
    reports::writeCompareCsv(report, sink);
  } else {
    reports::writeCompareText(report,
                              {context.environment.columns, context.environment.colour,
                               rulesOffer(arguments, arguments.positionals[1])},
                              sink);
    out << breakLines(report) << cacheLine(arguments, report);
  }
  out.flush();
}

/// sideBySideFor returns how the checks run: at the same time where the files are large enough to pay for a thread.
base::SideBySide sideBySideFor(const tables::CsvTable& actual, const tables::CsvTable& expected) {
  constexpr std::size_t kManyBytes = 1U << 18U;  // bytes
  if (std::min(actual.bytes().size(), expected.bytes().size()) < kManyBytes) return {};
  return tasks::bothAtOnce;
}

base::Result<std::shared_ptr<const Comparison>> compare(const ParsedArguments& arguments, Context& context,
                                                        const std::shared_ptr<const verdicts::RuleSet>& rules,
                                                        std::vector<Check> checks) {
  const std::string& actualPath = arguments.positionals[0];
  const std::string& expectedPath = arguments.positionals[1];
  auto [actual, expected] = loadPair(actualPath, expectedPath);
  if (!actual) return base::fail(actual.error());
  if (!expected) return base::fail(expected.error());
  const auto made = verdicts::judgePair({.actual = *actual,
                                         .expected = *expected,
                                         .actualPath = actualPath,
                                         .expectedPath = expectedPath,
                                         .rules = rules,
                                         .checks = std::move(checks),
                                         .sha = context.environment.sha,
                                         .today = context.environment.today,
                                         .defaultFlakyList = context.environment.flakyList,
                                         .sideBySide = sideBySideFor(**actual, **expected)});
  if (!made.isValue()) return base::fail(made.error());
  printWarnings(context, made.value()->options().ownFlaky->problems());
  return made.value();
}

int runCompare(const ParsedArguments& arguments, Context& context) {
  const auto rules = chosenRules(arguments, arguments.positionals[1]);
  if (!rules) return printUsageError(context, compareSpec(), rules.error());
  const auto checks = namedValues(arguments, "--checks", kPairChecks, verdicts::checkName);
  if (!checks) return printUsageError(context, compareSpec(), checks.error());
  const auto comparison = compare(arguments, context, *rules, *checks);
  if (!comparison) return printError(context, comparison.error());
  const auto filter = rowFilter(arguments, **comparison);
  if (!filter) return printUsageError(context, compareSpec(), filter.error());
  const verdicts::RowKeys keys(*comparison);
  const auto rows = verdicts::viewRows(keys, *filter, {});
  baselines::DecisionLogs logs(decisionStore(context));
  baselines::EarlierAnswers earlier = logs.answersFor(**comparison, arguments.positionals[1]);
  printWarnings(context, logs.problems());
  print(arguments,
        {.comparison = **comparison,
         .rows = *rows,
         .isPart = arguments.has("--filter"),
         .actualNotes = sources::readNotes(arguments.positionals[0], sources::readFileBeside),
         .expectedNotes = sources::readNotes(arguments.positionals[1], sources::readFileBeside),
         .earlier = std::move(earlier)},
        context);
  const auto unjudged = (*comparison)->unjudged();
  const int exit = unjudged ? printError(context, *unjudged) : (*comparison)->ciExit();
  if (!arguments.has("--no-history")) addToHistory({arguments.positionals.front()}, context);
  return exit;
}

}  // namespace

Command makeCompareCommand() { return {compareSpec(), runCompare}; }

}  // namespace plumbline::cli
