// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/support/divider.h"

#include <QPainter>

namespace plumbline::ui {

Divider::Divider(Qt::Orientation orientation, QWidget* parent) : QWidget(parent) {
  if (orientation == Qt::Horizontal) {
    setFixedHeight(1);
  } else {
    setFixedWidth(1);
  }
}

void Divider::paintEvent(QPaintEvent*) { QPainter(this).fillRect(rect(), palette().color(QPalette::Mid)); }

}  // namespace plumbline::ui
