// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/overview/cell_delegate.h"

#include <QFontMetrics>
#include <QPainter>
#include <algorithm>

#include "ui/support/utf8_text.h"

namespace plumbline::ui {

using verdicts::VerdictClass;

namespace {

constexpr int kMeasuredRows = 200;

}  // namespace

int CellDelegate::preferredWidth(const QAbstractItemModel& model, int column, int maxChars) const {
  const QFontMetrics normal(theme().font(TextSize::Normal)), strong(bold());
  const int widest = maxChars * normal.averageCharWidth();
  int width = 0;
  for (int row = 0; row < std::min(model.rowCount(), kMeasuredRows) && width < widest; ++row) {
    const QModelIndex index = model.index(row, column);
    const auto tone = static_cast<CellTone>(index.data(CellRole::Tone).toInt());
    if (tone == CellTone::Heading) continue;  // it has the whole line
    const int text =
        (tone == CellTone::ClassWord ? strong : normal).horizontalAdvance(shortened(index.data().toString(), 200));
    width = std::max(width, text + index.data(CellRole::Indent).toInt() * kGrid);
  }
  return std::min(width, widest) + 2 * kGrid + 4;
}

void CellDelegate::paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const {
  const auto cls = static_cast<VerdictClass>(index.data(CellRole::Class).toInt());
  const auto tone = static_cast<CellTone>(index.data(CellRole::Tone).toInt());
  painter->save();
  const bool stronger = paintGround(*painter, option, index, cls);
  QRect room = option.rect.adjusted(kGrid + index.data(CellRole::Indent).toInt() * kGrid, 0, -kGrid, 0);
  painter->setFont(tone == CellTone::ClassWord
                       ? bold()
                       : theme().font(tone == CellTone::Heading ? TextSize::Small : TextSize::Normal));
  const QFontMetrics metrics(painter->font());
  QString text = shortened(index.data().toString());
  text.replace(u'\n', u' ');
  QColor color =
      tone == CellTone::Muted || tone == CellTone::Heading ? theme().mutedColor(stronger) : theme().color(Tone::Text);
  if (tone == CellTone::ClassWord) {
    const ClassStyle& style = theme().classStyle(cls);
    const int slot = metrics.height();
    painter->setPen(style.chip);
    painter->drawText(QRect(room.left(), room.top(), slot, room.height()), Qt::AlignCenter, style.glyph);
    room.setLeft(room.left() + slot + kGrid / 2);
    color = theme().wordColor(cls, stronger);
  }
  painter->setPen(color);
  painter->drawText(room, Qt::AlignLeft | Qt::AlignVCenter | Qt::TextSingleLine,
                    metrics.elidedText(text, Qt::ElideMiddle, room.width()));
  painter->restore();
}

}  // namespace plumbline::ui
