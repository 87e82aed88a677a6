// SPDX-License-Identifier: GPL-3.0-or-later
// The figures of one tensor as a table of name and value. Rows stay the same while figures are computed.
#pragma once

#include <QAbstractTableModel>
#include <QList>
#include <optional>

#include "core/numerics/same/same.h"
#include "ui/numerics/details/error_view.h"

namespace plumbline::ui {

struct Figure {
  QString name, value;
  QString tooltip = {};
  std::optional<std::int64_t> flat = {};  ///< the element it is about
};
/// figuresOf returns the figures of a pair; values are "…" until there are statistics.
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
