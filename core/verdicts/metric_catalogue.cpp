// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/verdicts/metric_catalogue.h"

#include <algorithm>

#include "core/verdicts/rule_files.h"
#include "core/verdicts/verdict.h"

namespace plumbline::verdicts {

const std::vector<MetricInfo>& metricCatalogue() {
  // Constant data, parsed the first time somebody asks; the file is compiled in and read by the unit tests.
  static const std::vector<MetricInfo> catalogue = readMetricCatalogue().value_or(std::vector<MetricInfo>{});
  return catalogue;
}

std::uint8_t metricIndex(std::string_view name) {
  const auto& catalogue = metricCatalogue();
  const auto at = std::ranges::find(catalogue, name, &MetricInfo::name);
  return at == catalogue.end() ? kNoMetric : static_cast<std::uint8_t>(at - catalogue.begin());
}

}  // namespace plumbline::verdicts
