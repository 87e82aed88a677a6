// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/artifacts/plain_cell_delegate.h"

#include <QFontMetrics>
#include <QPainter>
#include <algorithm>

namespace plumbline::ui {

using verdicts::VerdictClass;

namespace {

constexpr int kMeasuredRows = 400;
constexpr qsizetype kMaxTextChars = 800;  // characters: more never fits a cell

}  // namespace

int PlainCellDelegate::widthOf(const QString& text, bool hasGlyph) const {
  const QFontMetrics metrics(bold());
  return (hasGlyph ? metrics.height() : 0) + metrics.horizontalAdvance(text) + 2 * kGrid + 4;
}

int PlainCellDelegate::preferredWidth(const QAbstractItemModel& model, int column, int maxCharacters) const {
  const int max = maxCharacters * QFontMetrics(bold()).averageCharWidth() + 2 * kGrid + 4;
  int width = 0;
  for (int row = 0; row < std::min(model.rowCount(), kMeasuredRows); ++row) {
    const QModelIndex index = model.index(row, column);
    const bool hasGlyph = !index.data(GlyphRole).toString().isEmpty();
    width = std::max(width, widthOf(index.data().toString().left(kMaxTextChars), hasGlyph));
  }
  return std::min(width, max);
}

void PlainCellDelegate::paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const {
  painter->save();
  const bool stronger = paintGround(*painter, option, index, VerdictClass::Pass);
  QRect room = option.rect.adjusted(kGrid, 0, -kGrid, 0);
  const bool strong = index.data(StrongRole).toBool();
  const QFont& font = strong ? bold() : theme().font(TextSize::Normal);
  const QFontMetrics metrics(font);
  if (const QString glyph = index.data(GlyphRole).toString(); !glyph.isEmpty()) {
    painter->setFont(bold());
    painter->setPen(theme().wordColor(static_cast<VerdictClass>(index.data(ClassRole).toInt()), stronger));
    painter->drawText(room, Qt::AlignVCenter | Qt::AlignLeft, glyph);
    room.setLeft(room.left() + metrics.height());
  }
  QString line = index.data().toString().left(kMaxTextChars);
  line.replace(u'\n', u' ');
  painter->setFont(font);
  painter->setPen(index.data(MutedRole).toBool() ? theme().mutedColor(stronger) : theme().color(Tone::Text));
  const auto side = index.data(RightRole).toBool() ? Qt::AlignRight : Qt::AlignLeft;
  const QVariant elide = index.data(ElideRole);
  painter->drawText(room, side | Qt::AlignVCenter | Qt::TextSingleLine,
                    metrics.elidedText(line, elide.isValid() ? static_cast<Qt::TextElideMode>(elide.toInt()) : Qt::ElideRight, room.width()));
  painter->restore();
}

}  // namespace plumbline::ui
