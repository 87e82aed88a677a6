// SPDX-License-Identifier: GPL-3.0-or-later
// The table of a group's members.
#pragma once

#include "ui/support/record_table.h"

namespace plumbline::ui {

class CellDelegate;
class MemberModel;

class MemberTable : public RecordTable {
  Q_OBJECT

 public:
  MemberTable(MemberModel* model, const Theme& theme, QWidget* parent = nullptr);
  void setTheme(const Theme& theme);
  /// shapeColumns gives each column what it needs; what is short of room is taken from the names.
  void shapeColumns();

 Q_SIGNALS:
  void leaveWanted();  ///< Left or Escape
  void currentMoved();

 protected:
  void currentChanged(const QModelIndex& current, const QModelIndex& previous) override;
  void keyPressEvent(QKeyEvent* event) override;
  void resizeEvent(QResizeEvent* event) override;

 private:
  void spanConfigs();

  MemberModel* m_model;
  CellDelegate* m_delegate;
};

}  // namespace plumbline::ui
