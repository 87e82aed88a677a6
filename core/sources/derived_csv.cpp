// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/sources/derived_csv.h"

#include <utility>

#include "core/tables/cell_writer.h"

namespace plumbline::sources {

std::string csvCell(std::string_view text, bool isFirst) {
  return tables::needsQuotes(text, isFirst) ? tables::quoted(text) : std::string(text);
}

void DerivedCsv::add(const std::vector<std::string>& cells) {
  for (std::size_t i = 0; i < cells.size(); ++i) {
    if (i != 0) m_bytes += ',';
    m_bytes += csvCell(cells[i], i == 0);
  }
  m_bytes += '\n';
}

std::shared_ptr<const tables::CsvTable> DerivedCsv::table(const std::string& name) {
  auto table = tables::CsvTable::scan(std::move(m_bytes), name);
  return table.isValue() ? table.value() : nullptr;
}

}  // namespace plumbline::sources
