// SPDX-License-Identifier: GPL-3.0-or-later
// The rows of one group: expected -> actual and what was decided. With several models in several configs, a line per
// config and its models below; else one line each, by whatever differs. Cells are made on demand, so that a
// group of thousands is shown at once.
//
//   MemberModel model(controller);
//   model.showGroup(0);
//   model.member(row)     // of a config's own line: its first row
#pragma once

#include <QAbstractTableModel>
#include <optional>

#include "ui/overview/group_controller.h"

namespace plumbline::ui {

class MemberModel : public QAbstractTableModel {
  Q_OBJECT

 public:
  enum Column { Name, Change, Decision, ColumnCount };

  explicit MemberModel(GroupController& controller, QObject* parent = nullptr);

  /// showGroup shows a group of the controller's snapshot; none without a number.
  void showGroup(std::optional<std::size_t> group);
  /// setShort shows decisions without words in a narrow table; tooltip and screen readers keep them.
  void setShort(bool on);
  const overview::Group* group() const { return m_group; }
  overview::RowRef member(int row) const { return m_group->members[m_lines[static_cast<std::size_t>(row)].member]; }
  /// isConfig: the line stands for a config, and the rows of its models follow.
  bool isConfig(int row) const { return m_lines[static_cast<std::size_t>(row)].isConfig; }
  /// rowOf finds a member's own line by config and model; -1 when it is not in this group.
  int rowOf(const QString& config, const QString& model) const;
  QString configName(int row) const;
  QString modelName(int row) const;

  int rowCount(const QModelIndex& parent = {}) const override;
  int columnCount(const QModelIndex& parent = {}) const override { return parent.isValid() ? 0 : int(ColumnCount); }
  QVariant data(const QModelIndex& index, int role) const override;
  QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

 private:
  struct Line {
    std::size_t member = 0;
    bool isConfig = false;
  };
  void makeLines();
  QString accessibleText(int row) const;
  QString text(int row, int column) const;
  QString tooltip(int row) const;

  GroupController& m_controller;
  session::CommitSnapshotPtr m_snapshot;  ///< holds m_group alive
  const overview::Group* m_group = nullptr;
  std::vector<Line> m_lines;
  bool m_short = false;
  bool m_byConfig = false;  ///< lines are named after their configs: the model is the same in all
};

}  // namespace plumbline::ui
