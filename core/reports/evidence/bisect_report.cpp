// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/reports/evidence/bisect_report.h"

#include <array>
#include <cmath>
#include <nlohmann/json.hpp>
#include <utility>
#include <vector>

#include "core/reports/evidence/rate_report.h"
#include "core/reports/text_parts.h"
#include "core/statistics/rates.h"
#include "core/text/ascii.h"
#include "core/text/json_text.h"
#include "core/text/quantities.h"

namespace plumbline::reports {
namespace {

using statistics::BisectAnswer;

constexpr std::size_t kShortHash = 12, kMaxSubject = 72;

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

/// countsBeside counts the runs of the commits in front of `first`, and those of `first` and later ones.
std::array<statistics::RunCount, 2> countsBeside(const sources::BisectState& state, std::size_t first) {
  std::array<statistics::RunCount, 2> counts;
  for (const sources::BisectRun& run : state.results) {
    statistics::RunCount& count = counts[run.commit < first ? 0 : 1];
    ++count.runs;
    count.fails += run.hasFailed ? 1 : 0;
  }
  return counts;
}

/// failuresText is "9 of 10 runs (62 % to 98 %)".
std::string failuresText(const statistics::RunCount& count) {
  const statistics::Interval interval = statistics::rateInterval(count);
  return std::to_string(count.fails) + " of " + text::counted(count.runs, "run") + " (" + ratePercent(interval.low) + " to " +
         ratePercent(interval.high) + ')';
}

nlohmann::ordered_json failuresJson(const statistics::RunCount& count) {
  const statistics::Interval interval = statistics::rateInterval(count);
  nlohmann::ordered_json json = {{"fails", count.fails}, {"runs", count.runs}, {"low", nullptr}, {"high", nullptr}};
  if (count.runs == 0) return json;
  json["low"] = roundedShare(interval.low);
  json["high"] = roundedShare(interval.high);
  return json;
}

}  // namespace

std::string commitTitle(const sources::BisectState& state, std::size_t commit) {
  const std::string& name = state.commits[commit];
  if (!text::isWholeHash(name)) return printableText(name);
  std::string hash = name.substr(0, kShortHash);
  if (state.subjects.empty()) return hash;
  return hash + " \"" + elidedText(printableText(state.subjects[commit]), kMaxSubject) + '"';
}

std::optional<statistics::BisectStep> nextStep(const sources::BisectState& state) {
  const statistics::Bisection bisection = bisectionOf(state);
  if (bisection.isDone()) return std::nullopt;
  return bisection.next();
}

namespace {

std::string textOf(const sources::BisectState& state, const statistics::Bisection& bisection) {
  const std::size_t first = bisection.culprit();
  const std::string culprit = commitTitle(state, first);
  const std::string likely = sharePercent(bisection.posterior()[first]) + afterRuns(bisection.runs());
  switch (bisection.answer()) {
    case BisectAnswer::Open: {
      const statistics::BisectStep step = bisection.next();
      return "Run " + commitTitle(state, step.commit) + " next, " + text::counted(step.repeats, "time") +
             (bisection.runs() == 0 ? ". No run is known yet.\n" : ". Most probable: " + culprit + ", " + likely + ".\n");
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
             sharePercent(bisection.posterior()[first]) + ".\n";
    case BisectAnswer::GoodEndIsBad:
      return "The good end is bad already: " + likely + ". Choose an earlier good end.\n";
    case BisectAnswer::Culprit: break;
  }
  const auto [before, from] = countsBeside(state, first);
  return culprit + " is the first bad commit: " + likely + ". From it on the test fails in " + failuresText(from) +
         ", in front of it in " + failuresText(before) + "; 95 % Jeffreys intervals.\n";
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
  const auto [before, from] = countsBeside(state, bisection.culprit());
  const nlohmann::ordered_json json = {{"format", "plumbline-bisect-next"},
                                       {"version", 1},
                                       {"commit", state.commits[step.commit]},
                                       {"subject", state.subjects.empty() ? "" : state.subjects[step.commit]},
                                       {"repeats", step.repeats},
                                       {"posterior", std::move(posterior)},
                                       {"done", isDone},
                                       {"answer", answerName(bisection.answer())},
                                       {"unchanged", roundedShare(bisection.unchanged())},
                                       {"runs", bisection.runs()},
                                       {"commits", state.commits},
                                       {"subjects", state.subjects},
                                       {"most_probable", state.commits[bisection.culprit()]},
                                       {"before", failuresJson(before)},
                                       {"from", failuresJson(from)}};
  return text::toJsonText(json) + '\n';
}

std::string bisectLog(const sources::BisectState& state) {
  std::string out;
  for (const sources::BisectRun& run : state.results)
    out += commitTitle(state, run.commit) + (run.hasFailed ? " fail\n" : " pass\n");
  return out + text::counted(state.results.size(), "run") + " on " + text::counted(state.commits.size(), "commit") + ".\n";
}

std::string bisectRunText(const sources::BisectState& state) {
  const statistics::Bisection bisection = bisectionOf(state);
  const sources::BisectRun& run = state.results.back();
  return commitTitle(state, run.commit) + (run.hasFailed ? " fail" : " pass") + "; most probable: " +
         commitTitle(state, bisection.culprit()) + ", " + sharePercent(bisection.posterior()[bisection.culprit()]) +
         afterRuns(bisection.runs()) + ".\n";
}

}  // namespace plumbline::reports
