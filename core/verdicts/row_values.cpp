// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/verdicts/row_values.h"

#include <optional>

namespace plumbline::verdicts {

using tables::ColumnType;
using tables::Value;
using tables::ValueKind;

RowValues::RowValues(const tables::Frame& frame) : m_frame(frame) {
  bool mixed = false;
  bool numeric = true;
  std::optional<ColumnType> first;
  for (const std::string& name : frame.columnNames()) {
    const ColumnType type = frame.column(name)->type();
    numeric = numeric && (type == ColumnType::Integer || type == ColumnType::Unsigned || type == ColumnType::Real);
    if (!numeric) return;
    mixed = mixed || (first && *first != type);
    first = type;
  }
  m_allReal = mixed;
}

Value RowValues::at(const tables::TypedColumn& column, std::size_t row, std::string& scratch) const {
  const Value value = column.at(row, scratch);
  return m_allReal && value.kind != ValueKind::NaN ? Value::ofReal(value.asDouble()) : value;
}

}  // namespace plumbline::verdicts
