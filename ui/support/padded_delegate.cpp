// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/support/padded_delegate.h"

#include <QPainter>

namespace plumbline::ui {

void PaddedDelegate::paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const {
  if ((option.state & QStyle::State_Selected) != 0) painter->fillRect(option.rect, m_theme.color(Tone::Selection));
  QStyleOptionViewItem cell = padded(option);
  finish(cell, index);
  QStyledItemDelegate::paint(painter, cell, index);
}

bool PaddedDelegate::editorEvent(QEvent* event, QAbstractItemModel* model, const QStyleOptionViewItem& option,
                                 const QModelIndex& index) {
  return QStyledItemDelegate::editorEvent(event, model, padded(option), index);
}

QStyleOptionViewItem PaddedDelegate::padded(QStyleOptionViewItem option) {
  option.rect.adjust(kGrid / 2 + 1, 0, 0, 0);
  option.state &= ~(QStyle::State_Selected | QStyle::State_HasFocus);
  return option;
}

}  // namespace plumbline::ui
