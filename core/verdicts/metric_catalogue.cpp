// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/verdicts/metric_catalogue.h"

#include <algorithm>
#include <array>

#include "core/verdicts/findings.h"
#include "core/verdicts/rule_sets/rule_set.h"

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

using tables::ColumnType;
using tables::ValueKind;

bool isNumeric(ColumnType type) {
  return type == ColumnType::Integer || type == ColumnType::Unsigned || type == ColumnType::Real;
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

bool identifiesARow(std::string_view column) {
  static constexpr std::array<std::string_view, 4> kNames = {"name", "dev", "batch_size", "tag"};
  return std::ranges::find(kNames, column) != kNames.end() || column.starts_with("Unnamed: ");
}

MetricInfo unknownMetric(const std::string& name) {
  MetricInfo info;
  info.name = name;
  info.title = name;
  info.decimals = 3;
  return info;
}

std::vector<MetricColumn> metricColumns(const tables::Frame& actual, const tables::Frame& expected) {
  std::vector<MetricColumn> out;
  const auto add = [&](const MetricInfo& info, std::uint8_t index) {
    out.push_back({info, index, actual.column(info.name), expected.column(info.name)});
  };
  const auto& catalogue = metricCatalogue();
  for (std::size_t i = 0; i < catalogue.size(); ++i) {
    const std::string& name = catalogue[i].name;
    if (!identifiesARow(name) && actual.hasColumn(name) && expected.hasColumn(name))
      add(catalogue[i], static_cast<std::uint8_t>(i));
  }
  for (const std::string& name : actual.columnNames())
    if (metricIndex(name) == kNoMetric && !identifiesARow(name) && expected.hasColumn(name))
      add(unknownMetric(name), kNoMetric);
  return out;
}

bool sameMetric(const tables::Value& a, const tables::Value& b) {
  return (a.kind == ValueKind::NaN && b.kind == ValueKind::NaN) || tables::pythonEquals(a, b);
}

MetricChanges::MetricChanges(const std::vector<MetricColumn>& metrics, const tables::CsvTable& actual,
                             const tables::CsvTable& expected)
    : m_actual(&actual), m_expected(&expected) {
  bool allByBytes = true;
  for (const MetricColumn& metric : metrics) {
    const ColumnType a = metric.actual->type();
    const ColumnType b = metric.expected->type();
    const bool byBytes = a == b || (isNumeric(a) && isNumeric(b));
    allByBytes = allByBytes && byBytes;
    m_pairs.push_back({metric.actual, metric.expected, byBytes});
  }
  m_sameShape = allByBytes && actual.columnNames() == expected.columnNames() &&
                actual.leadingColumns() == expected.leadingColumns();
}

bool MetricChanges::recordsEqual(std::uint32_t actualRow, std::uint32_t expectedRow) const {
  const tables::CellSpan a = m_actual->recordSpan(actualRow);
  const tables::CellSpan b = m_expected->recordSpan(expectedRow);
  return a.end - a.begin == b.end - b.begin &&
         m_actual->bytes().substr(a.begin, a.end - a.begin) == m_expected->bytes().substr(b.begin, b.end - b.begin);
}

bool MetricChanges::anyDiffers(std::uint32_t actualRow, std::uint32_t expectedRow) {
  if (m_sameShape && recordsEqual(actualRow, expectedRow)) return false;
  for (const Pair& pair : m_pairs) {
    if (pair.bytesDecide && m_actual->cell(actualRow, pair.actual->index(), m_actualScratch) ==
                                m_expected->cell(expectedRow, pair.expected->index(), m_expectedScratch))
      continue;
    const tables::Value a = pair.actual->at(actualRow, m_actualScratch);
    const tables::Value b = pair.expected->at(expectedRow, m_expectedScratch);
    if (!sameMetric(a, b)) return true;
  }
  return false;
}

}  // namespace plumbline::verdicts
