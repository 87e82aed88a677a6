// SPDX-License-Identifier: GPL-3.0-or-later

#include <algorithm>
#include <unordered_set>

#include "app/cli/arguments.h"
#include "app/cli/command.h"
#include "app/cli/edit_output.h"
#include "app/cli/history_store.h"
#include "app/cli/pair_input.h"
#include "core/baselines/accept_decision.h"
#include "core/baselines/acceptance.h"
#include "core/baselines/commit_message.h"
#include "core/baselines/row_choice.h"
#include "core/evidence/advice_report.h"
#include "core/reports/baselines/baseline_report.h"
#include "core/text/quantities.h"
#include "core/verdicts/comparison.h"
#include "core/verdicts/view/row_view.h"

namespace plumbline::cli {

namespace {

using baselines::BaselineTable;
using baselines::RowSelection;
using baselines::Drafts;
using baselines::Plan;
using baselines::RowChoice;
using reports::AcceptReport;

CommandSpec acceptSpec() {
  return {
      .name = "accept",
      .summary = "Accept the results of a run into its baseline: print a diff, write a patch or the file.",
      .positionals = {{.name = "ACTUAL", .help = "CSV of the run"},
                      {.name = "EXPECTED", .help = "baseline CSV to change, or expected_results.csv of pr_time_benchmarks"}},
      .options = withEditOptions(withStoreOption(
          {listOption("--models GLOBS", "only models that match: hf_*,moco; repeatable"),
           listOption("--metrics LIST", "only these columns (default: the known metrics in both files); a new row is "
                                        "always complete"),
           listOption("--classes LIST", "fail,invalid,missing,flaky,improved,expected-fail,pass; default: rows that "
                                        "need a decision"),
           option("--reason TEXT", "reason for the commit message and the log"),
           option("--allow-regressions", "with --reason: also accept regressions"),
           option("--remove-lost", "remove models that the run does not have"),
           option("--accept-unmeasured", "also accept the zeros of failed runs, which are padding"),
           rulesOption(),
           option("--format F", "text (default) or json", {"text", "json"})}))};
}

struct AcceptOptions {
  std::string actual, expected, reason, mode = "diff", patchFile;
  RowChoice choice;
  std::vector<std::string> metrics;
  bool allowRegressions = false, acceptUnmeasured = false, json = false;
};

base::Result<AcceptOptions> acceptOptions(const ParsedArguments& arguments) {
  AcceptOptions options;
  options.actual = arguments.positionals[0];
  options.expected = arguments.positionals[1];
  options.reason = arguments.valueOr("--reason", "");
  options.allowRegressions = arguments.has("--allow-regressions");
  options.acceptUnmeasured = arguments.has("--accept-unmeasured");
  options.json = arguments.valueOr("--format", "text") == "json";
  options.choice.lost = arguments.has("--remove-lost");
  if (auto error = editOptionsError(arguments)) return base::fail(*std::move(error));
  for (const char* mode : {"patch", "write"})
    if (arguments.has(std::string("--") + mode)) options.mode = mode;
  options.patchFile = arguments.valueOr("--patch", "");
  if (isStandardOutput(options.patchFile)) options.patchFile = "-";
  if (options.mode == "patch" && options.patchFile.empty()) return base::fail(badArgument("argument --patch: give a file, or -"));
  if (options.patchFile == "-" && options.json)
    return base::fail(badArgument("--patch - and --format json both write to standard output; the JSON contains the patch"));
  const auto classes = namedValues(arguments, "--classes", verdicts::kAllClasses, verdicts::className);
  if (!classes) return base::fail(classes.error());
  for (const verdicts::VerdictClass cls : *classes) options.choice.classes |= verdicts::classBit(cls);
  options.choice.models = valuesOf(arguments, "--models");
  options.metrics = valuesOf(arguments, "--metrics");
  return options;
}

/// Planned is a plan with what its choice left out.
struct Planned {
  Plan plan;
  RowSelection chosen;
  std::shared_ptr<const verdicts::Comparison> comparison = {};  ///< null for instruction counts
  std::optional<evidence::PairAdvice> advice = {};              ///< of the chosen rows, where there is a history
};

/// adviseOn reads the history where there is one. Errors: those of opening and reading it.
base::Result<void> adviseOn(const ParsedArguments& arguments, Context& context, Planned& planned) {
  auto history = planned.comparison ? openKnownHistory(arguments, context) : base::Result<std::optional<OpenHistory>>(std::nullopt);
  if (!history) return base::fail(std::move(history.error()));
  if (!*history) return {};
  auto advice = evidence::advisePair(&(*history)->get(), *planned.comparison);
  if (!advice) return base::fail(std::move(advice.error()));
  const std::vector<std::uint32_t>& chosen = planned.chosen.rows;
  const std::unordered_set<std::uint32_t> isChosen(chosen.begin(), chosen.end());
  std::erase_if(advice->rows, [&](const evidence::AdvisedRow& row) { return !isChosen.contains(row.row); });
  planned.advice = *std::move(advice);
  return {};
}

base::Result<Planned> planCounts(const AcceptOptions& options, const BaselineTable& baseline) {
  if (!options.metrics.empty()) return base::fail(badArgument("argument --metrics: instruction counts have one value only"));
  const auto result = files::readFile(options.actual);
  if (!result) return base::fail(result.error());
  const auto drifts =
      verdicts::instructionDrifts({baseline.csv().bytes(), options.expected}, {result->bytes, options.actual});
  if (!drifts) return base::fail(drifts.error());
  auto chosen = baselines::chooseRows(*drifts, options.choice);
  if (!chosen) return base::fail(chosen.error());
  Plan plan = baselines::planPrTime(*drifts, baseline, {.rows = chosen->rows, .removeLost = options.choice.lost});
  return Planned{std::move(plan), std::move(*chosen)};
}

/// whyUnusable returns the error in a file that prevents accepting, or nullopt.
std::optional<base::Error> whyUnusable(const tables::CsvTable& table) {
  for (std::size_t row = 0; row < table.rowCount(); ++row)
    if (table.isConflictMarker(row))
      return base::Error{base::ErrorCode::BadFormat,
                         "git left a conflict in this file.",
                         "Resolve it first: plumbline-cli lint --resolve.",
                         table.fileName(),
                         table.lineOf(row),
                         0};
  return table.pandasError();
}

std::optional<base::Error> unknownMetric(const AcceptOptions& options, const tables::CsvTable& actual,
                                         const BaselineTable& baseline) {
  for (const std::string& metric : options.metrics) {
    const bool inBaseline = baseline.columnIndex(metric).has_value();
    if (metric != "name" && inBaseline && actual.columnOf(metric)) continue;
    std::vector<std::string> known;
    for (const std::string& column : baseline.columns())
      if (column != "name" && actual.columnOf(column)) known.push_back(column);
    const std::string where = metric == "name" ? "is not a metric"
                              : inBaseline     ? "is not in the run"
                                               : "is not in the baseline";
    std::string problem = "argument --metrics: \"" + metric + "\" ";
    problem += where;
    problem += known.empty() ? " (the files share no metric)" : " (both have " + text::joined(known) + ")";
    return badArgument(problem);
  }
  return std::nullopt;
}

base::Result<Planned> planRows(const AcceptOptions& options, const std::shared_ptr<const verdicts::RuleSet>& rules,
                               const BaselineTable& baseline, Context& context) {
  const auto actual = loadTable(options.actual);
  if (!actual) return base::fail(actual.error());
  // From the bytes that will be edited, not from the disk again: they may differ by now.
  const auto expected = tables::CsvTable::scan(std::string(baseline.csv().bytes()), options.expected);
  if (!expected.isValue()) return base::fail(expected.error());
  for (const TablePtr& table : {expected.value(), *actual})
    if (auto error = whyUnusable(*table)) return base::fail(*std::move(error));
  const auto made = verdicts::judgePair({.actual = *actual,
                                         .expected = expected.value(),
                                         .actualPath = options.actual,
                                         .expectedPath = options.expected,
                                         .rules = rules,
                                         .sha = context.environment.sha,
                                         .today = context.environment.today,
                                         .defaultFlakyList = context.environment.flakyList});
  if (!made.isValue()) return base::fail(made.error());
  printWarnings(context, made.value()->options().ownFlaky->problems());
  if (auto error = unknownMetric(options, **actual, baseline)) return base::fail(*std::move(error));
  auto chosen = baselines::chooseRows(*made.value(), options.choice);
  if (!chosen) return base::fail(chosen.error());
  Plan plan = baselines::planAcceptance(*made.value(), baseline,
                                        {.rows = chosen->rows,
                                         .metrics = options.metrics,
                                         .removeLost = options.choice.lost,
                                         .acceptUnmeasured = options.acceptUnmeasured});
  return Planned{std::move(plan), std::move(*chosen), made.value()};
}

/// acceptInto applies the accepted edits to `drafts` and returns the report.
base::Result<AcceptReport> acceptInto(const AcceptOptions& options, const BaselineTable& baseline, Planned planned,
                                    Drafts& drafts) {
  AcceptReport report;
  report.actual = options.actual;
  report.expected = options.expected;
  report.mode = options.mode;
  report.reason = options.reason;
  report.chosen = std::move(planned.chosen);
  baselines::Evidence evidence;
  if (planned.advice) evidence = evidence::toEvidence({&*planned.advice, 1});
  baselines::AcceptPlan plan;
  plan.files.push_back({.plan = std::move(planned.plan), .table = baseline});
  auto decision = baselines::decideAccept(std::move(plan), drafts,
                                          baselines::AcceptTerms::ofCommand(options.allowRegressions, options.reason, std::move(evidence)));
  if (!decision) return base::fail(decision.error());
  if (!decision->done.files.empty()) report.done = std::move(decision->done.files.front().plan);
  if (!decision->heldBack.files.empty()) report.heldBack = std::move(decision->heldBack.files.front().plan);
  if (const auto undo = drafts.apply(decision->change); !undo) return base::fail(undo.error());
  decision->change = {};
  if (planned.comparison) report.ci = baselines::ciChange(*planned.comparison, options.expected, drafts);
  if (!options.json) return report;
  auto patch = baselines::patchText(drafts);
  if (!patch) return base::fail(patch.error());
  report.patch = std::move(*patch);
  report.commitMessage = baselines::commitMessage(drafts);
  return report;
}

/// writeQuietly writes what is to be written, for a report as JSON. Errors: the patch was not written.
base::Result<void> writeQuietly(const AcceptOptions& options, Drafts& drafts, AcceptReport& report, const Context& context) {
  if (options.mode == "patch" && !report.patch.empty()) {
    const auto saved = files::saveFile(options.patchFile, report.patch);
    if (!saved) return base::fail(saved.error());
    report.patchFile = options.patchFile;
  }
  if (options.mode == "write") report.saved = baselines::saveAll(drafts, decisionStore(context));
  return {};
}

int printJson(const AcceptOptions& options, Drafts& drafts, AcceptReport& report, Context& context) {
  if (const auto done = writeQuietly(options, drafts, report, context); !done) return printError(context, done.error());
  const bool written = !report.saved || report.saved->allWritten();
  const int exit = !written ? kExitUsage : report.isComplete() ? kExitOk : kExitFails;
  context.out << reports::acceptJson(report, exit) << std::flush;
  return exit;
}

int printText(const ParsedArguments& arguments, Drafts& drafts, const AcceptReport& report, Context& context) {
  const bool isSame = drafts.changed().empty();
  const int handed = isSame ? kExitOk : outputEdits(arguments, drafts, context);
  if (isSame) context.err << "plumbline-cli: nothing to change\n";
  printLines(context, reports::acceptText(report));
  return handed != kExitOk ? handed : report.isComplete() ? kExitOk : kExitFails;
}

int runAccept(const ParsedArguments& arguments, Context& context) {
  const auto options = acceptOptions(arguments);
  if (!options) return printUsageError(context, acceptSpec(), options.error());
  const auto rules = chosenRules(arguments, options->expected);
  if (!rules) return printUsageError(context, acceptSpec(), rules.error());
  const auto stop = [&](const base::Error& error) { return printEitherError(context, acceptSpec(), error); };
  Drafts drafts;
  const auto file = drafts.open(options->expected);
  if (!file) return stop(file.error());
  const auto baseline = BaselineTable::of((*file)->saved, options->expected);
  if (!baseline) return stop(baseline.error());
  auto planned =
      baseline->isPrTime() ? planCounts(*options, *baseline) : planRows(*options, *rules, *baseline, context);
  if (!planned) return stop(planned.error());
  if (const auto advised = adviseOn(arguments, context, *planned); !advised) return stop(advised.error());
  if (planned->advice) printLines(context, evidence::adviceSummary({&*planned->advice, 1}));
  auto report = acceptInto(*options, *baseline, std::move(*planned), drafts);
  if (!report) return stop(report.error());
  return options->json ? printJson(*options, drafts, *report, context) : printText(arguments, drafts, *report, context);
}

}  // namespace

Command makeAcceptCommand() { return {acceptSpec(), runAccept}; }

}  // namespace plumbline::cli
