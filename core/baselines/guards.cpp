// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/baselines/guards.h"

#include <optional>

#include "core/tables/frame.h"
#include "core/verdicts/metric_catalogue.h"
#include "core/verdicts/status_words.h"
#include "core/verdicts/verdict.h"

namespace plumbline::baselines {
namespace {

/// numberOf reads a cell as pandas would read it in a column of numbers; none for words and missing cells.
std::optional<double> numberOf(std::string_view text) {
  double value = 0;
  if (tables::isNaWord(text) || !tables::parsePandasReal(text, value)) return std::nullopt;
  return value;
}

Guard guardForNumber(const verdicts::MetricInfo& metric, double from, double to) {
  const bool worse = metric.better == verdicts::Better::Lower    ? to > from
                     : metric.better == verdicts::Better::Higher ? to < from
                                                                 : false;
  if (!worse) return Guard::None;
  if (metric.name == "graph_breaks") return Guard::MoreGraphBreaks;
  const bool ratio = metric.unit == "x" && metric.better == verdicts::Better::Higher;
  return ratio ? Guard::LowerRatio : Guard::WorseMetric;
}

}  // namespace

Guard guardFor(std::string_view column, std::string_view from, std::string_view to) {
  // By the word, whatever the column is called: wide baselines keep one status per precision.
  if (verdicts::isPassing(from) && !verdicts::isPassing(to)) return Guard::StatusWorse;
  // A model that is only skipped from now on is not held against anything any more, and check_accuracy fails it.
  if (from == "pass" && to != "pass") return Guard::StatusWorse;
  const std::uint8_t index = verdicts::metricIndex(column);
  if (index == verdicts::kNoMetric) return Guard::None;
  const auto before = numberOf(from);
  const auto after = numberOf(to);
  if (!before) return Guard::None;
  if (!after) return Guard::WorseMetric;  // what was a number is none any more
  return guardForNumber(verdicts::metricCatalogue()[index], *before, *after);
}

std::string_view guardName(Guard guard) {
  switch (guard) {
    case Guard::None:
      return "";
    case Guard::RowDisappears:
      return "row-disappears";
    case Guard::StatusWorse:
      return "status-worse";
    case Guard::MoreGraphBreaks:
      return "more-graph-breaks";
    case Guard::LowerRatio:
      return "lower-ratio";
    case Guard::WorseMetric:
      break;
  }
  return "worse-metric";
}

std::string guardText(Guard guard, std::string_view from, std::string_view to) {
  const std::string before(from);
  const std::string after = to.empty() ? "nothing" : std::string(to);
  switch (guard) {
    case Guard::None:
      return {};
    case Guard::RowDisappears:
      return "the model leaves the baseline";
    case Guard::StatusWorse:
      return before + " becomes " + after;
    case Guard::MoreGraphBreaks:
      return "more graph breaks, " + before + " to " + after;
    case Guard::LowerRatio:
      return "a lower ratio, " + before + " to " + after;
    case Guard::WorseMetric:
      return "a worse value, " + before + " to " + after;
  }
  return {};
}

}  // namespace plumbline::baselines
