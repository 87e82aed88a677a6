// SPDX-License-Identifier: GPL-3.0-or-later
// The values of elements: those around the chosen one along the last axis, or those with the largest errors.
#pragma once

#include <QAbstractTableModel>
#include <vector>

#include "core/numerics/errors/error_statistics.h"
#include "core/tasks/latest_runner.h"
#include "ui/numerics/details/error_view.h"
#include "ui/theme/themed.h"

class QComboBox;
class QLabel;

namespace plumbline::ui {

/// ValuesModel has a row per element: index, both numbers, the reference, errors, and whether allclose accepts it.

class ValuesModel : public QAbstractTableModel {
  Q_OBJECT

 public:
  enum Column { Index, Ref, Res, Within, AbsError, RelError, Fp64, ColumnCount };
  /// ExactRole is the number as torch prints it; the display role may have fewer digits.
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

class NumberTable;

class ValuesView : public ErrorView, public Themed {
  Q_OBJECT

 public:
  enum class Which { Around, Worst };
  explicit ValuesView(const Theme& theme, QWidget* parent = nullptr);
  void setTheme(const Theme& theme) override;
  QList<QWidget*> focusOrder() const override;
  void show(Which which);
  void toggleWhich() { show(which() == Which::Worst ? Which::Around : Which::Worst); }
  Which which() const;
  NumberTable* table() const { return m_table; }
  ValuesModel* model() const { return m_model; }

 protected:
  void refresh() override;

 private:
  void compute();
  void showRows(std::vector<numerics::ElementRow> rows);

  QWidget* m_controls;
  QComboBox* m_which;
  QLabel* m_caption;
  ValuesModel* m_model;
  NumberTable* m_table;
  std::shared_ptr<const numerics::ErrorStatistics> m_requested;
  std::optional<std::int64_t> m_requestedFor;
  Which m_requestedWhich = Which::Around;
  bool m_isMoving = false;
  tasks::LatestRunner<std::vector<numerics::ElementRow>> m_runner;
};

}  // namespace plumbline::ui
