// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/numerics/tensor_delegate.h"

#include <QPainter>
#include <array>

#include "ui/numerics/margin_bar.h"
#include "ui/numerics/tensor_model.h"
#include "ui/triage/utf8_text.h"

using namespace Qt::StringLiterals;

namespace plumbline::ui {

using verdicts::VerdictClass;

namespace {

/// Characters that a column holds as a rule; the margin measures itself.
constexpr std::array kCharacters = {26, 11, 26, 0, 10, 10, 10, 13, 9, 10};

TensorVerdict verdictAt(const QModelIndex& index) { return static_cast<TensorVerdict>(index.data(TensorModel::VerdictRole).toInt()); }

VerdictClass groundClass(const QModelIndex& index) {
  // A holder has no tint: what is wrong is below it. Neither has what torch did not get to.
  const bool isPlain = index.data(TensorModel::QuietRole).toBool() || !index.data(TensorModel::ReachedRole).toBool();
  return isPlain ? VerdictClass::Pass : lookOf(verdictAt(index)).cls;
}

}  // namespace

QColor TensorDelegate::groundOf(const QModelIndex& index, QStyle::State state) const {
  return theme().rowColor(groundClass(index), (state & QStyle::State_Selected) != 0, (state & QStyle::State_MouseOver) != 0);
}

int TensorDelegate::wantedWidth(int column) const {
  if (column == static_cast<int>(TensorColumn::Margin)) return marginWidth(theme()) + 2 * kGrid;
  return QFontMetrics(theme().font(TextSize::Normal)).horizontalAdvance(u'0') * kCharacters[static_cast<std::size_t>(column)] + 2 * kGrid;
}

QSize TensorDelegate::sizeHint(const QStyleOptionViewItem&, const QModelIndex& index) const {
  return {wantedWidth(index.column()), rowHeight()};
}

void TensorDelegate::paintVerdict(QPainter& painter, const QRect& room, const QModelIndex& index, bool isStronger) const {
  const TensorLook look = lookOf(verdictAt(index));
  const bool isHolder = index.data(TensorModel::QuietRole).toBool(), isReached = index.data(TensorModel::ReachedRole).toBool();
  const bool isQuiet = look.isQuiet || !isReached || (isHolder && look.cls == VerdictClass::Pass);
  const bool isLoud = !isQuiet && !isHolder && look.cls != VerdictClass::Pass;
  const QFont font = isLoud ? bold() : theme().font(TextSize::Normal);
  const int slot = QFontMetrics(bold()).height();  // glyphs of different widths stand in one column
  painter.setFont(bold());
  painter.setPen(isQuiet ? theme().mutedColor(isStronger) : theme().look(look.cls).chip);
  painter.drawText(QRect(room.left(), room.top(), slot, room.height()), Qt::AlignCenter, look.glyph);
  painter.setFont(font);
  painter.setPen(isQuiet ? theme().mutedColor(isStronger) : theme().wordColor(look.cls, isStronger));
  const QRect rest = room.adjusted(slot + kGrid / 2, 0, 0, 0);
  painter.drawText(rest, Qt::AlignLeft | Qt::AlignVCenter | Qt::TextSingleLine,
                   QFontMetrics(font).elidedText(index.data().toString(), Qt::ElideRight, rest.width()));
}

void TensorDelegate::paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const {
  painter->save();
  const bool isStronger = (option.state & (QStyle::State_Selected | QStyle::State_MouseOver)) != 0;
  painter->fillRect(option.rect, groundOf(index, option.state));
  painter->fillRect(QRect(option.rect.left(), option.rect.bottom(), option.rect.width(), 1), theme().color(Tone::Window));
  const auto column = static_cast<TensorColumn>(index.column());
  const bool isReached = index.data(TensorModel::ReachedRole).toBool();
  const QRect room = option.rect.adjusted(kGrid, 0, -kGrid, 0);
  switch (column) {
    case TensorColumn::Verdict: paintVerdict(*painter, room, index, isStronger); break;
    case TensorColumn::Margin:
      if (const QVariant margin = index.data(TensorModel::MarginRole); margin.isValid())
        paintMargin(*painter, room, {margin.toDouble(), index.data(TensorModel::DecidesRole).toBool() && isReached, isStronger}, theme());
      break;
    default: {
      const bool isName = column == TensorColumn::Name;
      const QVariant alignment = index.data(Qt::TextAlignmentRole);
      painter->setFont(isName && index.data(TensorModel::QuietRole).toBool() ? bold() : theme().font(TextSize::Normal));
      painter->setPen(isName && isReached ? theme().color(Tone::Text) : theme().mutedColor(isStronger));
      if (!isName && isReached && column != TensorColumn::Step) painter->setPen(theme().color(Tone::Text));
      painter->drawText(room, static_cast<int>(alignment.value<Qt::Alignment>() | Qt::TextSingleLine),
                        painter->fontMetrics().elidedText(index.data().toString(), isName ? Qt::ElideMiddle : Qt::ElideRight, room.width()));
    }
  }
  painter->restore();
}

}  // namespace plumbline::ui
