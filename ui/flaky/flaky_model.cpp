// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/flaky/flaky_model.h"

#include <QHash>
#include <algorithm>
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

/// Numbers and texts, each kind by itself; what has no value comes last, whichever the direction.
bool comesBefore(const QVariant& a, const QVariant& b, bool descending) {
  if (!a.isValid() || !b.isValid()) return a.isValid();
  const bool numbers = a.typeId() != QMetaType::QString;
  const int order = numbers ? (a.toULongLong() < b.toULongLong()   ? -1
                               : a.toULongLong() > b.toULongLong() ? 1
                                                                   : 0)
                            : QString::compare(a.toString(), b.toString());
  return descending ? order > 0 : order < 0;
}

}  // namespace

FlakyModel::FlakyModel(QObject* parent) : QAbstractTableModel(parent) {}

void FlakyModel::setOverview(const FlakyOverviewPtr& overview) { show(overview); }

void FlakyModel::setFilter(const FlakyFilter& filter) {
  if (filter == m_filter) return;
  m_filter = filter;
  show(m_overview);
}

void FlakyModel::sort(int column, Qt::SortOrder order) {
  if (column == m_sortColumn && order == m_sortOrder) return;
  m_sortColumn = column < kFlakyColumns ? column : -1;
  m_sortOrder = order;
  show(m_overview);
}

std::vector<int> FlakyModel::viewRows() const {
  std::vector<int> rows;
  if (!m_overview) return rows;
  for (std::size_t i = 0; i < m_overview->rows.size(); ++i) {
    const FlakyRow& row = m_overview->rows[i];
    if (m_filter.remarks != 0 && (row.remarks & m_filter.remarks) == 0) continue;
    if (matchesText(*m_overview, row, m_filter.words)) rows.push_back(static_cast<int>(i));
  }
  if (m_sortColumn < 0) return rows;
  std::vector<QVariant> keys(m_overview->rows.size());
  for (const int row : rows)
    keys[static_cast<std::size_t>(row)] =
        sortValue(*m_overview, m_overview->rows[static_cast<std::size_t>(row)], static_cast<FlakyColumn>(m_sortColumn));
  std::ranges::stable_sort(rows, [&](int a, int b) {
    return comesBefore(keys[static_cast<std::size_t>(a)], keys[static_cast<std::size_t>(b)],
                       m_sortOrder == Qt::DescendingOrder);
  });
  return rows;
}

void FlakyModel::show(const FlakyOverviewPtr& overview) {
  Q_EMIT rowsAboutToChange();
  Q_EMIT layoutAboutToBeChanged();
  const FlakyOverviewPtr before = m_overview;
  const QModelIndexList indexes = persistentIndexList();
  std::vector<int> wanted;  // the overview row that each index shall stand at
  for (const QModelIndex& index : indexes) wanted.push_back(m_rows[static_cast<std::size_t>(index.row())]);
  m_overview = overview;
  m_rows = viewRows();
  if (!indexes.isEmpty()) {
    std::vector<int> same;
    if (before != overview && overview) same = sameRows(*before, *overview);
    QHash<int, int> places;
    for (std::size_t i = 0; i < m_rows.size(); ++i) places.insert(m_rows[i], static_cast<int>(i));
    QModelIndexList after;
    for (qsizetype i = 0; i < indexes.size(); ++i) {
      int source = wanted[static_cast<std::size_t>(i)];
      if (before != overview) source = overview ? same[static_cast<std::size_t>(source)] : -1;
      const int place = places.value(source, -1);
      after << (place < 0 ? QModelIndex() : createIndex(place, indexes[i].column()));
    }
    changePersistentIndexList(indexes, after);
  }
  Q_EMIT layoutChanged();
  Q_EMIT rowsShown();
}

const FlakyRow& FlakyModel::row(int row) const {
  return m_overview->rows[static_cast<std::size_t>(m_rows[static_cast<std::size_t>(row)])];
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

QList<QStringList> FlakyModel::texts(const QList<int>& rows) const {
  QList<QStringList> out;
  QStringList header;
  for (int c = 0; c < kFlakyColumns; ++c) header << columnTitle(static_cast<FlakyColumn>(c));
  out << header;
  for (const int r : rows) {
    QStringList cells;
    for (int c = 0; c < kFlakyColumns; ++c) cells << cellText(*m_overview, row(r), static_cast<FlakyColumn>(c));
    out << cells;
  }
  return out;
}

int FlakyModel::rowCount(const QModelIndex& parent) const {
  return parent.isValid() ? 0 : static_cast<int>(m_rows.size());
}
int FlakyModel::columnCount(const QModelIndex& parent) const { return parent.isValid() ? 0 : kFlakyColumns; }

QVariant FlakyModel::data(const QModelIndex& index, int role) const {
  if (!checkIndex(index, CheckIndexOption::IndexIsValid)) return {};
  const FlakyRow& entry = row(index.row());
  const auto column = static_cast<FlakyColumn>(index.column());
  switch (role) {
    case Qt::DisplayRole:
      return cellText(*m_overview, entry, column);
    case Qt::ToolTipRole:
      return cellTooltip(*m_overview, entry, column);
    case Qt::AccessibleTextRole:
      return columnTitle(column) + u": "_s + cellText(*m_overview, entry, column);
    case SortRole:
      return sortValue(*m_overview, entry, column);
    case RemarksRole:
      return entry.remarks;
    case ExcusesRole:
      return static_cast<int>(entry.excuses.size());
    case ExpiredRole:
      return entry.isExpired();
    case SourceRowRole:
      return m_rows[static_cast<std::size_t>(index.row())];
    default:
      return {};
  }
}

QVariant FlakyModel::headerData(int section, Qt::Orientation orientation, int role) const {
  if (orientation == Qt::Vertical) return role == Qt::DisplayRole ? QVariant(section + 1) : QVariant();
  if (section < 0 || section >= kFlakyColumns) return {};
  const auto column = static_cast<FlakyColumn>(section);
  switch (role) {
    case Qt::DisplayRole:
    case Qt::AccessibleTextRole:
      return columnTitle(column);
    case Qt::ToolTipRole:
      return columnTooltip(column);
    case Qt::TextAlignmentRole:
      return int(Qt::AlignLeft | Qt::AlignVCenter);
    default:
      return {};
  }
}

}  // namespace plumbline::ui
