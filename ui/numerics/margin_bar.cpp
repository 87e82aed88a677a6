// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/numerics/margin_bar.h"

#include <QPainter>
#include <algorithm>
#include <cmath>

#include "core/numerics/same/same.h"
#include "ui/numerics/numerics_text.h"

namespace plumbline::ui {
namespace {

constexpr int kBarWidth = 56;           ///< px, shrinks where there is no room
constexpr double kBoundAt = 0.75;  ///< where in the bar the bound is

/// numberWidth has room for a bold one, so that all bars are alike.
int numberWidth(const Theme& theme) {
  QFont font = theme.font(TextSize::Normal);
  font.setWeight(QFont::DemiBold);
  return QFontMetrics(font).horizontalAdvance(u"0.0e+00"_s) + 2;  // a text that fits exactly is elided at some scales
}

}  // namespace

int marginWidth(const Theme& theme) {
  return kBarWidth + kGrid + numberWidth(theme);
}

void paintMargin(QPainter& painter, const QRect& room, const MarginStyle& style, const Theme& theme) {
  using verdicts::VerdictClass;
  QFont font = theme.font(TextSize::Normal);
  const bool isOver = !(style.margin <= 1);
  const bool isNear = !isOver && style.margin >= numerics::kMarginWarning;
  if (isOver && style.isDeciding) font.setWeight(QFont::DemiBold);
  const QFontMetrics metrics(font);
  const int number = std::min(numberWidth(theme), room.width());
  const QRect bar(room.left(), room.center().y() - 2, std::clamp(room.width() - number - kGrid, 0, kBarWidth), 5);
  const VerdictClass cls = isOver ? VerdictClass::Fail : VerdictClass::Flaky;
  const bool isLoud = style.isDeciding && (isOver || isNear);
  const QColor color = isLoud ? theme.classStyle(cls).chip : theme.mutedColor(style.isStronger);
  if (bar.width() > 8) {
    const double share = std::isfinite(style.margin) ? std::min(1.0, std::max(0.0, style.margin) * kBoundAt) : 1.0;
    painter.fillRect(bar, theme.color(Tone::Border));
    QRect filled = bar;
    filled.setWidth(static_cast<int>(std::lround(share * bar.width())));
    if (style.isDeciding) {
      painter.fillRect(filled, color);
    } else {
      painter.fillRect(filled.adjusted(0, 1, 0, -1), color);
    }
    const int at = bar.left() + static_cast<int>(std::lround(kBoundAt * bar.width()));
    painter.fillRect(QRect(at, bar.top() - 3, 1, bar.height() + 6), theme.color(Tone::Text));
  }
  painter.setFont(font);
  painter.setPen(isLoud ? theme.wordColor(cls, style.isStronger) : style.isDeciding ? theme.color(Tone::Text)
                 : theme.mutedColor(style.isStronger));
  painter.drawText(QRect(room.right() + 1 - number, room.top(), number, room.height()), Qt::AlignRight | Qt::AlignVCenter | Qt::TextSingleLine,
                   metrics.elidedText(marginText(style.margin), Qt::ElideRight, number));
}

}  // namespace plumbline::ui
