// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/support/title_label.h"

#include <QApplication>
#include <QEvent>

namespace plumbline::ui {

TitleLabel::TitleLabel(const QString& text, double scale, QWidget* parent) : QLabel(text, parent), m_scale(scale) {
  scaleFont();
}

void TitleLabel::scaleFont() {
  QFont font = QApplication::font();
  font.setPointSizeF(font.pointSizeF() * m_scale);
  font.setWeight(QFont::DemiBold);
  setFont(font);
}

bool TitleLabel::event(QEvent* event) {
  if (event->type() == QEvent::ApplicationFontChange) scaleFont();
  return QLabel::event(event);
}

}  // namespace plumbline::ui
