// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <sstream>

#include "app/cli/command.h"
#include "app/cli/edit_output.h"
#include "app/cli/load.h"
#include "app/cli/rule_choice.h"
#include "app/cli/word_list.h"
#include "core/baselines/pr_time_acceptance.h"
#include "core/baselines/row_choice.h"
#include "core/reports/accept_report.h"
#include "core/verdicts/row_view.h"

namespace plumbline::cli {

namespace {

using baselines::BaselineTable;
using baselines::ChosenOnes;
using baselines::Drafts;
using baselines::Plan;
using baselines::RowChoice;
using reports::AcceptReport;

CommandSpec spec() {
  return {
      .name = "accept",
      .summary = "Take what a run says into its baseline: as a diff, as a patch, or written.",
      .positionals = {{.name = "ACTUAL", .help = "CSV that the run produced"},
                      {.name = "EXPECTED", .help = "baseline CSV to be changed, or expected_results.csv of pr_time"}},
      .options = withEditOptions(
          {{.name = "--models",
            .value = "GLOBS",
            .help = "only models that match: hf_*,moco; may be given more than once",
            .repeatable = true},
           {.name = "--metrics",
            .value = "LIST",
            .help = "only these columns; default: the known metrics that both files have. A new row is always whole",
            .repeatable = true},
           {.name = "--classes",
            .value = "LIST",
            .help = "fail,invalid,missing,flaky,improved,expected-fail,pass; default: what needs a decision",
            .repeatable = true},
           {.name = "--reason", .value = "TEXT", .help = "why it is right; goes into the commit message and the log"},
           {.name = "--allow-regressions", .value = "", .help = "with --reason: also what makes the baseline worse"},
           {.name = "--remove-lost", .value = "", .help = "models without a row in the run leave the baseline"},
           {.name = "--take-unmeasured",
            .value = "",
            .help = "take the zeros of failed runs too, which are padding and no counts"},
           rulesOption(),
           {.name = "--format", .value = "F", .help = "text (default) or json", .choices = {"text", "json"}}}),
      .details =
          "examples:\n"
          "  plumbline-cli accept run.csv baseline.csv\n"
          "  plumbline-cli accept run.csv baseline.csv --models 'hf_*' --write\n"
          "  plumbline-cli accept run.csv baseline.csv --allow-regressions --reason 'new image' --write\n"
          "  plumbline-cli accept results.csv expected_results.csv --classes fail,improved,pass\n"
          "\n"
          "Only the cells named change, every other byte stays. What makes the baseline worse (pass\n"
          "lost, more graph breaks, a lower ratio, a model gone) is held back unless both\n"
          "--allow-regressions and --reason are given. Counters of a failed run are kept.\n"
          "exit status:\n"
          "  0 all done, or nothing to do; 1 something was held back or refused;\n"
          "  2 bad arguments, or a file cannot be used or written.\n"};
}

/// Wanted is the command line, read.
struct Wanted {
  std::string actual, expected, reason, mode = "diff", patchFile;
  RowChoice choice;
  std::vector<std::string> metrics;
  bool allowRegressions = false, takeUnmeasured = false, json = false;
};

base::Error bad(std::string text) { return {base::ErrorCode::BadArgument, std::move(text), "", "", 0, 0}; }

base::Result<Wanted> read(const ParsedArguments& arguments) {
  Wanted wanted;
  wanted.actual = arguments.positionals[0];
  wanted.expected = arguments.positionals[1];
  wanted.reason = arguments.valueOr("--reason", "");
  wanted.allowRegressions = arguments.has("--allow-regressions");
  wanted.takeUnmeasured = arguments.has("--take-unmeasured");
  wanted.json = arguments.valueOr("--format", "text") == "json";
  wanted.choice.lost = arguments.has("--remove-lost");
  if (auto error = editOptionsError(arguments)) return base::fail(*std::move(error));
  for (const char* mode : {"patch", "write"})
    if (arguments.has(std::string("--") + mode)) wanted.mode = mode;
  wanted.patchFile = arguments.valueOr("--patch", "");
  if (wanted.mode == "patch" && wanted.patchFile.empty()) return base::fail(bad("argument --patch: name a file, or -"));
  if (wanted.patchFile == "-" && wanted.json)
    return base::fail(bad("--patch - and --format json both want standard output; json holds the patch anyway"));
  const auto classes = namedAmong(arguments, "--classes", verdicts::kAllClasses, verdicts::className);
  if (!classes) return base::fail(classes.error());
  for (const verdicts::VerdictClass cls : *classes) wanted.choice.classes |= verdicts::classBit(cls);
  if (const auto models = arguments.value("--models")) wanted.choice.models = wordsOf(*models);
  if (const auto metrics = arguments.value("--metrics")) wanted.metrics = wordsOf(*metrics);
  return wanted;
}

/// Planned is a plan with what its choice left out.
struct Planned {
  Plan plan;
  ChosenOnes chosen;
};

base::Result<Planned> planCounts(const Wanted& wanted, const BaselineTable& baseline) {
  if (!wanted.metrics.empty()) return base::fail(bad("argument --metrics: instruction counts have one value only"));
  const auto result = files::readFile(wanted.actual);
  if (!result) return base::fail(result.error());
  const auto drifts =
      verdicts::instructionDrifts({baseline.csv().bytes(), wanted.expected}, {result->bytes, wanted.actual});
  if (!drifts) return base::fail(drifts.error());
  auto chosen = baselines::chooseRows(*drifts, wanted.choice);
  if (!chosen) return base::fail(chosen.error());
  Plan plan = baselines::planPrTime(*drifts, baseline, {.rows = chosen->rows, .removeLost = wanted.choice.lost});
  return Planned{std::move(plan), std::move(*chosen)};
}

/// whyUnusable says what of a file keeps anybody from accepting anything.
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

std::optional<base::Error> unknownMetric(const Wanted& wanted, const tables::CsvTable& actual,
                                         const BaselineTable& baseline) {
  for (const std::string& metric : wanted.metrics) {
    const bool inBaseline = baseline.columnIndex(metric).has_value();
    if (metric != "name" && inBaseline && actual.columnOf(metric)) continue;
    std::string known;
    for (const std::string& column : baseline.columns())
      if (column != "name" && actual.columnOf(column)) known += (known.empty() ? "" : ", ") + column;
    if (known.empty()) known = "nothing";
    const std::string where = metric == "name" ? "is no metric"
                              : inBaseline     ? "is not in the run"
                                               : "is not in the baseline";
    return bad("argument --metrics: \"" + metric + "\" " + where + " (both have " + known + ")");
  }
  return std::nullopt;
}

base::Result<Planned> planRows(const Wanted& wanted, const std::shared_ptr<const verdicts::RuleSet>& rules,
                               const BaselineTable& baseline, const Environment& environment) {
  const auto actual = loadTable(wanted.actual);
  if (!actual) return base::fail(actual.error());
  // From the bytes that will be edited, not from the disk again: they may differ by now.
  const auto expected = tables::CsvTable::scan(std::string(baseline.csv().bytes()), wanted.expected);
  if (!expected.isValue()) return base::fail(expected.error());
  for (const TablePtr& table : {expected.value(), *actual})
    if (auto error = whyUnusable(*table)) return base::fail(*std::move(error));
  const auto made = verdicts::Comparison::make(
      {{*actual}, {expected.value()}},
      {.rules = rules, .words = {wanted.actual, wanted.expected, environment.sha}, .checks = {}});
  if (!made.isValue()) return base::fail(made.error());
  if (auto error = unknownMetric(wanted, **actual, baseline)) return base::fail(*std::move(error));
  auto chosen = baselines::chooseRows(*made.value(), wanted.choice);
  if (!chosen) return base::fail(chosen.error());
  Plan plan = baselines::planAcceptance(*made.value(), baseline,
                                        {.rows = chosen->rows,
                                         .metrics = wanted.metrics,
                                         .removeLost = wanted.choice.lost,
                                         .takeUnmeasured = wanted.takeUnmeasured});
  return Planned{std::move(plan), std::move(*chosen)};
}

/// carryOut makes the change in `drafts` and fills the report.
base::Result<AcceptReport> carryOut(const Wanted& wanted, const BaselineTable& baseline, Planned planned,
                                    Drafts& drafts) {
  AcceptReport report;
  report.actual = wanted.actual;
  report.expected = wanted.expected;
  report.mode = wanted.mode;
  report.reason = wanted.reason;
  report.chosen = std::move(planned.chosen);
  const bool allowed = wanted.allowRegressions && wanted.reason.find_first_not_of(" \t\r\n") != std::string::npos;
  if (!allowed) report.heldBack = planned.plan.onlyGuarded();
  report.done = allowed ? std::move(planned.plan) : planned.plan.withoutGuarded();
  const auto change = baselines::changeFor(report.done, baseline, wanted.reason);
  if (!change) return base::fail(change.error());
  if (const auto undo = drafts.apply(*change); !undo) return base::fail(undo.error());
  auto patch = baselines::patchText(drafts);
  if (!patch) return base::fail(patch.error());
  report.patch = std::move(*patch);
  report.commitMessage = baselines::commitMessage(drafts);
  return report;
}

/// writeQuietly writes what is to be written, for a report as JSON. Errors: the patch was not written.
base::Result<void> writeQuietly(const Wanted& wanted, Drafts& drafts, AcceptReport& report) {
  if (wanted.mode == "patch" && !report.patch.empty()) {
    const auto saved = files::saveFile(wanted.patchFile, report.patch);
    if (!saved) return base::fail(saved.error());
    report.patchFile = wanted.patchFile;
  }
  if (wanted.mode == "write") report.saved = baselines::saveAll(drafts);
  return {};
}

int printJson(const Wanted& wanted, Drafts& drafts, AcceptReport& report, Context& context) {
  if (const auto done = writeQuietly(wanted, drafts, report); !done) {
    complain(context, done.error());
    return kExitUsage;
  }
  const bool written = !report.saved || report.saved->allWritten();
  const int exit = !written ? kExitUsage : report.isComplete() ? kExitOk : kExitFails;
  context.out << reports::acceptJson(report, exit) << std::flush;
  return exit;
}

int printText(const ParsedArguments& arguments, Drafts& drafts, const AcceptReport& report, Context& context) {
  const int handed = report.patch.empty() ? kExitOk : handOver(arguments, drafts, context);
  if (report.patch.empty()) context.err << "plumbline-cli: nothing to change\n";
  std::istringstream said(reports::acceptText(report));
  for (std::string line; std::getline(said, line);)
    context.err << (line.starts_with(' ') ? "" : "plumbline-cli: ") << line << '\n';
  context.err.flush();
  return handed != kExitOk ? handed : report.isComplete() ? kExitOk : kExitFails;
}

int run(const ParsedArguments& arguments, Context& context) {
  const auto wanted = read(arguments);
  if (!wanted) return refuse(context, spec(), wanted.error());
  const auto rules = chosenRules(arguments, wanted->expected);
  if (!rules) return refuse(context, spec(), rules.error());
  const auto stop = [&](const base::Error& error) {
    if (error.code == base::ErrorCode::BadArgument && error.file.empty()) return refuse(context, spec(), error);
    complain(context, error);
    return kExitUsage;
  };
  Drafts drafts;
  const auto file = drafts.open(wanted->expected);
  if (!file) return stop(file.error());
  const auto baseline = BaselineTable::of((*file)->saved, wanted->expected);
  if (!baseline) return stop(baseline.error());
  auto planned =
      baseline->isPrTime() ? planCounts(*wanted, *baseline) : planRows(*wanted, *rules, *baseline, context.environment);
  if (!planned) return stop(planned.error());
  auto report = carryOut(*wanted, *baseline, std::move(*planned), drafts);
  if (!report) return stop(report.error());
  return wanted->json ? printJson(*wanted, drafts, *report, context) : printText(arguments, drafts, *report, context);
}

}  // namespace

Command acceptCommand() { return {spec(), run}; }

}  // namespace plumbline::cli
