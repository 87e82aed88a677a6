// SPDX-License-Identifier: GPL-3.0-or-later
// The rows of a comparison as a table: filtered and sorted by core/diff, described here. Texts are made when a cell is
// asked for, so ten thousand rows are there at once.
//
//   CompareModel model;
//   model.setRows(rows);                        // std::shared_ptr<const diff::DiffRows>
//   model.setWish({.changedOnly = true});
#pragma once

#include <QAbstractTableModel>
#include <memory>
#include <vector>

#include "ui/compare/compare_columns.h"

namespace plumbline::ui {

using DiffRowsPtr = std::shared_ptr<const diff::DiffRows>;

class CompareModel : public QAbstractTableModel {
  Q_OBJECT

 public:
  enum Role {
    MoveRole = Qt::UserRole + 1,  ///< int: diff::Move of the row
    TextRole,                     ///< DiffText; metric columns only
    MarksRole,                    ///< QString: the marks beside the move
    SourceRowRole,                ///< uint: row of the diff
  };

  explicit CompareModel(QObject* parent = nullptr);

  /// setRows takes other rows; where runs and sides are the same (a threshold moved) columns stay. Null empties it.
  void setRows(DiffRowsPtr rows);
  const DiffRowsPtr& rows() const { return m_rows; }
  const CompareColumns& columns() const { return m_columns; }
  void setWish(const diff::RowWish& wish);
  const diff::RowWish& wish() const { return m_wish; }
  void setSort(const diff::RowSort& sort);
  const diff::RowSort& order() const { return m_sort; }

  std::uint32_t sourceRow(int row) const { return m_shown[static_cast<std::size_t>(row)]; }
  int rowOf(std::uint32_t sourceRow) const;  ///< -1 when it is filtered out
  QString modelName(int row) const;
  /// cellText is what is copied and read aloud.
  QString cellText(int row, int column) const;

  int rowCount(const QModelIndex& parent = {}) const override;
  int columnCount(const QModelIndex& parent = {}) const override;
  QVariant data(const QModelIndex& index, int role) const override;
  QVariant headerData(int section, Qt::Orientation orientation, int role) const override;
  void sort(int column, Qt::SortOrder order) override;

 Q_SIGNALS:
  /// Around every change of the shown rows: a view keeps its place between the two.
  void rowsAboutToChange();
  void rowsShown();
  void orderChanged();

 private:
  void refresh();
  QString marks(std::uint32_t row) const;
  QString tooltip(int row, int column) const;

  DiffRowsPtr m_rows;
  CompareColumns m_columns;
  diff::RowWish m_wish;
  diff::RowSort m_sort;
  std::vector<std::uint32_t> m_shown;
};

}  // namespace plumbline::ui
