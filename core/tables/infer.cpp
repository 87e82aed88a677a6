// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <array>
#include <cstddef>
#include <span>
#include <string>

#include "core/tables/frame.h"
#include "core/tables/pandas_number.h"

namespace plumbline::tables {

namespace {

enum class Scan { AllFit, Invalid, Overflow };

bool isDigit(char c) { return c >= '0' && c <= '9'; }

/// isShortInteger recognises the common case at a glance: at most 18 digits with or without a minus, nothing else.
bool isShortInteger(std::string_view word) {
  if (word.starts_with('-')) word.remove_prefix(1);
  return !word.empty() && word.size() <= 18 && std::all_of(word.begin(), word.end(), isDigit);
}

/// isShortDecimal does so for 12.345: too short to overflow, no exponent.
bool isShortDecimal(std::string_view word) {
  if (word.starts_with('-')) word.remove_prefix(1);
  if (word.empty() || word.size() > 200) return false;
  std::size_t points = 0;
  for (const char c : word) {
    if (c == '.') {
      ++points;
    } else if (!isDigit(c)) {
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
        if ((word.empty() || !isDigit(word.front()) || word.size() >= 6) && isNaWord(word)) {
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

TypedColumn inferColumn(const CsvTable& table, std::size_t column) {
  const auto typed = [&](ColumnType type, bool wholeNumbers = false) {
    return TypedColumn(table, column, type, wholeNumbers);
  };
  if (table.rowCount() == 0) return typed(ColumnType::Text);
  Column cells(table, column);

  bool missing = false;
  switch (cells.tryInt64(missing)) {
    case Scan::AllFit:
      return missing ? typed(ColumnType::Real, true) : typed(ColumnType::Integer);
    case Scan::Overflow: {
      UnsignedState state;
      const Scan read = cells.tryUint64(state);
      if (read == Scan::Overflow) return typed(ColumnType::Text);
      if (read == Scan::Invalid) break;
      if (state.sawLarge && (state.sawNegative || state.sawMissing)) return typed(ColumnType::RawText);
      return typed(state.sawNegative ? ColumnType::Text : ColumnType::Unsigned);
    }
    case Scan::Invalid:
      break;
  }
  if (cells.allReal()) return typed(ColumnType::Real);
  missing = false;
  if (cells.allBoolean(missing)) return typed(missing ? ColumnType::BooleanWithMissing : ColumnType::Boolean);
  return typed(ColumnType::Text);
}

ColumnType inferType(const CsvTable& table, std::size_t column) { return inferColumn(table, column).type(); }

}  // namespace plumbline::tables
