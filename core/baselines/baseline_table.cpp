// SPDX-License-Identifier: GPL-3.0-or-later
// BaselineTable: how the rows of a baseline are named and found.
#include <algorithm>
#include <iterator>
#include <unordered_map>

#include "core/baselines/baseline_edit.h"
#include "core/text/line_index.h"

namespace plumbline::baselines {
namespace {

using tables::CsvTable;
using TablePtr = std::shared_ptr<const CsvTable>;

base::Result<TablePtr> scan(std::string bytes, std::string path) {
  auto scanned = CsvTable::scan(std::move(bytes), std::move(path));
  if (!scanned.isValue()) return base::fail(scanned.error());
  return std::move(scanned.value());
}

/// firstRecord gives the cells of record 0 as they are written; CsvTable knows them only as names of columns.
base::Result<std::vector<std::string>> firstRecord(const CsvTable& table) {
  const tables::CellSpan span = table.headerSpan();
  const std::string line(table.bytes().substr(span.begin, span.end - span.begin));
  const auto twice = scan(line + '\n' + line + '\n', table.fileName());
  if (!twice) return base::fail(twice.error());
  std::vector<std::string> cells;
  std::string scratch;
  if ((*twice)->rowCount() == 0) return cells;
  for (std::size_t field = 0; field < (*twice)->headerWidth(); ++field)
    cells.emplace_back((*twice)->cell(0, field, scratch));
  return cells;
}

bool isInteger(std::string_view text) {
  const std::size_t digits = text.find_first_not_of(" +-");
  return digits != std::string_view::npos && std::all_of(text.begin() + static_cast<std::ptrdiff_t>(digits), text.end(),
                                                         [](char c) { return (c >= '0' && c <= '9') || c == ' '; });
}

/// looksLikePrTime: name,metric,integer[,margin], and nothing called name.
bool looksLikePrTime(const std::vector<std::string>& cells) {
  return (cells.size() == 3 || cells.size() == 4) && isInteger(cells[2]) && !isInteger(cells[0]);
}

std::string stripped(std::string_view text) {
  const std::size_t begin = text.find_first_not_of(" \t");
  if (begin == std::string_view::npos) return {};
  return std::string(text.substr(begin, text.find_last_not_of(" \t") - begin + 1));
}

base::Error noNames(const CsvTable& table) {
  base::Error error{base::ErrorCode::BadFormat,
                    "This file has no column \"name\", so its rows cannot be told apart.",
                    "Its first line has to name the columns, one of them \"name\".",
                    table.fileName(),
                    1,
                    0};
  if (table.headerWidth() == 0) {
    error.text = "This file is empty.";
    error.hint = "A baseline begins with a line such as: name,accuracy,graph_breaks";
    error.line = 0;
  }
  return error;
}

}  // namespace

struct BaselineTable::Index {
  struct Place {
    std::size_t first = 0;
    std::size_t second = 0;  ///< 0 when the name occurs once
  };
  std::vector<std::string> firstCells;  ///< of a file without a header
  std::unordered_map<std::string, Place> places;
};

base::Result<BaselineTable> BaselineTable::of(std::string bytes, std::string path) {
  auto table = scan(std::move(bytes), std::move(path));
  if (!table) return base::fail(table.error());
  BaselineTable out;
  out.m_table = *table;
  auto index = std::make_shared<Index>();
  if (const auto name = out.m_table->columnOf("name")) {
    out.m_key.field = *name;
    out.m_columns = out.m_table->columnNames();
  } else {
    auto cells = out.m_table->headerWidth() <= std::size(kPrTimeColumns) ? firstRecord(*out.m_table)
                                                                         : base::Result<std::vector<std::string>>();
    if (!cells) return base::fail(cells.error());
    if (!looksLikePrTime(*cells)) return base::fail(noNames(*out.m_table));
    out.m_key.hasHeader = false;
    out.m_columns.assign(std::begin(kPrTimeColumns), std::end(kPrTimeColumns));
    index->firstCells = std::move(*cells);
  }
  out.m_index = index;
  const std::size_t shift = out.m_key.hasHeader ? 1 : 0;
  for (std::size_t row = 0; row < out.modelCount(); ++row) {
    const auto [at, isNew] = index->places.try_emplace(out.modelName(row), Index::Place{row + shift, 0});
    if (!isNew && at->second.second == 0) at->second.second = row + shift;
  }
  return out;
}

std::size_t BaselineTable::modelCount() const { return m_table->rowCount() + (m_key.hasHeader ? 0 : 1); }

std::string BaselineTable::cellAt(std::size_t record, std::size_t column) const {
  if (record == 0) return column < m_index->firstCells.size() ? m_index->firstCells[column] : std::string();
  std::string scratch;
  return std::string(m_table->cell(record - 1, column, scratch));
}

std::string BaselineTable::modelName(std::size_t row) const {
  if (m_key.hasHeader) return cellAt(row + 1, m_key.field);
  return stripped(cellAt(row, 0)) + ',' + stripped(cellAt(row, 1));
}

std::size_t BaselineTable::lineOf(std::size_t record) const {
  if (record > 0) return m_table->lineOf(record - 1);
  return text::countLineEnds(m_table->bytes(), 0, m_table->headerSpan().begin) + 1;
}

base::Result<std::size_t> BaselineTable::recordOf(std::string_view model) const {
  const auto found = m_index->places.find(std::string(model));
  const std::string& file = m_table->fileName();
  if (found == m_index->places.end())
    return base::fail({base::ErrorCode::NotFound, "The baseline has no row for \"" + std::string(model) + "\".",
                       "Add the model, or look whether its name is spelt as in the file.", file, 0, 0});
  if (found->second.second != 0)
    return base::fail({base::ErrorCode::BadFormat,
                       "\"" + std::string(model) + "\" stands in line " + std::to_string(lineOf(found->second.first)) +
                           " and again in line " + std::to_string(lineOf(found->second.second)) + ".",
                       "Keep one of the rows; until then nobody can say which one is meant.", file,
                       lineOf(found->second.second), 0});
  return found->second.first;
}

base::Result<std::size_t> BaselineTable::columnIndex(std::string_view column) const {
  const auto found = std::find(m_columns.begin(), m_columns.end(), column);
  if (found != m_columns.end()) return static_cast<std::size_t>(found - m_columns.begin());
  return base::fail({base::ErrorCode::NotFound, "The baseline has no column \"" + std::string(column) + "\".",
                     "Add the column first, or leave it out.", m_table->fileName(), 1, 0});
}

base::Result<std::string> BaselineTable::value(std::string_view model, std::string_view column) const {
  const auto record = recordOf(model);
  if (!record) return base::fail(record.error());
  const auto field = columnIndex(column);
  if (!field) return base::fail(field.error());
  return cellAt(*record, *field);
}

}  // namespace plumbline::baselines
