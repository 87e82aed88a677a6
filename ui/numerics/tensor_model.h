// SPDX-License-Identifier: GPL-3.0-or-later
// The tensors of a comparison for a view: the tree in torch's order, or one list by a column. Words are made when a cell
// is asked for, so ten thousand tensors are there at once.
//
//   TensorModel model;
//   model.setRows(rows);
//   model.setWish({.isFailing = true});
//   model.sort(static_cast<int>(TensorColumn::Margin), Qt::DescendingOrder);   // column -1: the tree again
#pragma once

#include <QAbstractItemModel>
#include <vector>

#include "ui/numerics/tensor_rows.h"

namespace plumbline::ui {

class TensorModel : public QAbstractItemModel {
  Q_OBJECT

 public:
  enum Role {
    VerdictRole = Qt::UserRole + 1,  ///< int: TensorVerdict; of what only holds others the worst below
    MarginRole,                      ///< double; invalid without one
    ReachedRole,                     ///< bool: torch gets here
    DecidesRole,                     ///< bool: the margin is what decided
    QuietRole,                       ///< bool: only holds others
  };

  explicit TensorModel(QObject* parent = nullptr);

  /// setRows takes other decisions; null empties it.
  void setRows(TensorRowsPtr rows);
  const TensorRowsPtr& rows() const { return m_rows; }
  void setWish(const TensorWish& wish);
  const TensorWish& wish() const { return m_wish; }
  bool isTree() const { return m_column < 0; }
  int sortColumn() const { return m_column; }
  Qt::SortOrder sortOrder() const { return m_isDescending ? Qt::DescendingOrder : Qt::AscendingOrder; }
  /// setMaxAbs gives the largest errors of decisions from `first` on; NaN: none.
  void setMaxAbs(std::size_t first, const std::vector<double>& errors);

  /// shownCount is how many decisions are left by the wish.
  std::size_t shownCount() const { return m_list.size(); }
  /// nodeAt is the node of an index; -1 for an invalid one. indexOf is invalid where the wish leaves a node out.
  static int nodeAt(const QModelIndex& index);
  QModelIndex indexOf(int node, int column = 0) const;
  /// step gives the next (+1) or previous (-1) node after `node` in the order shown that `which` takes; -1: none.
  int step(int node, int direction, bool (*which)(TensorVerdict verdict)) const;
  QString cellText(int node, TensorColumn column) const;

  QModelIndex index(int row, int column, const QModelIndex& parent = {}) const override;
  QModelIndex parent(const QModelIndex& child) const override;
  using QObject::parent;
  int rowCount(const QModelIndex& parent = {}) const override;
  int columnCount(const QModelIndex& parent = {}) const override;
  QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
  QVariant headerData(int section, Qt::Orientation orientation, int role) const override;
  void sort(int column, Qt::SortOrder order) override;

 Q_SIGNALS:
  /// Around every change of what is shown: a view keeps its place between the two.
  void rowsAboutToChange();
  void rowsShown();

 private:
  void refresh();
  QString holderText(int node, TensorColumn column) const;
  QString tooltip(int node, TensorColumn column) const;

  TensorRowsPtr m_rows;
  TensorWish m_wish;
  int m_column = -1;
  bool m_isDescending = false;
  std::vector<int> m_list;                 ///< decided nodes that are shown, in the order shown
  std::vector<std::vector<int>> m_below;   ///< shown children by node
  std::vector<int> m_row;                  ///< row by node; -1: not shown
  std::vector<double> m_maxAbs;            ///< by decision
};

}  // namespace plumbline::ui
