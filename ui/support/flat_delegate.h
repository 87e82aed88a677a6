// SPDX-License-Identifier: GPL-3.0-or-later
// Base of the delegates whose rows are one line high and flat: the tint of a class, a line below, darker under the mouse.
// What stands in a cell is the delegate's own.
//
//   const bool stronger = paintGround(*painter, option, index, VerdictClass::Pass);
//   painter->setPen(theme().mutedColor(stronger));
#pragma once

#include <QStyledItemDelegate>

#include "ui/theme/theme.h"

namespace plumbline::ui {

class FlatDelegate : public QStyledItemDelegate {
  Q_OBJECT

 public:
  explicit FlatDelegate(const Theme& theme, QObject* parent = nullptr);

  void setTheme(const Theme& theme);
  void setHoveredRow(int row) { m_hoveredRow = row; }
  int rowHeight() const;
  QSize sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const override;

 protected:
  const Theme& theme() const { return m_theme; }
  const QFont& bold() const { return m_bold; }
  /// paintGround fills the cell and tells whether muted text must be stronger on it: it is selected or under the mouse.
  bool paintGround(QPainter& painter, const QStyleOptionViewItem& option, const QModelIndex& index,
                   verdicts::VerdictClass cls) const;

 private:
  Theme m_theme;
  QFont m_bold;
  int m_hoveredRow = -1;
};

}  // namespace plumbline::ui
