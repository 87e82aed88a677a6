// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/support/quiet_button.h"

#include <QPainter>

namespace plumbline::ui {
namespace {
constexpr qreal kButtonRadius = 6;
}

void QuietButton::paintGround(QPainter& painter, const QRectF& room) const {
  if (!isEnabled() || (!isDown() && !isChecked() && !underMouse())) return;
  QColor tint = palette().color(QPalette::WindowText);
  tint.setAlphaF(isDown() ? 0.12F : 0.06F);
  painter.setPen(Qt::NoPen);
  painter.setBrush(tint);
  painter.drawRoundedRect(room, kButtonRadius, kButtonRadius);
}

void QuietButton::paintFocus(QPainter& painter, const QRectF& room) const {
  if (!hasFocus()) return;
  painter.setPen(QPen(palette().color(QPalette::Highlight), 2));
  painter.setBrush(Qt::NoBrush);
  painter.drawRoundedRect(room.adjusted(1, 1, -1, -1), kButtonRadius, kButtonRadius);
}

void QuietButton::enterEvent(QEnterEvent* event) {
  QAbstractButton::enterEvent(event);
  update();
}

void QuietButton::leaveEvent(QEvent* event) {
  QAbstractButton::leaveEvent(event);
  update();
}

}  // namespace plumbline::ui
