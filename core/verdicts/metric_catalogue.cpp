// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/verdicts/metric_catalogue.h"

#include <algorithm>

#include "core/verdicts/findings.h"
#include "core/verdicts/rule_sets/rule_files.h"
#include "core/verdicts/verdict.h"

namespace plumbline::verdicts {
namespace {

const StatusLists& words() {
  // Constant data from an embedded file, parsed on first use.
  static const StatusLists kStatusLists = readStatusLists().value_or(StatusLists{});
  return kStatusLists;
}

bool holds(const std::vector<std::string>& list, std::string_view word) {
  return std::ranges::find(list, word) != list.end();
}

}  // namespace

const std::vector<MetricInfo>& metricCatalogue() {
  // Constant data from an embedded file, parsed on first use.
  static const std::vector<MetricInfo> catalogue = readMetricCatalogue().value_or(std::vector<MetricInfo>{});
  return catalogue;
}

std::uint8_t metricIndex(std::string_view name) {
  const auto& catalogue = metricCatalogue();
  const auto at = std::ranges::find(catalogue, name, &MetricInfo::name);
  return at == catalogue.end() ? kNoMetric : static_cast<std::uint8_t>(at - catalogue.begin());
}

bool isPassing(std::string_view accuracyWord) { return holds(words().passing, accuracyWord); }

bool hasCounters(std::string_view accuracyWord) {
  return ranToCompletion(accuracyWord) && !holds(words().withoutCounters, accuracyWord);
}

}  // namespace plumbline::verdicts
