// SPDX-License-Identifier: GPL-3.0-or-later
// The table of groups: keys and style of the other tables.
//
//   auto* list = new GroupList(&model, theme);
//   connect(list, &GroupList::membersRequested, panel, &MemberPanel::focusMembers);   // Right or Enter
#pragma once

#include "ui/overview/cell_delegate.h"
#include "ui/support/tables/record_table.h"

namespace plumbline::ui {

class GroupModel;

class GroupList : public RecordTable {
  Q_OBJECT

 public:
  GroupList(GroupModel* model, const Theme& theme, QWidget* parent = nullptr);
  /// goToOpen moves to the next group that is not decided; false when there is none that way.
  bool goToOpen(int direction);
  void shapeColumns() override;

 Q_SIGNALS:
  void membersRequested();

 protected:
  void keyPressEvent(QKeyEvent* event) override;
  void resizeEvent(QResizeEvent* event) override;

 private:
  class Delegate;
  int titleWidth(int column) const;
  void shareWidth(bool isNarrow);

  GroupModel* m_model;
  CellDelegate* m_delegate;
  bool m_isShaping = false;
  bool m_isShapedByUser = false;  ///< the user set a width: the columns stay as they are
};

}  // namespace plumbline::ui
