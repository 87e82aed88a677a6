// SPDX-License-Identifier: GPL-3.0-or-later
// Draws a group in two lines: glyph, class and title with the number of rows; below, quieter, models and configs with what
// was decided. Compact, all of that in one line, so that twice as many are seen at once. A group that is decided loses its tint, so that what is open stands out.
#pragma once

#include <QStyledItemDelegate>

#include "ui/theme/theme.h"

namespace plumbline::ui {

class GroupModel;

class GroupDelegate : public QStyledItemDelegate {
  Q_OBJECT

 public:
  explicit GroupDelegate(const Theme& theme, QObject* parent = nullptr);

  void setTheme(const Theme& theme);
  void setHoveredRow(int row) { m_hoveredRow = row; }
  void setCompact(bool on) { m_compact = on; }
  bool isCompact() const { return m_compact; }
  int rowHeight() const { return rowHeight(m_compact); }
  int rowHeight(bool compact) const;

  void paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const override;
  QSize sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const override;

 private:
  struct Row;
  void paintHead(Row& row) const;
  void paintTwoLines(Row& row) const;
  void paintOneLine(Row& row) const;

  Theme m_theme;
  QFont m_bold;
  int m_wordWidth = 0;   ///< the longest class word
  int m_stateWidth = 0;  ///< the longest state; nothing moves when it comes
  int m_hoveredRow = -1;
  bool m_compact = false;
};

}  // namespace plumbline::ui
