// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/support/mark_chip.h"

#include <QPainter>
#include <utility>

#include "ui/support/utf8_text.h"
#include "ui/theme/plain_paint.h"

namespace plumbline::ui {

ToggleChip::ToggleChip(const Theme& theme, QWidget* parent) : QAbstractButton(parent), m_theme(theme) {
  setCheckable(true);
  setFocusPolicy(Qt::TabFocus);
  setAttribute(Qt::WA_Hover);
  setFont(theme.font(TextSize::Normal));
}

void ToggleChip::setCount(std::size_t count) {
  m_count = count;
  refresh();
}

void ToggleChip::setTheme(const Theme& theme) {
  m_theme = theme;
  setFont(theme.font(TextSize::Normal));
  refresh();
}

void ToggleChip::refresh() {
  setMinimumWidth(sizeHint().width());  // a layout without room gives less than a hint, never less than this
  describe();
  updateGeometry();
  update();
}

void ToggleChip::paintGround(QPainter& painter, const QColor& fill, const ClassStyle& style, const QString& glyph) {
  QColor ground = isChecked() ? m_theme.color(Tone::Selection) : fill;
  if (underMouse()) ground = mixed(ground, m_theme.color(Tone::Text), 0.06);
  const QColor border = isChecked() ? m_theme.color(Tone::Accent) : m_theme.color(Tone::Control);
  drawBox(&painter, rect(), {.fill = ground, .border = border, .width = isChecked() ? 1.5 : 1.0});
  if (hasFocus()) drawFocusRing(&painter, rect(), m_theme.palette());
  QFont bold = font();
  bold.setWeight(QFont::DemiBold);
  painter.setFont(bold);
  painter.setPen(m_count == 0 ? m_theme.color(Tone::Muted) : style.chip);
  painter.drawText(QRect(kGrid / 2, 0, fontMetrics().height(), height()), Qt::AlignCenter, glyph);
  painter.setFont(font());
}

MarkChip::MarkChip(const Theme& theme, Mark mark, QWidget* parent)
    : ToggleChip(theme, parent), m_mark(std::move(mark)) {
  refresh();
}

void MarkChip::setShort(bool on) {
  if (std::exchange(m_short, on) != on) refresh();
}

void MarkChip::describe() {
  setAccessibleName(u"%1, %2"_s.arg(m_mark.word, grouped(count())));
  setToolTip(m_short ? m_mark.word + u": "_s + m_mark.tooltip : m_mark.tooltip);
}

int MarkChip::fullWidth() const {
  const QFontMetrics metrics = fontMetrics();
  const int words = metrics.horizontalAdvance(m_mark.word) + kGrid + metrics.horizontalAdvance(grouped(count()));
  return kGrid / 2 + metrics.height() + kGrid / 2 + words + kGrid + 2;
}

QSize MarkChip::sizeHint() const {
  const QFontMetrics metrics = fontMetrics();
  const int width = m_short ? fullWidth() - metrics.horizontalAdvance(m_mark.word) - kGrid : fullWidth();
  return {width, metrics.height() + kGrid};
}

void MarkChip::paintEvent(QPaintEvent*) {
  QPainter painter(this);
  paintGround(painter, theme().color(Tone::Base), theme().classStyle(m_mark.cls), m_mark.glyph);
  const QColor muted = theme().color(Tone::Muted);
  const int slot = fontMetrics().height();
  const QRect rest(kGrid + slot, 0, width() - slot - 2 * kGrid, height());
  painter.setPen(count() == 0 ? muted : theme().color(Tone::Text));
  if (!m_short) painter.drawText(rest, Qt::AlignVCenter | Qt::AlignLeft, m_mark.word);
  painter.setPen(muted);
  painter.drawText(rest, Qt::AlignVCenter | Qt::AlignRight, grouped(count()));
}

}  // namespace plumbline::ui
