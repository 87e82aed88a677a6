// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/triage/class_chip.h"

#include <QPainter>

#include "ui/theme/plain_paint.h"
#include "ui/triage/status_text.h"

using namespace Qt::StringLiterals;

namespace plumbline::ui {

ClassChip::ClassChip(verdicts::VerdictClass cls, const Theme& theme, const QString& key, QWidget* parent)
    : QAbstractButton(parent), m_cls(cls), m_theme(theme), m_key(key) {
  setCheckable(true);
  setFocusPolicy(Qt::TabFocus);
  setAttribute(Qt::WA_Hover);
  setTheme(theme);
}

void ClassChip::setCount(std::size_t count) {
  m_count = count;
  describe();
  updateGeometry();
  update();
}

void ClassChip::setTheme(const Theme& theme) {
  m_theme = theme;
  setFont(theme.font(TextSize::Normal));
  describe();
  updateGeometry();
  update();
}

void ClassChip::describe() {
  setMinimumWidth(sizeHint().width());  // a layout without room gives less than a hint, never less than this
  const QString title = m_theme.look(m_cls).title;
  setAccessibleName(u"%1, %2"_s.arg(title, grouped(m_count)));
  setToolTip(u"Show only %1 (%2)"_s.arg(title.toLower(), m_key));
}

QSize ClassChip::sizeHint() const {
  const QFontMetrics metrics = fontMetrics();
  return {metrics.height() + kGrid / 2 + metrics.horizontalAdvance(grouped(m_count)) + kGrid + kGrid / 2,
          metrics.height() + kGrid};
}

void ClassChip::paintEvent(QPaintEvent*) {
  QPainter painter(this);
  const ClassLook& look = m_theme.look(m_cls);
  const QColor base = m_theme.color(Tone::Base);
  QColor fill = isChecked() ? m_theme.color(Tone::Selection) : look.tint.isValid() && m_count > 0 ? look.tint : base;
  if (underMouse()) fill = mixed(fill, m_theme.color(Tone::Text), 0.06);
  const QColor border = isChecked() ? m_theme.color(Tone::Accent) : m_theme.color(Tone::Border);
  drawBox(&painter, rect(), {.fill = fill, .border = border, .width = isChecked() ? 1.5 : 1.0});
  if (hasFocus()) drawFocusRing(&painter, rect(), m_theme.palette());

  const bool none = m_count == 0;
  const int slot = fontMetrics().height();
  QFont bold = font();
  bold.setWeight(QFont::DemiBold);
  painter.setFont(bold);
  painter.setPen(none ? m_theme.color(Tone::Muted) : look.chip);
  painter.drawText(QRect(kGrid / 2, 0, slot, height()), Qt::AlignCenter, look.glyph);
  painter.setFont(font());
  painter.setPen(none ? m_theme.color(Tone::Muted) : m_theme.color(Tone::Text));
  painter.drawText(QRect(kGrid + slot, 0, width() - slot - kGrid - kGrid / 2, height()), Qt::AlignVCenter | Qt::AlignRight,
                   grouped(m_count));
}

}  // namespace plumbline::ui
