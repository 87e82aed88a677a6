// SPDX-License-Identifier: GPL-3.0-or-later
// The matrix of configs as a table: suite and mode down, backends in groups of platforms across.
//
//   MatrixModel model;
//   model.setMatrix(overview::matrixOf(*view, {.changedOnly = true}));
//   model.configAt(index)      // index into CommitView::configs(), or nothing
#pragma once

#include <QAbstractTableModel>
#include <optional>

#include "core/overview/matrix.h"

namespace plumbline::ui {

class MatrixModel : public QAbstractTableModel {
  Q_OBJECT

 public:
  enum Role {
    KindRole = Qt::UserRole + 1,  ///< int: CellKind
    ClassRole,                    ///< int: VerdictClass whose tint the cell has
  };
  using QAbstractTableModel::QAbstractTableModel;

  /// setMatrix replaces everything (model reset).
  void setMatrix(overview::Matrix matrix);
  const overview::Matrix& matrix() const { return m_matrix; }
  const overview::MatrixCell& cell(const QModelIndex& index) const;
  std::optional<std::uint32_t> configAt(const QModelIndex& index) const;

  /// place names a cell by what it stands for, so that it can be found again after a recompute.
  configs::Config place(const QModelIndex& index) const;
  /// find gives the cell of a place; where it is gone, the cell of the same row, or column, nearest to the front.
  QModelIndex find(const configs::Config& place) const;
  /// firstToLookAt is the cell of the worst class with the most rows of it; invalid when the matrix is empty.
  QModelIndex firstToLookAt() const;
  bool startsGroup(int column) const;
  bool startsSuite(int row) const;

  int rowCount(const QModelIndex& parent = {}) const override;
  int columnCount(const QModelIndex& parent = {}) const override;
  QVariant data(const QModelIndex& index, int role) const override;
  QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

 private:
  QString words(const QModelIndex& index) const;
  overview::Matrix m_matrix;
};

/// placeText names a place for people, whether CI has such a config or not: "rocm/inductor_timm_training".
QString placeText(const configs::Config& place);

}  // namespace plumbline::ui
