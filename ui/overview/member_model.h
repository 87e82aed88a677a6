// SPDX-License-Identifier: GPL-3.0-or-later
// The rows of one group as a table: config, model, expected -> actual, what was decided. Cells are made when they are
// asked for, so a group of thousands is shown at once.
#pragma once

#include <QAbstractTableModel>
#include <optional>

#include "ui/overview/group_desk.h"

namespace plumbline::ui {

class MemberModel : public QAbstractTableModel {
  Q_OBJECT

 public:
  enum Column { Config, Model, Change, Decision, ColumnCount };

  explicit MemberModel(GroupDesk& desk, QObject* parent = nullptr);

  /// showGroup shows a group of the desk's snapshot; none without a number.
  void showGroup(std::optional<std::size_t> group);
  const overview::Group* group() const { return m_group; }
  overview::RowRef member(int row) const { return m_group->members[static_cast<std::size_t>(row)]; }
  /// rowOf finds a member by config and model; -1 when it is not in this group.
  int rowOf(const QString& config, const QString& model) const;
  QString configName(int row) const;
  QString modelName(int row) const;

  int rowCount(const QModelIndex& parent = {}) const override;
  int columnCount(const QModelIndex& parent = {}) const override { return parent.isValid() ? 0 : int(ColumnCount); }
  QVariant data(const QModelIndex& index, int role) const override;
  QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

 private:
  QString text(int row, int column) const;
  QString tooltip(int row) const;

  GroupDesk& m_desk;
  session::CommitSnapshotPtr m_snapshot;  ///< holds m_group alive
  const overview::Group* m_group = nullptr;
};

}  // namespace plumbline::ui
