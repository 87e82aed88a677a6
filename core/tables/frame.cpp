// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/tables/frame.h"

#include <cmath>
#include <optional>
#include <utility>

#include "core/tables/pandas_number.h"

namespace plumbline::tables {

namespace {

/// missingMarker is pandas' stand-in for a missing cell while a column is still int64. Any integer that becomes the same
/// double turns into NaN with it.
constexpr double kMissingMarker = -9223372036854775808.0;

Value realOf(std::string_view text, bool wholeNumbers) {
  double value = 0;
  if (wholeNumbers) {
    std::int64_t whole = 0;
    if (parseInt64(text, whole) != IntegerWord::Ok) return {};
    value = static_cast<double>(whole);
    if (value == kMissingMarker) return {};
  } else if (!parsePandasReal(text, value) || std::isnan(value)) {
    return {};
  }
  return Value::ofReal(value);
}

}  // namespace

Value TypedColumn::at(std::size_t row, std::string& scratch) const {
  const std::string_view text = m_table->cell(row, m_column, scratch);
  if (m_type == ColumnType::RawText) return Value::ofText(text);
  if (isNaWord(text)) return {};
  switch (m_type) {
    case ColumnType::Integer: {
      std::int64_t value = 0;
      (void)parseInt64(text, value);
      return Value::ofInteger(value);
    }
    case ColumnType::Unsigned: {
      Value value;
      UnsignedState state;
      std::uint64_t number = 0;
      (void)parseUint64(text, number, state);
      value.kind = ValueKind::Unsigned;
      value.unsignedInteger = number;
      return value;
    }
    case ColumnType::Real:
      return realOf(text, m_wholeNumbers);
    case ColumnType::Boolean:
    case ColumnType::BooleanWithMissing: {
      bool value = false;
      (void)parseBoolean(text, value);
      return Value::ofBoolean(value);
    }
    case ColumnType::Text:
    case ColumnType::RawText:
      break;
  }
  return Value::ofText(text);
}

/// Cache holds what has been inferred so far; one lock for all columns, taken for the time of one inference.
struct Frame::Cache {
  std::mutex lock;
  std::vector<std::optional<TypedColumn>> columns;
};

Frame Frame::of(std::shared_ptr<const CsvTable> table, NameColumn nameColumn) {
  Frame frame;
  frame.m_cache = std::make_shared<Cache>();
  frame.m_cache->columns.resize(table->columnNames().size());
  frame.m_table = std::move(table);
  frame.m_nameColumn = nameColumn;
  return frame;
}

const TypedColumn* Frame::column(std::string_view name) const {
  const auto position = m_table->columnOf(name);
  if (!position) return nullptr;
  const std::lock_guard guard(m_cache->lock);
  std::optional<TypedColumn>& slot = m_cache->columns[*position];
  if (!slot) {
    if (m_nameColumn == NameColumn::AsText && name == "name") {
      slot = TypedColumn(*m_table, *position, ColumnType::Text);
    } else {
      slot = inferColumn(*m_table, *position);
    }
  }
  return &*slot;
}

}  // namespace plumbline::tables
