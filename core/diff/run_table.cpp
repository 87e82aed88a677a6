// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/diff/run_table.h"

#include <algorithm>
#include <cmath>

#include "core/tables/pandas_number.h"
#include "core/verdicts/field.h"
#include "core/verdicts/findings.h"

namespace plumbline::diff {
namespace {

using tables::Value;
using tables::ValueKind;

/// isPerformance: a metric with a unit is measured with a clock or a memory counter.
bool isPerformance(const verdicts::MetricInfo& metric) { return !metric.unit.empty(); }

/// numberOf a cell, also in a column that another cell makes a text column. True and False are no numbers.
std::optional<double> numberOf(const Value& value) {
  if (value.kind == ValueKind::Text) {
    double number = 0;
    return tables::parsePandasReal(value.text, number) ? std::optional(number) : std::nullopt;
  }
  if (!value.isNumber() || value.kind == ValueKind::Boolean) return std::nullopt;
  return value.asDouble();
}

bool isZero(const tables::TypedColumn& column, std::size_t row) {
  std::string scratch;
  return numberOf(column.at(row, scratch)) == 0.0;
}

bool areZero(const std::vector<const tables::TypedColumn*>& columns, std::size_t row) {
  return !columns.empty() &&
         std::ranges::all_of(columns, [row](const tables::TypedColumn* column) { return isZero(*column, row); });
}

}  // namespace

RunTable::RunTable(tables::Frame frame) : m_frame(std::move(frame)) {
  m_names = m_frame.column(kNameColumn);
  m_accuracy = m_frame.column(kAccuracyColumn);
  m_speedup = m_frame.column(kSpeedupColumn);
  for (const verdicts::MetricInfo& metric : verdicts::metricCatalogue()) {
    const tables::TypedColumn* column = metric.zeroMeansNotMeasured ? m_frame.column(metric.name) : nullptr;
    if (column == nullptr) continue;
    m_counters.push_back(column);
    if (isPerformance(metric)) m_performance.push_back(column);
  }
}

base::Result<RunTable> RunTable::of(const std::shared_ptr<const tables::CsvTable>& table) {
  RunTable out(tables::Frame::of(table));
  if (out.m_names == nullptr) {
    return base::fail(base::ErrorCode::BadFormat, "This table has no column \"name\", so its models are unknown.",
                      "Choose the CSV that the benchmark wrote.", table->fileName());
  }
  out.findPadding();
  return out;
}

std::optional<std::string> RunTable::modelName(std::size_t row) const {
  if (m_frame.table().isComment(row) || m_frame.table().isConflictMarker(row)) return std::nullopt;
  std::string scratch;
  const Value name = m_names->at(row, scratch);
  if (name.kind == ValueKind::NaN) return std::nullopt;
  if (name.kind == ValueKind::Text) return std::string(name.text);
  std::string out;
  constexpr double kWholeUpTo = 9007199254740992.0;  // 2^53
  if (name.kind == ValueKind::Real && std::abs(name.real) < kWholeUpTo && std::trunc(name.real) == name.real)
    verdicts::appendStr(out, Value::ofInteger(static_cast<std::int64_t>(name.real)));
  else
    verdicts::appendStr(out, name);
  return out;
}

/// paddingByWord follows the finding "not measured" of core/verdicts: the status of a failed run, and only zeros.
RunTable::Padding RunTable::paddingByWord(std::size_t row, std::string_view word) const {
  if (!tables::isNaWord(word) && !verdicts::ranToCompletion(word) && areZero(m_counters, row)) return Padding::All;
  // Accurate, but the timed run crashed: its zeros must not enter a mean.
  return m_speedup != nullptr && isZero(*m_speedup, row) ? Padding::Performance : Padding::None;
}

/// paddingByNumbers is for tables without a status.
RunTable::Padding RunTable::paddingByNumbers(std::size_t row) const {
  const bool failed = m_speedup != nullptr ? isZero(*m_speedup, row) : areZero(m_performance, row);
  return failed ? Padding::All : Padding::None;
}

void RunTable::findPadding() {
  m_padding.resize(rowCount(), Padding::None);
  if (m_counters.empty()) return;
  std::string scratch;
  for (std::size_t row = 0; row < rowCount(); ++row) {
    m_padding[row] = m_accuracy == nullptr
                         ? paddingByNumbers(row)
                         : paddingByWord(row, m_frame.table().cell(row, m_accuracy->index(), scratch));
  }
}

std::optional<RunTable::MetricCells> RunTable::cells(const verdicts::MetricInfo& metric) const {
  const tables::TypedColumn* column = m_frame.column(metric.name);
  if (column == nullptr) return std::nullopt;
  return MetricCells{.column = column,
                     .isAccuracy = metric.name == kAccuracyColumn,
                     .zeroMayBePadding = metric.zeroMeansNotMeasured,
                     .isPerformance = isPerformance(metric)};
}

Reading RunTable::reading(const MetricCells& cells, std::size_t row, Kept& kept) const {
  Reading out;
  std::string scratch;
  out.text = m_frame.table().cell(row, cells.column->index(), scratch);
  if (out.text.data() == scratch.data() && !out.text.empty()) {
    kept.push_back(std::make_unique<std::string>(out.text));
    out.text = *kept.back();
  }
  if (out.text.empty() || tables::isNaWord(out.text)) {
    out.state = ReadingState::Empty;
    return out;
  }
  // A status is a word even if pandas makes numbers of the column ("0.0000" is a status).
  out.state = ReadingState::Word;
  if (cells.isAccuracy) return out;
  std::string typedScratch;
  const std::optional<double> number = numberOf(cells.column->at(row, typedScratch));
  if (!number) return out;
  if (!std::isfinite(*number)) {
    out.state = ReadingState::NotFinite;
    return out;
  }
  const bool isPadded =
      *number == 0 && cells.zeroMayBePadding &&
      (m_padding[row] == Padding::All || (m_padding[row] == Padding::Performance && cells.isPerformance));
  out.state = isPadded ? ReadingState::Padded : ReadingState::Number;
  out.number = *number;
  return out;
}

}  // namespace plumbline::diff
