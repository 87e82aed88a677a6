// SPDX-License-Identifier: GPL-3.0-or-later
// Draws a line of the command search: what it does on the left, group and keys muted on the right.
#pragma once

#include <QStyledItemDelegate>

namespace plumbline::ui {

class CommandDelegate : public QStyledItemDelegate {
  Q_OBJECT

 public:
  using QStyledItemDelegate::QStyledItemDelegate;
  void paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const override;
  QSize sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const override;
};

}  // namespace plumbline::ui
