// SPDX-License-Identifier: GPL-3.0-or-later
// Elements in full, a row each: index, both numbers, the reference, errors, and whether allclose has it within tolerance.
#pragma once

#include <QAbstractTableModel>
#include <vector>

#include "core/numerics/error_statistics.h"

namespace plumbline::ui {

class ValuesModel : public QAbstractTableModel {
  Q_OBJECT

 public:
  enum Column { Index, Ref, Res, Within, AbsError, RelError, Fp64, ColumnCount };
  /// ExactRole is a number as torch prints it; on screen narrow floats have just the digits that tell them apart.
  static constexpr int ExactRole = Qt::UserRole;
  using QAbstractTableModel::QAbstractTableModel;

  void setRows(std::vector<numerics::ElementRow> rows, numerics::Dtype ref, numerics::Dtype res);
  const std::vector<numerics::ElementRow>& rows() const { return m_rows; }
  bool hasFp64() const;
  int rowOf(std::int64_t flat) const;  ///< -1: not among them

  int rowCount(const QModelIndex& parent = {}) const override;
  int columnCount(const QModelIndex& parent = {}) const override;
  QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
  QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

 private:
  QString text(const numerics::ElementRow& row, int column, bool isExact) const;
  numerics::Dtype m_ref = numerics::Dtype::Float32, m_res = numerics::Dtype::Float32;
  std::vector<numerics::ElementRow> m_rows;
};

}  // namespace plumbline::ui
