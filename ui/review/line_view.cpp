// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/review/line_view.h"

#include <QFontMetricsF>
#include <cmath>

namespace plumbline::ui {

LineView::LineView(const Theme& theme, QWidget* parent) : QAbstractScrollArea(parent), m_theme(theme) {
  setFocusPolicy(Qt::StrongFocus);
  setFrameShape(QFrame::NoFrame);
}

void LineView::setTheme(const Theme& theme) {
  m_theme = theme;
  setFont(theme.monospace());
  m_rowHeight = static_cast<int>(std::ceil(QFontMetricsF(font()).height())) + 4;
  measure();
  viewport()->update();
}

}  // namespace plumbline::ui
