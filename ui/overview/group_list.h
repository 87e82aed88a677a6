// SPDX-License-Identifier: GPL-3.0-or-later
// The list of groups: keys and style of the other tables.
//
//   auto* list = new GroupList(&model, theme);
//   connect(list, &GroupList::membersRequested, panel, &MemberPanel::focusMembers);   // Right or Enter
#pragma once

#include "ui/support/tables/flat_delegate.h"
#include "ui/support/tables/record_table.h"
#include "ui/theme/theme.h"

namespace plumbline::ui {

class GroupModel;

/// Draws a group in two lines: glyph, class and title with the number of rows; below, quieter, models and configs with
/// what was decided. Compact, all of that in one line, so that twice as many are seen at once. A group that is decided
/// loses its tint, so that what is open stands out.
class GroupDelegate : public FlatDelegate {
  Q_OBJECT

 public:
  explicit GroupDelegate(const Theme& theme, QObject* parent = nullptr);

  void setTheme(const Theme& theme) override;
  void setCompact(bool on) { m_compact = on; }
  bool isCompact() const { return m_compact; }
  int rowHeight() const override { return rowHeight(m_compact); }
  int rowHeight(bool compact) const;

  void paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const override;

 private:
  struct Row;
  void paintHead(Row& row) const;
  void paintTwoLines(Row& row) const;
  void paintOneLine(Row& row) const;

  int m_wordWidth = 0;   ///< the longest class word
  int m_stateWidth = 0;  ///< the longest state; nothing moves when it comes
  bool m_compact = false;
};

class GroupList : public RecordTable {
  Q_OBJECT

 public:
  GroupList(GroupModel* model, const Theme& theme, QWidget* parent = nullptr);
  /// goToOpen moves to the next group that is not decided; false when there is none that way.
  bool goToOpen(int direction);

 Q_SIGNALS:
  void membersRequested();

 protected:
  void keyPressEvent(QKeyEvent* event) override;
  void resizeEvent(QResizeEvent* event) override;

 private:
  void shapeColumns() override;

  GroupModel* m_model;
  GroupDelegate* m_delegate;
};

}  // namespace plumbline::ui
