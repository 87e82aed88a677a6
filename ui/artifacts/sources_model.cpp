// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/artifacts/sources_model.h"

#include <QHash>
#include <algorithm>
#include <string_view>
#include <unordered_map>

#include "ui/artifacts/plain_cell_delegate.h"

using namespace Qt::StringLiterals;

namespace plumbline::ui {

using session::SourceFile;
using session::SourceList;

namespace {

/// Which file of `after` is which of `before`; -1 for those that are gone. Twins keep their order.
std::vector<int> sameFiles(const SourceList& before, const SourceList& after) {
  std::unordered_map<std::string_view, std::vector<int>> places;
  for (std::size_t i = after.files.size(); i-- > 0;) places[after.files[i].origin].push_back(static_cast<int>(i));
  std::vector<int> out;
  out.reserve(before.files.size());
  for (const SourceFile& file : before.files) {
    const auto found = places.find(file.origin);
    const bool none = found == places.end() || found->second.empty();
    out.push_back(none ? -1 : found->second.back());
    if (!none) found->second.pop_back();
  }
  return out;
}

/// Numbers and texts, each kind by itself; what has no value comes last, whichever the direction.
bool comesBefore(const QVariant& a, const QVariant& b, bool descending) {
  if (!a.isValid() || !b.isValid()) return a.isValid() && !b.isValid();
  if (a.typeId() == QMetaType::QString) {
    const int order = QString::compare(a.toString(), b.toString());
    return descending ? order > 0 : order < 0;
  }
  return descending ? a.toULongLong() > b.toULongLong() : a.toULongLong() < b.toULongLong();
}

/// What does not count may be overlooked; what asks for a person may not.
bool isMuted(const SourceFile& file, SourceColumn column) {
  if (file.state == session::FileState::NotUsed || file.state == session::FileState::OtherCommit) return true;
  if (column == SourceColumn::File) return true;
  return column == SourceColumn::Why && file.state == session::FileState::Used && !file.chosen;
}

}  // namespace

SourcesModel::SourcesModel(QObject* parent) : QAbstractTableModel(parent) {}

void SourcesModel::setList(const SourceListPtr& list) { show(list); }

void SourcesModel::setFilter(const SourceFilter& filter) {
  if (filter == m_filter) return;
  m_filter = filter;
  show(m_list);
}

void SourcesModel::sort(int column, Qt::SortOrder order) {
  if (column == m_sortColumn && order == m_sortOrder) return;
  m_sortColumn = column < kSourceColumns ? column : -1;
  m_sortOrder = order;
  show(m_list);
}

std::vector<int> SourcesModel::viewRows() const {
  std::vector<int> rows;
  if (!m_list) return rows;
  for (std::size_t i = 0; i < m_list->files.size(); ++i) {
    const SourceFile& file = m_list->files[i];
    if (m_filter.states != 0 && (m_filter.states & stateBit(file.state)) == 0) continue;
    if (hasWords(*m_list, file, m_filter.words)) rows.push_back(static_cast<int>(i));
  }
  if (m_sortColumn < 0) return rows;
  std::vector<QVariant> keys(m_list->files.size());
  for (const int row : rows) {
    const auto at = static_cast<std::size_t>(row);
    keys[at] = sourceSortValue(*m_list, m_list->files[at], static_cast<SourceColumn>(m_sortColumn));
  }
  std::ranges::stable_sort(rows, [&](int a, int b) {
    return comesBefore(keys[static_cast<std::size_t>(a)], keys[static_cast<std::size_t>(b)],
                       m_sortOrder == Qt::DescendingOrder);
  });
  return rows;
}

void SourcesModel::show(const SourceListPtr& list) {
  Q_EMIT rowsAboutToChange();
  Q_EMIT layoutAboutToBeChanged();
  const SourceListPtr before = m_list;
  const QModelIndexList indexes = persistentIndexList();
  std::vector<int> wanted;  // the file that each index shall stand at
  for (const QModelIndex& index : indexes) wanted.push_back(m_rows[static_cast<std::size_t>(index.row())]);
  m_list = list;
  m_rows = viewRows();
  if (!indexes.isEmpty()) {
    std::vector<int> same;
    if (before != list && list) same = sameFiles(*before, *list);
    QHash<int, int> places;
    for (std::size_t i = 0; i < m_rows.size(); ++i) places.insert(m_rows[i], static_cast<int>(i));
    QModelIndexList after;
    for (qsizetype i = 0; i < indexes.size(); ++i) {
      int file = wanted[static_cast<std::size_t>(i)];
      if (before != list) file = list ? same[static_cast<std::size_t>(file)] : -1;
      const int place = places.value(file, -1);
      after << (place < 0 ? QModelIndex() : createIndex(place, indexes[i].column()));
    }
    changePersistentIndexList(indexes, after);
  }
  Q_EMIT layoutChanged();
  Q_EMIT rowsShown();
}

const SourceFile& SourcesModel::file(int row) const {
  return m_list->files[static_cast<std::size_t>(m_rows[static_cast<std::size_t>(row)])];
}

int SourcesModel::rowOf(const std::string& origin) const {
  for (int row = 0; row < rowCount(); ++row)
    if (file(row).origin == origin) return row;
  return -1;
}

QList<QStringList> SourcesModel::texts(const QList<int>& rows) const {
  QList<QStringList> out;
  QStringList header;
  for (int c = 0; c < kSourceColumns; ++c) header << sourceColumnTitle(static_cast<SourceColumn>(c));
  out << header;
  for (const int row : rows) {
    QStringList cells;
    for (int c = 0; c < kSourceColumns; ++c) cells << sourceText(*m_list, file(row), static_cast<SourceColumn>(c));
    out << cells;
  }
  return out;
}

int SourcesModel::rowCount(const QModelIndex& parent) const {
  return parent.isValid() ? 0 : static_cast<int>(m_rows.size());
}
int SourcesModel::columnCount(const QModelIndex& parent) const { return parent.isValid() ? 0 : kSourceColumns; }

QVariant SourcesModel::data(const QModelIndex& index, int role) const {
  if (!checkIndex(index, CheckIndexOption::IndexIsValid)) return {};
  const SourceFile& shown = file(index.row());
  const auto column = static_cast<SourceColumn>(index.column());
  switch (role) {
    case Qt::DisplayRole:
      return sourceText(*m_list, shown, column);
    case Qt::ToolTipRole:
      return sourceTooltip(*m_list, shown, column);
    case Qt::AccessibleTextRole:
      return sourceColumnTitle(column) + u": "_s + sourceText(*m_list, shown, column);
    case SortRole:
      return sourceSortValue(*m_list, shown, column);
    case StateRole:
      return static_cast<int>(shown.state);
    case OriginRole:
      return QString::fromStdString(shown.origin);
    case ByHandRole:
      return shown.assigned || shown.chosen;
    case GlyphRole:
      return column == SourceColumn::State ? lookOf(shown.state).glyph : QString();
    case ClassRole:
      return static_cast<int>(lookOf(shown.state).cls);
    case MutedRole:
      return isMuted(shown, column);
    case MiddleRole:
      return column == SourceColumn::File || column == SourceColumn::Config;
    case RightRole:
      return column == SourceColumn::Rows || column == SourceColumn::Attempt;
    default:
      return {};
  }
}

QVariant SourcesModel::headerData(int section, Qt::Orientation orientation, int role) const {
  if (orientation == Qt::Vertical) return role == Qt::DisplayRole ? QVariant(section + 1) : QVariant();
  if (section < 0 || section >= kSourceColumns) return {};
  const auto column = static_cast<SourceColumn>(section);
  switch (role) {
    case Qt::DisplayRole:
    case Qt::AccessibleTextRole:
      return sourceColumnTitle(column);
    case Qt::ToolTipRole:
      return sourceColumnTooltip(column);
    case Qt::TextAlignmentRole:
      return int((column == SourceColumn::Rows || column == SourceColumn::Attempt ? Qt::AlignRight : Qt::AlignLeft) |
                 Qt::AlignVCenter);
    default:
      return {};
  }
}

}  // namespace plumbline::ui
