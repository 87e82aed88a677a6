// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/tables/frame.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <optional>
#include <span>
#include <utility>

#include "core/tables/pandas_number.h"
#include "core/text/ascii.h"

namespace plumbline::tables {
namespace {

/// Whole is an integer of any kind: Python's int as far as pandas can make one.
struct Whole {
  bool negative = false;
  std::uint64_t magnitude = 0;
  bool operator==(const Whole&) const = default;
};

bool asWhole(const Value& value, Whole& out) {
  switch (value.kind) {
    case ValueKind::Integer:
      out = {value.integer < 0, value.integer < 0 ? 0 - static_cast<std::uint64_t>(value.integer)
                                                  : static_cast<std::uint64_t>(value.integer)};
      return true;
    case ValueKind::Unsigned:
      out = {false, value.unsignedInteger};
      return true;
    case ValueKind::Boolean:
      out = {false, value.boolean ? 1U : 0U};
      return true;
    case ValueKind::Real: {
      constexpr double kTwoTo64 = 18446744073709551616.0;
      const double size = std::fabs(value.real);
      if (!(size < kTwoTo64) || std::trunc(size) != size) return false;
      out = {value.real < 0, static_cast<std::uint64_t>(size)};
      return true;
    }
    case ValueKind::NaN:
    case ValueKind::Text: return false;
  }
  return false;
}

/// missingMarker is pandas' stand-in for a missing cell while a column is still int64. Any integer that becomes the
/// same double turns into NaN with it.
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

enum class Scan { AllFit, Invalid, Overflow };

/// isShortInteger recognises the common case at a glance: at most 18 digits with or without a minus, nothing else.
bool isShortInteger(std::string_view word) {
  if (word.starts_with('-')) word.remove_prefix(1);
  return !word.empty() && word.size() <= 18 && std::ranges::all_of(word, text::isDigit);
}

/// isShortDecimal does so for 12.345: too short to overflow, no exponent.
bool isShortDecimal(std::string_view word) {
  if (word.starts_with('-')) word.remove_prefix(1);
  if (word.empty() || word.size() > 200) return false;
  std::size_t points = 0;
  for (const char c : word) {
    if (c == '.') {
      ++points;
    } else if (!text::isDigit(c)) {
      return false;
    }
  }
  return points == 0 || (points == 1 && word.size() > 1);
}

/// Column walks the cells of one column from the top; pandas tries one type after the other over the whole column.
class Column {
 public:
  Column(const CsvTable& table, std::size_t column) : m_table(table), m_column(column), m_rows(table.rowCount()) {}

  Scan tryInt64(bool& missing) {
    return walk(missing, [](std::string_view word) {
      std::int64_t value = 0;
      return isShortInteger(word) ? IntegerWord::Ok : parseInt64(word, value);
    });
  }

  Scan tryUint64(UnsignedState& state) {
    return walk(state.sawMissing, [&state](std::string_view word) {
      std::uint64_t value = 0;
      return parseUint64(word, value, state);
    });
  }

  bool allReal() {
    bool missing = false;
    return walk(missing, [](std::string_view word) {
             double value = 0;
             return isShortDecimal(word) || parsePandasReal(word, value) ? IntegerWord::Ok : IntegerWord::Invalid;
           }) == Scan::AllFit;
  }

  bool allBoolean(bool& missing) {
    return walk(missing, [](std::string_view word) {
             bool value = false;
             return parseBoolean(word, value) ? IntegerWord::Ok : IntegerWord::Invalid;
           }) == Scan::AllFit;
  }

