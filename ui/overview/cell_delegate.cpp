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
  const QFontMetrics normal(theme().font(TextSize::Normal));
  const int widest = maxChars * normal.averageCharWidth();
  int width = 0;
  for (int row = 0; row < std::min(model.rowCount(), kMeasuredRows) && width < widest; ++row) {
    const QModelIndex index = model.index(row, column);
    const auto tone = static_cast<CellTone>(index.data(CellRole::Tone).toInt());
    if (tone == CellTone::Heading) continue;  // it has the whole line
    const QString text = shortened(index.data().toString(), 200);
    const int cell = tone == CellTone::ClassWord ? verdictWidth(text) - kPadding : normal.horizontalAdvance(text);
    width = std::max(width, cell + index.data(CellRole::Indent).toInt() * kGrid);
  }
  return std::min(width, widest) + kPadding;
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
  const int indent = index.data(CellRole::Indent).toInt() * kGrid;
  if (tone == CellTone::ClassWord) {
    paintVerdict(*painter, option.rect.adjusted(indent, 0, 0, 0), cls, shortened(index.data().toString()), stronger);
    painter->restore();
    return;
  }
  const QRect room = option.rect.adjusted(kGrid + indent, 0, -kGrid, 0);
  painter->setFont(theme().font(tone == CellTone::Heading ? TextSize::Small : TextSize::Normal));
  const QFontMetrics metrics(painter->font());
  const bool isMuted = tone == CellTone::Muted || tone == CellTone::Heading;
  painter->setPen(isMuted ? theme().mutedColor(stronger) : theme().color(Tone::Text));
  const QVariant alignment = index.data(Qt::TextAlignmentRole);
  painter->drawText(room, (alignment.isValid() ? alignment.toInt() : alignmentOf(false)) | Qt::TextSingleLine,
                    textOf(index, room.width(), metrics));
  painter->restore();
}

}  // namespace plumbline::ui
