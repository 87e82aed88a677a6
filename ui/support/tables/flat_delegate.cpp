// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/support/tables/flat_delegate.h"

#include <QFontMetrics>
#include <QPainter>
#include <algorithm>

namespace plumbline::ui {
namespace {

constexpr int kRowBarWidth = 3;  // px, at the left of a row whose class has a tint
constexpr int kVerdictLeft = kRowBarWidth + 2;
constexpr int kVerdictGap = 3;
constexpr int kVerdictRight = 2;

/// glyphSlot lets glyphs of different widths stand in one column.
int glyphSlot(const Theme& theme) {
  const QFontMetrics bold(theme.boldFont());
  int slot = 0;
  for (const verdicts::VerdictClass cls : verdicts::kAllClasses)
    slot = std::max(slot, bold.horizontalAdvance(theme.classStyle(cls).glyph));
  return slot;
}

}  // namespace

int RowDelegate::rowHeight() const { return QFontMetrics(m_theme.font(TextSize::Normal)).height() + kGrid; }

QSize FlatDelegate::sizeHint(const QStyleOptionViewItem& option, const QModelIndex&) const {
  return {option.rect.width(), rowHeight()};
}

bool FlatDelegate::paintGround(QPainter& painter, const QStyleOptionViewItem& option, const QModelIndex& index,
                               verdicts::VerdictClass cls, int verdictColumn) const {
  const bool selected = (option.state & QStyle::State_Selected) != 0;
  const bool hovered = index.row() == hoveredRow();
  const bool isFull = index.column() == verdictColumn;
  painter.fillRect(option.rect, isFull ? theme().cellColor(cls, selected, hovered) : theme().rowColor(cls, selected, hovered));
  if (const ClassStyle& style = theme().classStyle(cls); index.column() == 0 && style.tint.isValid())
    painter.fillRect(QRect(option.rect.left(), option.rect.top(), kRowBarWidth, option.rect.height()), style.chip);
  painter.fillRect(QRect(option.rect.left(), option.rect.bottom(), option.rect.width(), 1),
                   theme().color(Tone::Window));
  return selected || hovered;
}

int FlatDelegate::verdictWidth(const QString& word) const {
  const QFontMetrics words(theme().font(TextSize::Small));
  return kVerdictLeft + glyphSlot(theme()) + kVerdictGap + words.horizontalAdvance(word) + kVerdictRight + 1;  // advances are rounded
}

void FlatDelegate::paintVerdict(QPainter& painter, const QRect& cell, verdicts::VerdictClass cls, const QString& word,
                                bool stronger) const {
  const ClassStyle& style = theme().classStyle(cls);
  const int slot = glyphSlot(theme());
  painter.setPen(style.chip);
  painter.setFont(bold());
  painter.drawText(QRect(cell.left() + kVerdictLeft, cell.top(), slot, cell.height()), Qt::AlignCenter, style.glyph);
  const QRect rest = cell.adjusted(kVerdictLeft + slot + kVerdictGap, 0, -kVerdictRight, 0);
  painter.setPen(theme().wordColor(cls, stronger));
  painter.setFont(theme().font(TextSize::Small));
  painter.drawText(rest, Qt::AlignLeft | Qt::AlignVCenter | Qt::TextSingleLine,
                   painter.fontMetrics().elidedText(word, Qt::ElideRight, rest.width()));
}

void PaddedDelegate::paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const {
  if ((option.state & QStyle::State_Selected) != 0) painter->fillRect(option.rect, theme().color(Tone::Selection));
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
