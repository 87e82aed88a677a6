// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/runs/run_delegate.h"

#include <QPainter>
#include <algorithm>

#include "ui/runs/run_words.h"
#include "ui/theme/plain_paint.h"

using namespace Qt::StringLiterals;

namespace plumbline::ui {

using verdicts::VerdictClass;

namespace {

constexpr int kPad = kGrid;
constexpr int kBarWidth = 40;
constexpr int kBarHeight = 4;

QVariant ask(const QModelIndex& index, RunRole role) { return index.data(static_cast<int>(role)); }

}  // namespace

void RunDelegate::paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const {
  painter->save();
  const bool stronger =
      paintGround(*painter, option, index, static_cast<VerdictClass>(ask(index, RunRole::Tint).toInt()));
  QRect room = option.rect.adjusted(kPad, 0, -kPad, 0);
  painter->setFont(theme().font(TextSize::Normal));
  if (ask(index, RunRole::State).isValid()) {
    paintState(*painter, room, index, stronger);
    painter->restore();
    return;
  }
  if (ask(index, RunRole::Share).isValid()) {
    paintProgress(*painter, QRect(room.left(), room.top(), kBarWidth, room.height()), index);
    room.adjust(kBarWidth + kGrid, 0, 0, 0);
  }
  const QFontMetrics metrics(painter->font());
  if (const QString detail = ask(index, RunRole::Detail).toString(); !detail.isEmpty()) {
    const int width = metrics.horizontalAdvance(detail);
    if (width < room.width() / 2) {
      painter->setPen(theme().mutedColor(stronger));
      painter->drawText(room, Qt::AlignRight | Qt::AlignVCenter | Qt::TextSingleLine, detail);
      room.adjust(0, 0, -width - kGrid, 0);
    }
  }
  const int align = index.data(Qt::TextAlignmentRole).toInt();
  painter->setPen(ask(index, RunRole::Quiet).toBool() ? theme().mutedColor(stronger) : theme().color(Tone::Text));
  painter->drawText(room, align | Qt::TextSingleLine,
                    metrics.elidedText(index.data().toString(), Qt::ElideMiddle, room.width() + 1));
  painter->restore();
}

void RunDelegate::paintState(QPainter& painter, const QRect& room, const QModelIndex& index, bool stronger) const {
  RunLook look = runLook(static_cast<runs::RunState>(ask(index, RunRole::State).toInt()));
  if (const QVariant glyph = ask(index, RunRole::Glyph); glyph.isValid()) {
    look.glyph = glyph.toString();
    look.look = static_cast<VerdictClass>(ask(index, RunRole::Look).toInt());
    look.isQuiet = false;
  }
  const int slot = QFontMetrics(bold()).height();  // glyphs of different widths stand in one column
  const QRect rest = room.adjusted(slot + kGrid / 2, 0, 0, 0);
  painter.setFont(bold());
  painter.setPen(look.isQuiet ? theme().mutedColor(stronger) : theme().look(look.look).chip);
  painter.drawText(QRect(room.left(), room.top(), slot, room.height()), Qt::AlignCenter, look.glyph);
  painter.setFont(look.isQuiet ? theme().font(TextSize::Normal) : bold());
  painter.setPen(look.isQuiet ? theme().mutedColor(stronger) : theme().wordColor(look.look, stronger));
  painter.drawText(rest, Qt::AlignLeft | Qt::AlignVCenter | Qt::TextSingleLine,
                   QFontMetrics(painter.font()).elidedText(index.data().toString(), Qt::ElideRight, rest.width() + 1));
}

/// The bar repeats the words beside it; what failed stands at its end.
void RunDelegate::paintProgress(QPainter& painter, const QRect& room, const QModelIndex& index) const {
  const QRect bar(room.left(), room.center().y() - kBarHeight / 2 + 1, room.width(), kBarHeight);
  const double share = std::clamp(ask(index, RunRole::Share).toDouble(), 0.0, 1.0);
  const double failed = std::clamp(ask(index, RunRole::FailedShare).toDouble(), 0.0, share);
  painter.fillRect(bar, theme().color(Tone::Border));
  const int done = qRound(share * bar.width());
  const int wrong = failed > 0 ? std::max(2, qRound(failed * bar.width())) : 0;
  painter.fillRect(QRect(bar.left(), bar.top(), done, bar.height()),
                   theme().color(share < 1 ? Tone::Accent : Tone::Muted));
  if (wrong > 0)
    painter.fillRect(QRect(bar.left() + done - wrong, bar.top(), wrong, bar.height()),
                     theme().look(VerdictClass::Fail).chip);
}

}  // namespace plumbline::ui
