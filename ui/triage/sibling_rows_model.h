// SPDX-License-Identifier: GPL-3.0-or-later
// siblingRows() as a table for the details.
#pragma once

#include <QAbstractTableModel>
#include <vector>

#include "ui/triage/sibling_rows.h"

namespace plumbline::ui {

class SiblingRowsModel : public QAbstractTableModel {
  Q_OBJECT

 public:
  enum Column { Sibling, Values, Evidence, ColumnCount };
  enum Role {
    GlyphRole = Qt::UserRole + 1,  ///< QString; first column
    ClassRole,                     ///< int: VerdictClass
  };
  using QAbstractTableModel::QAbstractTableModel;

  void setRows(std::vector<SiblingRow> rows);

  int rowCount(const QModelIndex& parent = {}) const override;
  int columnCount(const QModelIndex& parent = {}) const override;
  QVariant data(const QModelIndex& index, int role) const override;
  QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

 private:
  std::vector<SiblingRow> m_rows;
  QString m_column;  ///< what all values are about; empty when they differ
};

}  // namespace plumbline::ui
