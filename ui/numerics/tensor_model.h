// SPDX-License-Identifier: GPL-3.0-or-later
// The tensors of a comparison: a tree in torch's order, or a list sorted by a column. Texts are made on demand.
//
//   TensorModel model;
//   model.setRows(rows);
//   model.setFilter({.isFailing = true});
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
    VerdictRole = Qt::UserRole + 1,  ///< int: TensorVerdict; of a container the worst below it
    MarginRole,                      ///< double; invalid without one
    ReachedRole,                     ///< bool: torch compares it
    DecidesRole,                     ///< bool: the margin decided
    QuietRole,                       ///< bool: a container
  };

  explicit TensorModel(QObject* parent = nullptr);

  /// setRows replaces the decisions; null removes them.
  void setRows(TensorRowsPtr rows);
  const TensorRowsPtr& rows() const { return m_rows; }
  void setFilter(const TensorFilter& filter);
  const TensorFilter& filter() const { return m_filter; }
  bool isTree() const { return m_column < 0; }
  int sortColumn() const { return m_column; }
  Qt::SortOrder sortOrder() const { return m_isDescending ? Qt::DescendingOrder : Qt::AscendingOrder; }
  /// setMaxAbs sets the largest errors of decisions from `first` on; NaN: none.
  void setMaxAbs(std::size_t first, const std::vector<double>& errors);

  /// shownCount is the number of decisions that the filter shows.
  std::size_t shownCount() const { return m_list.size(); }
  /// nodeAt returns the node of an index, -1 for an invalid one; indexOf an invalid index for a hidden node.
  static int nodeAt(const QModelIndex& index);
  QModelIndex indexOf(int node, int column = 0) const;
  /// step returns the next (+1) or previous (-1) shown node whose verdict matches; -1: none.
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
  TensorFilter m_filter;
  int m_column = -1;
  bool m_isDescending = false;
  std::vector<int> m_list;                 ///< decided nodes that are shown, in the order shown
  std::vector<std::vector<int>> m_below;   ///< shown children by node
  std::vector<int> m_row;                  ///< row by node; -1: not shown
  std::vector<double> m_maxAbs;            ///< by decision
};

}  // namespace plumbline::ui
