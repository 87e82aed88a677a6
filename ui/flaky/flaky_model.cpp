// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/flaky/flaky_model.h"

#include <utility>
#include <map>
#include <string>
#include <tuple>

using namespace Qt::StringLiterals;

namespace plumbline::ui {

using session::FlakyOverview;
using session::FlakyOverviewPtr;
using session::FlakyRow;

namespace {

using Key = std::tuple<std::string, std::string, std::string, std::string, std::string>;

Key keyOf(const FlakyRow& row) {
  return {row.path, row.value.name, row.value.check, row.value.platform, row.value.config};
}

/// Which row of `after` is which row of `before`; -1 for those that are gone. Twins keep their order.
std::vector<int> sameRows(const FlakyOverview& before, const FlakyOverview& after) {
  std::map<Key, std::vector<int>> places;
  for (std::size_t i = after.rows.size(); i-- > 0;) places[keyOf(after.rows[i])].push_back(static_cast<int>(i));
  std::vector<int> out;
  out.reserve(before.rows.size());
  for (const FlakyRow& row : before.rows) {
    const auto found = places.find(keyOf(row));
    const bool none = found == places.end() || found->second.empty();
    out.push_back(none ? -1 : found->second.back());
    if (!none) found->second.pop_back();
  }
  return out;
}

}  // namespace

void FlakyModel::setOverview(const FlakyOverviewPtr& overview) {
  beginShowRows();
  std::vector<int> newRows;
  if (m_overview && overview) newRows = sameRows(*m_overview, *overview);
  m_overview = overview;
  endShowRows(matchingRows(), &newRows);
}

void FlakyModel::setFilter(const FlakyFilter& filter) {
  if (filter != std::exchange(m_filter, filter)) showRows(matchingRows());
}

void FlakyModel::sort(int column, Qt::SortOrder order) {
  if (column == m_sortColumn && order == m_sortOrder) return;
  m_sortColumn = column < kFlakyColumns ? column : -1;
  m_sortOrder = order;
  showRows(matchingRows());
}

std::vector<std::uint32_t> FlakyModel::matchingRows() const {
  std::vector<std::uint32_t> rows;
  if (!m_overview) return rows;
  for (std::uint32_t i = 0; i < m_overview->rows.size(); ++i) {
    const FlakyRow& row = m_overview->rows[i];
    if (m_filter.remarks != 0 && (row.remarks & m_filter.remarks) == 0) continue;
    if (matchesText(*m_overview, row, m_filter.words)) rows.push_back(i);
  }
  if (m_sortColumn < 0) return rows;
  const auto column = static_cast<FlakyColumn>(m_sortColumn);
  sortRows(rows, [&](std::uint32_t row) { return sortValue(*m_overview, m_overview->rows[row], column); }, m_sortOrder);
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
    case Qt::AccessibleTextRole: return columnTitle(column) + u": "_s + cellText(*m_overview, entry, column);
    default: return {};
  }
}

FilteredModel::ColumnHead FlakyModel::columnHead(int column) const {
  const auto which = static_cast<FlakyColumn>(column);
  return {columnTitle(which), columnTooltip(which)};
}

}  // namespace plumbline::ui
