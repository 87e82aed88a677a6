// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/support/mark_chip.h"

#include <QPainter>
#include <utility>

#include "ui/support/count_text.h"
#include "ui/theme/plain_paint.h"

using namespace Qt::StringLiterals;

namespace plumbline::ui {

MarkChip::MarkChip(const Theme& theme, Mark mark, QWidget* parent)
    : QAbstractButton(parent), m_theme(theme), m_mark(std::move(mark)) {
  setCheckable(true);
  setFocusPolicy(Qt::TabFocus);
  setAttribute(Qt::WA_Hover);
  setTheme(theme);
}

void MarkChip::setCount(std::size_t count) {
  m_count = count;
  describe();
}

void MarkChip::setTheme(const Theme& theme) {
  m_theme = theme;
  setFont(theme.font(TextSize::Normal));
  describe();
}

void MarkChip::setShort(bool on) {
  if (std::exchange(m_short, on) != on) describe();
}

void MarkChip::describe() {
  setMinimumWidth(sizeHint().width());  // a layout without room gives less than a hint, never less than this
  setAccessibleName(u"%1, %2"_s.arg(m_mark.word, grouped(m_count)));
  setToolTip(m_short ? m_mark.word + u": "_s + m_mark.tooltip : m_mark.tooltip);
  updateGeometry();
  update();
}

int MarkChip::fullWidth() const {
  const QFontMetrics metrics = fontMetrics();
  const int words = metrics.horizontalAdvance(m_mark.word) + kGrid + metrics.horizontalAdvance(grouped(m_count));
  return kGrid / 2 + metrics.height() + kGrid / 2 + words + kGrid + 2;
}

QSize MarkChip::sizeHint() const {
  const QFontMetrics metrics = fontMetrics();
  const int width = m_short ? fullWidth() - metrics.horizontalAdvance(m_mark.word) - kGrid : fullWidth();
  return {width, metrics.height() + kGrid};
}

void MarkChip::paintEvent(QPaintEvent*) {
  QPainter painter(this);
  const ClassLook& look = m_theme.look(m_mark.look);
  const bool none = m_count == 0;
  const QColor muted = m_theme.color(Tone::Muted);
  QColor fill = isChecked() ? m_theme.color(Tone::Selection) : m_theme.color(Tone::Base);
  if (underMouse()) fill = mixed(fill, m_theme.color(Tone::Text), 0.06);
  const QColor border = isChecked() ? m_theme.color(Tone::Accent) : m_theme.color(Tone::Border);
  drawBox(&painter, rect(), {.fill = fill, .border = border, .width = isChecked() ? 1.5 : 1.0});
  if (hasFocus()) drawFocusRing(&painter, rect(), m_theme.palette());

  const int slot = fontMetrics().height();
  QFont bold = font();
  bold.setWeight(QFont::DemiBold);
  painter.setFont(bold);
  painter.setPen(none ? muted : look.chip);
  painter.drawText(QRect(kGrid / 2, 0, slot, height()), Qt::AlignCenter, m_mark.glyph);
  painter.setFont(font());
  painter.setPen(none ? muted : m_theme.color(Tone::Text));
  const QRect rest(kGrid + slot, 0, width() - slot - 2 * kGrid, height());
  if (!m_short) painter.drawText(rest, Qt::AlignVCenter | Qt::AlignLeft, m_mark.word);
  painter.setPen(muted);
  painter.drawText(rest, Qt::AlignVCenter | Qt::AlignRight, grouped(m_count));
}

}  // namespace plumbline::ui
