// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/rail_button.h"

#include <QIcon>
#include <QPainter>
#include <algorithm>

namespace plumbline::ui {
namespace {
constexpr int kIcon = 22;
constexpr int kBar = 3;
constexpr int kPad = 8;
constexpr double kSmall = 0.9;
}  // namespace

RailButton::RailButton(const QString& text, const QIcon& icon, QWidget* parent) : QuietButton(parent) {
  setText(text);
  setIcon(icon);
  setAccessibleName(text);
  setFocusPolicy(Qt::TabFocus);
  setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Maximum);
}

QFont RailButton::wordFont() const {
  QFont small = font();
  small.setPointSizeF(small.pointSizeF() * kSmall);
  return small;
}

QSize RailButton::sizeHint() const {
  const QFontMetrics metrics(wordFont());
  // The width stays when the word goes: the page beside the rail does not move.
  return {std::max(64, metrics.horizontalAdvance(text()) + 2 * kPad), hasWord() ? heightWithWord() : kIcon + 2 * kPad};
}

int RailButton::heightWithWord() const { return kIcon + QFontMetrics(wordFont()).height() + 4 + 2 * kPad; }

QSize RailButton::minimumSizeHint() const { return {sizeHint().width(), kIcon + 2 * kPad}; }

void RailButton::setCompact(bool isCompact) {
  if (isCompact == m_isCompact) return;
  m_isCompact = isCompact;
  updateGeometry();
  update();
}

void RailButton::paintEvent(QPaintEvent*) {
  QPainter painter(this);
  painter.setRenderHint(QPainter::Antialiasing);
  const QRect room = rect().adjusted(4, 2, -4, -2);
  paintGround(painter, room);
  if (isChecked()) {
    painter.setPen(Qt::NoPen);
    painter.setBrush(palette().color(QPalette::Highlight));
    painter.drawRoundedRect(QRect(0, room.top() + 6, kBar, room.height() - 12), 1.5, 1.5);
  }
  const QIcon::State state = isChecked() ? QIcon::On : QIcon::Off;
  icon().paint(&painter, QRect((width() - kIcon) / 2, kPad, kIcon, kIcon), Qt::AlignCenter,
               isEnabled() ? QIcon::Normal : QIcon::Disabled, state);
  if (hasWord()) {
    painter.setFont(wordFont());
    painter.setPen(palette().color(isChecked() ? QPalette::WindowText : QPalette::PlaceholderText));
    painter.drawText(rect().adjusted(0, kIcon + kPad + 2, 0, -4), Qt::AlignHCenter | Qt::AlignVCenter, text());
  }
  paintFocus(painter, room);
}

}  // namespace plumbline::ui
