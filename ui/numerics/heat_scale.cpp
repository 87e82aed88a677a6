// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/numerics/heat_scale.h"

#include <QLinearGradient>
#include <QPainter>
#include <algorithm>
#include <cmath>
#include <limits>

#include "ui/numerics/numerics_words.h"

using namespace Qt::StringLiterals;

namespace plumbline::ui {
namespace {

constexpr double kLeastCross = 5;   ///< px of a cell in which a cross can be seen
constexpr double kSwatch = 14, kBar = 120;

}  // namespace

HeatScale::HeatScale(const std::vector<float>& errors) {
  double least = std::numeric_limits<double>::infinity();
  for (const float error : errors) {
    if (!std::isfinite(error)) {
      m_hasNotFinite = true;
    } else if (error <= 0) {
      m_hasZero = true;
    } else {
      least = std::min<double>(least, error);
      m_most = std::max<double>(m_most, error);
    }
  }
  m_low = std::max(least, m_most * std::pow(10.0, -kMostDecades));
  m_isCut = least < m_low;
}

double HeatScale::shareOf(double error) const {
  if (!(m_most > m_low)) return 1;
  return std::clamp(std::log(error / m_low) / std::log(m_most / m_low), 0.0, 1.0);
}

QColor HeatScale::color(float error, const Theme& theme) const {
  if (!std::isfinite(error)) return theme.look(verdicts::VerdictClass::Invalid).chip;
  return error > 0 ? theme.sequential(shareOf(error)) : theme.color(Tone::Base);
}

std::int64_t heatLabelStep(double length, double room, std::int64_t cells) {
  const auto fitting = std::max<std::int64_t>(static_cast<std::int64_t>(length / room), 1);
  return std::max<std::int64_t>((cells + fitting - 1) / fitting, 1);
}

void paintNotFinite(QPainter& painter, const QRectF& cell, const Theme& theme) {
  if (std::min(cell.width(), cell.height()) < kLeastCross) return;
  painter.save();
  painter.setRenderHint(QPainter::Antialiasing);
  painter.setPen(QPen(theme.color(Tone::Base), 1.5));
  const QPointF reach(std::min(cell.width(), 16.0) * 0.3, std::min(cell.height(), 16.0) * 0.3);
  const QPointF at = cell.center();
  painter.drawLine(at - reach, at + reach);
  painter.drawLine(at + QPointF(-reach.x(), reach.y()), at + QPointF(reach.x(), -reach.y()));
  painter.restore();
}

void paintWorst(QPainter& painter, const QRectF& cell, const Theme& theme) {
  painter.save();
  painter.setRenderHint(QPainter::Antialiasing);
  painter.setBrush(Qt::NoBrush);
  // Small cells get a ring around them, large ones a frame inside.
  const bool isLarge = std::min(cell.width(), cell.height()) > 24;
  const double wide = std::max(cell.width(), 8.0) / 2 + 3, high = std::max(cell.height(), 8.0) / 2 + 3;
  const QRectF shown = isLarge ? cell.adjusted(3, 3, -3, -3) : QRectF(cell.center() - QPointF(wide, high), QSizeF(2 * wide, 2 * high));
  const double radius = std::min(shown.width(), shown.height()) / 2;
  const auto draw = [&](const QColor& color, double width) {
    painter.setPen(QPen(color, width));
    painter.drawRoundedRect(shown, std::min(radius, 10.0), std::min(radius, 10.0));
  };
  draw(theme.color(Tone::Base), 4);
  draw(theme.color(Tone::Text), 2);
  painter.restore();
}

HeatLegend::HeatLegend(const Theme& theme, QWidget* parent) : QWidget(parent), m_theme(theme) {
  setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
  setTheme(theme);
}

void HeatLegend::setTheme(const Theme& theme) {
  m_theme = theme;
  setFont(theme.font(TextSize::Small));
  updateGeometry();
  update();
}

void HeatLegend::setScale(const HeatScale& scale) {
  m_scale = scale;
  QString name = scale.hasErrors() ? u"Colours from %1 to %2"_s.arg(numberText(scale.low()), numberText(scale.most())) : u"No errors"_s;
  if (scale.hasNotFinite()) name += u"; crossed out: not finite"_s;
  setAccessibleName(name);
  setToolTip(name + u"; a ring is around the largest error"_s);
  update();
}

QSize HeatLegend::sizeHint() const { return {360, fontMetrics().height() + kGrid}; }

void HeatLegend::paintEvent(QPaintEvent*) {
  QPainter painter(this);
  const QFontMetricsF metrics(font());
  const double middle = height() / 2.0;
  double x = 0;
  const auto write = [&](const QString& text, Tone tone) {
    painter.setPen(m_theme.color(tone));
    const double width = metrics.horizontalAdvance(text);
    if (x + width > this->width()) return;
    painter.drawText(QRectF(x, 0, width + 1, height()), Qt::AlignVCenter | Qt::AlignLeft | Qt::TextSingleLine, text);
    x += width + kGrid;
  };
  const auto swatch = [&](const QColor& color, const QString& text, auto mark) {
    if (x + kSwatch + kGrid / 2.0 + metrics.horizontalAdvance(text) > width()) return;
    const QRectF box(x + 0.5, middle - kSwatch / 2, kSwatch, kSwatch);
    painter.setPen(m_theme.color(Tone::Border));
    painter.setBrush(color);
    painter.drawRect(box);
    mark(box);
    x += kSwatch + kGrid / 2.0;
    write(text, Tone::Text);
    x += kGrid / 2.0;
  };
  const auto nothing = [](const QRectF&) {};
  if (m_scale.hasErrors()) {
    write((m_scale.isCut() ? u"\u2264 "_s : QString()) + numberText(m_scale.low()), Tone::Text);
    const QRectF bar(x, middle - kSwatch / 2, std::min(kBar, std::max(24.0, width() * 0.3)), kSwatch);
    QLinearGradient colors(bar.topLeft(), bar.topRight());
    for (int i = 0; i <= 10; ++i) colors.setColorAt(i / 10.0, m_theme.sequential(i / 10.0));
    painter.fillRect(bar, m_scale.most() > m_scale.low() ? QBrush(colors) : QBrush(m_theme.sequential(1)));
    painter.setPen(m_theme.color(Tone::Border));
    painter.setBrush(Qt::NoBrush);
    painter.drawRect(bar.adjusted(0.5, 0.5, -0.5, -0.5));
    x = bar.right() + kGrid;
    write(numberText(m_scale.most()) + u" (log)"_s, Tone::Text);
    x += kGrid;
  }
  if (m_scale.hasZero()) swatch(m_theme.color(Tone::Base), u"0"_s, nothing);
  if (m_scale.hasNotFinite())
    swatch(m_theme.look(verdicts::VerdictClass::Invalid).chip, u"not finite"_s, [&](const QRectF& box) { paintNotFinite(painter, box, m_theme); });
  if (m_scale.hasErrors() || m_scale.hasNotFinite()) {
    x += 2;
    swatch(m_theme.color(Tone::Base), u"largest"_s, [&](const QRectF& box) {
      painter.fillRect(box.adjusted(-1, -1, 1, 1), m_theme.color(Tone::Base));
      paintWorst(painter, box.adjusted(5, 5, -5, -5), m_theme);
    });
  }
}

}  // namespace plumbline::ui
