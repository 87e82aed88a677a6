// SPDX-License-Identifier: GPL-3.0-or-later
// The list of groups: the keys and the look of the other tables, a place that stays when groups come and go.
//
//   auto* list = new GroupList(&model, theme);
//   connect(list, &GroupList::membersWanted, panel, &MemberPanel::focusMembers);   // Right or Enter
#pragma once

#include "ui/support/record_table.h"

namespace plumbline::ui {

class GroupDelegate;
class GroupModel;

class GroupList : public RecordTable {
  Q_OBJECT

 public:
  GroupList(GroupModel* model, const Theme& theme, QWidget* parent = nullptr);
  void setTheme(const Theme& theme);
  /// goToOpen moves to the next group that is not decided; false when there is none that way.
  bool goToOpen(int direction);

 Q_SIGNALS:
  void membersWanted();
  void currentMoved();

 protected:
  void currentChanged(const QModelIndex& current, const QModelIndex& previous) override;
  void keyPressEvent(QKeyEvent* event) override;
  void resizeEvent(QResizeEvent* event) override;

 private:
  void chooseLines();
  void keepPlace();
  void takePlace();

  GroupModel* m_model;
  GroupDelegate* m_delegate;
  int m_lastRow = -1;  ///< where the current group stood: when it is gone, its neighbour takes over
  int m_fromTop = -1;  ///< how far below the top it stood
  bool m_moving = false;
};

}  // namespace plumbline::ui
