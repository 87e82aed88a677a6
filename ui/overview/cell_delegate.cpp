// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/overview/cell_delegate.h"

#include <QFontMetrics>
#include <QPainter>
#include <algorithm>

#include "ui/support/tables/filtered_model.h"
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
    const bool isWord = tone == CellTone::ClassWord;
    const int glyph = isWord ? strong.height() + kGrid / 2 : 0;
    const int text = glyph + (isWord ? strong : normal).horizontalAdvance(shortened(index.data().toString(), 200));
    width = std::max(width, text + index.data(CellRole::Indent).toInt() * kGrid);
  }
  return std::min(width, widest) + 2 * kGrid + 4;
}

QString CellDelegate::textOf(const QModelIndex& index, int width, const QFontMetrics& metrics) const {
  QString text = shortened(index.data().toString());
  return metrics.elidedText(text.replace(u'\n', u' '), Qt::ElideMiddle, width);
}

void CellDelegate::paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const {
  const auto cls = static_cast<VerdictClass>(index.data(CellRole::Class).toInt());
  const auto tone = static_cast<CellTone>(index.data(CellRole::Tone).toInt());
  painter->save();
  const QVariant ground = index.data(CellRole::Ground);
  const bool stronger = paintGround(*painter, option, index, ground.isValid() ? static_cast<VerdictClass>(ground.toInt()) : cls,
                                    tone == CellTone::ClassWord ? index.column() : -1);
  QRect room = option.rect.adjusted(kGrid + index.data(CellRole::Indent).toInt() * kGrid, 0, -kGrid, 0);
  painter->setFont(tone == CellTone::ClassWord
                       ? bold()
                       : theme().font(tone == CellTone::Heading ? TextSize::Small : TextSize::Normal));
  const QFontMetrics metrics(painter->font());
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
  const QVariant alignment = index.data(Qt::TextAlignmentRole);
  painter->drawText(room, (alignment.isValid() ? alignment.toInt() : alignmentOf(false)) | Qt::TextSingleLine,
                    textOf(index, room.width(), metrics));
  painter->restore();
}

}  // namespace plumbline::ui
