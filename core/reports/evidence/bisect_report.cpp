// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/reports/evidence/bisect_report.h"

#include <cmath>
#include <nlohmann/json.hpp>
#include <utility>
#include <vector>

#include "core/reports/text_parts.h"
#include "core/text/json_text.h"
#include "core/text/quantities.h"

namespace plumbline::reports {
namespace {

using statistics::BisectAnswer;

statistics::Bisection bisectionOf(const sources::BisectState& state) {
  statistics::Bisection bisection(state.commits.size(), {.confidence = state.confidence,
                                                         .runMinutes = state.runMinutes,
                                                         .switchMinutes = state.switchMinutes});
  std::vector<statistics::CommitRuns> runs;
  for (const sources::BisectRun& run : state.results)
    runs.push_back({.commit = run.commit, .fails = run.hasFailed ? 1U : 0U, .passes = run.hasFailed ? 0U : 1U});
  bisection.add(runs);
  return bisection;
}

std::string sharePercent(double share) { return text::fixedText(100 * share, 1) + " %"; }

std::string afterRuns(std::size_t runs) { return " after " + text::counted(runs, "run"); }

std::string_view answerName(BisectAnswer answer) {
  switch (answer) {
    case BisectAnswer::Open: break;
    case BisectAnswer::Culprit: return "culprit";
    case BisectAnswer::GoodEndIsBad: return "good_end_bad";
    case BisectAnswer::Unchanged: return "unchanged";
    case BisectAnswer::EqualEnds: return "equal_ends";
    case BisectAnswer::TooManyRuns: return "too_many_runs";
  }
  return "open";
}

/// roundedShare: digits behind the tenth depend on compiler and library.
double roundedShare(double share) { return std::round(share * 1e10) / 1e10; }

}  // namespace

std::optional<statistics::BisectStep> nextStep(const sources::BisectState& state) {
  const statistics::Bisection bisection = bisectionOf(state);
  if (bisection.isDone()) return std::nullopt;
  return bisection.next();
}

namespace {

std::string textOf(const sources::BisectState& state, const statistics::Bisection& bisection) {
  const std::string culprit = printableText(state.commits[bisection.culprit()]);
  const std::string likely = sharePercent(bisection.posterior()[bisection.culprit()]) + afterRuns(bisection.runs());
  switch (bisection.answer()) {
    case BisectAnswer::Open: {
      const statistics::BisectStep step = bisection.next();
      return "Run " + printableText(state.commits[step.commit]) + " next, " + text::counted(step.repeats, "time") +
             ". Most probable: " + culprit + ", " + likely + ".\n";
    }
    case BisectAnswer::Unchanged:
      return "The bad end fails no more often than the good one: " + sharePercent(bisection.unchanged()) +
             afterRuns(bisection.runs()) + ". Choose a later bad end.\n";
    case BisectAnswer::EqualEnds:
      return "The test fails equally often at both ends: " +
             sharePercent(bisection.unchanged() + bisection.posterior()[0]) + afterRuns(bisection.runs()) +
             ". Choose an earlier good end or a later bad one.\n";
    case BisectAnswer::TooManyRuns:
      return "The search ends" + afterRuns(bisection.runs()) + " without an answer. Most probable: " + culprit + ", " +
             sharePercent(bisection.posterior()[bisection.culprit()]) + ".\n";
    case BisectAnswer::GoodEndIsBad:
      return "The good end is bad already: " + likely + ". Choose an earlier good end.\n";
    case BisectAnswer::Culprit: break;
  }
  return culprit + " is the first bad commit: " + likely + "; it fails in about " + sharePercent(bisection.badRate()) +
         " of runs, those in front of it in " + sharePercent(bisection.goodRate()) + ".\n";
}

}  // namespace

BisectView bisectView(sources::BisectState state) {
  const statistics::Bisection bisection = bisectionOf(state);
  BisectView view{.state = std::move(state), .posterior = bisection.posterior(), .counts = {}, .unchanged = bisection.unchanged(),
                  .culprit = bisection.culprit(), .next = std::nullopt, .text = {}};
  if (!bisection.isDone()) view.next = bisection.next();
  view.text = textOf(view.state, bisection);
  for (std::size_t commit = 0; commit < view.state.commits.size(); ++commit) view.counts.push_back({.commit = commit});
  for (const sources::BisectRun& run : view.state.results) {
    statistics::CommitRuns& counts = view.counts[run.commit];
    ++(run.hasFailed ? counts.fails : counts.passes);
  }
  return view;
}

std::string bisectText(const sources::BisectState& state) { return textOf(state, bisectionOf(state)); }

std::string bisectJson(const sources::BisectState& state) {
  const statistics::Bisection bisection = bisectionOf(state);
  const bool isDone = bisection.isDone();
  const statistics::BisectStep step =
      isDone ? statistics::BisectStep{.commit = bisection.culprit(), .repeats = 0} : bisection.next();
  nlohmann::ordered_json posterior = nlohmann::ordered_json::array();
  for (const double share : bisection.posterior()) posterior.push_back(roundedShare(share));
  const nlohmann::ordered_json json = {{"format", "plumbline-bisect-next"},
                                       {"version", 1},
                                       {"commit", state.commits[step.commit]},
                                       {"repeats", step.repeats},
                                       {"posterior", std::move(posterior)},
                                       {"done", isDone},
                                       {"answer", answerName(bisection.answer())},
                                       {"unchanged", roundedShare(bisection.unchanged())},
                                       {"runs", bisection.runs()},
                                       {"commits", state.commits}};
  return text::toJsonText(json) + '\n';
}

std::string bisectLog(const sources::BisectState& state) {
  std::string out;
  for (const sources::BisectRun& run : state.results)
    out += printableText(state.commits[run.commit]) + (run.hasFailed ? " fail\n" : " pass\n");
  return out + text::counted(state.results.size(), "run") + " on " + text::counted(state.commits.size(), "commit") + ".\n";
}

}  // namespace plumbline::reports
