// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/verdicts/name_alignment.h"

#include <algorithm>
#include <span>

namespace plumbline::verdicts {
namespace {

using tables::ColumnType;

// So many models may be missing from the actual file in one place before the walk loses its way.
constexpr std::uint32_t kLookahead = 8;
// After so many models in a row without a partner the files are not in one order, and looking on would cost time.
constexpr std::uint32_t kMostMisses = 64;
constexpr std::uint32_t kReportEvery = 1U << 16U;

bool hasDuplicates(const NameSide& side) {
  // The scan has looked for names that occur twice already; among texts it leaves out only what pandas reads as NaN.
  return std::ranges::any_of(side.frame->table().diagnostics(), [](const tables::Diagnostic& d) {
    return d.kind == tables::DiagnosticKind::DuplicateModel;
  });
}

}  // namespace

std::string_view NameReader::text(std::uint32_t row) {
  const tables::CsvTable& table = m_side.frame->table();
  if (row < m_begin || row >= m_begin + m_cells.size()) {
    m_begin = row;
    m_cells.resize(std::min<std::size_t>(kWindow, m_side.rows - row));
    table.rawCells(row, m_side.names->index(), m_cells);
  }
  return table.textOf(m_cells[row - m_begin], m_scratch);
}

bool NameAlignment::isPossible() const {
  return m_actual.names != nullptr && m_expected.names != nullptr && m_actual.names->type() == ColumnType::Text &&
         m_expected.names->type() == ColumnType::Text && !hasDuplicates(m_actual) && !hasDuplicates(m_expected);
}

bool NameAlignment::run(const base::Progress& progress) {
  if (!isPossible()) return true;
  NameReader actualNames(m_actual);
  NameReader expectedNames(m_expected);
  std::uint32_t at = 0;  // next row of the expected file
  std::uint32_t misses = 0;
  std::uint32_t row = 0;
  for (; row < m_actual.rows && misses < kMostMisses; ++row) {
    if (row % kReportEvery == 0 && !progress.report(row, m_actual.rows)) return false;
    const std::string_view name = actualNames.text(row);
    if (tables::isNaWord(name)) continue;
    std::uint32_t found = at;
    const std::uint32_t end = std::min(m_expected.rows, at + kLookahead);
    while (found < end && expectedNames.text(found) != name) ++found;
    if (found == end) {
      m_actualLeft.single.push_back(row);
      ++misses;
      continue;
    }
    misses = 0;
    for (; at < found; ++at) m_expectedLeft.single.push_back(at);
    ++at;
    m_join.m_expected[row] = found;
    m_join.m_single[row] = RowJoin::Occurs::Once;
  }
  m_actualLeft.tail = row;
  m_expectedLeft.tail = at;
  return true;
}

}  // namespace plumbline::verdicts
