// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/support/tables/filtered_model.h"

#include <algorithm>
#include <utility>

namespace plumbline::ui {
namespace {

bool comesBefore(const QVariant& a, const QVariant& b, Qt::SortOrder order) {
  if (!a.isValid() || !b.isValid()) return a.isValid() && !b.isValid();
  const auto isLess = [](const QVariant& x, const QVariant& y) {
    if (x.typeId() == QMetaType::QString) return QString::compare(x.toString(), y.toString()) < 0;
    return x.toULongLong() < y.toULongLong();
  };
  return order == Qt::DescendingOrder ? isLess(b, a) : isLess(a, b);
}

}  // namespace

void emitAllChanged(QAbstractItemModel& model) {
  if (model.rowCount() == 0) return;
  Q_EMIT model.dataChanged(model.index(0, 0), model.index(model.rowCount() - 1, model.columnCount() - 1));
}

int FilteredModel::rowOf(std::uint32_t sourceRow) const {
  const auto found = std::ranges::find(m_rows, sourceRow);
  return found == m_rows.end() ? -1 : static_cast<int>(found - m_rows.begin());
}

int FilteredModel::rowCount(const QModelIndex& parent) const {
  return parent.isValid() ? 0 : static_cast<int>(m_rows.size());
}

QVariant FilteredModel::headerData(int section, Qt::Orientation orientation, int role) const {
  if (orientation == Qt::Vertical) return role == Qt::DisplayRole ? QVariant(section + 1) : QVariant();
  if (section < 0 || section >= columnCount()) return {};
  const ColumnHead head = columnHead(section);
  switch (role) {
    case Qt::DisplayRole:
    case Qt::AccessibleTextRole: return head.title;
    case Qt::ToolTipRole: return head.tooltip;
    case Qt::TextAlignmentRole: return alignmentOf(head.isNumeric);
    default: return {};
  }
}

void FilteredModel::sort(int column, Qt::SortOrder order) {
  if (column == m_sortColumn && order == m_sortOrder) return;
  m_sortColumn = column < columnCount() ? column : -1;
  m_sortOrder = order;
  showRows(matchingRows());
}

std::string_view FilteredModel::sourceName(std::uint32_t, std::string&) const { return {}; }

void FilteredModel::showRows(std::vector<std::uint32_t> rows) {
  beginShowRows();
  endShowRows(std::move(rows));
}

void FilteredModel::beginShowRows() {
  Q_EMIT rowsAboutToChange();
  Q_EMIT layoutAboutToBeChanged();
  m_indexes = persistentIndexList();
  m_indexRows.clear();
  for (const QModelIndex& index : std::as_const(m_indexes)) m_indexRows.push_back(sourceRow(index.row()));
}

void FilteredModel::endShowRows(std::vector<std::uint32_t> rows, const std::vector<int>* newRows) {
  m_rows = std::move(rows);
  if (!m_indexes.isEmpty()) {
    std::vector<int> positions(m_rows.empty() ? 0 : *std::ranges::max_element(m_rows) + std::size_t{1}, -1);  // by source row
    for (std::size_t i = 0; i < m_rows.size(); ++i) positions[m_rows[i]] = static_cast<int>(i);
    QModelIndexList after;
    after.reserve(m_indexes.size());
    for (qsizetype i = 0; i < m_indexes.size(); ++i) {
      const std::uint32_t old = m_indexRows[static_cast<std::size_t>(i)];
      const int source = newRows == nullptr ? static_cast<int>(old) : old < newRows->size() ? (*newRows)[old] : -1;
      const int position = source < 0 || static_cast<std::size_t>(source) >= positions.size() ? -1 : positions[static_cast<std::size_t>(source)];
      after << (position < 0 ? QModelIndex() : createIndex(position, m_indexes[i].column()));
    }
    changePersistentIndexList(std::exchange(m_indexes, {}), after);
  }
  Q_EMIT layoutChanged();
  Q_EMIT rowsShown();
}

void FilteredModel::beginResetRows() {
  Q_EMIT rowsAboutToChange();
  beginResetModel();
}

void FilteredModel::endResetRows(std::vector<std::uint32_t> rows) {
  m_rows = std::move(rows);
  ++m_generation;
  endResetModel();
  Q_EMIT rowsShown();
}

void FilteredModel::sortRows(std::vector<std::uint32_t>& rows, const std::function<QVariant(std::uint32_t)>& keyOf,
                             Qt::SortOrder order) {
  struct Keyed {
    std::uint32_t row;
    QVariant key;
  };
  std::vector<Keyed> keyed;
  keyed.reserve(rows.size());
  for (const std::uint32_t row : rows) keyed.push_back({row, keyOf(row)});
  std::ranges::stable_sort(keyed, [order](const Keyed& a, const Keyed& b) { return comesBefore(a.key, b.key, order); });
  std::ranges::transform(keyed, rows.begin(), &Keyed::row);
}

}  // namespace plumbline::ui
