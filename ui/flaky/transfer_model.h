// SPDX-License-Identifier: GPL-3.0-or-later
// Entries that may go from one list into another, each with a tick and what would become of it.
//
//   model.setPlan(plan);   // what can be done is ticked
//   lists.transferring(model.chosen(), path);
#pragma once

#include <QAbstractTableModel>
#include <vector>

#include "core/session/flaky_lists.h"

namespace plumbline::ui {

class TransferModel : public QAbstractTableModel {
  Q_OBJECT

 public:
  enum Column { Name, Check, Scope, Outcome, ColumnCount };
  enum Role { CanBeDoneRole = Qt::UserRole + 1 };

  using QAbstractTableModel::QAbstractTableModel;

  void setPlan(std::vector<flaky::Transfer> plan);
  std::vector<flaky::Transfer> chosen() const;
  int chosenCount() const;
  int possibleCount() const;
  /// toggle turns a tick; nothing happens where nothing can be done.
  void toggle(int row);

  int rowCount(const QModelIndex& parent = {}) const override;
  int columnCount(const QModelIndex& parent = {}) const override;
  QVariant data(const QModelIndex& index, int role) const override;
  bool setData(const QModelIndex& index, const QVariant& value, int role) override;
  QVariant headerData(int section, Qt::Orientation orientation, int role) const override;
  Qt::ItemFlags flags(const QModelIndex& index) const override;

 private:
  QString outcome(const flaky::Transfer& item) const;

  std::vector<flaky::Transfer> m_plan;
  std::vector<bool> m_ticks;
};

}  // namespace plumbline::ui
