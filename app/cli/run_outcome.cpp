// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/run_outcome.h"

#include <algorithm>
#include <filesystem>

#include "app/cli/load.h"
#include "app/cli/rule_choice.h"
#include "core/flaky/own_lists.h"
#include "core/reports/compare_report.h"
#include "core/reports/shown_text.h"
#include "core/runs/command_template.h"
#include "core/runs/run_results.h"
#include "core/runs/run_store.h"
#include "core/verdicts/comparison.h"

namespace plumbline::cli {
namespace {

using runs::Run;
using verdicts::Comparison;

/// Held is a result held against its baseline.
struct Held {
  std::string text;
  int exit = kExitOk;
};

/// baselineOf is the file to hold the result against; "" where there is none on this machine.
std::string baselineOf(const Run& run) {
  const bool isTable = run.spec.kind == runs::RunKind::Suite ||
                       (run.spec.kind == runs::RunKind::Command && run.spec.form == runs::ResultForm::Csv);
  if (!isTable || run.spec.repeats > 1 || run.results.empty() || run.plan.expected.empty()) return {};
  std::error_code problem;
  const bool isHere = std::filesystem::exists(run.plan.expected, problem);
  // A baseline that was named must be there, and reading it says why it is not.
  return isHere || !run.spec.baseline.empty() ? run.plan.expected : std::string();
}

/// judged leaves out lost models that nobody asked for: a run of three models does not lose the others.
std::vector<std::uint32_t> judged(const Comparison& comparison, const std::vector<std::string>& asked) {
  std::vector<std::uint32_t> rows;
  std::string scratch;
  for (std::size_t i = 0; i < comparison.rowCount(); ++i) {
    const bool isLost = comparison.row(i).has(verdicts::Finding::Lost);
    const std::string name(comparison.modelName(i, scratch));
    if (isLost && !asked.empty() && std::find(asked.begin(), asked.end(), name) == asked.end()) continue;
    rows.push_back(static_cast<std::uint32_t>(i));
  }
  return rows;
}

base::Result<Held> hold(const Run& run, const std::string& baseline, Context& context) {
  const auto rules = chosenRules({}, baseline);
  if (!rules) return base::fail(rules.error());
  auto [actual, expected] = loadPair(run.results.front(), baseline);
  if (!actual) return base::fail(actual.error());
  if (!expected) return base::fail(expected.error());
  const auto own = std::make_shared<const flaky::OwnFlaky>(
      flaky::readOwnLists(baseline, context.environment.today.value_or(flaky::localToday())));
  const auto made = Comparison::make({{*actual}, {*expected}},
                                     {.rules = *rules, .words = {run.results.front(), baseline, context.environment.sha}, .checks = {}, .ownFlaky = own});
  if (!made.isValue()) return base::fail(made.error());
  const Comparison& comparison = *made.value();
  const auto rows = judged(comparison, run.spec.models);
  const std::string file = run.spec.output.empty() ? run.results.front() : run.spec.output;
  return Held{"Against " + reports::shownText(baseline) + ": " + reports::compareSummary({comparison, rows}) + "\nSee plumbline-cli compare " +
                  runs::shellQuoted({file, baseline}) + '\n',
              comparison.ciExit()};
}

}  // namespace

int tellOutcome(const Run& run, bool json, Context& context) {
  std::vector<base::Error> problems;
  const runs::Outputs outputs = runs::RunStore::outputsOf(run, problems);
  for (const base::Error& problem : problems) complain(context, problem);
  context.out << (json ? runs::recordText(run, outputs) : runs::summaryText(run, outputs)) << std::flush;
  const int exit = runs::exitOf(run);
  const std::string baseline = baselineOf(run);
  // Without a baseline nobody said that a model may fail.
  if (baseline.empty()) return runs::hasFailedRows(run, outputs) ? std::max(exit, kExitFails) : exit;
  const auto held = hold(run, baseline, context);
  if (!held) {
    complain(context, held.error());
    return std::max(exit, kExitFails);
  }
  (json ? context.err : context.out) << held->text << std::flush;
  return std::max(exit, held->exit == 0 ? kExitOk : kExitFails);
}

}  // namespace plumbline::cli
