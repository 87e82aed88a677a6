// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/chart_readout.h"

#include <QPainter>

#include "ui/charts/chart_style.h"
#include "ui/support/utf8_text.h"
#include "ui/theme/plain_paint.h"

namespace plumbline::ui {

ChartReadout::ChartReadout(const Theme& theme, QWidget* parent) : QWidget(parent), m_theme(theme) {
  setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
  ChartReadout::setTheme(theme);
}

void ChartReadout::setTheme(const Theme& theme) {
  m_theme = theme;
  setTextStyle(*this, theme);
}

void ChartReadout::showItem(const charts::Item* item, ClassOf meaning, const QString& hint) {
  m_hint = hint;
  m_name = item == nullptr ? QString() : fromUtf8(item->name.empty() ? item->label : item->name);
  m_numbers = item == nullptr ? QString() : trueMinus(fromUtf8(item->numbers));
  if (item != nullptr && !item->config.empty()) m_numbers = u"%1 \u00b7 %2"_s.arg(m_numbers, fromUtf8(item->config));
  m_class = item != nullptr && meaning != ClassOf::Nothing ? std::optional(item->cls) : std::nullopt;
  m_isVerdict = meaning == ClassOf::Verdict;
  setAccessibleName(text());
  setToolTip(m_name.isEmpty() ? QString() : text());
  update();
}

QString ChartReadout::word() const { return m_class ? classWord(*m_class, m_isVerdict, m_theme) : QString(); }

QString ChartReadout::text() const {
  if (m_name.isEmpty() && m_numbers.isEmpty()) return m_hint;
  return (m_class ? word() + u' ' : QString()) + m_name + u": "_s + m_numbers;
}

QSize ChartReadout::sizeHint() const { return {480, fontMetrics().height() + kGrid}; }

void ChartReadout::paintEvent(QPaintEvent*) {
  QPainter painter(this);
  painter.setRenderHint(QPainter::Antialiasing);
  QRectF rest = rect();
  const auto write = [&](const QString& text, const QColor& color, const QFont& font, double gap) {
    painter.setFont(font);
    painter.setPen(color);
    const QFontMetricsF metrics(font);
    const QString fits = metrics.elidedText(text, Qt::ElideRight, rest.width());
    painter.drawText(rest, Qt::AlignVCenter | Qt::AlignLeft | Qt::TextSingleLine, fits);
    rest.setLeft(rest.left() + metrics.horizontalAdvance(fits) + gap);
  };
  QFont bold = font();
  bold.setWeight(QFont::DemiBold);
  if (m_name.isEmpty() && m_numbers.isEmpty()) {
    write(m_hint, m_theme.color(Tone::Muted), font(), 0);
    return;
  }
  if (m_class) {
    const ClassStyle& style = m_theme.classStyle(*m_class);
    const QString chipText = style.glyph + u' ' + word();
    const double width = QFontMetricsF(bold).horizontalAdvance(chipText) + kGrid;
    const QRect chip(0, kGrid / 4, static_cast<int>(width), height() - kGrid / 2);
    if (style.tint.isValid()) drawBox(&painter, chip, {.fill = style.tint, .border = {}});
    rest.setLeft(style.tint.isValid() ? kGrid / 2.0 : 0);
    write(chipText, style.chip, bold, style.tint.isValid() ? 1.5 * kGrid : kGrid);
  }
  write(m_name, m_theme.color(Tone::Text), bold, 1.5 * kGrid);
  write(m_numbers, m_theme.color(Tone::Text), font(), 0);
}

}  // namespace plumbline::ui