 private:
  template <typename Parse>
  Scan walk(bool& missing, Parse parse) {
    // A column of names is settled by its first word: small steps first.
    std::size_t batch = 8;
    for (std::size_t row = 0; row < m_rows; row += batch, batch = m_cells.size()) {
      const auto cells = std::span(m_cells).first(std::min(batch, m_rows - row));
      m_table.rawCells(row, m_column, cells);
      for (const std::string_view raw : cells) {
        const std::string_view word = m_table.textOf(raw, m_scratch);
        // A digit ahead cannot begin an NA word, except 1.#IND and 1.#QNAN.
        if ((word.empty() || !text::isDigit(word.front()) || word.size() >= 6) && isNaWord(word)) {
          missing = true;
          continue;
        }
        const IntegerWord read = parse(word);
        if (read == IntegerWord::Invalid) return Scan::Invalid;
        if (read == IntegerWord::Overflow) return Scan::Overflow;
      }
    }
    return Scan::AllFit;
  }

  const CsvTable& m_table;
  std::size_t m_column;
  std::size_t m_rows;
  std::array<std::string_view, 256> m_cells;
  std::string m_scratch;
};

}  // namespace

double Value::asDouble() const {
  switch (kind) {
    case ValueKind::Integer: return static_cast<double>(integer);
    case ValueKind::Unsigned: return static_cast<double>(unsignedInteger);
    case ValueKind::Real: return real;
    case ValueKind::Boolean: return boolean ? 1.0 : 0.0;
    case ValueKind::NaN:
    case ValueKind::Text: break;
  }
  return std::numeric_limits<double>::quiet_NaN();
}

bool pythonEquals(const Value& a, const Value& b) {
  if (a.kind == ValueKind::NaN || b.kind == ValueKind::NaN) return false;
  if (a.kind == ValueKind::Text || b.kind == ValueKind::Text) return a.kind == b.kind && a.text == b.text;
  if (a.kind == ValueKind::Real && b.kind == ValueKind::Real) return a.real == b.real;
  // Python compares int and float exactly: 2**53 + 1 is not 9007199254740992.0, though the doubles are the same.
  Whole left;
  Whole right;
  return asWhole(a, left) && asWhole(b, right) && left == right;
}

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
    case ColumnType::Real: return realOf(text, m_wholeNumbers);
    case ColumnType::Boolean:
    case ColumnType::BooleanWithMissing: {
      bool value = false;
      (void)parseBoolean(text, value);
      return Value::ofBoolean(value);
    }
    case ColumnType::Text:
    case ColumnType::RawText: break;
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

TypedColumn inferColumn(const CsvTable& table, std::size_t column) {
  const auto typed = [&](ColumnType type, bool wholeNumbers = false) {
    return TypedColumn(table, column, type, wholeNumbers);
  };
  if (table.rowCount() == 0) return typed(ColumnType::Text);
  Column cells(table, column);

  bool missing = false;
  switch (cells.tryInt64(missing)) {
    case Scan::AllFit: return missing ? typed(ColumnType::Real, true) : typed(ColumnType::Integer);
    case Scan::Overflow: {
      UnsignedState state;
      const Scan read = cells.tryUint64(state);
      if (read == Scan::Overflow) return typed(ColumnType::Text);
      if (read == Scan::Invalid) break;
      if (state.sawLarge && (state.sawNegative || state.sawMissing)) return typed(ColumnType::RawText);
      return typed(state.sawNegative ? ColumnType::Text : ColumnType::Unsigned);
    }
    case Scan::Invalid: break;
  }
  if (cells.allReal()) return typed(ColumnType::Real);
  missing = false;
  if (cells.allBoolean(missing)) return typed(missing ? ColumnType::BooleanWithMissing : ColumnType::Boolean);
  return typed(ColumnType::Text);
}

bool isNaWord(std::string_view text) {
  // Length and first byte decide nearly every cell before any comparison.
  switch (text.size()) {
    case 0: return true;
    case 2: return text == "NA";
    case 3: return text == "NaN" || text == "nan" || text == "N/A" || text == "n/a" || text == "#NA";
    case 4:
      return text == "null" || text == "NULL" || text == "-nan" || text == "-NaN" || text == "#N/A" || text == "<NA>";
    case 6: return text == "1.#IND";
    case 7: return text == "-1.#IND" || text == "1.#QNAN";
    case 8: return text == "#N/A N/A" || text == "-1.#QNAN";
    default: return false;
  }
}

}  // namespace plumbline::tables
