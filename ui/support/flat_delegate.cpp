// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/support/flat_delegate.h"

#include <QFontMetrics>
#include <QPainter>

namespace plumbline::ui {

FlatDelegate::FlatDelegate(const Theme& theme, QObject* parent) : QStyledItemDelegate(parent), m_theme(theme) {
  setTheme(theme);
}

void FlatDelegate::setTheme(const Theme& theme) {
  m_theme = theme;
  m_bold = theme.font(TextSize::Normal);
  m_bold.setWeight(QFont::DemiBold);
}

int FlatDelegate::rowHeight() const { return QFontMetrics(m_theme.font(TextSize::Normal)).height() + kGrid; }

QSize FlatDelegate::sizeHint(const QStyleOptionViewItem& option, const QModelIndex&) const {
  return {option.rect.width(), rowHeight()};
}

bool FlatDelegate::paintGround(QPainter& painter, const QStyleOptionViewItem& option, const QModelIndex& index,
                               verdicts::VerdictClass cls) const {
  const bool selected = (option.state & QStyle::State_Selected) != 0;
  const bool hovered = index.row() == m_hoveredRow;
  painter.fillRect(option.rect, m_theme.rowColor(cls, selected, hovered));
  painter.fillRect(QRect(option.rect.left(), option.rect.bottom(), option.rect.width(), 1), m_theme.color(Tone::Window));
  return selected || hovered;
}

}  // namespace plumbline::ui
