// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/support/key_button.h"

#include <QPainter>
#include <algorithm>
#include <utility>

#include "ui/support/layouts.h"
#include "ui/theme/theme.h"

namespace plumbline::ui {

QSize keyCapSize(const QFontMetrics& metrics, const QString& key) {
  const int height = metrics.height() + 4;
  return {std::max(height, metrics.horizontalAdvance(key) + 12), height};
}

void paintKeyCap(QPainter& painter, const QRect& rect, const QString& key, const QPalette& palette) {
  painter.setPen(palette.color(QPalette::Mid));
  painter.setBrush(palette.color(QPalette::Window));
  painter.drawRoundedRect(QRectF(rect).adjusted(0.5, 0.5, -0.5, -0.5), 4, 4);
  painter.setPen(palette.color(QPalette::WindowText));
  painter.drawText(rect, Qt::AlignCenter, key);
}

KeyButton::KeyButton(ActionSpec spec, QWidget* parent) : QuietButton(parent), m_spec(std::move(spec)) {
  setText(m_spec.text);
  setAccessibleName(m_spec.text);
  nameKeys();
  setFocusPolicy(Qt::TabFocus);
  setSizePolicy(QSizePolicy::Maximum, QSizePolicy::Fixed);
  connect(this, &QAbstractButton::clicked, this, [run = m_spec.run] { run(); });
  setEnabled(false);  // until the first refresh: what the action asks may not be complete yet
}

void KeyButton::nameKeys() {
  const QString tooltip = m_spec.tooltip.isEmpty() ? m_spec.text : m_spec.tooltip;
  setToolTip(key().isEmpty() ? tooltip : u"%1 (%2)"_s.arg(tooltip, key()));
}

void KeyButton::showKeys(const QString& actionId, const QList<QKeySequence>& keys) {
  if (actionId != m_spec.id) return;
  m_spec.shortcuts = keys;
  nameKeys();
  updateGeometry();
  update();
}

void KeyButton::refresh() { setEnabled(!m_spec.enabled || m_spec.enabled()); }

QString KeyButton::key() const { return m_spec.shortcuts.value(0).toString(QKeySequence::NativeText); }

QSize KeyButton::sizeHint() const {
  const QSize cap = keyCapSize(fontMetrics(), key());
  return {fontMetrics().horizontalAdvance(text()) + kGrid + cap.width() + 2 * kGrid, cap.height() + kGrid};
}

QSize KeyButton::minimumSizeHint() const {
  return {fontMetrics().horizontalAdvance(text()) + 2 * kGrid, sizeHint().height()};
}

void KeyButton::paintEvent(QPaintEvent*) {
  QPainter painter(this);
  painter.setRenderHint(QPainter::Antialiasing);
  QPalette colors = palette();
  if (!isEnabled()) colors.setColor(QPalette::WindowText, colors.color(QPalette::PlaceholderText));
  painter.setPen(colors.color(QPalette::Dark));
  painter.setBrush(colors.color(QPalette::Base));
  const QRectF room = QRectF(rect()).adjusted(0.5, 0.5, -0.5, -0.5);
  painter.drawRoundedRect(room, 4, 4);
  paintGround(painter, room);
  paintFocus(painter, room);
  const QSize cap = keyCapSize(fontMetrics(), key());
  painter.setPen(colors.color(QPalette::WindowText));
  painter.drawText(rect().adjusted(kGrid, 0, 0, 0), Qt::AlignLeft | Qt::AlignVCenter, text());
  if (width() < sizeHint().width()) return;  // the tooltip has the key
  paintKeyCap(painter, {QPoint(width() - kGrid - cap.width(), (height() - cap.height()) / 2), cap}, key(), colors);
}

}  // namespace plumbline::ui
