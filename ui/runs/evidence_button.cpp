// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/runs/evidence_button.h"

#include <QKeyEvent>
#include <QPainter>

using namespace Qt::StringLiterals;

namespace plumbline::ui {
namespace {

constexpr int kLeast = 12 * kGrid;

}  // namespace

EvidenceButton::EvidenceButton(const Theme& theme, QWidget* parent) : QuietButton(parent), m_theme(theme) {
  setFocusPolicy(Qt::TabFocus);
  setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Fixed);
  setTheme(theme);
}

void EvidenceButton::setTheme(const Theme& theme) {
  m_theme = theme;
  setFont(theme.monospace());
  updateGeometry();
  update();
}

void EvidenceButton::setLine(const QString& text) {
  m_line = text;
  setAccessibleName(u"Show in the log: "_s + text);
  setToolTip(text + u"\nShow this line in the log (Y)"_s);
  update();
}

QSize EvidenceButton::sizeHint() const {
  return {fontMetrics().horizontalAdvance(m_line) + 2 * kGrid, fontMetrics().height() + kGrid};
}
QSize EvidenceButton::minimumSizeHint() const { return {kLeast, fontMetrics().height() + kGrid}; }

void EvidenceButton::paintEvent(QPaintEvent*) {
  QPainter painter(this);
  paintGround(painter, rect());
  if (hasFocus()) paintFocus(painter, rect());
  const QRect room = rect().adjusted(kGrid / 2, 0, -kGrid / 2, 0);
  painter.setPen(m_theme.palette().color(QPalette::Link));
  painter.drawText(room, Qt::AlignVCenter | Qt::AlignLeft | Qt::TextSingleLine,
                   fontMetrics().elidedText(m_line, Qt::ElideRight, room.width()));
}

void EvidenceButton::keyPressEvent(QKeyEvent* event) {
  if (event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter) return click();
  QuietButton::keyPressEvent(event);
}

}  // namespace plumbline::ui
