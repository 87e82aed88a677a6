// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/flaky/flaky_model.h"

#include <utility>
#include <string>
#include <tuple>

using namespace Qt::StringLiterals;

namespace plumbline::ui {

using session::FlakyOverviewPtr;
using session::FlakyRow;

namespace {

using Key = std::tuple<std::string, std::string, std::string, std::string, std::string>;

Key keyOf(const FlakyRow& row) {
  return {row.path, row.value.name, row.value.check, row.value.platform, row.value.config};
}

}  // namespace

void FlakyModel::setOverview(const FlakyOverviewPtr& overview) {
  beginShowRows();
  std::vector<int> newRows;
  if (m_overview && overview) newRows = sameRows(m_overview->rows, overview->rows, keyOf);
  m_overview = overview;
  endShowRows(matchingRows(), &newRows);
}

void FlakyModel::setFilter(const FlakyFilter& filter) {
  if (filter != std::exchange(m_filter, filter)) showRows(matchingRows());
}

std::vector<std::uint32_t> FlakyModel::matchingRows() const {
  std::vector<std::uint32_t> rows;
  if (!m_overview) return rows;
  for (std::uint32_t i = 0; i < m_overview->rows.size(); ++i) {
    const FlakyRow& row = m_overview->rows[i];
    if (m_filter.remarks != 0 && (row.remarks & m_filter.remarks) == 0) continue;
    if (matchesText(*m_overview, row, m_filter.words)) rows.push_back(i);
  }
  if (sortColumn() < 0) return rows;
  const auto column = static_cast<FlakyColumn>(sortColumn());
  sortRows(rows, [&](std::uint32_t row) { return sortValue(*m_overview, m_overview->rows[row], column); }, sortOrder());
  return rows;
}

const FlakyRow& FlakyModel::row(int row) const {
  return m_overview->rows[sourceRow(row)];
}

int FlakyModel::rowOf(const std::string& path, const flaky::FlakyEntry& entry) const {
  for (int i = 0; i < rowCount(); ++i) {
    const FlakyRow& shown = row(i);
    if (shown.path == path && shown.value.name == entry.name && shown.value.platform == entry.platform &&
        shown.value.config == entry.config)
      return i;
  }
  return -1;
}

int FlakyModel::columnCount(const QModelIndex& parent) const { return parent.isValid() ? 0 : kFlakyColumns; }

QVariant FlakyModel::data(const QModelIndex& index, int role) const {
  if (!checkIndex(index, CheckIndexOption::IndexIsValid)) return {};
  const FlakyRow& entry = row(index.row());
  const auto column = static_cast<FlakyColumn>(index.column());
  switch (role) {
    case Qt::DisplayRole: return cellText(*m_overview, entry, column);
    case Qt::ToolTipRole: return cellTooltip(*m_overview, entry, column);
    case Qt::AccessibleTextRole: return headOf(column).title + u": "_s + cellText(*m_overview, entry, column);
    default: return {};
  }
}

ColumnHead FlakyModel::columnHead(int column) const { return headOf(static_cast<FlakyColumn>(column)); }

}  // namespace plumbline::ui
