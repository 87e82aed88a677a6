// SPDX-License-Identifier: GPL-3.0-or-later
// The figures of one tensor as a table of two columns, what and how much. Rows do not come and go while figures are
// computed; those that belong to an element know it.
#pragma once

#include <QAbstractTableModel>
#include <QList>
#include <optional>

#include "core/numerics/same.h"
#include "ui/numerics/error_context.h"

namespace plumbline::ui {

struct Figure {
  QString name, value;
  QString tooltip = {};
  std::optional<std::int64_t> flat = {};  ///< the element it is about
};
/// figuresOf a pair; values are "…" while there are no statistics.
QList<Figure> figuresOf(const numerics::Decision& decision, const ErrorContext& context);

class FiguresModel : public QAbstractTableModel {
  Q_OBJECT

 public:
  using QAbstractTableModel::QAbstractTableModel;
  void setFigures(const QList<Figure>& figures);
  const QList<Figure>& figures() const { return m_figures; }

  int rowCount(const QModelIndex& parent = {}) const override;
  int columnCount(const QModelIndex& parent = {}) const override;
  QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
  QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

 private:
  QList<Figure> m_figures;
};

}  // namespace plumbline::ui
