// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/triage/sibling_rows_model.h"

#include <utility>

using namespace Qt::StringLiterals;

namespace plumbline::ui {

void SiblingRowsModel::setRows(std::vector<SiblingRow> rows) {
  beginResetModel();
  m_rows = std::move(rows);
  // Where all speak of one column, the header says its name, and the cells have its room.
  m_column.clear();
  bool same = true;
  for (const SiblingRow& row : m_rows) {
    const bool says = !row.evidence.isEmpty() || !row.bare.isEmpty();
    same = same && (!says || (!row.column.isEmpty() && (m_column.isEmpty() || m_column == row.column)));
    if (says) m_column = row.column;
  }
  if (!same) m_column.clear();
  endResetModel();
}

int SiblingRowsModel::rowCount(const QModelIndex& parent) const {
  return parent.isValid() ? 0 : static_cast<int>(m_rows.size());
}
int SiblingRowsModel::columnCount(const QModelIndex& parent) const { return parent.isValid() ? 0 : ColumnCount; }

QVariant SiblingRowsModel::data(const QModelIndex& index, int role) const {
  if (!checkIndex(index, CheckIndexOption::IndexIsValid)) return {};
  const SiblingRow& row = m_rows[static_cast<std::size_t>(index.row())];
  switch (role) {
    case Qt::DisplayRole:
      if (index.column() == Values) return m_column.isEmpty() || row.bare.isEmpty() ? row.values : row.bare;
      return index.column() == Sibling ? row.words : row.evidence;
    case Qt::ToolTipRole:
      return QString(row.config + u'\n' + row.values + (row.evidence.isEmpty() ? QString() : u'\n' + row.evidence));
    case Qt::AccessibleTextRole:
      return QString(row.config + u": "_s + row.values + (row.evidence.isEmpty() ? QString() : u", "_s + row.evidence));
    case GlyphRole: return index.column() == Sibling ? row.glyph : QVariant();
    case ClassRole: return static_cast<int>(row.cls);
    default: return {};
  }
}

QVariant SiblingRowsModel::headerData(int section, Qt::Orientation orientation, int role) const {
  if (orientation != Qt::Horizontal || role != Qt::DisplayRole) return {};
  switch (section) {
    case Sibling: return u"Sibling"_s;
    case Values: return m_column.isEmpty() ? u"Expected \u2192 actual"_s : m_column;
    case Evidence: return u"Evidence"_s;
    default: return {};
  }
}

}  // namespace plumbline::ui
