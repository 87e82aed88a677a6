// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/key_cap.h"

#include <QPainter>
#include <algorithm>

namespace plumbline::ui {

KeyCap::KeyCap(const QKeySequence& key, QWidget* parent)
    : QWidget(parent), m_text(key.toString(QKeySequence::NativeText)) {
  setAccessibleName(m_text);
  setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Fixed);
}

QSize KeyCap::sizeHint() const {
  const int height = fontMetrics().height() + 4;
  return {std::max(height, fontMetrics().horizontalAdvance(m_text) + 12), height};
}

void KeyCap::paintEvent(QPaintEvent*) {
  QPainter painter(this);
  painter.setRenderHint(QPainter::Antialiasing);
  painter.setPen(palette().color(QPalette::Mid));
  painter.setBrush(palette().color(QPalette::Window));
  painter.drawRoundedRect(QRectF(rect()).adjusted(0.5, 0.5, -0.5, -0.5), 4, 4);
  painter.setPen(palette().color(QPalette::WindowText));
  painter.drawText(rect(), Qt::AlignCenter, m_text);
}

}  // namespace plumbline::ui
