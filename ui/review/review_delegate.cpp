// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/review/review_delegate.h"

#include <QPainter>

#include "ui/review/review_model.h"

using namespace Qt::StringLiterals;

namespace plumbline::ui {

QSize ReviewDelegate::sizeHint(const QStyleOptionViewItem& option, const QModelIndex&) const {
  return {120, option.fontMetrics.height() + kGrid};
}

void ReviewDelegate::paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const {
  painter->save();
  const bool selected = option.state.testFlag(QStyle::State_Selected);
  const bool isFile = !index.parent().isValid();
  if (selected)
    painter->fillRect(option.rect, m_theme.color(Tone::Selection));
  else if (option.state.testFlag(QStyle::State_MouseOver))
    painter->fillRect(option.rect, m_theme.color(Tone::Hover));
  QFont font = m_theme.font(TextSize::Normal);
  font.setBold(isFile);
  QRect room = option.rect.adjusted(kGrid / 2, 0, -kGrid, 0);
  const auto count = [&](DiffSide side, int role) {
    const QVariant value = index.data(role);
    if (value.toULongLong() == 0) return;
    const DiffLook& look = m_theme.diff(side);
    const QString text = look.sign + value.toString();
    painter->setFont(m_theme.font(TextSize::Small));
    painter->setPen(look.mark);
    painter->drawText(room, Qt::AlignRight | Qt::AlignVCenter, text);
    room.setRight(room.right() - painter->fontMetrics().horizontalAdvance(text) - kGrid / 2);
  };
  count(DiffSide::Removed, ReviewModel::RemovedRole);
  count(DiffSide::Added, ReviewModel::AddedRole);
  room.setRight(room.right() - kGrid / 2);
  painter->setFont(font);
  painter->setPen(m_theme.color(Tone::Text));
  const QString name = index.data().toString();
  painter->drawText(room, Qt::AlignLeft | Qt::AlignVCenter,
                    QFontMetrics(font).elidedText(name, isFile ? Qt::ElideMiddle : Qt::ElideRight, room.width()));
  painter->restore();
}

}  // namespace plumbline::ui
