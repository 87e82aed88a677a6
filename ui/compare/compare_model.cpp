// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/compare/compare_model.h"

#include <algorithm>
#include <utility>

#include "ui/compare/diff_text.h"
#include "ui/compare/move_look.h"
#include "ui/triage/utf8_text.h"

using namespace Qt::StringLiterals;

namespace plumbline::ui {

CompareModel::CompareModel(QObject* parent) : QAbstractTableModel(parent) {}

void CompareModel::setRows(DiffRowsPtr rows) {
  const bool sameRuns = rows && m_rows && rows->diff() == m_rows->diff() && rows->sides() == m_rows->sides();
  if (sameRuns) {
    m_rows = std::move(rows);
    return refresh();
  }
  Q_EMIT rowsAboutToChange();
  beginResetModel();
  // Metrics are numbered per diff: an order by metric is carried over by the column's key.
  const int sorted = m_sort == diff::RowSort{} ? -1 : m_columns.columnOf(m_sort);
  const QString sortedKey = sorted >= 0 ? m_columns.at(sorted).key : QString();
  const bool descending = m_sort.descending;
  m_rows = std::move(rows);
  m_columns = m_rows ? CompareColumns(*m_rows->diff(), m_rows->sides()) : CompareColumns();
  m_sort = m_columns.sortFor(sortedKey.isEmpty() ? -1 : m_columns.indexOf(sortedKey), descending);
  m_shown = m_rows ? m_rows->shown(m_wish, m_sort) : std::vector<std::uint32_t>();
  endResetModel();
  Q_EMIT orderChanged();
  Q_EMIT rowsShown();
}

void CompareModel::setWish(const diff::RowWish& wish) {
  if (wish == m_wish) return;
  m_wish = wish;
  refresh();
}

void CompareModel::setSort(const diff::RowSort& sort) {
  if (sort == m_sort) return;
  m_sort = sort;
  refresh();
  Q_EMIT orderChanged();
}

void CompareModel::refresh() {
  if (!m_rows) return;
  std::vector<std::uint32_t> shown = m_rows->shown(m_wish, m_sort);
  if (shown == m_shown) {  // values may look different all the same
    if (!m_shown.empty()) Q_EMIT dataChanged(index(0, 0), index(rowCount() - 1, columnCount() - 1));
    Q_EMIT rowsShown();
    return;
  }
  Q_EMIT rowsAboutToChange();
  Q_EMIT layoutAboutToBeChanged();
  const QModelIndexList before = persistentIndexList();
  QModelIndexList after;
  if (!before.isEmpty()) {
    std::vector<int> places(m_rows->diff()->rowCount(), -1);
    for (std::size_t i = 0; i < shown.size(); ++i) places[shown[i]] = static_cast<int>(i);
    for (const QModelIndex& index : before) {
      const int place = places[sourceRow(index.row())];
      after << (place < 0 ? QModelIndex() : createIndex(place, index.column()));
    }
  }
  m_shown = std::move(shown);
  if (!before.isEmpty()) changePersistentIndexList(before, after);
  Q_EMIT layoutChanged();
  Q_EMIT rowsShown();
}

int CompareModel::rowOf(std::uint32_t source) const {
  const auto found = std::ranges::find(m_shown, source);
  return found == m_shown.end() ? -1 : static_cast<int>(found - m_shown.begin());
}

QString CompareModel::modelName(int row) const { return fromUtf8(m_rows->diff()->model(sourceRow(row))); }

int CompareModel::rowCount(const QModelIndex& parent) const {
  return parent.isValid() ? 0 : static_cast<int>(m_shown.size());
}
int CompareModel::columnCount(const QModelIndex& parent) const { return parent.isValid() ? 0 : m_columns.count(); }

QString CompareModel::marks(std::uint32_t row) const {
  QStringList marks;
  if (!m_rows->flipsOf(row).empty()) marks << flipMark();
  if (m_rows->alarmOf(row) != nullptr) marks << alarmMark();
  return marks.join(u' ');
}

QString CompareModel::cellText(int row, int column) const {
  const std::uint32_t source = sourceRow(row);
  const CompareColumn& about = m_columns.at(column);
  switch (about.kind) {
    case CompareKind::Move: return moveLook(m_rows->move(source)).title;
    case CompareKind::Model: return modelName(row);
    case CompareKind::Metric: return oneLine(diffText(*m_rows, source, about.metric));
    case CompareKind::Value: break;
  }
  return readingText(m_rows->diff()->reading(about.run, source, about.metric), m_rows->diff()->metrics()[about.metric]);
}

QString CompareModel::tooltip(int row, int column) const {
  const std::uint32_t source = sourceRow(row);
  const CompareColumn& about = m_columns.at(column);
  if (about.kind == CompareKind::Metric) return moveSentence(*m_rows, source, about.metric);
  QStringList lines{shortened(modelName(row), 600)};
  if (m_rows->sides().before != m_rows->sides().after) {
    lines << moveLook(m_rows->move(source)).tooltip;
    lines << rowSentences(*m_rows, source);
  }
  return lines.join(u'\n');
}

QVariant CompareModel::data(const QModelIndex& index, int role) const {
  if (!checkIndex(index, CheckIndexOption::IndexIsValid)) return {};
  const std::uint32_t source = sourceRow(index.row());
  const CompareColumn& about = m_columns.at(index.column());
  switch (role) {
    case Qt::DisplayRole: return cellText(index.row(), index.column());
    case Qt::ToolTipRole: return tooltip(index.row(), index.column());
    case Qt::AccessibleTextRole: {
      QString said = about.title + u": "_s + cellText(index.row(), index.column());
      if (about.kind == CompareKind::Move) {
        if (!m_rows->flipsOf(source).empty()) said += u", turns over with these thresholds"_s;
        if (m_rows->alarmOf(source) != nullptr) said += u", the ratio hides what moved"_s;
      }
      return said;
    }
    case Qt::TextAlignmentRole: return int((about.isNumeric ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter);
    case MoveRole: return int(m_rows->move(source));
    case MarksRole: return marks(source);
    case SourceRowRole: return source;
    case TextRole:
      return about.kind == CompareKind::Metric ? QVariant::fromValue(diffText(*m_rows, source, about.metric)) : QVariant();
    default: return {};
  }
}

QVariant CompareModel::headerData(int section, Qt::Orientation orientation, int role) const {
  if (orientation == Qt::Vertical) return role == Qt::DisplayRole ? QVariant(section + 1) : QVariant();
  if (section < 0 || section >= m_columns.count()) return {};
  const CompareColumn& about = m_columns.at(section);
  switch (role) {
    case Qt::DisplayRole:
    case Qt::AccessibleTextRole: return about.title;
    case Qt::ToolTipRole: return about.tooltip;
    case Qt::TextAlignmentRole: return int((about.isNumeric ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter);
    default: return {};
  }
}

void CompareModel::sort(int column, Qt::SortOrder order) {
  setSort(m_columns.sortFor(column, order == Qt::DescendingOrder));
}

}  // namespace plumbline::ui
